package machine

// View reads the state. What a method returns may be shared: callers don't change it.
//
// A failed read is kept by the implementation, which then answers as if nothing were
// there and refuses to commit; the machine never sees an error.
type View interface {
	// Bucket returns the record of a bucket, also of a deleted one.
	Bucket(name string) (Bucket, bool)

	Object(bucket, key string) (Object, bool)
	// Body returns the bytes of an object that exists.
	Body(bucket, key string) []byte

	// KeyFence returns a key's own fence.
	KeyFence(bucket, key string) (Fence, bool)
	// ScopeFence returns the fence of a prefix scope.
	ScopeFence(bucket string, prefix Scope) (Fence, bool)
	// CoveringFences appends the fences of all prefix scopes that name starts with,
	// broadest first, and returns the result.
	CoveringFences(bucket, name string, to []ScopeFence) []ScopeFence
	// FencesBelow returns up to limit fences of the keys and prefix scopes that scope
	// covers, itself included, in cursor order, beginning behind the cursor after (""
	// for the start), and the cursor of the last one ("" where none follows).
	FencesBelow(bucket string, scope Scope, after string, limit int) ([]NamedFence, string)
	// LeasedBelow reports whether a scope that scope covers, other than itself, is
	// marked as ever leased.
	LeasedBelow(bucket string, scope Scope) bool

	Lease(bucket string, scope Scope) (Lease, bool)
	// LeaseScope returns the scope on which the lease with this id lives.
	LeaseScope(bucket string, id LeaseID) (Scope, bool)
	// OverlappingLease returns a live lease whose scope has a key in common with
	// scope: the broadest one that covers it, else the first below it in byte order.
	OverlappingLease(bucket string, scope Scope) (Scope, Lease, bool)
	EndedLease(bucket string, id LeaseID) (EndedLease, bool)
	// Attached returns the keys attached to a lease in byte order, at most AttachedMax.
	Attached(bucket string, id LeaseID) []string

	Idempotency(bucket string, id IdempotencyID) (IdempotencyRecord, bool)

	// ExpiredIdempotency returns up to limit records that expired at or before stamp,
	// the oldest first.
	ExpiredIdempotency(stamp Stamp, limit int) []IdempotencyRef
	// ExpiredEnded returns up to limit ids of leases that ended at or before stamp,
	// the oldest first.
	ExpiredEnded(stamp Stamp, limit int) []EndedRef
}

// State is a View that a group of commands changes. Its implementation collects the
// changes in one batch and commits them together, so that no fence is ever durable
// without its data nor data without its fence.
type State interface {
	View

	SetBucket(name string, b Bucket)

	SetObject(bucket, key string, o Object, body []byte)
	DeleteObject(bucket, key string)

	SetKeyFence(bucket, key string, f Fence)
	DeleteKeyFence(bucket, key string)
	SetScopeFence(bucket string, prefix Scope, f Fence)
	DeleteScopeFence(bucket string, prefix Scope)

	// MarkLeased notes that a scope was leased; UnmarkLeased forgets that of one
	// scope, and UnmarkLeasedBelow of a scope and all that it covers.
	MarkLeased(bucket string, scope Scope)
	UnmarkLeased(bucket string, scope Scope)
	UnmarkLeasedBelow(bucket string, scope Scope)

	SetLease(bucket string, scope Scope, l Lease)
	DeleteLease(bucket string, scope Scope)
	SetEndedLease(bucket string, id LeaseID, e EndedLease)
	DeleteEndedLease(bucket string, id LeaseID)
	Attach(bucket string, id LeaseID, key string)
	Detach(bucket string, id LeaseID, key string)

	SetIdempotency(bucket string, id IdempotencyID, r IdempotencyRecord)
	DeleteIdempotency(bucket string, id IdempotencyID)
}

// ScopeFence is the fence of a prefix scope, with its name.
type ScopeFence struct {
	Scope Scope
	Fence Fence
}

// NamedFence is a fence with the name it belongs to: a key, or a prefix scope.
type NamedFence struct {
	Name   string
	Prefix bool
	Fence  Fence
}

// IdempotencyRef names an idempotency record.
type IdempotencyRef struct {
	Bucket string
	ID     IdempotencyID
}

// EndedRef names an ended lease.
type EndedRef struct {
	Bucket string
	ID     LeaseID
}
