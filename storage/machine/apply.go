package machine

import "fmt"

// Apply runs commands in order on s: each sees the effects of those before it. It
// returns one result a command. A refused command changes nothing.
//
// It panics on a kind it does not know: going on without it would let replicas of
// different age drift apart.
func Apply(s State, commands []Command) []Result {
	results := make([]Result, len(commands))
	for i := range commands {
		results[i] = apply(s, &commands[i])
		results[i].Index = commands[i].Index
	}
	return results
}

func apply(s State, c *Command) Result {
	switch c.Kind {
	case KindCreateBucket:
		return createBucket(s, c)
	case KindPatchBucket:
		return patchBucket(s, c)
	case KindDeleteBucket:
		return deleteBucket(s, c)
	case KindWrite:
		return write(s, c)
	case KindAdvance:
		return advance(s, c)
	case KindForce:
		return force(s, c)
	case KindAcquire:
		return acquire(s, c)
	case KindRenew:
		return renew(s, c)
	case KindRelease:
		return release(s, c)
	case KindBreak:
		return breakLease(s, c)
	case KindExpire:
		return expire(s, c)
	case KindLoad:
		return load(s, c)
	case KindSweepIdempotency:
		return sweepIdempotency(s, c)
	case KindSweepEnded:
		return sweepEnded(s, c)
	case KindSweepFences:
		return sweepFences(s, c)
	default:
		panic(fmt.Sprintf("machine: command %d has kind %d", c.Index, c.Kind))
	}
}

// Preview answers a write as Apply would on the state that v shows, and changes
// nothing. It is a courtesy before a long body is read: the decision is Apply's.
func Preview(v View, c *Command) Result {
	if c.Kind != KindWrite {
		panic(fmt.Sprintf("machine: preview of kind %d", c.Kind))
	}
	if _, kept := v.Idempotency(c.Bucket, c.Idempotency); kept {
		return Result{} // only the whole request shows whether it is the same
	}
	return write(newOverlay(v), c)
}

// A change is one command's work on one bucket that exists: it reads the bucket's
// record once and writes it back once, under the next revision.
type change struct {
	State
	c      *Command
	bucket Bucket
}

// open returns the bucket that c names, ready to be changed.
func open(s State, c *Command) (*change, bool) {
	b, found := s.Bucket(c.Bucket)
	if !found || b.Deleted {
		return nil, false
	}
	return &change{State: s, c: c, bucket: b}, true
}

// revision is the one that the change will have once it is committed.
func (ch *change) revision() Revision { return ch.bucket.Revision + 1 }

// commit writes the bucket's record under the new revision and returns the result
// with it.
func (ch *change) commit(r Result) Result {
	ch.bucket.Revision++
	ch.bucket.Index = ch.c.Index
	ch.SetBucket(ch.c.Bucket, ch.bucket)
	r.Revision = ch.bucket.Revision
	r.Changed = true
	return r
}

// refuse returns a result that changed nothing.
func (ch *change) refuse(o Outcome, f Facts) Result {
	return Result{Outcome: o, Facts: f, Revision: ch.bucket.Revision}
}

// issue takes the next number of the bucket's sequence (rule 5). It must not be called
// on a sequence that is exhausted.
func (ch *change) issue() Token {
	ch.bucket.LastToken++
	return ch.bucket.LastToken
}

// numbersLeft reports whether the sequence has n more numbers.
func (ch *change) numbersLeft(n int) bool {
	return uint64(TokenMax-ch.bucket.LastToken) >= uint64(n)
}

// accept notes that a token from outside was seen, so that every later grant is above
// it (rule 5).
func (ch *change) accept(t Token) {
	ch.bucket.LastToken = max(ch.bucket.LastToken, t)
}
