package machine

const (
	// TokenMax is the highest token the sequence of a bucket can reach.
	TokenMax = Token(1)<<63 - 1

	// OutsideTokenMax is the highest token accepted from outside. The upper half of
	// the range stays with the bucket's own sequence, so that no foreign number can
	// use it up.
	OutsideTokenMax = Token(1)<<62 - 1

	// MaxJumpDefault is how far above a fence an outside token may be where the
	// policy does not say: far enough for any real source, too near for garbage.
	MaxJumpDefault = uint64(1) << 40

	// IdempotencyMsDefault is how long the answer of a keyed write is kept, in ms.
	IdempotencyMsDefault = int64(3_600_000)

	// EndedKeepMs is how long an ended lease id is remembered, in ms: a duplicate of
	// an acquire that is still in flight after a week is not expected to arrive.
	EndedKeepMs = int64(7 * 24 * 3_600_000)

	// AttachedMax bounds the objects that the end of one lease deletes, and with them
	// the work of the one command that ends it.
	AttachedMax = 1000

	// LoadsMax and LoadGraceTTLs bound how often a lease gets its full TTL again from
	// restarts alone: one loaded that often since its last written renewal, that many
	// TTLs ago, ends at the load.
	LoadsMax      = 3
	LoadGraceTTLs = 3

	// BatchReadMax bounds the bytes that the get ops of one batch may return: the
	// same 16 MiB that a batch may bring.
	BatchReadMax = 16 << 20
)
