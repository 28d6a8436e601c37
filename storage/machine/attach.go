package machine

// mayAttach decides whether an object may hang on the lease that the op names: a live
// one that covers the key and has room.
func (w *writer) mayAttach(op *Op, key effective) *Refusal {
	if op.Attach == (LeaseID{}) {
		return nil
	}
	facts := key.Facts
	facts.Token = op.Token
	scope, live := w.LeaseScope(w.c.Bucket, op.Attach)
	if !live {
		outcome, reason := lostOrUnknown(w, w.c.Bucket, op.Attach)
		facts.Reason = reason
		return &Refusal{Outcome: outcome, Facts: facts}
	}
	if !scope.CoversKey(op.Key) {
		return &Refusal{Outcome: OutOfScope, Facts: facts}
	}
	lease, _ := w.Lease(w.c.Bucket, scope)
	before, found := w.Object(w.c.Bucket, op.Key)
	if lease.Attached >= AttachedMax && !(found && before.Attached == op.Attach) {
		return &Refusal{Outcome: AttachedFull, Facts: facts}
	}
	return nil
}

// moveAttachment takes the object off one lease and hangs it on another; zero is none.
func (ch *change) moveAttachment(key string, from, to LeaseID) {
	if from == to {
		return
	}
	if from != (LeaseID{}) {
		ch.Detach(ch.c.Bucket, from, key)
		ch.addAttached(from, -1)
	}
	if to != (LeaseID{}) {
		ch.Attach(ch.c.Bucket, to, key)
		ch.addAttached(to, 1)
	}
}

// addAttached changes the count on a lease's record. A lease that just ended has none
// any more.
func (ch *change) addAttached(id LeaseID, n int) {
	scope, live := ch.LeaseScope(ch.c.Bucket, id)
	if !live {
		return
	}
	lease, _ := ch.Lease(ch.c.Bucket, scope)
	lease.Attached = uint32(int(lease.Attached) + n)
	lease.Index = ch.c.Index
	ch.SetLease(ch.c.Bucket, scope, lease)
}

// deleteAttached deletes the objects that hang on a lease, in the commit that ends it.
func (ch *change) deleteAttached(id LeaseID) {
	for _, key := range ch.Attached(ch.c.Bucket, id) {
		if o, found := ch.Object(ch.c.Bucket, key); found {
			ch.dropObject(key, o)
			ch.interruptMark(key)
		}
	}
}

// interruptMark notes that the key changed after its newest numbered write.
func (ch *change) interruptMark(key string) {
	f, _ := ch.KeyFence(ch.c.Bucket, key)
	if f.Seq.Token == 0 || f.Seq.Interrupted {
		return
	}
	f.Seq.Interrupted = true
	f.Revision, f.UpdatedAt, f.Index = ch.revision(), ch.c.Stamp, ch.c.Index
	ch.SetKeyFence(ch.c.Bucket, key, f)
}
