package api

import "slices"

// A Problem is what one code stands for, on the wire and at /problems/{code}.
type Problem struct {
	Code   Code
	Status int    // HTTP
	Title  string // a line, the same for every error of the code

	// Retryable says that a client may repeat the same request by itself after Retry-After:
	// nothing was applied, and only time stands in the way. Waiting for a lease is not among
	// it, since whether to wait is for the caller to say.
	Retryable bool

	// MaybeApplied says that the request may have taken effect: the same request with the same
	// Idempotency-Key, or a read, tells.
	MaybeApplied bool

	// Members are those of [Facts] that an error of the code always has.
	Members []string

	// Explanation says what the code means and what to do, in plain sentences.
	Explanation string
}

// Problems returns every problem, in order of evaluation: of two that both apply to a request,
// the earlier is answered. Codes that no other can stand beside are placed where they arise.
func Problems() []Problem { return slices.Clone(problems) }

// Problem returns what the code stands for; ok is false where there is no such code.
func (c Code) Problem() (p Problem, ok bool) {
	i, ok := problemIndex[c]
	if !ok {
		return Problem{}, false
	}
	return problems[i], true
}

// Status returns the HTTP status of the code, 500 where there is no such code.
func (c Code) Status() int {
	if p, ok := c.Problem(); ok {
		return p.Status
	}
	return 500
}

// Type returns the RFC 9457 type of the code: the path at which the server explains it.
func (c Code) Type() string { return "/problems/" + string(c) }

func (p Problem) has(member string) bool { return slices.Contains(p.Members, member) }

var problemIndex = func() map[Code]int {
	index := make(map[Code]int, len(problems))
	for i, p := range problems {
		index[p.Code] = i
	}
	return index
}()

// fenceFacts are the members of every refusal by a fence.
var fenceFacts = []string{"token", "effective", "scope", "holder"}

var problems = []Problem{
	{Code: CodeUnauthenticated, Status: 401, Title: "Who is asking is not known",
		Explanation: "The request carries no API key, or one that this server doesn't know. " +
			"Send a valid key in the Authorization header."},
	{Code: CodeRouteNotFound, Status: 404, Title: "There is nothing at this path",
		Explanation: "The path is none of the API's. Paths are compared exactly: check the version, the tree " +
			"(buckets, objects, leases, fences, batch, rejections, watch) and a slash too many. /openapi.yaml lists them all."},
	{Code: CodeMethodNotAllowed, Status: 405, Title: "The method does not fit the path",
		Explanation: "The path exists, but not with this method. The Allow header of the answer lists those it takes."},
	{Code: CodeWrongStore, Status: 412, Title: "This is another store than the request is meant for",
		Explanation: "X-Store-Id of the request is not the id of this store. Either the address leads to another " +
			"or a new, empty store (a disk that is not mounted, a wrong setting), or the store was restored from a " +
			"backup, which gives it a new id and ends every lease. Find out which; after a restore, take a new lease " +
			"and read again before you write. Nothing was applied."},
	{Code: CodeInvalidRequest, Status: 400, Title: "The request can't be understood",
		Explanation: "A header, a query parameter or the body is malformed, unknown, repeated or out of range; the " +
			"detail says which. Nothing that the server doesn't understand is skipped, because a condition that is " +
			"dropped is a write that should not have happened. Correct the request; repeating it as it is can't help."},
	{Code: CodeInvalidToken, Status: 400, Title: "The fence token is malformed",
		Explanation: "A fence token is a number from 1 to 9223372036854775807 in decimal digits, without sign or " +
			"leading zero, sent once, as X-Fence-Token. To write without a token, leave the header out: an empty one " +
			"is refused, since it comes from a variable that was not set."},
	{Code: CodeInvalidKey, Status: 400, Title: "The key or scope is not a legal name",
		Explanation: "A key is 1 to 1024 bytes of UTF-8, percent-encoded once in the path, without control characters " +
			"and without a segment that is \".\" or \"..\". A scope is the same, or empty for the whole bucket; with a " +
			"slash at its end it covers all keys that start with it. Check that the name is not encoded twice or cut."},
	{Code: CodeInvalidBucket, Status: 400, Title: "The bucket name is not legal",
		Explanation: "A bucket name has 1 to 63 characters of a-z, 0-9, \".\" and \"-\", and starts with a letter or " +
			"digit. It is written without percent signs."},
	{Code: CodeDigestMismatch, Status: 400, Title: "The body is not what its digest says",
		Explanation: "Content-Digest, Repr-Digest or Content-MD5 does not match the bytes that arrived. Nothing was " +
			"stored. Either the body was damaged on the way, then send it again, or the digest was taken of something " +
			"else, such as the file before it was compressed."},
	{Code: CodeTooLarge, Status: 413, Title: "The request is too large",
		Explanation: "The body, the metadata or the number of operations is above the limit; the member \"limit\" says " +
			"what is allowed. Nothing was stored. Split the data or raise the server's limit; the same request will " +
			"always be refused."},
	{Code: CodeForbidden, Status: 403, Title: "This caller may not do that",
		Explanation: "The API key is known but has no right to this action on this name. Ask an administrator for the " +
			"right. A fence never answers with this code."},
	{Code: CodeBucketNotFound, Status: 404, Title: "There is no such bucket",
		Explanation: "Buckets are not made by writing to them: PUT /v1/buckets/{bucket} makes one. Check the spelling, and " +
			"that the address leads to the right store."},
	{Code: CodeBucketExists, Status: 409, Title: "The bucket exists with another policy",
		Explanation: "The bucket is there, but its fencing policy differs from the members in the request. GET it to see " +
			"the policy; an administrator changes it with PATCH."},
	{Code: CodeBucketNotEmpty, Status: 409, Title: "The bucket is not empty",
		Explanation: "The bucket has objects, uploads or live leases. Delete the objects, end the leases, then delete the bucket."},
	{Code: CodeLeaseManaged, Status: 409, Title: "The bucket was leased before",
		Explanation: "The authority of a bucket can't become \"external\" once anything in it was leased: the tokens of " +
			"those leases stay. Use a new bucket for tokens from outside, or \"any\"."},
	{Code: CodeLeaseDisabled, Status: 409, Title: "The bucket takes its tokens from outside",
		Explanation: "The bucket's authority is \"external\": its tokens come from another system, and leases are off. " +
			"Take the token from that system, or use another bucket."},
	{Code: CodeBucketSuspended, Status: 503, Title: "The bucket is suspended", Retryable: true,
		Explanation: "The bucket takes no writes and grants no leases until an administrator lifts that. After a " +
			"restore this is on purpose where tokens come from outside: make sure that their source did not go back, " +
			"then PATCH the bucket with \"suspended\": false. Nothing was applied."},
	{Code: CodeIdempotencyKeyReused, Status: 422, Title: "The idempotency key belongs to another request",
		Explanation: "A request with this Idempotency-Key succeeded before, and it was not the same: method, names, " +
			"query, token, scope, seq, conditions, kept headers or body differ. Nothing was applied. Use a new key for " +
			"each thing that you want done, and the same only to repeat a request unchanged."},
	{Code: CodeLeaseIDReused, Status: 422, Title: "The lease id lives on another scope",
		Explanation: "The lease_id of the request holds another scope of the bucket. Make up a new UUID for each lease."},
	{Code: CodeLeaseLost, Status: 410, Title: "The lease has ended", Members: []string{"reason"},
		Explanation: "The lease was held once and is over; \"reason\" says how: expired, released, broken or superseded. " +
			"Stop the work that it protects. It can't be revived: acquire a new one, with a new lease_id, and read again " +
			"before you write."},
	{Code: CodeLeaseNotFound, Status: 404, Title: "Nobody holds such a lease",
		Explanation: "Nobody holds the scope, or no lease of this id was ever granted on it (or it ended more than 7 days " +
			"ago). Acquire the lease; check the spelling of the scope, where \"jobs\" and \"jobs/\" are two."},
	{Code: CodeLeaseHeld, Status: 423, Title: "Somebody else holds a lease in the way",
		Members: []string{"holder", "token", "scope", "expires_in_ms", "queued"},
		Explanation: "A live lease overlaps the scope: the same, one above it or one below it. \"holder\", \"scope\" and " +
			"\"expires_in_ms\" describe it, and \"queued\" is how many wait. Ask again after Retry-After, or acquire with " +
			"wait_ms to stand in line. A live holder renews, so the time may be extended."},
	{Code: CodeStaleToken, Status: 412, Title: "The fence token is stale", Members: fenceFacts,
		Explanation: "Somebody newer was granted the scope, or it was sealed: the token is below the effective fence. " +
			"Nothing was applied, and no repetition will help. Stop the work: whoever holds the higher token goes on with " +
			"it. Acquire a new lease and read again if you are to go on. Never copy the fence out of this answer: it is " +
			"another's token."},
	{Code: CodeTokenRequired, Status: 428, Title: "The write needs a fence token", Members: []string{"effective", "scope"},
		Explanation: "The key is fenced, or the bucket's policy demands a token on every write, and the request has none. " +
			"Acquire a lease and send its token as X-Fence-Token."},
	{Code: CodeTokenNotIssued, Status: 412, Title: "The fence token was not issued for this key", Members: fenceFacts,
		Explanation: "The key is covered by a scope that is or was leased, where only the token of the present grant " +
			"writes; or the bucket takes tokens of its own leases only; or the token is above what may be brought from " +
			"outside (4611686018427387903). A token that nobody was given must not lock out the holder. Acquire a lease " +
			"and use its token. An administrator can return a scope to outside tokens (PUT on the fence with force=true)."},
	{Code: CodeTokenJump, Status: 412, Title: "The fence token is implausibly high", Members: fenceFacts,
		Explanation: "The token is further above the fence than the bucket's max_jump allows, and would lock out every " +
			"lower one for good. Check its source: a time in place of a counter, a wrong unit. If it is right, an " +
			"administrator raises max_jump or sets it to 0, which is off."},
	{Code: CodeLeaseProofRequired, Status: 428, Title: "The write needs the lease id",
		Explanation: "The bucket's policy demands that a write under a leased scope proves its lease: send the lease_id of " +
			"the grant as X-Lease-Id beside the token."},
	{Code: CodeLeaseMismatch, Status: 412, Title: "The lease id is not that of the fence", Members: fenceFacts,
		Explanation: "X-Lease-Id is not the id of the lease whose grant raised the fence of the key or of the bound scope. " +
			"The lease was replaced, or token and id come from different leases. Use token and lease_id of one grant."},
	{Code: CodeOutOfScope, Status: 412, Title: "The lease does not cover the key", Members: fenceFacts,
		Explanation: "The lease of X-Lease-Id covers neither the key nor the scope of X-Fence-Scope. Write only below the " +
			"scope you hold, or bind the write to it: X-Fence-Scope with the scope of the lease."},
	{Code: CodeOutOfOrder, Status: 412, Title: "A later write of the same holder came first", Members: []string{"seq"},
		Explanation: "Under this token, a write with the same or a higher X-Fence-Seq was accepted on the key; \"seq\" is " +
			"the last. This one is a late duplicate or was overtaken: drop it, or send what you want last with a higher number."},
	{Code: CodePreconditionFailed, Status: 412, Title: "A condition of the request is false", Members: []string{"etag"},
		Explanation: "If-Match or If-None-Match does not hold: the object was changed, made or deleted since you read it. " +
			"\"etag\" is what it has now; empty, there is none. Read the object, decide anew, write with the new ETag."},
	{Code: CodeObjectNotFound, Status: 404, Title: "There is no such object",
		Explanation: "No object has this key. Keys are compared byte for byte: \"a\", \"a/\" and \"A\" are three. A fence or a " +
			"lease on the name doesn't make an object."},
	{Code: CodeRangeNotSatisfiable, Status: 416, Title: "The range lies outside the object",
		Explanation: "The Range starts behind the end of the object. Content-Range of the answer gives its length."},
	{Code: CodeRevisionCompacted, Status: 410, Title: "The change log no longer reaches back that far",
		Explanation: "The revision to watch from is older than the log that is kept. List the objects again, and watch from " +
			"the revision that the list carries."},
	{Code: CodeInsufficientStorage, Status: 507, Title: "The disk is almost full",
		Explanation: "The free space is below the server's reserve. Nothing was applied. Deletes, leases and reads still work: " +
			"delete objects or give the server a larger disk."},
	{Code: CodeTooManyRequests, Status: 429, Title: "Too many requests", Retryable: true,
		Explanation: "A limit on requests or on waiters is reached. Nothing was applied. Repeat the request after Retry-After."},
	{Code: CodeUnavailable, Status: 503, Title: "The server can't take the request now", Retryable: true,
		Explanation: "The server is starting, stopping, overloaded or not the leader. Nothing was applied. Repeat the request " +
			"after Retry-After; /readyz says why."},
	{Code: CodeOutcomeUnknown, Status: 504, Title: "Whether the request was applied is not known", MaybeApplied: true,
		Explanation: "The request was handed to the commit path, which did not answer in time: it may have been applied, or may " +
			"still be. Send the same request with the same Idempotency-Key (a lease: with the same lease_id) and the answer " +
			"tells. Without one, read before you repeat."},
	{Code: CodeInternal, Status: 500, Title: "The server failed", MaybeApplied: true,
		Explanation: "Something in the server broke. The request may have been applied: treat it like outcome_unknown. Give the " +
			"operator the request id of the detail, which finds the cause in the log."},
}
