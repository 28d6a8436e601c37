package api

import "encoding/json"

// A Fence is the answer about the fence of one scope.
type Fence struct {
	Scope string `json:"scope"`

	// Token is the scope's own record; "0" where there is none.
	Token SeenToken `json:"token"`

	// Effective is the highest fence that bears on the scope, EffectiveScope the scope that holds
	// it: the scope itself or one that covers it.
	Effective      SeenToken `json:"effective"`
	EffectiveScope string    `json:"effective_scope"`

	Issued    bool     `json:"issued"`              // the effective fence came from a grant, so only its token writes
	Sealed    bool     `json:"sealed"`              // nobody was given the effective fence: nobody writes until a grant
	Holder    string   `json:"holder"`              // of the grant that raised the effective fence; empty without one
	Revision  Revision `json:"revision"`            // that raised the scope's own record; 0 where there is none
	UpdatedAt Time     `json:"updated_at,omitzero"` // when; left out where there is none
}

// A FenceList is one page of the fences of a bucket, scopes in byte order.
type FenceList struct {
	Fences         []Fence  `json:"fences"`
	NextStartAfter string   `json:"next_start_after,omitempty"` // empty on the last page
	Revision       Revision `json:"revision"`                   // of the bucket at that moment
}

// MarshalJSON writes an empty list as [].
func (l FenceList) MarshalJSON() ([]byte, error) {
	type plain FenceList
	l.Fences = orEmpty(l.Fences)
	return json.Marshal(plain(l))
}

// A FenceAdvance is the body of PUT on a fence.
type FenceAdvance struct {
	Token Token `json:"token"` // to raise the fence to
}

// Check refuses a body without a token, with code invalid_token.
func (f FenceAdvance) Check() error {
	if f.Token == 0 {
		return NewError(CodeInvalidToken, "The body has no token: send {\"token\":\"34\"}, with the token that the fence is to rise to.")
	}
	return nil
}

// A Rejection is one refusal that the server remembers.
type Rejection struct {
	At        Time      `json:"at"`
	Method    string    `json:"method"`         // HTTP
	Key       string    `json:"key"`            // or the scope of a lease or fence request
	Code      Code      `json:"code"`           //
	Token     SeenToken `json:"token,omitzero"` // of the request; left out where it had none
	Effective SeenToken `json:"effective"`
	Scope     string    `json:"scope"`  // that holds the effective fence
	Holder    string    `json:"holder"` // of the effective fence; empty without one
	Remote    string    `json:"remote"` // address of the caller
	RequestID string    `json:"request_id"`
}

// A RejectionList is the newest refusals of a bucket, newest first.
type RejectionList struct {
	Rejections []Rejection `json:"rejections"`
}

// MarshalJSON writes an empty list as [].
func (l RejectionList) MarshalJSON() ([]byte, error) {
	type plain RejectionList
	l.Rejections = orEmpty(l.Rejections)
	return json.Marshal(plain(l))
}
