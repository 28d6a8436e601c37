package machine

import "strings"

// Token is a fence token. 0 means none: an unfenced write, or a scope without a fence.
type Token uint64

// Revision counts the committed changes of one bucket, from 1. 0 means absent.
type Revision uint64

// Index is the position of a command in the total order of a store, from 1.
type Index uint64

// Stamp is the time the sequencer put on a command, in Unix milliseconds. It never
// goes back and is the only time the machine knows.
type Stamp int64

// LeaseID is the SHA-256 of a lease id. The id itself is a secret of its holder and
// never enters a command, a row or a log. The zero value means none.
type LeaseID [32]byte

// IdempotencyID is the SHA-256 of a caller's identity and its Idempotency-Key.
// The zero value means none.
type IdempotencyID [32]byte

// Fingerprint is the SHA-256 of all that makes two requests the same one.
type Fingerprint [32]byte

// Scope is what a fence or a lease covers: one key, or, where it ends in "/", every
// key that starts with it, or the whole bucket, where it is empty.
type Scope string

// IsPrefix reports whether s covers more than one key.
func (s Scope) IsPrefix() bool { return s == "" || s[len(s)-1] == '/' }

// Covers reports whether every key of t is a key of s.
func (s Scope) Covers(t Scope) bool {
	if s.IsPrefix() {
		return strings.HasPrefix(string(t), string(s))
	}
	return s == t
}

// CoversKey reports whether key is a key of s. A key that ends in "/" is covered by
// the prefix of the same name.
func (s Scope) CoversKey(key string) bool {
	if s.IsPrefix() {
		return strings.HasPrefix(key, string(s))
	}
	return string(s) == key
}

// Overlaps reports whether s and t have a key in common.
func (s Scope) Overlaps(t Scope) bool { return s.Covers(t) || t.Covers(s) }

// ETag names one version of an object: the revision that wrote it and its position
// in that revision's batch, from 1. The zero value means absent.
type ETag struct {
	Revision Revision
	Position uint32
}

// Condition is a parsed If-Match or If-None-Match. The zero value is no condition.
type Condition struct {
	Any   bool   // "*"
	Given bool   // set even where no tag of the list can match
	Tags  []ETag // the tags of the list that have the form of ours
}

// names reports whether the condition's list names the object. Absent objects are
// named by nothing, not even by "*".
func (c Condition) names(o Object, found bool) bool {
	if !found {
		return false
	}
	if c.Any {
		return true
	}
	for _, t := range c.Tags {
		if t == o.ETag {
			return true
		}
	}
	return false
}
