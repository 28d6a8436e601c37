package machine

// effective is the effective fence of a key or a scope: the highest of its own fence
// and of those of the prefix scopes that cover it.
type effective struct {
	Facts  // Effective, Scope, KeyFence, Granted, Sealed, Holder
	lease  LeaseID
	leased bool // a covering scope was ever leased, and not returned to outside tokens since
}

// effectiveOfKey computes the effective fence of a key.
func effectiveOfKey(v View, bucket, key string) effective {
	own, _ := v.KeyFence(bucket, key)
	return combine(own, key, covering(v, bucket, key))
}

// effectiveOfScope computes the effective fence of a scope. The own fence of a prefix
// is that of the prefix scope, never that of a key of the same name.
func effectiveOfScope(v View, bucket string, scope Scope) effective {
	if scope.IsPrefix() {
		return combine(Fence{}, string(scope), covering(v, bucket, string(scope)))
	}
	return effectiveOfKey(v, bucket, string(scope))
}

// EffectiveOf returns the facts of a scope's effective fence: Effective, the Scope that
// holds it, and how it came there.
func EffectiveOf(v View, bucket string, scope Scope) Facts {
	return effectiveOfScope(v, bucket, scope).Facts
}

// EffectiveOfKey returns the facts of a key's effective fence. It differs from
// EffectiveOf for a key that ends in "/", which is not the prefix of the same name.
func EffectiveOfKey(v View, bucket, key string) Facts {
	return effectiveOfKey(v, bucket, key).Facts
}

func covering(v View, bucket, name string) []ScopeFence {
	return v.CoveringFences(bucket, name, nil)
}

// combine joins the own fence of a key with the fences of the prefixes that cover it.
//
// A return to outside tokens (rule 18) is written once, on its scope. It outweighs
// every grant on a scope around or below it that is older: such a grant's number still
// counts as a floor, but no longer as a grant.
func combine(own Fence, key string, prefixes []ScopeFence) effective {
	forced, granted := own.ForcedAt, own.GrantedAt
	for i := range prefixes {
		forced = max(forced, prefixes[i].Fence.ForcedAt)
		granted = max(granted, prefixes[i].Fence.GrantedAt)
	}
	e := effective{leased: granted > forced}
	for i := range prefixes {
		e.raise(prefixes[i].Fence, prefixes[i].Scope, false, forced)
	}
	e.raise(own, Scope(key), true, forced)
	return e
}

// raise makes f the holder of the effective fence if it is higher. Of equal ones the
// grant wins: the others are the traces of writes that its token made.
func (e *effective) raise(f Fence, scope Scope, keyFence bool, forced Revision) {
	granted := f.isGrant(forced)
	if f.Token == 0 || f.Token < e.Effective || f.Token == e.Effective && !granted {
		return
	}
	e.Facts = Facts{
		Effective: f.Token, Scope: scope, KeyFence: keyFence,
		Granted: granted, Sealed: f.Source == SourceSealed && f.GrantedAt > forced, Holder: f.Holder,
	}
	e.lease = f.Lease
}
