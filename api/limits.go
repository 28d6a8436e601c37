package api

// Limits of names.
const (
	// BucketNameMax is in bytes: a bucket name fits a DNS label, for fronts that put it there.
	BucketNameMax = 63

	// KeyBytesMax is the longest key or scope, in bytes of UTF-8: what S3 allows, and short
	// enough that a key of three-byte characters, percent-encoded, fits a request line of 8 KiB
	// beside the rest.
	KeyBytesMax = 1024
)

// Limits of bodies and lists.
const (
	// ObjectBytesMax is the largest object, in bytes; a server may be set lower. Bodies are read
	// into memory whole.
	ObjectBytesMax = 16 << 20

	// BatchOpsMax is the most operations in a batch: it bounds how long one command keeps the
	// others waiting.
	BatchOpsMax = 1000

	// BatchBytesMax is the largest batch request, in bytes of JSON (values are base64 in it).
	BatchBytesMax = 16 << 20

	// JSONBytesMax is the largest JSON body of any other request, in bytes: a lease with
	// escaped metadata of the full length fits several times.
	JSONBytesMax = 64 << 10

	// UserMetadataMax is the most user metadata of an object, in bytes of names and values: it
	// must fit the header of an answer, which proxies limit to 16 KiB and less.
	UserMetadataMax = 8 << 10

	// KeptHeaderBytesMax is the longest value of a kept header such as Content-Disposition, in
	// bytes; same reason.
	KeptHeaderBytesMax = 1 << 10

	// ListLimitMax is the most entries in a page of a list, and the default: what S3 gives.
	ListLimitMax     = 1000
	ListLimitDefault = 1000

	// RejectionsMax is how many refusals a bucket remembers: they are kept in memory.
	RejectionsMax = 1000
)

// Limits of leases.
const (
	// LeaseTTLMsMin is in milliseconds: below it, an ordinary pause of the network or of a
	// garbage collector ends the lease.
	LeaseTTLMsMin = 100

	// LeaseTTLMsMax is one day, in milliseconds: longer, and a dead holder is an outage.
	LeaseTTLMsMax = 86_400_000

	// LeaseTTLMsDefault is in milliseconds: three renewals fit, and a dead holder is replaced
	// while people still wait.
	LeaseTTLMsDefault = 30_000

	// HolderMax is the longest holder name, in characters: it is shown in errors and logs.
	HolderMax = 256

	// LeaseMetadataMax is the most metadata of a lease, in bytes of its JSON: it is copied into
	// each answer about the lease.
	LeaseMetadataMax = 4 << 10

	// WaitMsMaxKey is the longest wait for one key, in milliseconds. Proxies that cut idle
	// requests earlier are the caller's to know.
	WaitMsMaxKey = 600_000

	// WaitMsMaxPrefix is the longest wait for a prefix or a bucket, in milliseconds. Nobody
	// behind the waiter gets in below its scope meanwhile, so it is shorter.
	WaitMsMaxPrefix = 60_000

	// WaitersMax is the most waiting requests of a bucket: each holds a connection, and each
	// grant looks through them.
	WaitersMax = 1000

	// AttachedMax is the most objects attached to one lease: they are deleted in the one commit
	// that ends it.
	AttachedMax = 1000

	// LeaseIDRememberedMs is how long the id of an ended lease is remembered, in milliseconds: a
	// duplicate that comes later than 7 days would be granted as if it were new.
	LeaseIDRememberedMs = 7 * 86_400_000
)

// Limits of idempotency records.
const (
	// IdempotencyKeyMax is in characters, all ASCII.
	IdempotencyKeyMax = 255

	// IdempotencyMsMin is the shortest time that answers are kept, in milliseconds: a client's
	// retries must fit in it.
	IdempotencyMsMin = 60_000

	// IdempotencyMsMax is 7 days, in milliseconds: each record is a row on disk until then.
	IdempotencyMsMax = 604_800_000

	// IdempotencyMsDefault is one hour, in milliseconds.
	IdempotencyMsDefault = 3_600_000
)

// Limits of tokens; see also [TokenMax], [OutsideTokenMax] and [SeqMax].
const (
	// MaxJumpDefault is how far an outside token may rise above the fence by default, 2^40: far
	// enough for a ZooKeeper zxid, which rises by 2^32 with each election, and near enough to
	// stop a time in microseconds or a random number from locking out the real source.
	MaxJumpDefault = 1 << 40

	// MaxJumpMax is the highest max_jump, 2^53-1: it is a JSON number and must survive readers
	// that keep numbers as doubles. A bucket that needs more switches the check off with 0.
	MaxJumpMax = 1<<53 - 1
)
