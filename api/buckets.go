package api

import (
	"encoding/json"
	"strings"
)

// An Authority says where the tokens of a bucket come from.
type Authority string

// Authorities.
const (
	AuthorityAny      Authority = "any"      // leases of the bucket, and outside sources where nothing was leased
	AuthorityLease    Authority = "lease"    // leases of the bucket only
	AuthorityExternal Authority = "external" // outside sources only; leases are off
)

// A Proof says what a write under a leased scope must show.
type Proof string

// Proofs.
const (
	ProofToken Proof = "token" // the token
	ProofLease Proof = "lease" // the token and the lease id
)

// A FencingPolicy is what an administrator sets for a bucket.
type FencingPolicy struct {
	Authority     Authority `json:"authority"`
	Required      bool      `json:"required"`       // every write needs a token
	Proof         Proof     `json:"proof"`          //
	MaxJump       uint64    `json:"max_jump"`       // of an outside token above the fence; 0 is off; at most MaxJumpMax
	IdempotencyMs int64     `json:"idempotency_ms"` // how long answers are kept
	Suspended     bool      `json:"suspended"`      // writes and grants are refused
}

// DefaultFencingPolicy returns the policy of a bucket that is made without one.
func DefaultFencingPolicy() FencingPolicy {
	return FencingPolicy{
		Authority:     AuthorityAny,
		Proof:         ProofToken,
		MaxJump:       MaxJumpDefault,
		IdempotencyMs: IdempotencyMsDefault,
	}
}

// A FencingPatch names the members of a policy that a request sets or expects; nil members are
// not given.
type FencingPatch struct {
	Authority     *Authority `json:"authority,omitempty"`
	Required      *bool      `json:"required,omitempty"`
	Proof         *Proof     `json:"proof,omitempty"`
	MaxJump       *uint64    `json:"max_jump,omitempty"`
	IdempotencyMs *int64     `json:"idempotency_ms,omitempty"`
	Suspended     *bool      `json:"suspended,omitempty"`
}

// Apply returns policy with the members that are given.
func (p FencingPatch) Apply(policy FencingPolicy) FencingPolicy {
	set(&policy.Authority, p.Authority)
	set(&policy.Required, p.Required)
	set(&policy.Proof, p.Proof)
	set(&policy.MaxJump, p.MaxJump)
	set(&policy.IdempotencyMs, p.IdempotencyMs)
	set(&policy.Suspended, p.Suspended)
	return policy
}

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// Agrees reports whether policy has every member that is given.
func (p FencingPatch) Agrees(policy FencingPolicy) bool { return p.Apply(policy) == policy }

// Check reports whether the members that are given are within their limits. The error has code
// invalid_request.
func (p FencingPatch) Check() error {
	policy := p.Apply(DefaultFencingPolicy())
	switch policy.Authority {
	case AuthorityAny, AuthorityLease, AuthorityExternal:
	default:
		return NewError(CodeInvalidRequest, "\"authority\" is \"any\", \"lease\" or \"external\", not %s.", quote(string(policy.Authority)))
	}
	switch policy.Proof {
	case ProofToken, ProofLease:
	default:
		return NewError(CodeInvalidRequest, "\"proof\" is \"token\" or \"lease\", not %s.", quote(string(policy.Proof)))
	}
	if policy.MaxJump > MaxJumpMax {
		return NewError(CodeInvalidRequest, "\"max_jump\" is at most %d; 0 switches the check off.", uint64(MaxJumpMax))
	}
	if policy.IdempotencyMs < IdempotencyMsMin || policy.IdempotencyMs > IdempotencyMsMax {
		return NewError(CodeInvalidRequest, "\"idempotency_ms\" is %d: use %d to %d.", policy.IdempotencyMs, IdempotencyMsMin, IdempotencyMsMax)
	}
	return nil
}

// A BucketRequest is the body of PUT (where it is optional) and PATCH of a bucket.
type BucketRequest struct {
	Fencing FencingPatch `json:"fencing,omitzero"`
}

// Check reports whether the request is within its limits. The error has code invalid_request.
func (r BucketRequest) Check() error { return r.Fencing.Check() }

// A Bucket is the answer about one bucket.
type Bucket struct {
	Name      string        `json:"name"`
	Fencing   FencingPolicy `json:"fencing"`
	CreatedAt Time          `json:"created_at"`
	LastToken SeenToken     `json:"last_token"` // the highest number issued, sealed with or accepted
	Revision  Revision      `json:"revision"`
	Objects   int64         `json:"objects"`
	Bytes     int64         `json:"bytes"` // of the bodies
}

// A BucketList is the answer of GET /v1/buckets, by name in byte order.
type BucketList struct {
	Buckets []Bucket `json:"buckets"`
}

// MarshalJSON writes an empty list as [], so that clients can go through it unasked.
func (l BucketList) MarshalJSON() ([]byte, error) {
	type plain BucketList
	l.Buckets = orEmpty(l.Buckets)
	return json.Marshal(plain(l))
}

func orEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// A Version is the answer of GET /version.
type Version struct {
	Version string `json:"version"`          // of the server, as in "0.1.0"
	Commit  string `json:"commit,omitempty"` // it was built from
	Go      string `json:"go,omitempty"`     // it was built with
	API     string `json:"api"`              // APIVersion
}

// APIVersion is the version of the contract, and the first segment of its paths.
const APIVersion = "v1"

// A Readiness is the answer of GET /readyz: 200 where the server takes writes, else 503 with the
// reasons why not.
type Readiness struct {
	Ready   bool     `json:"ready"`
	Reasons []string `json:"reasons"`
}

// MarshalJSON writes no reasons as [].
func (r Readiness) MarshalJSON() ([]byte, error) {
	type plain Readiness
	r.Reasons = orEmpty(r.Reasons)
	return json.Marshal(plain(r))
}

// String returns the reasons on one line.
func (r Readiness) String() string {
	if r.Ready {
		return "ready"
	}
	return "not ready: " + strings.Join(r.Reasons, "; ")
}
