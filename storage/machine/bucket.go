package machine

// createBucket makes a bucket. One that was deleted goes on where it was: with its
// fences, its sequence and its revision (rule 7).
func createBucket(s State, c *Command) Result {
	b, found := s.Bucket(c.Bucket)
	if found && !b.Deleted {
		if c.Policy.Apply(b.Policy) != b.Policy {
			return Result{Outcome: BucketExists, Bucket: b, Revision: b.Revision}
		}
		return Result{Bucket: b, Revision: b.Revision}
	}
	policy := c.Policy.Apply(DefaultPolicy())
	if b.EverLeased && policy.Authority == AuthorityExternal {
		return Result{Outcome: LeaseManaged, Bucket: b, Revision: b.Revision}
	}
	b.Policy, b.CreatedAt, b.Deleted = policy, c.Stamp, false
	ch := &change{State: s, c: c, bucket: b}
	r := ch.commit(Result{Created: true})
	r.Bucket = ch.bucket
	return r
}

func patchBucket(s State, c *Command) Result {
	ch, found := open(s, c)
	if !found {
		return Result{Outcome: BucketNotFound}
	}
	policy := c.Policy.Apply(ch.bucket.Policy)
	if ch.bucket.EverLeased && policy.Authority == AuthorityExternal {
		return ch.refuse(LeaseManaged, Facts{})
	}
	if policy == ch.bucket.Policy {
		return Result{Bucket: ch.bucket, Revision: ch.bucket.Revision}
	}
	ch.bucket.Policy = policy
	r := ch.commit(Result{})
	r.Bucket = ch.bucket
	return r
}

// deleteBucket takes an empty bucket out of sight. Its record stays.
func deleteBucket(s State, c *Command) Result {
	ch, found := open(s, c)
	if !found {
		return Result{Outcome: BucketNotFound}
	}
	_, _, held := ch.OverlappingLease(c.Bucket, "")
	if ch.bucket.Objects > 0 || held {
		return ch.refuse(BucketNotEmpty, Facts{})
	}
	ch.bucket.Deleted = true
	return ch.commit(Result{})
}
