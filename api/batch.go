package api

import (
	"encoding/json"
	"strconv"
)

// An Op is a kind of operation in a batch.
type Op string

// Operations.
const (
	OpPut    Op = "put"    // writes an object
	OpDelete Op = "delete" // deletes an object, if there is one
	OpCheck  Op = "check"  // is judged like a write of the key, and changes nothing
	OpGet    Op = "get"    // reads an object
	OpFence  Op = "fence"  // raises the fence of a scope, like PUT on a fence
)

// A BatchRequest is the body of POST on a batch: operations that run in order, each seeing those
// before it, all or none.
type BatchRequest struct {
	Ops []BatchOp `json:"ops"` // 1 to BatchOpsMax
}

// A BatchOp is one operation. Which members fit which Op is said at each; the others are refused.
//
// The fence members (Token, Scope, Seq, LeaseID) take the place of the request's headers for this
// operation; those that are not given are taken from the headers.
type BatchOp struct {
	Op  Op     `json:"op"`
	Key string `json:"key,omitempty"` // all but fence

	Value       []byte            `json:"value,omitzero"`         // put: the body, in JSON as base64; nil is the empty body
	ContentType string            `json:"content_type,omitempty"` // put
	Metadata    map[string]string `json:"metadata,omitempty"`     // put: the user metadata

	Token Token `json:"token,omitempty"` // put, delete, check: the fence token; fence: what to raise to

	// Scope is, of put, delete and check, the scope that the write is bound to (X-Fence-Scope),
	// not empty; of fence, the scope whose fence rises, where "" is the whole bucket.
	Scope *string `json:"scope,omitempty"`

	Seq     *Seq    `json:"seq,omitempty"`      // put, delete, check
	LeaseID *string `json:"lease_id,omitempty"` // put, delete, check, fence

	// IfMatch and IfNoneMatch are as in the header: "*", or ETags with their quotes. They fit put,
	// delete and check.
	IfMatch     *string `json:"if_match,omitempty"`
	IfNoneMatch *string `json:"if_none_match,omitempty"`
}

// Writes reports whether the operation is judged like a write of its key.
func (o BatchOp) Writes() bool { return o.Op == OpPut || o.Op == OpDelete || o.Op == OpCheck }

// Conditions returns the conditions of the operation. The error has code invalid_request.
func (o BatchOp) Conditions() (ifMatch, ifNoneMatch Condition, err error) {
	if ifMatch, err = parseCondition(o.IfMatch); err != nil {
		return Condition{}, Condition{}, err
	}
	ifNoneMatch, err = parseCondition(o.IfNoneMatch)
	return ifMatch, ifNoneMatch, err
}

func parseCondition(s *string) (Condition, error) {
	if s == nil {
		return Condition{}, nil
	}
	return ParseETagList([]string{*s})
}

// Check reports whether the operation is well formed. Its errors have the codes invalid_request,
// invalid_key, invalid_token and too_large.
func (o BatchOp) Check() error {
	switch o.Op {
	case OpPut, OpDelete, OpCheck, OpGet:
		return o.checkObject()
	case OpFence:
		return o.checkFence()
	case "":
		return NewError(CodeInvalidRequest, "\"op\" is missing: say put, delete, check, get or fence.")
	}
	return NewError(CodeInvalidRequest, "\"op\" is put, delete, check, get or fence, not %s.", quote(string(o.Op)))
}

func (o BatchOp) checkObject() error {
	if err := ValidateKey(o.Key); err != nil {
		return err
	}
	switch {
	case o.Op != OpPut && (o.Value != nil || o.ContentType != "" || o.Metadata != nil):
		return o.misfit("value, content_type and metadata")
	case o.Op == OpGet && (o.Token != 0 || o.Scope != nil || o.Seq != nil || o.LeaseID != nil):
		return o.misfit("token, scope, seq and lease_id")
	case o.Op == OpGet && (o.IfMatch != nil || o.IfNoneMatch != nil):
		return o.misfit("if_match and if_none_match")
	case o.Scope != nil && *o.Scope == "":
		return NewError(CodeInvalidRequest, "\"scope\" is empty: leave it out; the fence of the whole bucket covers every key without it.")
	}
	if o.Scope != nil {
		if err := ValidateScope(*o.Scope); err != nil {
			return err
		}
	}
	if o.LeaseID != nil {
		if _, err := ParseLeaseID(*o.LeaseID); err != nil {
			return err
		}
	}
	if _, _, err := o.Conditions(); err != nil {
		return err
	}
	if len(o.ContentType) > KeptHeaderBytesMax {
		return NewError(CodeInvalidRequest, "\"content_type\" has %d bytes: use at most %d.", len(o.ContentType), KeptHeaderBytesMax)
	}
	return ValidateUserMetadata(o.Metadata)
}

func (o BatchOp) checkFence() error {
	switch {
	case o.Key != "" || o.Value != nil || o.ContentType != "" || o.Metadata != nil:
		return o.misfit("key, value, content_type and metadata")
	case o.Seq != nil || o.IfMatch != nil || o.IfNoneMatch != nil:
		return o.misfit("seq, if_match and if_none_match")
	case o.Scope == nil:
		return NewError(CodeInvalidRequest, "\"scope\" is missing: name the scope whose fence is to rise; \"\" is the whole bucket.")
	}
	if o.LeaseID != nil {
		if _, err := ParseLeaseID(*o.LeaseID); err != nil {
			return err
		}
	}
	return ValidateScope(*o.Scope)
}

func (o BatchOp) misfit(members string) error {
	return NewError(CodeInvalidRequest, "%q takes no %s: leave them out.", string(o.Op), members)
}

// Check reports whether the batch is well formed: 1 to [BatchOpsMax] operations, each in order,
// no key put or deleted twice. The detail names the index of the operation, and so does Refused.
func (r BatchRequest) Check() error {
	if len(r.Ops) == 0 {
		return NewError(CodeInvalidRequest, "The batch is empty: send {\"ops\":[...]} with 1 to %d operations.", BatchOpsMax)
	}
	if len(r.Ops) > BatchOpsMax {
		e := NewError(CodeTooLarge, "The batch has %d operations: send at most %d.", len(r.Ops), BatchOpsMax)
		e.Limit = BatchOpsMax
		return e
	}
	written := make(map[string]int, len(r.Ops))
	for i, op := range r.Ops {
		if err := op.Check(); err != nil {
			return atOp(i, op, err)
		}
		if op.Op != OpPut && op.Op != OpDelete {
			continue
		}
		if first, again := written[op.Key]; again {
			return atOp(i, op, NewError(CodeInvalidRequest, "Operation %d writes the same key: write a key once in a batch.", first))
		}
		written[op.Key] = i
	}
	return nil
}

// atOp returns the error of one operation as that of the batch.
func atOp(index int, op BatchOp, err error) error {
	e, ok := err.(*Error)
	if !ok {
		return err
	}
	at := *e
	at.Detail = "ops[" + strconv.Itoa(index) + "]: " + e.Detail
	at.Refused = []Refused{{Index: index, Code: e.Code, Key: op.Key, Detail: e.Detail, Facts: e.Facts}}
	return &at
}

// A BatchResponse is the answer to a batch that was applied: one result for each operation, in
// order.
type BatchResponse struct {
	Results  []BatchResult `json:"results"`
	Revision Revision      `json:"revision"` // of the batch; where nothing changed, of the bucket
}

// MarshalJSON writes an empty list as [].
func (r BatchResponse) MarshalJSON() ([]byte, error) {
	type plain BatchResponse
	r.Results = orEmpty(r.Results)
	return json.Marshal(plain(r))
}

// A BatchResult is what one operation did or read. Members that do not fit its Op are left out.
type BatchResult struct {
	Op     Op      `json:"op"`
	Key    string  `json:"key,omitempty"`
	Scope  *string `json:"scope,omitempty"` // fence
	Status int     `json:"status"`          // HTTP, as the single request would have been answered

	// Found says, of get, delete and check, whether there was an object.
	Found *bool `json:"found,omitempty"`

	ETag        string            `json:"etag,omitempty"`         // put: the new one; get, check: the present one
	Revision    Revision          `json:"revision,omitempty"`     // put, delete, fence: of the change; get, check: of the object
	Token       SeenToken         `json:"token,omitzero"`         // get: the object was written with it; fence: the fence
	Effective   SeenToken         `json:"effective,omitzero"`     // the effective fence after the operation
	Size        *int64            `json:"size,omitempty"`         // get: bytes of the body
	Value       []byte            `json:"value,omitzero"`         // get: the body, in JSON as base64
	ContentType string            `json:"content_type,omitempty"` // get
	Metadata    map[string]string `json:"metadata,omitempty"`     // get
	ModifiedAt  Time              `json:"modified_at,omitzero"`   // get
}
