package api

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// An AcquireRequest is the body of POST on a lease.
type AcquireRequest struct {
	Holder string `json:"holder"` // a name for people, 1 to HolderMax characters; proof of nothing

	// TTLMs is in milliseconds, LeaseTTLMsMin to LeaseTTLMsMax; nil is LeaseTTLMsDefault. It
	// starts at the grant.
	TTLMs *int64 `json:"ttl_ms,omitempty"`

	// WaitMs is how long to stand in line for the lease, in milliseconds: up to WaitMsMaxKey for
	// a key, WaitMsMaxPrefix for a prefix or the bucket.
	WaitMs int64 `json:"wait_ms,omitempty"`

	// LeaseID is a UUID that the caller made up, so that an answer that was lost can be asked for
	// again; nil lets the server make one up. It is a secret of the holder.
	LeaseID *string `json:"lease_id,omitempty"`

	// SealOnExpiry shuts out the holder when the lease expires, and not only when another gets it.
	SealOnExpiry bool `json:"seal_on_expiry,omitempty"`

	// Metadata is kept on the lease and shown to everyone, at most LeaseMetadataMax bytes of JSON.
	Metadata map[string]string `json:"metadata,omitempty"`
}

// TTL returns the TTL asked for, or the default, in milliseconds.
func (r AcquireRequest) TTL() int64 {
	if r.TTLMs == nil {
		return LeaseTTLMsDefault
	}
	return *r.TTLMs
}

// Check reports whether the request is within its limits for a lease on scope. The error has
// code invalid_request, or too_large.
func (r AcquireRequest) Check(scope string) error {
	if err := ValidateHolder(r.Holder); err != nil {
		return err
	}
	if err := checkTTL(r.TTL()); err != nil {
		return err
	}
	longest := int64(WaitMsMaxPrefix)
	if IsKeyScope(scope) {
		longest = WaitMsMaxKey
	}
	if r.WaitMs < 0 || r.WaitMs > longest {
		return NewError(CodeInvalidRequest, "\"wait_ms\" is %d: use 0 to %d for this scope, and ask again to wait longer.", r.WaitMs, longest)
	}
	if r.LeaseID != nil {
		if _, err := ParseLeaseID(*r.LeaseID); err != nil {
			return err
		}
	}
	return checkLeaseMetadata(r.Metadata)
}

func checkTTL(ms int64) error {
	if ms < LeaseTTLMsMin || ms > LeaseTTLMsMax {
		return NewError(CodeInvalidRequest, "\"ttl_ms\" is %d: use %d to %d.", ms, LeaseTTLMsMin, LeaseTTLMsMax)
	}
	return nil
}

func checkLeaseMetadata(metadata map[string]string) error {
	for name, value := range metadata {
		if !utf8.ValidString(name) || !utf8.ValidString(value) {
			return NewError(CodeInvalidRequest, "\"metadata\" must be UTF-8; the member %s is not.", quote(name))
		}
	}
	size := encodedLen(metadata)
	if size > LeaseMetadataMax {
		e := NewError(CodeTooLarge, "\"metadata\" has %d bytes of JSON: use at most %d.", size, LeaseMetadataMax)
		e.Limit = LeaseMetadataMax
		return e
	}
	return nil
}

// encodedLen is the length of metadata as JSON, without the escapes for HTML that encoding/json
// puts in by default and no other encoder does.
func encodedLen(metadata map[string]string) int {
	if len(metadata) == 0 {
		return 0
	}
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(metadata); err != nil {
		panic("api: encode a map of strings: " + err.Error())
	}
	return b.Len() - len("\n")
}

// A RenewRequest is the body of PUT on a lease, where it is optional.
type RenewRequest struct {
	TTLMs *int64 `json:"ttl_ms,omitempty"` // the new TTL in milliseconds; nil keeps the old
}

// Check reports whether the request is within its limits. The error has code invalid_request.
func (r RenewRequest) Check() error {
	if r.TTLMs == nil {
		return nil
	}
	return checkTTL(*r.TTLMs)
}

// A Grant is the answer of POST and PUT on a lease, to its holder alone.
type Grant struct {
	LeaseID     string            `json:"lease_id"` // a secret: it renews and releases
	StoreID     string            `json:"store_id"` // for X-Store-Id of the writes under the lease
	Bucket      string            `json:"bucket"`
	Scope       string            `json:"scope"`
	Holder      string            `json:"holder"`
	Token       Token             `json:"token"` // for X-Fence-Token of the writes under the lease
	TTLMs       int64             `json:"ttl_ms"`
	ExpiresInMs int64             `json:"expires_in_ms"` // of the server's clock, from the answer on
	GrantedAt   Time              `json:"granted_at"`
	Metadata    map[string]string `json:"metadata"`

	// Object is, for a scope that is one key, the object as read after the fence rose, so that
	// nobody can change it behind the holder's back; nil where there is none. In JSON it is null
	// then, and left out for other scopes.
	Object *GrantObject `json:"object,omitempty"`
}

// A GrantObject is the state of the object that a lease covers.
type GrantObject struct {
	ETag     string   `json:"etag"` // quotes included
	Revision Revision `json:"revision"`
	Size     int64    `json:"size"`
}

// MarshalJSON writes the object of a key, null where there is none, and no object for other
// scopes; no metadata is {}.
func (g Grant) MarshalJSON() ([]byte, error) {
	type plain Grant
	g.Metadata = orEmptyMap(g.Metadata)
	if !IsKeyScope(g.Scope) {
		g.Object = nil
		return json.Marshal(plain(g))
	}
	return json.Marshal(struct {
		plain
		Object *GrantObject `json:"object"`
	}{plain(g), g.Object})
}

// A Lease is a live lease as everyone sees it: without its id.
type Lease struct {
	Bucket      string            `json:"bucket"`
	Scope       string            `json:"scope"`
	Holder      string            `json:"holder"`
	Token       SeenToken         `json:"token"`
	TTLMs       int64             `json:"ttl_ms"`
	ExpiresInMs int64             `json:"expires_in_ms"`
	GrantedAt   Time              `json:"granted_at"`
	Metadata    map[string]string `json:"metadata"`
	Queued      int               `json:"queued"` // requests that wait for it
}

// MarshalJSON writes no metadata as {}.
func (l Lease) MarshalJSON() ([]byte, error) {
	type plain Lease
	l.Metadata = orEmptyMap(l.Metadata)
	return json.Marshal(plain(l))
}

func orEmptyMap(m map[string]string) map[string]string {
	if m == nil {
		return map[string]string{}
	}
	return m
}

// A LeaseList is one page of the live leases of a bucket, scopes in byte order.
type LeaseList struct {
	Leases         []Lease  `json:"leases"`
	NextStartAfter string   `json:"next_start_after,omitempty"` // empty on the last page
	Revision       Revision `json:"revision"`                   // of the bucket at that moment
}

// MarshalJSON writes an empty list as [].
func (l LeaseList) MarshalJSON() ([]byte, error) {
	type plain LeaseList
	l.Leases = orEmpty(l.Leases)
	return json.Marshal(plain(l))
}
