package machine

// fence is the op that raises a scope's fence in a batch.
func (w *writer) fence(op *Op) (OpResult, *Refusal) {
	outcome, facts, changed := w.raiseScope(op.Scope, op.Token)
	if outcome != OK {
		facts.Token = op.Token
		return OpResult{}, &Refusal{Outcome: outcome, Facts: facts}
	}
	w.changed = w.changed || changed
	return OpResult{Token: op.Token, Effective: op.Token}, nil
}

// advance raises a fence without writing data: the barrier that a new holder of an
// outside token sets before it reads.
func advance(s State, c *Command) Result {
	ch, found := open(s, c)
	if !found {
		return Result{Outcome: BucketNotFound}
	}
	if ch.bucket.Policy.Suspended {
		return ch.refuse(BucketSuspended, Facts{})
	}
	outcome, facts, changed := ch.raiseScope(c.Scope, c.Token)
	if outcome != OK {
		facts.Token = c.Token
		return ch.refuse(outcome, facts)
	}
	r := Result{Revision: ch.bucket.Revision}
	if changed {
		r = ch.commit(r)
	}
	return ch.withFence(r)
}

// withFence adds the scope's own fence, and the facts of the effective one, to r.
func (ch *change) withFence(r Result) Result {
	r.Fence = ch.ownFence(ch.c.Scope)
	r.Facts = EffectiveOf(ch, ch.c.Bucket, ch.c.Scope)
	return r
}

// raiseScope applies rules 1 to 3 to a token brought to a scope. A scope that covers
// or is covered by one that was ever leased takes only its present token again.
func (ch *change) raiseScope(scope Scope, t Token) (Outcome, Facts, bool) {
	e := effectiveOfScope(ch, ch.c.Bucket, scope)
	if t < e.Effective {
		return StaleToken, e.Facts, false
	}
	if e.leased {
		if !e.issued(t) {
			return TokenNotIssued, e.Facts, false
		}
		return OK, e.Facts, false
	}
	if scope.IsPrefix() && ch.LeasedBelow(ch.c.Bucket, scope) {
		if t != e.Effective {
			return TokenNotIssued, e.Facts, false
		}
		return OK, e.Facts, false
	}
	if outcome := outside(ch.bucket.Policy, &e, t); outcome != OK {
		return outcome, e.Facts, false
	}
	own := ch.ownFence(scope)
	if own.Token == t {
		return OK, e.Facts, false
	}
	own.Token, own.Source, own.Lease, own.Holder = t, SourceOutside, LeaseID{}, ""
	ch.setOwnFence(scope, own)
	ch.accept(t)
	return OK, e.Facts, true
}

// force returns a scope and all below it to outside tokens at the fence given (rule 18).
// Grants made before it, around the scope and below it, keep their numbers as floors and
// lose their force as grants; that is decided where fences are read (see combine), so
// one record is all that has to be written.
func force(s State, c *Command) Result {
	ch, found := open(s, c)
	if !found {
		return Result{Outcome: BucketNotFound}
	}
	e := effectiveOfScope(ch, c.Bucket, c.Scope)
	e.Token = c.Token
	if c.Token < e.Effective {
		return ch.refuse(StaleToken, e.Facts)
	}
	if c.Token > OutsideTokenMax {
		return ch.refuse(TokenNotIssued, e.Facts)
	}
	if scope, lease, held := ch.OverlappingLease(c.Bucket, c.Scope); held {
		return ch.held(scope, lease)
	}
	own := ch.ownFence(c.Scope)
	own.Token, own.Source, own.Lease, own.Holder = c.Token, SourceOutside, LeaseID{}, ""
	own.GrantedAt, own.ForcedAt = 0, ch.revision()
	ch.setOwnFence(c.Scope, own)
	ch.UnmarkLeasedBelow(c.Bucket, c.Scope)
	ch.accept(c.Token)
	return ch.withFence(ch.commit(Result{}))
}

// ownFence returns the fence that belongs to the scope itself.
func (ch *change) ownFence(scope Scope) Fence {
	if scope.IsPrefix() {
		f, _ := ch.ScopeFence(ch.c.Bucket, scope)
		return f
	}
	f, _ := ch.KeyFence(ch.c.Bucket, string(scope))
	return f
}

// setOwnFence writes the fence that belongs to the scope itself.
func (ch *change) setOwnFence(scope Scope, f Fence) {
	f.Revision, f.UpdatedAt, f.Index = ch.revision(), ch.c.Stamp, ch.c.Index
	if scope.IsPrefix() {
		ch.SetScopeFence(ch.c.Bucket, scope, f)
		return
	}
	ch.SetKeyFence(ch.c.Bucket, string(scope), f)
}
