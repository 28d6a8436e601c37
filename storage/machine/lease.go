package machine

// acquire grants a scope to one holder. The grant issues a token above all that the
// bucket ever saw and raises the scope's fence to it, so the former holder is fenced
// from this command on, on every key of the scope (rule 6).
func acquire(s State, c *Command) Result {
	ch, found := open(s, c)
	if !found {
		return Result{Outcome: BucketNotFound}
	}
	if r, decided := ch.mayAcquire(); decided {
		return r
	}
	return ch.grant()
}

func (ch *change) mayAcquire() (Result, bool) {
	c := ch.c
	if ch.bucket.Policy.Suspended {
		return ch.refuse(BucketSuspended, Facts{}), true
	}
	if ch.bucket.Policy.Authority == AuthorityExternal {
		return ch.refuse(LeaseDisabled, Facts{}), true
	}
	if scope, live := ch.LeaseScope(c.Bucket, c.Lease); live {
		if scope != c.Scope {
			return ch.refuse(LeaseIDReused, Facts{Scope: scope}), true
		}
		lease, _ := ch.Lease(c.Bucket, scope) // the first answer was lost
		return ch.granted(Result{Revision: ch.bucket.Revision}, lease), true
	}
	if outcome, reason := lostOrUnknown(ch, c.Bucket, c.Lease); outcome == LeaseLost {
		return ch.refuse(LeaseLost, Facts{Reason: reason}), true
	}
	if scope, lease, held := ch.OverlappingLease(c.Bucket, c.Scope); held {
		return ch.held(scope, lease), true
	}
	return Result{}, false
}

// held refuses with the lease that is in the way.
func (ch *change) held(scope Scope, lease Lease) Result {
	r := ch.refuse(LeaseHeld, Facts{Effective: lease.Token, Scope: scope, Holder: lease.Holder})
	r.Lease, r.LeaseScope = lease, scope
	return r
}

func (ch *change) grant() Result {
	c := ch.c
	unsealed := ch.unsealedAbove(c.Scope)
	if !ch.numbersLeft(len(unsealed) + 1) {
		return ch.refuse(Exhausted, Facts{})
	}
	for _, scope := range unsealed { // the seals take their numbers first
		ch.seal(scope)
	}
	lease := Lease{
		ID: c.Lease, Holder: c.Holder, Token: ch.issue(), TTLMs: c.TTLMs,
		SealOnExpiry: c.SealOnExpiry, Metadata: c.Metadata,
		GrantedAt: c.Stamp, RenewedAt: c.Stamp,
		Revision: ch.revision(), Index: c.Index,
	}
	f := ch.ownFence(c.Scope)
	f.Token, f.Source, f.Lease, f.Holder = lease.Token, SourceGranted, c.Lease, c.Holder
	f.GrantedAt = ch.revision()
	ch.setOwnFence(c.Scope, f)
	ch.MarkLeased(c.Bucket, c.Scope)
	ch.SetLease(c.Bucket, c.Scope, lease)
	ch.bucket.EverLeased = true
	return ch.granted(ch.commit(Result{Created: true}), lease)
}

// granted returns r with the lease and, for a scope that is one key, the object as it
// is now that the fence has risen: nobody but the new holder can change it any more.
func (ch *change) granted(r Result, lease Lease) Result {
	r.Lease, r.LeaseScope = lease, ch.c.Scope
	if !ch.c.Scope.IsPrefix() {
		r.Object, r.HasObject = ch.Object(ch.c.Bucket, string(ch.c.Scope))
	}
	return r
}

// unsealedAbove returns the scopes strictly above scope whose last lease ended
// unsealed, broadest first. None of them is leased now, or scope could not be granted.
func (ch *change) unsealedAbove(scope Scope) []Scope {
	var unsealed []Scope
	var forced Revision
	for _, above := range covering(ch, ch.c.Bucket, string(scope)) {
		forced = max(forced, above.Fence.ForcedAt)
		if above.Scope != scope && above.Fence.isGrant(forced) {
			unsealed = append(unsealed, above.Scope)
		}
	}
	return unsealed
}

// isGrant reports whether the fence came from a grant that no return to outside tokens
// at forced outweighs.
func (f *Fence) isGrant(forced Revision) bool {
	return f.Source == SourceGranted && f.GrantedAt > forced
}

// unsealedGrant returns the scope's own fence and whether it came from a grant, live or
// ended, that still counts as one.
func (ch *change) unsealedGrant(scope Scope) (Fence, bool) {
	f := ch.ownFence(scope)
	forced := f.ForcedAt
	for _, above := range covering(ch, ch.c.Bucket, string(scope)) {
		forced = max(forced, above.Fence.ForcedAt)
	}
	return f, f.isGrant(forced)
}

// seal raises a scope's fence to a number that nobody is given. The holder's name stays,
// so that a refusal can say whose lease it was.
func (ch *change) seal(scope Scope) {
	f := ch.ownFence(scope)
	f.Token, f.Source, f.Lease = ch.issue(), SourceSealed, LeaseID{}
	ch.setOwnFence(scope, f)
}

// renew writes a renewal: one that changes the TTL, or the first after a load. All
// others stay in the memory of the lease clock.
func renew(s State, c *Command) Result {
	ch, found := open(s, c)
	if !found {
		return Result{Outcome: BucketNotFound}
	}
	lease, live := ch.Lease(c.Bucket, c.Scope)
	if !live || lease.ID != c.Lease {
		return ch.lost()
	}
	if c.TTLMs > 0 {
		lease.TTLMs = c.TTLMs
	}
	lease.RenewedAt, lease.Loads = c.Stamp, 0
	lease.Revision, lease.Index = ch.revision(), c.Index
	ch.SetLease(c.Bucket, c.Scope, lease)
	r := ch.commit(Result{})
	r.Lease, r.LeaseScope = lease, c.Scope
	return r
}

// lost answers for a lease id that does not hold the command's scope.
func (ch *change) lost() Result {
	outcome, reason := lostOrUnknown(ch, ch.c.Bucket, ch.c.Lease)
	return ch.refuse(outcome, Facts{Reason: reason})
}

// lostOrUnknown says what became of a lease id that is not live.
func lostOrUnknown(v View, bucket string, id LeaseID) (Outcome, Reason) {
	ended, found := v.EndedLease(bucket, id)
	if !found {
		return LeaseNotFound, 0
	}
	if ended.Reason == ReasonExpired && EffectiveOf(v, bucket, ended.Scope).Effective > ended.Token {
		return LeaseLost, ReasonSuperseded
	}
	return LeaseLost, ended.Reason
}
