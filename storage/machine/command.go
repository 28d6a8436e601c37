package machine

// Kind says what a command asks for. The numbers are forever: they stand in logs.
type Kind uint8

// The kinds of commands. Those from KindExpire on are proposed by the node itself.
const (
	KindCreateBucket Kind = iota + 1
	KindPatchBucket
	KindDeleteBucket
	KindWrite   // one or more ops, all or nothing
	KindAdvance // raise a fence without writing data
	KindForce   // return a scope to outside tokens: the administrator's way back
	KindAcquire
	KindRenew
	KindRelease
	KindBreak
	KindExpire
	KindLoad             // a live lease met a new lease clock
	KindSweepIdempotency // drop kept answers whose time is over
	KindSweepEnded       // forget lease ids that ended long ago
	KindSweepFences      // drop fences that a granted fence above them exceeds
)

// Command is one requested change, complete in itself. Index and Stamp come from the
// sequencer, everything else from whoever submits it; nothing is filled in later.
type Command struct {
	Index  Index
	Stamp  Stamp
	Kind   Kind
	Bucket string

	Ops         []Op          // KindWrite
	Idempotency IdempotencyID // KindWrite
	Fingerprint Fingerprint   // KindWrite with Idempotency

	Policy PolicyPatch // KindCreateBucket, KindPatchBucket

	Scope Scope // the fence and lease kinds, KindSweepFences
	Token Token // KindAdvance, KindForce

	Lease        LeaseID // the lease kinds but KindBreak
	Holder       string  // KindAcquire
	TTLMs        int64   // KindAcquire; KindRenew, where 0 keeps the present one
	SealOnExpiry bool    // KindAcquire
	Metadata     []byte  // KindAcquire

	After string // KindSweepFences: the cursor of the step before
	Limit int    // the sweeps: the most rows a step looks at
}

// OpKind says what an op of a write does. The numbers are forever: they stand in rows.
type OpKind uint8

// The kinds of ops.
const (
	OpPut OpKind = iota + 1
	OpDelete
	OpCheck // judged like a write, changes nothing
	OpGet   // reads
	OpFence // raises the fence of a scope
)

// Op is one step of a write. Ops run in order and each sees those before it.
type Op struct {
	Kind OpKind
	Key  string // all but OpFence

	Token    Token   // 0 = none
	Scope    Scope   // OpFence: the scope to raise
	Bound    *Scope  // the scope the op is bound to (rule 11); nil = none
	Lease    LeaseID // zero = none
	Seq      *uint64 // nil = none
	IfMatch  Condition
	IfAbsent Condition // If-None-Match

	Body     []byte // OpPut; owned by the command until its result is known
	SHA256   [32]byte
	Headers  ContentHeaders
	Metadata []Metadatum // by name
	Attach   LeaseID     // zero = none
}

// Size returns about how many bytes the command holds in memory.
func (c *Command) Size() int {
	size := 256 + len(c.Metadata)
	for i := range c.Ops {
		size += 256 + len(c.Ops[i].Key) + len(c.Ops[i].Body)
	}
	return size
}
