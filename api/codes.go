package api

// A Code names a kind of error. It is what programs compare; it never changes its meaning.
type Code string

// The codes, by HTTP status. What each means and asks for is in [Problems].
const (
	CodeInvalidRequest Code = "invalid_request" // 400
	CodeInvalidToken   Code = "invalid_token"
	CodeInvalidKey     Code = "invalid_key"
	CodeInvalidBucket  Code = "invalid_bucket"
	CodeDigestMismatch Code = "digest_mismatch"

	CodeUnauthenticated Code = "unauthenticated" // 401
	CodeForbidden       Code = "forbidden"       // 403

	CodeBucketNotFound Code = "bucket_not_found" // 404
	CodeObjectNotFound Code = "object_not_found"
	CodeLeaseNotFound  Code = "lease_not_found"
	CodeRouteNotFound  Code = "route_not_found"

	CodeMethodNotAllowed Code = "method_not_allowed" // 405

	CodeBucketExists   Code = "bucket_exists" // 409
	CodeBucketNotEmpty Code = "bucket_not_empty"
	CodeLeaseDisabled  Code = "lease_disabled"
	CodeLeaseManaged   Code = "lease_managed"

	CodeLeaseLost         Code = "lease_lost" // 410
	CodeRevisionCompacted Code = "revision_compacted"

	CodeStaleToken         Code = "stale_token" // 412
	CodeTokenNotIssued     Code = "token_not_issued"
	CodeTokenJump          Code = "token_jump"
	CodeLeaseMismatch      Code = "lease_mismatch"
	CodeOutOfScope         Code = "out_of_scope"
	CodeOutOfOrder         Code = "out_of_order"
	CodePreconditionFailed Code = "precondition_failed"
	CodeWrongStore         Code = "wrong_store"

	CodeTooLarge            Code = "too_large"             // 413
	CodeRangeNotSatisfiable Code = "range_not_satisfiable" // 416

	CodeIdempotencyKeyReused Code = "idempotency_key_reused" // 422
	CodeLeaseIDReused        Code = "lease_id_reused"

	CodeLeaseHeld Code = "lease_held" // 423

	CodeTokenRequired      Code = "token_required" // 428
	CodeLeaseProofRequired Code = "lease_proof_required"

	CodeTooManyRequests Code = "too_many_requests" // 429

	CodeInternal            Code = "internal"             // 500
	CodeUnavailable         Code = "unavailable"          // 503
	CodeBucketSuspended     Code = "bucket_suspended"     // 503
	CodeOutcomeUnknown      Code = "outcome_unknown"      // 504
	CodeInsufficientStorage Code = "insufficient_storage" // 507
)

// Errors to compare with, one for each code: errors.Is(err, api.ErrStaleToken).
var (
	ErrInvalidRequest       error = NewError(CodeInvalidRequest, "")
	ErrInvalidToken         error = NewError(CodeInvalidToken, "")
	ErrInvalidKey           error = NewError(CodeInvalidKey, "")
	ErrInvalidBucket        error = NewError(CodeInvalidBucket, "")
	ErrDigestMismatch       error = NewError(CodeDigestMismatch, "")
	ErrUnauthenticated      error = NewError(CodeUnauthenticated, "")
	ErrForbidden            error = NewError(CodeForbidden, "")
	ErrBucketNotFound       error = NewError(CodeBucketNotFound, "")
	ErrObjectNotFound       error = NewError(CodeObjectNotFound, "")
	ErrLeaseNotFound        error = NewError(CodeLeaseNotFound, "")
	ErrRouteNotFound        error = NewError(CodeRouteNotFound, "")
	ErrMethodNotAllowed     error = NewError(CodeMethodNotAllowed, "")
	ErrBucketExists         error = NewError(CodeBucketExists, "")
	ErrBucketNotEmpty       error = NewError(CodeBucketNotEmpty, "")
	ErrLeaseDisabled        error = NewError(CodeLeaseDisabled, "")
	ErrLeaseManaged         error = NewError(CodeLeaseManaged, "")
	ErrLeaseLost            error = NewError(CodeLeaseLost, "")
	ErrRevisionCompacted    error = NewError(CodeRevisionCompacted, "")
	ErrStaleToken           error = NewError(CodeStaleToken, "")
	ErrTokenNotIssued       error = NewError(CodeTokenNotIssued, "")
	ErrTokenJump            error = NewError(CodeTokenJump, "")
	ErrLeaseMismatch        error = NewError(CodeLeaseMismatch, "")
	ErrOutOfScope           error = NewError(CodeOutOfScope, "")
	ErrOutOfOrder           error = NewError(CodeOutOfOrder, "")
	ErrPreconditionFailed   error = NewError(CodePreconditionFailed, "")
	ErrWrongStore           error = NewError(CodeWrongStore, "")
	ErrTooLarge             error = NewError(CodeTooLarge, "")
	ErrRangeNotSatisfiable  error = NewError(CodeRangeNotSatisfiable, "")
	ErrIdempotencyKeyReused error = NewError(CodeIdempotencyKeyReused, "")
	ErrLeaseIDReused        error = NewError(CodeLeaseIDReused, "")
	ErrLeaseHeld            error = NewError(CodeLeaseHeld, "")
	ErrTokenRequired        error = NewError(CodeTokenRequired, "")
	ErrLeaseProofRequired   error = NewError(CodeLeaseProofRequired, "")
	ErrTooManyRequests      error = NewError(CodeTooManyRequests, "")
	ErrInternal             error = NewError(CodeInternal, "")
	ErrUnavailable          error = NewError(CodeUnavailable, "")
	ErrBucketSuspended      error = NewError(CodeBucketSuspended, "")
	ErrOutcomeUnknown       error = NewError(CodeOutcomeUnknown, "")
	ErrInsufficientStorage  error = NewError(CodeInsufficientStorage, "")
)
