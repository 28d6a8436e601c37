package machine

// Authority says where the tokens of a bucket may come from.
type Authority uint8

// The authorities of a bucket.
const (
	AuthorityAny      Authority = iota // leases and outside tokens side by side
	AuthorityLease                     // only tokens that Pawl granted
	AuthorityExternal                  // only outside tokens; no leases
)

// Proof says what a write under a leased scope must show.
type Proof uint8

// The proofs a bucket may ask for.
const (
	ProofToken Proof = iota // the token is enough
	ProofLease              // the lease id as well
)

// Policy is the fencing policy of a bucket.
type Policy struct {
	Authority     Authority
	Required      bool // every write needs a token
	Proof         Proof
	MaxJump       uint64 // 0 = off
	IdempotencyMs int64
	Suspended     bool // writes and grants are refused
}

// DefaultPolicy is the policy of a bucket made without one.
func DefaultPolicy() Policy {
	return Policy{MaxJump: MaxJumpDefault, IdempotencyMs: IdempotencyMsDefault}
}

// PolicyPatch holds the members of a policy that a request gave; nil means not given.
type PolicyPatch struct {
	Authority     *Authority
	Required      *bool
	Proof         *Proof
	MaxJump       *uint64
	IdempotencyMs *int64
	Suspended     *bool
}

// Apply returns p with the given members of the patch in place.
func (patch PolicyPatch) Apply(p Policy) Policy {
	override(&p.Authority, patch.Authority)
	override(&p.Required, patch.Required)
	override(&p.Proof, patch.Proof)
	override(&p.MaxJump, patch.MaxJump)
	override(&p.IdempotencyMs, patch.IdempotencyMs)
	override(&p.Suspended, patch.Suspended)
	return p
}

func override[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

// Bucket is the record of a bucket: its policy and all that it counts. It outlives
// the bucket's deletion, so that neither tokens nor revisions ever start again.
type Bucket struct {
	Policy     Policy
	CreatedAt  Stamp
	Deleted    bool
	EverLeased bool // a grant was once made somewhere in it

	LastToken Token    // highest ever issued, sealed with or accepted
	Revision  Revision // of its newest change
	Index     Index    // of the command that made it

	Objects uint64
	Bytes   uint64
	Digest  Digest // over its objects
}

// Object is the head of an object: all but its bytes.
type Object struct {
	ETag       ETag
	Token      Token // the write's token, 0 where it had none
	Size       int64
	SHA256     [32]byte
	ModifiedAt Stamp
	Index      Index // of the command that wrote it
	Attached   LeaseID
	Headers    ContentHeaders
	Metadata   []Metadatum // by name
}

// ContentHeaders are the kept headers of an object; empty means not given.
type ContentHeaders struct {
	Type, CacheControl, Disposition, Encoding, Language string
}

// Metadatum is one pair of user metadata.
type Metadatum struct{ Name, Value string }

// Source says how a fence came to its token.
type Source uint8

// The sources of a fence.
const (
	SourceOutside Source = iota // accepted with a write or an advance, or set by force
	SourceGranted               // issued with a lease
	SourceSealed                // a number that nobody was given
)

// Fence is the highest-token record of one key or one prefix scope. Its token only
// ever rises.
type Fence struct {
	Token     Token
	Source    Source
	Lease     LeaseID  // of the grant that raised it; zero unless SourceGranted
	Holder    string   // of that grant; kept by the seal that follows it
	GrantedAt Revision // of the scope's newest grant, 0 where it was never leased
	ForcedAt  Revision // of the newest return to outside tokens, 0 where there was none
	Revision  Revision // of the record's newest change
	UpdatedAt Stamp
	Index     Index
	Seq       SeqMark // only on a key's fence
}

// SeqMark is the newest numbered write of a key (rule 16): its pair (token, n) and
// what is needed to answer the very same pair again.
type SeqMark struct {
	Token       Token // 0 where no write of the key was numbered
	N           uint64
	Op          OpKind
	Created     bool
	Found       bool
	ETag        ETag
	Interrupted bool // another write of the key came after it
}

// Lease is a live lease. It is deleted when the lease ends.
type Lease struct {
	ID           LeaseID
	Holder       string
	Token        Token
	TTLMs        int64
	SealOnExpiry bool
	Metadata     []byte // the caller's JSON, kept as it came
	GrantedAt    Stamp
	RenewedAt    Stamp // of the grant or the newest written renewal
	Loads        uint32
	Attached     uint32 // how many objects hang on it
	Revision     Revision
	Index        Index
}

// Reason says why a lease ended.
type Reason uint8

// The reasons for which a lease ends.
const (
	ReasonExpired Reason = iota + 1
	ReasonReleased
	ReasonBroken
	ReasonSuperseded // expired, and somebody else was granted its scope since; never stored
	ReasonUnknown    // the id was released before any grant was known by it; stored so that a late acquire can't bring it to life
)

// EndedLease remembers the id of a lease that is over.
type EndedLease struct {
	Scope   Scope
	Token   Token
	Reason  Reason
	EndedAt Stamp
	Index   Index
}

// IdempotencyRecord is the kept answer of a keyed write.
type IdempotencyRecord struct {
	Fingerprint Fingerprint
	ExpiresAt   Stamp
	Revision    Revision
	Ops         []OpResult
}
