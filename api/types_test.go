package api

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestJSONOfAnswers(t *testing.T) {
	at := TimeFromMs(1764565620000)
	tests := []struct {
		name string
		v    any
		want string
	}{
		{"empty object list", ObjectList{Revision: 7}, `{"objects":[],"common_prefixes":[],"revision":7}`},
		{"object list", ObjectList{Objects: []ObjectInfo{{Key: "k", Size: 2, ETag: FormatETag(7, 1), ContentType: "text/plain", Token: Seen(0), Revision: 7, ModifiedAt: at}}, CommonPrefixes: []string{"a/"}, NextStartAfter: "k", Revision: 7},
			`{"objects":[{"key":"k","size":2,"etag":"\"r7-1\"","content_type":"text/plain","token":"0","revision":7,"modified_at":"2025-12-01T05:07:00.000Z"}],"common_prefixes":["a/"],"next_start_after":"k","revision":7}`},
		{"grant of a key without object", Grant{Scope: "jobs/42", Token: 34, GrantedAt: at},
			`{"lease_id":"","store_id":"","bucket":"","scope":"jobs/42","holder":"","token":"34","ttl_ms":0,"expires_in_ms":0,"granted_at":"2025-12-01T05:07:00.000Z","metadata":{},"object":null}`},
		{"grant of a key with object", Grant{Scope: "jobs/42", Token: 34, GrantedAt: at, Metadata: map[string]string{"b": "2", "a": "1"}, Object: &GrantObject{ETag: FormatETag(9007199254740991, 3), Revision: 9007199254740991}},
			`{"lease_id":"","store_id":"","bucket":"","scope":"jobs/42","holder":"","token":"34","ttl_ms":0,"expires_in_ms":0,"granted_at":"2025-12-01T05:07:00.000Z","metadata":{"a":"1","b":"2"},"object":{"etag":"\"r9007199254740991-3\"","revision":9007199254740991,"size":0}}`},
		{"grant of a prefix", Grant{Scope: "jobs/", Token: 34, GrantedAt: at, Object: &GrantObject{}},
			`{"lease_id":"","store_id":"","bucket":"","scope":"jobs/","holder":"","token":"34","ttl_ms":0,"expires_in_ms":0,"granted_at":"2025-12-01T05:07:00.000Z","metadata":{}}`},
		{"no fence", Fence{Scope: "a"}, `{"scope":"a","token":"0","effective":"0","effective_scope":"","issued":false,"sealed":false,"holder":"","revision":0}`},
		{"empty fence list", FenceList{}, `{"fences":[],"revision":0}`},
		{"empty lease list", LeaseList{}, `{"leases":[],"revision":0}`},
		{"empty bucket list", BucketList{}, `{"buckets":[]}`},
		{"empty rejection list", RejectionList{}, `{"rejections":[]}`},
		{"bucket", Bucket{Name: "b", Fencing: DefaultFencingPolicy(), CreatedAt: at, LastToken: Seen(TokenMax)},
			`{"name":"b","fencing":{"authority":"any","required":false,"proof":"token","max_jump":1099511627776,"idempotency_ms":3600000,"suspended":false},"created_at":"2025-12-01T05:07:00.000Z","last_token":"9223372036854775807","revision":0,"objects":0,"bytes":0}`},
		{"batch", BatchResponse{Results: []BatchResult{
			{Op: OpGet, Key: "k", Status: 200, Found: new(true), Size: new(int64(0)), Value: []byte{}, Token: Seen(0)},
			{Op: OpDelete, Key: "l", Status: 204, Found: new(false), Revision: 8, Effective: Seen(34)},
		}, Revision: 8}, `{"results":[{"op":"get","key":"k","status":200,"found":true,"token":"0","size":0,"value":""},{"op":"delete","key":"l","status":204,"found":false,"revision":8,"effective":"34"}],"revision":8}`},
		{"batch request", BatchRequest{Ops: []BatchOp{{Op: OpCheck, Key: "k"}}}, `{"ops":[{"op":"check","key":"k"}]}`},
		{"bucket request", BucketRequest{}, `{}`},
		{"readiness", Readiness{Ready: true}, `{"ready":true,"reasons":[]}`},
		{"map with times", map[Time]Time{at: at}, `{"2025-12-01T05:07:00.000Z":"2025-12-01T05:07:00.000Z"}`},
	}
	for _, tt := range tests {
		if got, err := json.Marshal(tt.v); err != nil || string(got) != tt.want {
			t.Errorf("%s:\ngot  %s, %v\nwant %s", tt.name, got, err, tt.want)
		}
	}
}

func TestTime(t *testing.T) {
	var got Time
	if err := json.Unmarshal([]byte(`"2025-12-01T06:07:00.0425+01:00"`), &got); err != nil {
		t.Fatal(err)
	}
	if got.String() != "2025-12-01T05:07:00.042Z" {
		t.Errorf("got %s", got)
	}
	if want := time.Date(2025, 12, 1, 5, 7, 0, 42e6, time.UTC); !TimeFromMs(want.UnixMilli()).Equal(want) {
		t.Errorf("TimeFromMs = %s, want %s", TimeFromMs(want.UnixMilli()), want)
	}
}

func TestFencingPatch(t *testing.T) {
	patch := FencingPatch{Required: new(true), MaxJump: new(uint64(0))}
	policy := patch.Apply(DefaultFencingPolicy())
	if !policy.Required || policy.MaxJump != 0 || policy.Authority != AuthorityAny {
		t.Errorf("Apply = %+v", policy)
	}
	if !patch.Agrees(policy) || patch.Agrees(DefaultFencingPolicy()) || !(FencingPatch{}).Agrees(policy) {
		t.Error("Agrees is wrong")
	}
	for _, good := range []FencingPatch{{}, {MaxJump: new(uint64(MaxJumpMax))}, {IdempotencyMs: new(int64(60_000))}, {IdempotencyMs: new(int64(604_800_000))},
		{Authority: new(AuthorityExternal)}, {Proof: new(ProofLease)}} {
		if err := good.Check(); err != nil {
			t.Errorf("Check(%+v) = %v", good, err)
		}
	}
	for _, bad := range []FencingPatch{{MaxJump: new(uint64(1 << 53))}, {IdempotencyMs: new(int64(59_999))}, {IdempotencyMs: new(int64(604_800_001))},
		{Authority: new(Authority(""))}, {Authority: new(Authority("Any"))}, {Proof: new(Proof("id"))}} {
		if err := bad.Check(); !errors.Is(err, ErrInvalidRequest) {
			t.Errorf("Check(%+v) = %v, want %v", bad, err, ErrInvalidRequest)
		}
	}
}

func TestAcquireRequestCheck(t *testing.T) {
	const id = "123e4567-e89b-12d3-a456-426614174000"
	ms := func(n int64) *int64 { return &n }
	tests := []struct {
		name    string
		scope   string
		request AcquireRequest
		want    error
	}{
		{"least", "k", AcquireRequest{Holder: "a"}, nil},
		{"most", "k", AcquireRequest{Holder: strings.Repeat("é", 256), TTLMs: ms(86_400_000), WaitMs: 600_000, LeaseID: new(id), Metadata: map[string]string{"k": strings.Repeat("v", 4096-8)}}, nil},
		{"HTML in metadata", "k", AcquireRequest{Holder: "a", Metadata: map[string]string{"k": strings.Repeat("<", 4096-8)}}, nil},
		{"prefix", "p/", AcquireRequest{Holder: "a", WaitMs: 60_000, TTLMs: ms(100)}, nil},
		{"no holder", "k", AcquireRequest{}, ErrInvalidRequest},
		{"long holder", "k", AcquireRequest{Holder: strings.Repeat("a", 257)}, ErrInvalidRequest},
		{"holder with a newline", "k", AcquireRequest{Holder: "a\nb"}, ErrInvalidRequest},
		{"short TTL", "k", AcquireRequest{Holder: "a", TTLMs: ms(99)}, ErrInvalidRequest},
		{"TTL 0", "k", AcquireRequest{Holder: "a", TTLMs: ms(0)}, ErrInvalidRequest},
		{"long TTL", "k", AcquireRequest{Holder: "a", TTLMs: ms(86_400_001)}, ErrInvalidRequest},
		{"long wait", "k", AcquireRequest{Holder: "a", WaitMs: 600_001}, ErrInvalidRequest},
		{"negative wait", "k", AcquireRequest{Holder: "a", WaitMs: -1}, ErrInvalidRequest},
		{"long wait for a prefix", "p/", AcquireRequest{Holder: "a", WaitMs: 60_001}, ErrInvalidRequest},
		{"long wait for the bucket", "", AcquireRequest{Holder: "a", WaitMs: 60_001}, ErrInvalidRequest},
		{"empty lease id", "k", AcquireRequest{Holder: "a", LeaseID: new("")}, ErrInvalidRequest},
		{"nil UUID", "k", AcquireRequest{Holder: "a", LeaseID: new("00000000-0000-0000-0000-000000000000")}, ErrInvalidRequest},
		{"much metadata", "k", AcquireRequest{Holder: "a", Metadata: map[string]string{"k": strings.Repeat("v", 4096-7)}}, ErrTooLarge},
	}
	for _, tt := range tests {
		if err := tt.request.Check(tt.scope); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
	if got := (AcquireRequest{}).TTL(); got != 30_000 {
		t.Errorf("TTL() = %d", got)
	}
	if err := (RenewRequest{TTLMs: ms(99)}).Check(); !errors.Is(err, ErrInvalidRequest) {
		t.Errorf("renew: %v", err)
	}
	if got, err := ParseLeaseID(strings.ToUpper(id)); got != id || err != nil {
		t.Errorf("ParseLeaseID = %q, %v, want %q", got, err, id)
	}
	for _, bad := range []string{"{" + id[1:], "123e4567e89b12d3a456426614174000", id + "0", "g" + id[1:], strings.ReplaceAll(id, "-", "_")} {
		if _, err := ParseLeaseID(bad); !errors.Is(err, ErrInvalidRequest) || strings.Contains(err.Error(), bad) {
			t.Errorf("ParseLeaseID(%q) = %v", bad, err)
		}
	}
}

func TestBatchCheck(t *testing.T) {
	put := func(key string) BatchOp { return BatchOp{Op: OpPut, Key: key} }
	many := make([]BatchOp, 1001)
	for i := range many {
		many[i] = BatchOp{Op: OpGet, Key: "k"}
	}
	const id = "123e4567-e89b-12d3-a456-426614174000"
	tests := []struct {
		name  string
		ops   []BatchOp
		want  error
		index int // of the operation refused, -1 for the batch
	}{
		{"all kinds", []BatchOp{
			{Op: OpPut, Key: "k", Value: []byte("v"), ContentType: "text/plain", Metadata: map[string]string{"a": "b"}, Token: 3, Scope: new("s/"), Seq: new(Seq(1)), LeaseID: new(id), IfNoneMatch: new("*")},
			{Op: OpDelete, Key: "l", IfMatch: new(`"r1-1"`)}, {Op: OpCheck, Key: "k"}, {Op: OpGet, Key: "k"}, {Op: OpFence, Scope: new(""), Token: 4},
		}, nil, -1},
		{"as many as allowed", many[:1000], nil, -1},
		{"none", nil, ErrInvalidRequest, -1},
		{"too many", many, ErrTooLarge, -1},
		{"no op", []BatchOp{{Key: "k"}}, ErrInvalidRequest, 0},
		{"unknown op", []BatchOp{put("a"), {Op: "Put", Key: "k"}}, ErrInvalidRequest, 1},
		{"put twice", []BatchOp{put("a"), put("b"), put("a")}, ErrInvalidRequest, 2},
		{"put and deleted", []BatchOp{put("a"), {Op: OpDelete, Key: "a"}}, ErrInvalidRequest, 1},
		{"no key", []BatchOp{put("")}, ErrInvalidKey, 0},
		{"bad key", []BatchOp{put("a/..")}, ErrInvalidKey, 0},
		{"bad scope", []BatchOp{{Op: OpPut, Key: "k", Scope: new("..")}}, ErrInvalidKey, 0},
		{"empty scope", []BatchOp{{Op: OpPut, Key: "k", Scope: new("")}}, ErrInvalidRequest, 0},
		{"empty condition", []BatchOp{{Op: OpPut, Key: "k", IfMatch: new("")}}, ErrInvalidRequest, 0},
		{"condition without quotes", []BatchOp{{Op: OpPut, Key: "k", IfNoneMatch: new("r1-1")}}, ErrInvalidRequest, 0},
		{"empty lease id", []BatchOp{{Op: OpCheck, Key: "k", LeaseID: new("")}}, ErrInvalidRequest, 0},
		{"value of a delete", []BatchOp{{Op: OpDelete, Key: "k", Value: []byte{}}}, ErrInvalidRequest, 0},
		{"token of a get", []BatchOp{{Op: OpGet, Key: "k", Token: 3}}, ErrInvalidRequest, 0},
		{"condition of a get", []BatchOp{{Op: OpGet, Key: "k", IfMatch: new("*")}}, ErrInvalidRequest, 0},
		{"fence without scope", []BatchOp{{Op: OpFence, Token: 3}}, ErrInvalidRequest, 0},
		{"fence with key", []BatchOp{{Op: OpFence, Key: "k", Scope: new("k")}}, ErrInvalidRequest, 0},
		{"fence with seq", []BatchOp{{Op: OpFence, Scope: new("k"), Seq: new(Seq(1))}}, ErrInvalidRequest, 0},
		{"much metadata", []BatchOp{{Op: OpPut, Key: "k", Metadata: map[string]string{"a": strings.Repeat("b", 8192)}}}, ErrTooLarge, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := BatchRequest{Ops: tt.ops}.Check()
			if !errors.Is(err, tt.want) {
				t.Fatalf("got %v, want %v", err, tt.want)
			}
			var e *Error
			if !errors.As(err, &e) || tt.index < 0 {
				return
			}
			if len(e.Refused) != 1 || e.Refused[0].Index != tt.index || e.Refused[0].Code != e.Code {
				t.Errorf("refused %+v, want index %d", e.Refused, tt.index)
			}
		})
	}
}

func TestValidateUserMetadata(t *testing.T) {
	for _, good := range []map[string]string{nil, {"a": ""}, {"x-y.z_1": "a b~"}, {"a": strings.Repeat("b", 8191)}} {
		if err := ValidateUserMetadata(good); err != nil {
			t.Errorf("ValidateUserMetadata(%q) = %v", slices.Collect(maps.Keys(good)), err)
		}
	}
	for _, bad := range []map[string]string{{"": "a"}, {"A": "a"}, {"a b": "a"}, {"a:": "a"}, {"é": "a"}, {"a": "é"}, {"a": "\n"}, {"a": " a"}, {"a": "a "}} {
		if err := ValidateUserMetadata(bad); !errors.Is(err, ErrInvalidRequest) {
			t.Errorf("ValidateUserMetadata(%q) = %v, want %v", bad, err, ErrInvalidRequest)
		}
	}
	if err := ValidateUserMetadata(map[string]string{"a": strings.Repeat("b", 8192)}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("above the limit: %v, want %v", err, ErrTooLarge)
	}
}
