package machine

// keptAnswer answers a write whose Idempotency-Key is known: the same request gets the
// kept answer, also when a newer holder has taken over since, for nothing is applied.
func (ch *change) keptAnswer() (Result, bool) {
	record, found := ch.Idempotency(ch.c.Bucket, ch.c.Idempotency)
	if !found || record.ExpiresAt <= ch.c.Stamp {
		return Result{}, false
	}
	if record.Fingerprint != ch.c.Fingerprint {
		return ch.refuse(IdempotencyKeyReused, Facts{}), true
	}
	return Result{
		Replayed: true, Ops: record.Ops, Revision: record.Revision,
		Facts: ch.presentFence(),
	}, true
}

// presentFence returns the effective fence of the write's only key, as it is now. A
// batch has no single one.
func (ch *change) presentFence() Facts {
	if len(ch.c.Ops) != 1 || ch.c.Ops[0].Kind == OpFence {
		return Facts{}
	}
	return EffectiveOfKey(ch, ch.c.Bucket, ch.c.Ops[0].Key)
}

// keepAnswer stores the answer of an accepted write beside its effect.
func (ch *change) keepAnswer(r Result) {
	ch.SetIdempotency(ch.c.Bucket, ch.c.Idempotency, IdempotencyRecord{
		Fingerprint: ch.c.Fingerprint,
		ExpiresAt:   ch.c.Stamp + Stamp(ch.bucket.Policy.IdempotencyMs),
		Revision:    r.Revision,
		Ops:         r.Ops,
	})
}
