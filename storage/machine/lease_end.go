package machine

// end deletes a live lease, with the objects that hang on it, and remembers its id.
func (ch *change) end(scope Scope, lease Lease, reason Reason) EndedScope {
	ch.DeleteLease(ch.c.Bucket, scope)
	ch.SetEndedLease(ch.c.Bucket, lease.ID, EndedLease{
		Scope: scope, Token: lease.Token, Reason: reason, EndedAt: ch.c.Stamp, Index: ch.c.Index,
	})
	if lease.Attached > 0 {
		ch.deleteAttached(lease.ID)
	}
	return EndedScope{Bucket: ch.c.Bucket, Scope: scope, Lease: lease, Reason: reason}
}

// release ends a lease at its holder's wish and seals its scope (rule 8).
func release(s State, c *Command) Result {
	ch, found := open(s, c)
	if !found {
		return Result{Outcome: BucketNotFound}
	}
	if scope, live := ch.LeaseScope(c.Bucket, c.Lease); live {
		if scope != c.Scope {
			return ch.refuse(LeaseNotFound, Facts{Scope: scope})
		}
		return ch.endAndSeal(ReasonReleased)
	}
	ended, found := ch.EndedLease(c.Bucket, c.Lease)
	if !found {
		return ch.buryUnknown()
	}
	return ch.releaseEnded(ended)
}

// endAndSeal ends the live lease on the command's scope and seals the scope.
func (ch *change) endAndSeal(reason Reason) Result {
	if !ch.numbersLeft(1) {
		return ch.refuse(Exhausted, Facts{})
	}
	scope := ch.c.Scope
	lease, _ := ch.Lease(ch.c.Bucket, scope)
	ended := ch.end(scope, lease, reason)
	ch.seal(scope)
	r := ch.commit(Result{Ended: []EndedScope{ended}})
	r.Lease, r.LeaseScope = lease, scope
	return r
}

// buryUnknown refuses the release of an id that no grant is known by, and makes sure
// that an acquire with it which is still on its way comes to nothing.
func (ch *change) buryUnknown() Result {
	ch.SetEndedLease(ch.c.Bucket, ch.c.Lease, EndedLease{
		Scope: ch.c.Scope, Reason: ReasonUnknown, EndedAt: ch.c.Stamp, Index: ch.c.Index,
	})
	r := ch.refuse(LeaseNotFound, Facts{})
	r.Changed = true
	return r
}

// releaseEnded answers the release of a lease that is over. A lease that only expired
// is sealed now, if nobody came since; its own earlier release is told again.
func (ch *change) releaseEnded(ended EndedLease) Result {
	if ended.Reason == ReasonUnknown || ended.Scope != ch.c.Scope {
		return ch.refuse(LeaseNotFound, Facts{})
	}
	_, lease, held := ch.OverlappingLease(ch.c.Bucket, ended.Scope)
	if ended.Reason == ReasonReleased && !held {
		return Result{Revision: ch.bucket.Revision}
	}
	if f, unsealed := ch.unsealedGrant(ended.Scope); held || !unsealed || f.Token != ended.Token {
		r := ch.lost()
		r.Facts.Holder = lease.Holder
		return r
	}
	if !ch.numbersLeft(1) {
		return ch.refuse(Exhausted, Facts{})
	}
	ended.Reason, ended.Index = ReasonReleased, ch.c.Index
	ch.SetEndedLease(ch.c.Bucket, ch.c.Lease, ended)
	ch.seal(ended.Scope)
	return ch.commit(Result{})
}

// breakLease is the administrator's act: it ends whatever lease the scope has and seals
// it. Of a scope whose last lease ended unsealed it makes up for the seal.
func breakLease(s State, c *Command) Result {
	ch, found := open(s, c)
	if !found {
		return Result{Outcome: BucketNotFound}
	}
	if _, live := ch.Lease(c.Bucket, c.Scope); live {
		return ch.endAndSeal(ReasonBroken)
	}
	if scope, lease, held := ch.OverlappingLease(c.Bucket, c.Scope); held {
		return ch.held(scope, lease)
	}
	switch f, unsealed := ch.unsealedGrant(c.Scope); {
	case f.Source == SourceSealed:
		return Result{Revision: ch.bucket.Revision} // a repeat
	case !unsealed:
		return ch.refuse(LeaseNotFound, Facts{})
	case !ch.numbersLeft(1):
		return ch.refuse(Exhausted, Facts{})
	}
	ch.seal(c.Scope)
	return ch.commit(Result{})
}

// expire ends a lease whose whole TTL passed on the lease clock. It does not seal, since
// a holder that nobody replaced may still write, unless the lease was taken so.
func expire(s State, c *Command) Result {
	ch, found := open(s, c)
	if !found {
		return Result{Outcome: BucketNotFound}
	}
	lease, live := ch.Lease(c.Bucket, c.Scope)
	if !live || lease.ID != c.Lease {
		return ch.lost()
	}
	return ch.expireLease(lease)
}

func (ch *change) expireLease(lease Lease) Result {
	ended := ch.end(ch.c.Scope, lease, ReasonExpired)
	if lease.SealOnExpiry && ch.numbersLeft(1) {
		ch.seal(ch.c.Scope)
	}
	r := ch.commit(Result{Ended: []EndedScope{ended}})
	r.Lease, r.LeaseScope = lease, ch.c.Scope
	return r
}

// load notes that a lease met a new lease clock, which gives it its full TTL again. A
// server that restarts over and over must not keep a dead holder's lease alive by that.
func load(s State, c *Command) Result {
	ch, found := open(s, c)
	if !found {
		return Result{Outcome: BucketNotFound}
	}
	lease, live := ch.Lease(c.Bucket, c.Scope)
	if !live || lease.ID != c.Lease {
		return ch.lost()
	}
	lease.Loads++
	if lease.Loads >= LoadsMax && int64(c.Stamp-lease.RenewedAt) > LoadGraceTTLs*lease.TTLMs {
		return ch.expireLease(lease)
	}
	lease.Revision, lease.Index = ch.revision(), c.Index
	ch.SetLease(c.Bucket, c.Scope, lease)
	r := ch.commit(Result{})
	r.Lease, r.LeaseScope = lease, c.Scope
	return r
}
