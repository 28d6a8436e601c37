package api

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// An Error is the body of every answer that is no success (RFC 9457, application/problem+json)
// and the error that the Go client returns. Compare it by code: errors.Is(err, ErrStaleToken).
type Error struct {
	Type     string `json:"type"`               // "/problems/{code}", a path on the server
	Title    string `json:"title"`              // the same for every error of the code
	Status   int    `json:"status"`             // HTTP
	Detail   string `json:"detail,omitempty"`   // a sentence that says what to do
	Instance string `json:"instance,omitempty"` // the request id
	Code     Code   `json:"code"`

	Facts

	// Refused lists the operations of a batch that were refused, the first being the one whose
	// code this error has.
	Refused []Refused `json:"refused,omitempty"`

	// Limit is what was exceeded, in the unit that the detail names: bytes for a body.
	Limit int64 `json:"limit,omitempty"`

	// RetryAfter is the Retry-After of the answer; 0 where there was none. It travels as a
	// header, not in the body.
	RetryAfter time.Duration `json:"-"`
}

// Facts is what a refusal tells beside its code: the members of its own that [Problem.Members]
// lists for the code.
type Facts struct {
	// Token is the token of the request that was refused, or, of lease_held, that of the lease in
	// the way.
	Token SeenToken `json:"token,omitzero"`

	// Effective is the effective fence that decided, Scope the scope that holds it (or, of
	// lease_held, the scope of the lease in the way), Holder the name of whoever it was granted to.
	Effective SeenToken `json:"effective,omitzero"`
	Scope     string    `json:"scope,omitempty"`
	Holder    string    `json:"holder,omitempty"`

	Seq         Seq            `json:"seq,omitempty"`  // the last seq accepted under the token
	ETag        string         `json:"etag,omitempty"` // of the object as it is, quotes included; empty: there is none
	ExpiresInMs int64          `json:"expires_in_ms,omitempty"`
	Queued      int            `json:"queued,omitempty"` // requests that wait for the lease
	Reason      LeaseEndReason `json:"reason,omitempty"`
}

// A LeaseEndReason says how a lease ended.
type LeaseEndReason string

// How a lease ends: its time ran out, its holder released it, an administrator broke it, or a
// restore or a newer grant replaced it.
const (
	LeaseExpired    LeaseEndReason = "expired"
	LeaseReleased   LeaseEndReason = "released"
	LeaseBroken     LeaseEndReason = "broken"
	LeaseSuperseded LeaseEndReason = "superseded"
)

// A Refused is one operation of a batch that was refused.
type Refused struct {
	Index  int    `json:"index"` // of the operation in the request, from 0
	Code   Code   `json:"code"`
	Key    string `json:"key,omitempty"` // of the operation, where it has one
	Detail string `json:"detail,omitempty"`
	Facts
}

// NewError returns an error of a code with the type, title and status of [Problems]. The detail
// is formatted as by fmt.Sprintf and is a sentence that says what to do. It panics if the code
// is not in the table.
func NewError(code Code, detail string, args ...any) *Error {
	p, ok := code.Problem()
	if !ok {
		panic("api: no problem has the code " + strconv.Quote(string(code)))
	}
	return &Error{
		Type:   code.Type(),
		Title:  p.Title,
		Status: p.Status,
		Detail: fmt.Sprintf(detail, args...),
		Code:   code,
	}
}

// Error returns the code, the detail, and of the facts those that a person needs to see why.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(string(e.Code))
	if text := e.Detail; text != "" {
		b.WriteString(": " + text)
	} else if e.Title != "" {
		b.WriteString(": " + e.Title)
	}
	var facts []string
	add := func(name, value string) { facts = append(facts, name+"="+value) }
	if !e.Token.IsZero() {
		add("token", e.Token.String())
	}
	if !e.Effective.IsZero() {
		add("effective", e.Effective.String())
	}
	if e.Scope != "" || !e.Effective.IsZero() {
		add("scope", strconv.Quote(e.Scope))
	}
	if e.Holder != "" {
		add("holder", strconv.Quote(e.Holder))
	}
	if e.Reason != "" {
		add("reason", string(e.Reason))
	}
	if e.ExpiresInMs != 0 {
		add("expires_in", (time.Duration(e.ExpiresInMs) * time.Millisecond).String())
	}
	if e.Instance != "" {
		add("request", e.Instance)
	}
	if len(facts) > 0 {
		b.WriteString(" (" + strings.Join(facts, " ") + ")")
	}
	return b.String()
}

// Is matches on the code alone, so that errors.Is(err, ErrStaleToken) ignores text and facts.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code
}

// Retryable reports whether the same request may be sent again without asking anyone; see
// [Problem.Retryable].
func (e *Error) Retryable() bool {
	p, _ := e.Code.Problem()
	return p.Retryable
}

// MaybeApplied reports whether the request may have taken effect all the same; see
// [Problem.MaybeApplied]. An answer of a code that this package doesn't know counts as such
// where its status is 5xx.
func (e *Error) MaybeApplied() bool {
	p, ok := e.Code.Problem()
	if !ok {
		return e.Status >= 500
	}
	return p.MaybeApplied
}

// MarshalJSON writes the members of the code even where they are empty or 0: "scope":"" is the
// whole bucket, and "effective":"0" no fence at all.
func (e Error) MarshalJSON() ([]byte, error) {
	type plain Error // without this method
	return json.Marshal(struct {
		plain
		wireFacts
	}{plain(e), e.Facts.wire(e.Code)})
}

// MarshalJSON writes the members of the code even where they are empty or 0.
func (r Refused) MarshalJSON() ([]byte, error) {
	type plain Refused
	return json.Marshal(struct {
		plain
		wireFacts
	}{plain(r), r.Facts.wire(r.Code)})
}

// wireFacts shadows the members of Facts, which lie one level deeper in what is marshalled.
type wireFacts struct {
	Token       *SeenToken      `json:"token,omitempty"`
	Effective   *SeenToken      `json:"effective,omitempty"`
	Scope       *string         `json:"scope,omitempty"`
	Holder      *string         `json:"holder,omitempty"`
	Seq         *Seq            `json:"seq,omitempty"`
	ETag        *string         `json:"etag,omitempty"`
	ExpiresInMs *int64          `json:"expires_in_ms,omitempty"`
	Queued      *int            `json:"queued,omitempty"`
	Reason      *LeaseEndReason `json:"reason,omitempty"`
}

func (f Facts) wire(code Code) wireFacts {
	p, _ := code.Problem()
	return wireFacts{
		Token:       member(p, "token", f.Token),
		Effective:   member(p, "effective", f.Effective),
		Scope:       member(p, "scope", f.Scope),
		Holder:      member(p, "holder", f.Holder),
		Seq:         member(p, "seq", f.Seq),
		ETag:        member(p, "etag", f.ETag),
		ExpiresInMs: member(p, "expires_in_ms", f.ExpiresInMs),
		Queued:      member(p, "queued", f.Queued),
		Reason:      member(p, "reason", f.Reason),
	}
}

// member returns what to write for a fact: nothing where it is zero and p does not list it.
func member[T comparable](p Problem, name string, value T) *T {
	var zero T
	if value == zero && !p.has(name) {
		return nil
	}
	return &value
}

// DecodeError makes an error of an answer that is no success: its status, its X-Error-Code
// (which is all that HEAD gives) and its body. Members that this package doesn't know are
// ignored, as RFC 9457 asks. A body that is not ours, as from a proxy on the way, gives an error
// without code whose detail is the start of that body.
func DecodeError(status int, errorCode string, body []byte) *Error {
	e := &Error{}
	if err := json.Unmarshal(body, e); err != nil || e.Code == "" {
		const shown = 200 // bytes of a foreign body: enough to recognise a proxy by
		text := strings.ToValidUTF8(string(body[:min(len(body), shown)]), "?")
		e = &Error{Code: Code(errorCode), Detail: strings.TrimSpace(text)}
	}
	e.Status = status
	if p, ok := e.Code.Problem(); ok {
		e.Type, e.Title = e.Code.Type(), p.Title
	}
	if e.Title == "" {
		e.Title = "HTTP status " + strconv.Itoa(status)
	}
	return e
}
