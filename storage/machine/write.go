package machine

// write runs the ops of a write in order, all or nothing.
func write(s State, c *Command) Result {
	ch, found := open(s, c)
	if !found {
		return Result{Outcome: BucketNotFound}
	}
	if ch.bucket.Policy.Suspended {
		return ch.refuse(BucketSuspended, Facts{})
	}
	if c.Idempotency != (IdempotencyID{}) {
		if r, decided := ch.keptAnswer(); decided {
			return r
		}
	}
	return ch.run()
}

// run judges and carries out the ops. With several of them it works on an overlay, so
// that a refusal leaves no trace of the ops before it.
func (ch *change) run() Result {
	base := ch.State
	var over *overlay
	if len(ch.c.Ops) > 1 {
		over = newOverlay(base)
		ch.State = over
	}
	w := writer{change: ch, results: make([]OpResult, 0, len(ch.c.Ops))}
	for i := range ch.c.Ops {
		w.op(i)
	}
	ch.State = base
	if len(w.refused) > 0 {
		first := w.refused[0]
		r := ch.refuse(first.Outcome, first.Facts)
		r.Refused = w.refused
		return r
	}
	if over != nil {
		over.flush(base)
	}
	r := Result{Ops: w.results, Revision: ch.bucket.Revision}
	if w.changed {
		r = ch.commit(r)
	}
	if ch.c.Idempotency != (IdempotencyID{}) {
		ch.keepAnswer(r)
		r.Changed = true
	}
	return r
}

// A writer carries out the ops of one write.
type writer struct {
	*change
	results []OpResult
	refused []Refusal
	changed bool
	read    int // bytes returned by get ops
}

func (w *writer) op(i int) {
	op := &w.c.Ops[i]
	var result OpResult
	var refusal *Refusal
	switch op.Kind {
	case OpPut:
		result, refusal = w.put(i, op)
	case OpDelete:
		result, refusal = w.remove(op)
	case OpCheck:
		result, refusal = w.check(op)
	case OpGet:
		result, refusal = w.get(op)
	case OpFence:
		result, refusal = w.fence(op)
	default:
		panic("machine: unknown kind of op") // skipping it would let replicas differ
	}
	if refusal != nil {
		refusal.Op = i
		w.refused = append(w.refused, *refusal)
		return
	}
	result.Kind = op.Kind
	w.results = append(w.results, result)
}

func (w *writer) put(i int, op *Op) (OpResult, *Refusal) {
	verdict, refusal := judgeKey(w, w.c.Bucket, w.bucket.Policy, op)
	if refusal != nil {
		return OpResult{}, refusal
	}
	if verdict.repeated {
		return repeat(op, verdict), nil
	}
	before, found := w.Object(w.c.Bucket, op.Key)
	if refusal := conditions(op, before, found, verdict.key); refusal != nil {
		return OpResult{}, refusal
	}
	if refusal := w.mayAttach(op, verdict.key); refusal != nil {
		return OpResult{}, refusal
	}
	o := Object{
		ETag:       ETag{Revision: w.revision(), Position: uint32(i + 1)},
		Token:      op.Token,
		Size:       int64(len(op.Body)),
		SHA256:     op.SHA256,
		ModifiedAt: w.c.Stamp,
		Index:      w.c.Index,
		Attached:   op.Attach,
		Headers:    op.Headers,
		Metadata:   op.Metadata,
	}
	if found {
		w.uncount(op.Key, before)
	}
	w.count(op.Key, o)
	w.moveAttachment(op.Key, before.Attached, o.Attached)
	w.SetObject(w.c.Bucket, op.Key, o, op.Body)
	result := OpResult{Found: found, Created: !found, ETag: o.ETag, Token: op.Token}
	result.Effective = w.raiseFence(op, verdict, result)
	w.changed = true
	return result, nil
}

func (w *writer) remove(op *Op) (OpResult, *Refusal) {
	verdict, refusal := judgeKey(w, w.c.Bucket, w.bucket.Policy, op)
	if refusal != nil {
		return OpResult{}, refusal
	}
	if verdict.repeated {
		return repeat(op, verdict), nil
	}
	before, found := w.Object(w.c.Bucket, op.Key)
	if refusal := conditions(op, before, found, verdict.key); refusal != nil {
		return OpResult{}, refusal
	}
	if found {
		w.dropObject(op.Key, before)
		w.changed = true
	}
	result := OpResult{Found: found, Token: op.Token}
	result.Effective = w.raiseFence(op, verdict, result)
	return result, nil
}

func (w *writer) check(op *Op) (OpResult, *Refusal) {
	verdict, refusal := judgeKey(w, w.c.Bucket, w.bucket.Policy, op)
	if refusal != nil {
		return OpResult{}, refusal
	}
	o, found := w.Object(w.c.Bucket, op.Key)
	if refusal := conditions(op, o, found, verdict.key); refusal != nil {
		return OpResult{}, refusal
	}
	return OpResult{Found: found, ETag: o.ETag, Token: op.Token, Effective: verdict.key.Effective}, nil
}

// get reads what the ops before it left. It needs no token; an object that is not
// there is an answer.
func (w *writer) get(op *Op) (OpResult, *Refusal) {
	key := effectiveOfKey(w, w.c.Bucket, op.Key)
	o, found := w.Object(w.c.Bucket, op.Key)
	if refusal := conditions(op, o, found, key); refusal != nil {
		return OpResult{}, refusal
	}
	result := OpResult{Found: found, ETag: o.ETag, Token: o.Token, Effective: key.Effective, Object: o}
	if !found {
		return result, nil
	}
	if w.read += int(o.Size); w.read > BatchReadMax {
		return OpResult{}, &Refusal{Outcome: BatchReadFull, Facts: key.Facts}
	}
	result.Body = w.Body(w.c.Bucket, op.Key)
	return result, nil
}

// conditions checks If-Match and If-None-Match against the object as it is now.
func conditions(op *Op, o Object, found bool, key effective) *Refusal {
	failed := op.IfMatch.Given && !op.IfMatch.names(o, found) ||
		op.IfAbsent.Given && op.IfAbsent.names(o, found)
	if !failed {
		return nil
	}
	facts := key.Facts
	facts.Token = op.Token
	facts.ETag = o.ETag
	return &Refusal{Outcome: PreconditionFailed, Facts: facts}
}

// repeat answers a numbered write that came before as it was answered then (rule 16).
func repeat(op *Op, v verdict) OpResult {
	mark := v.own.Seq
	return OpResult{
		Found: mark.Found, Created: mark.Created, ETag: mark.ETag,
		Token: op.Token, Effective: v.key.Effective,
	}
}

// raiseFence brings the key's own fence up to what the accepted op says, in the same
// batch as the data, and returns the effective fence after it.
//
// Under a leased scope the granted record is the highest token already; the key gets a
// record of its own there only to hold a sequence number. One that a granted prefix
// exceeds says nothing any more and goes (rule 17).
func (w *writer) raiseFence(op *Op, v verdict, result OpResult) Token {
	own := v.own
	dominated := v.key.Granted && !v.key.KeyFence && own.Token < v.key.Effective
	if v.hasOwn && dominated && op.Seq == nil {
		w.dropKeyFence(op.Key)
		w.changed = true
		return v.key.Effective
	}
	if op.Token > own.Token && (!v.key.leased || op.Seq != nil) {
		own.Token, own.Source, own.Lease, own.Holder = op.Token, SourceOutside, LeaseID{}, v.key.Holder
		w.accept(op.Token)
	}
	own.Seq = nextMark(own.Seq, op, result)
	if own != v.own {
		own.Revision, own.UpdatedAt, own.Index = w.revision(), w.c.Stamp, w.c.Index
		w.SetKeyFence(w.c.Bucket, op.Key, own)
		w.changed = true
	}
	return max(v.key.Effective, own.Token)
}

// nextMark returns the key's sequence mark after op.
func nextMark(mark SeqMark, op *Op, result OpResult) SeqMark {
	if op.Seq == nil {
		mark.Interrupted = mark.Token != 0 // the stored n stays, its answer does not
		return mark
	}
	return SeqMark{
		Token: op.Token, N: *op.Seq, Op: op.Kind,
		Created: result.Created, Found: result.Found, ETag: result.ETag,
	}
}

func (ch *change) count(key string, o Object) {
	ch.bucket.Objects++
	ch.bucket.Bytes += uint64(o.Size)
	ch.bucket.Digest = ch.bucket.Digest.Add(key, o)
}

func (ch *change) uncount(key string, o Object) {
	ch.bucket.Objects--
	ch.bucket.Bytes -= uint64(o.Size)
	ch.bucket.Digest = ch.bucket.Digest.Remove(key, o)
}

// dropObject deletes an object that exists, with all that counts it.
func (ch *change) dropObject(key string, o Object) {
	ch.uncount(key, o)
	ch.moveAttachment(key, o.Attached, LeaseID{})
	ch.DeleteObject(ch.c.Bucket, key)
}
