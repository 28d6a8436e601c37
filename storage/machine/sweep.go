package machine

// The sweeps are commands with a bounded step, so that replicas agree on what is gone.

func sweepIdempotency(s State, c *Command) Result {
	expired := s.ExpiredIdempotency(c.Stamp, c.Limit)
	for _, ref := range expired {
		s.DeleteIdempotency(ref.Bucket, ref.ID)
	}
	return Result{Swept: len(expired), Changed: len(expired) > 0}
}

func sweepEnded(s State, c *Command) Result {
	expired := s.ExpiredEnded(c.Stamp-Stamp(EndedKeepMs), c.Limit)
	for _, ref := range expired {
		s.DeleteEndedLease(ref.Bucket, ref.ID)
	}
	return Result{Swept: len(expired), Changed: len(expired) > 0}
}

// sweepFences drops the fences below a scope that a granted fence around them exceeds
// (rule 17), in a step of at most Limit rows.
//
// Nothing is lost with them. Their keys stay covered by a scope that was ever leased, so
// rule 2 goes on; the covering token is higher, so no floor sinks; a return to outside
// tokens that is older than the covering grant was outweighed by it already.
func sweepFences(s State, c *Command) Result {
	ch := &change{State: s, c: c}
	rows, cursor := s.FencesBelow(c.Bucket, c.Scope, c.After, c.Limit)
	r := Result{Cursor: cursor}
	for i := range rows {
		if ch.dominated(&rows[i]) {
			ch.drop(&rows[i])
			r.Swept++
		}
	}
	r.Changed = r.Swept > 0
	return r
}

// dominated reports whether a prefix scope around row, granted and not returned to
// outside tokens since, has a higher token.
func (ch *change) dominated(row *NamedFence) bool {
	above := covering(ch, ch.c.Bucket, row.Name)
	forced := row.Fence.ForcedAt
	for i := range above {
		forced = max(forced, above[i].Fence.ForcedAt)
	}
	for i := range above {
		f := &above[i].Fence
		itself := row.Prefix && string(above[i].Scope) == row.Name
		if !itself && f.isGrant(forced) && f.Token > row.Fence.Token {
			return true
		}
	}
	return false
}

func (ch *change) drop(row *NamedFence) {
	if row.Prefix {
		ch.DeleteScopeFence(ch.c.Bucket, Scope(row.Name))
		ch.UnmarkLeased(ch.c.Bucket, Scope(row.Name))
		return
	}
	ch.dropKeyFence(row.Name)
}

// dropKeyFence deletes a key's own fence and the mark that the key was leased. The mark
// of a name that ends in "/" belongs to the prefix scope of that name and stays.
func (ch *change) dropKeyFence(key string) {
	ch.DeleteKeyFence(ch.c.Bucket, key)
	if !Scope(key).IsPrefix() {
		ch.UnmarkLeased(ch.c.Bucket, Scope(key))
	}
}
