package api

// Header names, in the canonical form of net/http (textproto.CanonicalMIMEHeaderKey): indexing
// an http.Header with one of them finds the field without being rewritten first.
const (
	// Of a request that writes, leases or reads under a fence.
	HeaderFenceToken   = "X-Fence-Token"
	HeaderFencingToken = "X-Fencing-Token" // read as X-Fence-Token; never sent by us
	HeaderFenceScope   = "X-Fence-Scope"   // percent-encoded like a path, see ScopeHeader
	HeaderFenceSeq     = "X-Fence-Seq"
	HeaderLeaseID      = "X-Lease-Id"
	HeaderAttachLease  = "X-Attach-Lease"
	HeaderIdempotency  = "Idempotency-Key"

	// Of answers.
	HeaderFenceEffective      = "X-Fence-Effective"
	HeaderRevision            = "X-Revision"
	HeaderRequestID           = "X-Request-Id"
	HeaderErrorCode           = "X-Error-Code"
	HeaderIdempotencyReplayed = "Idempotency-Replayed" // "true", or not there
	HeaderRetryAfter          = "Retry-After"          // whole seconds
	HeaderAllow               = "Allow"
	HeaderWWWAuthenticate     = "Www-Authenticate"

	// Of both.
	HeaderStoreID = "X-Store-Id"

	// HeaderMetaPrefix starts the name of each user metadata header; what follows, in lower
	// case, is the name in the metadata.
	HeaderMetaPrefix = "X-Meta-"

	// Conditions and ranges.
	HeaderETag              = "Etag"
	HeaderIfMatch           = "If-Match"
	HeaderIfNoneMatch       = "If-None-Match"
	HeaderIfModifiedSince   = "If-Modified-Since"
	HeaderIfUnmodifiedSince = "If-Unmodified-Since"
	HeaderIfRange           = "If-Range"
	HeaderRange             = "Range"
	HeaderContentRange      = "Content-Range"
	HeaderAcceptRanges      = "Accept-Ranges"
	HeaderLastModified      = "Last-Modified"

	// Digests.
	HeaderContentDigest = "Content-Digest"
	HeaderReprDigest    = "Repr-Digest"
	HeaderContentMD5    = "Content-Md5"

	// Kept with an object and given back, see KeptHeaders.
	HeaderContentType        = "Content-Type"
	HeaderCacheControl       = "Cache-Control"
	HeaderContentDisposition = "Content-Disposition"
	HeaderContentEncoding    = "Content-Encoding"
	HeaderContentLanguage    = "Content-Language"

	HeaderContentLength = "Content-Length"
	HeaderExpect        = "Expect"
	HeaderAuthorization = "Authorization"
)

// KeptHeaders are the request headers that an object keeps and its reads give back, besides
// the user metadata.
func KeptHeaders() []string {
	return []string{
		HeaderContentType,
		HeaderCacheControl,
		HeaderContentDisposition,
		HeaderContentEncoding,
		HeaderContentLanguage,
	}
}

// Media types of the bodies that the API itself makes.
const (
	MediaJSON    = "application/json"
	MediaProblem = "application/problem+json"
	MediaOctets  = "application/octet-stream" // of an object stored without a Content-Type
)

// TokenHeader reads the fence token of a request: one X-Fence-Token or one X-Fencing-Token.
// found is false where neither was sent.
//
// Both, a repeat, an empty value and 0 are refused with code invalid_token. Taking any one of
// two tokens, or none where the caller's variable was empty, would let a stale writer through.
func TokenHeader(header map[string][]string) (token Token, found bool, err error) {
	values, alias := header[HeaderFenceToken], header[HeaderFencingToken]
	switch {
	case len(values) == 0 && len(alias) == 0:
		return 0, false, nil
	case len(values) > 0 && len(alias) > 0:
		return 0, false, NewError(CodeInvalidToken, "%s and %s are the same header: send one of them.",
			HeaderFenceToken, HeaderFencingToken)
	case len(values) == 0:
		values = alias
	}
	if len(values) > 1 {
		return 0, false, NewError(CodeInvalidToken, "The request carries %d fence tokens: send one.", len(values))
	}
	token, err = ParseToken(values[0])
	return token, err == nil, err
}

// SeqHeader reads the X-Fence-Seq of a request. A repeat or a malformed value is refused with
// code invalid_request.
func SeqHeader(header map[string][]string) (seq Seq, found bool, err error) {
	value, found, err := SingleHeader(header, HeaderFenceSeq)
	if err != nil || !found {
		return 0, false, err
	}
	seq, err = ParseSeq(value)
	return seq, err == nil, err
}

// ScopeHeader reads the X-Fence-Scope of a request. The value is percent-decoded exactly once,
// as in a path: header values are ASCII for many clients (fetch refuses anything else), lose
// the spaces at their ends, and scopes have both; so a % in a scope is sent as %25.
// [EscapeName] makes the value.
//
// An empty value is refused like a repeat, with code invalid_request: it comes from a variable
// that was not set, and would silently unbind the write. The fence of the whole bucket covers
// every key of it without the header. A scope that is no legal one has code invalid_key.
func ScopeHeader(header map[string][]string) (scope string, found bool, err error) {
	value, found, err := SingleHeader(header, HeaderFenceScope)
	if err != nil || !found {
		return "", false, err
	}
	if scope, err = unescape(value); err != nil {
		return "", false, err
	}
	if err := ValidateScope(scope); err != nil {
		return "", false, err
	}
	return scope, true, nil
}

// SingleHeader reads a header that may be sent once and must not be empty; name is in
// canonical form. A repeat or an empty value is refused with code invalid_request.
func SingleHeader(header map[string][]string, name string) (value string, found bool, err error) {
	values := header[name]
	switch {
	case len(values) == 0:
		return "", false, nil
	case len(values) > 1:
		return "", false, NewError(CodeInvalidRequest, "%s was sent %d times: send it once.", name, len(values))
	case values[0] == "":
		return "", false, NewError(CodeInvalidRequest, "%s is empty: give it a value or leave it out.", name)
	}
	return values[0], true, nil
}
