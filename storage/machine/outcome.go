package machine

// Outcome says how a command ended. Those that several conditions could cause stand
// in order of precedence: the first that applies is the answer.
type Outcome uint8

// The outcomes. A refusal changes nothing.
const (
	OK Outcome = iota

	BucketNotFound
	BucketSuspended      // the policy refuses writes and grants
	BucketExists         // made before with another policy
	BucketNotEmpty       // objects or live leases are left
	LeaseDisabled        // the bucket's tokens come from outside only
	LeaseManaged         // a bucket that was leased can't turn to outside tokens only
	IdempotencyKeyReused // the key's kept answer is that of another request

	StaleToken         // below the effective fence
	TokenRequired      // none given where one is needed
	TokenNotIssued     // nobody was given this number here
	TokenJump          // too far above the fence to be believed
	LeaseProofRequired // the policy asks for the lease id too
	LeaseMismatch      // the lease id is not that of the fence's grant
	OutOfScope         // the lease covers neither the key nor the bound scope
	OutOfOrder         // the sequence number does not rise

	PreconditionFailed // If-Match or If-None-Match
	ObjectNotFound

	LeaseLost     // the lease ended; Reason says why
	LeaseNotFound // no lease by this id, or none on this scope
	LeaseIDReused // the id lives on another scope
	LeaseHeld     // a live lease overlaps

	AttachedFull  // the lease has AttachedMax objects
	BatchReadFull // the get ops ask for more than BatchReadMax bytes
	Exhausted     // the bucket's sequence is at its end
)

// Facts are the numbers behind an answer: what decided, and where.
type Facts struct {
	Token     Token // the one presented
	Effective Token
	Scope     Scope // of the fence that holds Effective
	KeyFence  bool  // that fence is the own one of a key
	Granted   bool  // that fence came from a grant and is no seal
	Sealed    bool  // that fence is a seal
	Holder    string
	ETag      ETag   // of the object, on PreconditionFailed; zero where absent
	Seq       uint64 // the stored one, on OutOfOrder
	Reason    Reason // on LeaseLost
}

// Refusal is one refused op of a write.
type Refusal struct {
	Op      int // its position, from 0
	Outcome Outcome
	Facts   Facts
}

// OpResult is what one op of an accepted write did or read.
type OpResult struct {
	Kind      OpKind
	Found     bool // the object existed before (put, delete), or exists (check, get)
	Created   bool // put: there was none
	ETag      ETag // put: of the new object; check, get: of the present one
	Token     Token
	Effective Token // of the key or scope, after the op

	Object Object // get
	Body   []byte // get
}

// Result is an outcome with its facts.
type Result struct {
	Outcome  Outcome
	Index    Index
	Revision Revision // of the bucket, after the command
	Changed  bool     // rows were written
	Replayed bool     // a kept answer; nothing was applied
	Facts    Facts

	Ops     []OpResult // KindWrite, in order, where accepted
	Refused []Refusal  // KindWrite, every refused op, where refused

	Bucket  Bucket // the bucket kinds
	Created bool   // the bucket or the lease is new

	Lease      Lease // the lease kinds, on LeaseHeld the one in the way
	LeaseScope Scope
	Object     Object // KindAcquire of one key: as read after the fence rose
	HasObject  bool

	Fence Fence // KindAdvance, KindForce: the scope's own fence

	Ended  []EndedScope // leases that the command ended
	Cursor string       // KindSweepFences: where to go on, "" = done
	Swept  int          // the sweeps: rows dropped
}

// EndedScope names a lease that a command ended.
type EndedScope struct {
	Bucket string
	Scope  Scope
	Lease  Lease
	Reason Reason
}
