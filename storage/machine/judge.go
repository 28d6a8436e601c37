package machine

// judgement is what a write is judged on: the policy, the effective fence of its key
// and, where it is bound to a scope (rule 11), that of the scope.
type judgement struct {
	policy Policy
	op     *Op
	key    effective
	bound  *effective
}

// verdict is what an op that may write its key goes on with.
type verdict struct {
	own      Fence // the key's own fence, zero where it has none
	hasOwn   bool
	key      effective
	repeated bool // the very same numbered write again; its answer is in own.Seq
}

// judgeKey decides whether op may write its key: rules 1 to 4, 11, 12 and 16, in the
// contract's order of evaluation.
func judgeKey(v View, bucket string, policy Policy, op *Op) (verdict, *Refusal) {
	own, hasOwn := v.KeyFence(bucket, op.Key)
	key := combine(own, op.Key, covering(v, bucket, op.Key))
	j := judgement{policy: policy, op: op, key: key}
	if op.Bound != nil {
		bound := effectiveOfScope(v, bucket, *op.Bound)
		j.bound = &bound
	}
	if outcome, facts := j.fences(); outcome != OK {
		return verdict{}, j.refuse(outcome, facts)
	}
	if outcome := j.lease(v, bucket); outcome != OK {
		return verdict{}, j.refuse(outcome, key.Facts)
	}
	repeated, inOrder := judgeSeq(own.Seq, op)
	if !inOrder {
		facts := key.Facts
		facts.Seq = own.Seq.N
		return verdict{}, j.refuse(OutOfOrder, facts)
	}
	return verdict{own: own, hasOwn: hasOwn, key: key, repeated: repeated}, nil
}

func (j *judgement) refuse(o Outcome, f Facts) *Refusal {
	f.Token = j.op.Token
	return &Refusal{Outcome: o, Facts: f}
}

// fences applies rules 1 to 4 to the key and to the bound scope. A refusal names the
// fence that decided.
func (j *judgement) fences() (Outcome, Facts) {
	t := j.op.Token
	if t == 0 {
		return j.withoutToken()
	}
	if t < j.key.Effective { // rule 1
		return StaleToken, j.key.Facts
	}
	if j.bound != nil && t < j.bound.Effective {
		return StaleToken, j.bound.Facts
	}
	if j.key.leased && !j.key.issued(t) { // rule 2
		return TokenNotIssued, j.key.Facts
	}
	if j.bound != nil && j.bound.leased && !j.bound.issued(t) {
		return TokenNotIssued, j.bound.Facts
	}
	if j.key.leased || j.bound != nil && j.bound.leased {
		return OK, j.key.Facts // an issued token is no outside token
	}
	return outside(j.policy, &j.key, t), j.key.Facts // rule 3
}

// withoutToken applies rule 4. An op that is bound to a scope states that it means to
// be fenced; without a token it can only be a mistake.
func (j *judgement) withoutToken() (Outcome, Facts) {
	if j.bound != nil && j.bound.Effective > j.key.Effective {
		return TokenRequired, j.bound.Facts
	}
	if j.key.Effective > 0 || j.policy.Required || j.bound != nil {
		return TokenRequired, j.key.Facts
	}
	return OK, j.key.Facts
}

// issued reports whether t is the present issued token (rule 2).
func (e *effective) issued(t Token) bool { return t == e.Effective && e.Granted }

// outside applies rule 3 to a token that is not below e: one from another source, on
// a name that was never leased.
func outside(p Policy, e *effective, t Token) Outcome {
	switch {
	case t > OutsideTokenMax || p.Authority == AuthorityLease:
		return TokenNotIssued
	case p.MaxJump > 0 && e.Effective > 0 && uint64(t-e.Effective) > p.MaxJump:
		return TokenJump
	default:
		return OK
	}
}

// lease applies the bucket's demand for proof, and rule 12 to a lease id that was given.
func (j *judgement) lease(v View, bucket string) Outcome {
	id := j.op.Lease
	if id == (LeaseID{}) {
		underLease := j.key.leased || j.bound != nil && j.bound.leased
		if j.policy.Proof == ProofLease && underLease {
			return LeaseProofRequired
		}
		return OK
	}
	if j.key.raisedBy(id) || j.bound != nil && j.bound.raisedBy(id) {
		return OK
	}
	scope, known := scopeOfLease(v, bucket, id)
	switch {
	case !known || scope.CoversKey(j.op.Key):
		return LeaseMismatch
	case j.op.Bound != nil && scope.Covers(*j.op.Bound):
		return LeaseMismatch
	default:
		return OutOfScope
	}
}

func (e *effective) raisedBy(id LeaseID) bool { return e.Granted && e.lease == id }

// scopeOfLease returns the scope of a lease, live or ended.
func scopeOfLease(v View, bucket string, id LeaseID) (Scope, bool) {
	if scope, live := v.LeaseScope(bucket, id); live {
		return scope, true
	}
	ended, found := v.EndedLease(bucket, id)
	return ended.Scope, found && ended.Reason != ReasonUnknown
}

// judgeSeq applies rule 16: the pair (token, n) rises strictly, but the very same pair
// again, with nothing in between, is a repeat.
func judgeSeq(mark SeqMark, op *Op) (repeated, inOrder bool) {
	if op.Seq == nil || mark.Token == 0 || op.Token != mark.Token {
		// A lower token than the mark's is below the key's fence too; a higher one
		// starts again at any n.
		return false, true
	}
	n := *op.Seq
	if n == mark.N && op.Kind == mark.Op && !mark.Interrupted {
		return true, true
	}
	return false, n > mark.N
}
