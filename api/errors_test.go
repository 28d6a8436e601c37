package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestProblems(t *testing.T) {
	statuses := map[int]string{
		400: "invalid_request invalid_token invalid_key invalid_bucket digest_mismatch",
		401: "unauthenticated", 403: "forbidden",
		404: "bucket_not_found object_not_found lease_not_found route_not_found",
		405: "method_not_allowed",
		409: "bucket_exists bucket_not_empty lease_disabled lease_managed",
		410: "lease_lost revision_compacted",
		412: "stale_token token_not_issued token_jump lease_mismatch out_of_scope out_of_order precondition_failed wrong_store",
		413: "too_large", 416: "range_not_satisfiable",
		422: "idempotency_key_reused lease_id_reused",
		423: "lease_held",
		428: "token_required lease_proof_required",
		429: "too_many_requests", 503: "unavailable bucket_suspended",
		504: "outcome_unknown", 507: "insufficient_storage", 500: "internal",
	}
	want := make(map[Code]int)
	for status, codes := range statuses {
		for _, code := range strings.Fields(codes) {
			want[Code(code)] = status
		}
	}
	for _, p := range Problems() {
		if want[p.Code] != p.Status || p.Code.Status() != p.Status {
			t.Errorf("%s has status %d, want %d", p.Code, p.Status, want[p.Code])
		}
		delete(want, p.Code)
		if http.StatusText(p.Status) == "" || p.Title == "" || !strings.HasSuffix(p.Explanation, ".") && !strings.HasSuffix(p.Explanation, ")") {
			t.Errorf("%s: title %q, explanation %q", p.Code, p.Title, p.Explanation)
		}
		if p.Retryable && p.MaybeApplied {
			t.Errorf("%s can't both be safe to repeat and perhaps be applied", p.Code)
		}
	}
	if len(want) > 0 {
		t.Errorf("codes of api.md without a problem: %v", want)
	}
}

func TestProblemsAreInOrderOfEvaluation(t *testing.T) {
	order := []Code{CodeUnauthenticated, CodeWrongStore, CodeInvalidRequest, CodeTooLarge, CodeForbidden, CodeBucketNotFound,
		CodeIdempotencyKeyReused, CodeStaleToken, CodeTokenRequired, CodeTokenNotIssued, CodeTokenJump, CodeLeaseProofRequired,
		CodeLeaseMismatch, CodeOutOfScope, CodeOutOfOrder, CodePreconditionFailed, CodeObjectNotFound, CodeInsufficientStorage}
	last := -1
	for _, code := range order {
		at := slices.IndexFunc(Problems(), func(p Problem) bool { return p.Code == code })
		if at <= last {
			t.Errorf("%s is at %d, not behind %d", code, at, last)
		}
		last = at
	}
}

// TestEveryCodeHasASentinel reads codes.go, so that a new code can't be forgotten in the table or
// among the sentinels.
func TestEveryCodeHasASentinel(t *testing.T) {
	source, err := os.ReadFile("codes.go")
	if err != nil {
		t.Fatal(err)
	}
	codes := regexp.MustCompile(`(?m)^\tCode(\w+) +Code = "(\w+)"`).FindAllStringSubmatch(string(source), -1)
	if len(codes) != len(Problems()) {
		t.Errorf("%d codes, %d problems", len(codes), len(Problems()))
	}
	for _, code := range codes {
		if _, ok := Code(code[2]).Problem(); !ok {
			t.Errorf("%s has no problem", code[2])
		}
		sentinel := fmt.Sprintf(`(?m)^\tErr%s +error = NewError\(Code%s, ""\)`, code[1], code[1])
		if !regexp.MustCompile(sentinel).Match(source) {
			t.Errorf("%s has no Err%s", code[2], code[1])
		}
	}
}

func TestErrorIs(t *testing.T) {
	e := NewError(CodeStaleToken, "Stop: %s holds it.", "b")
	e.Effective, e.Holder = Seen(7), "b"
	wrapped := fmt.Errorf("put jobs/7: %w", e)
	if !errors.Is(wrapped, ErrStaleToken) || errors.Is(wrapped, ErrTokenRequired) {
		t.Errorf("%v must be ErrStaleToken alone", wrapped)
	}
	var got *Error
	if !errors.As(wrapped, &got) || got.Effective != Seen(7) {
		t.Errorf("errors.As gives %+v", got)
	}
	const want = `put jobs/7: stale_token: Stop: b holds it. (effective=7 scope="" holder="b")`
	if wrapped.Error() != want {
		t.Errorf("got %q, want %q", wrapped, want)
	}
	if got := ErrLeaseHeld.Error(); got != "lease_held: Somebody else holds a lease in the way" {
		t.Errorf("got %q", got)
	}
}

func TestNewErrorPanicsOnUnknownCode(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	NewError("no_such_code", "")
}

func TestErrorJSON(t *testing.T) {
	stale := NewError(CodeStaleToken, "Stop.")
	stale.Instance, stale.Token, stale.Effective = "r1", Seen(3), Seen(9007199254740993)
	held := NewError(CodeLeaseHeld, "Wait.")
	held.Holder, held.Token, held.ExpiresInMs = "a", Seen(4), 1500
	large := NewError(CodeTooLarge, "Less.")
	large.Limit = 10
	batch := NewError(CodeTokenRequired, "Send one.")
	batch.Effective, batch.Scope = Seen(2), "jobs/"
	batch.Refused = []Refused{{Index: 3, Code: CodeTokenRequired, Key: "jobs/1", Facts: Facts{Effective: Seen(2), Scope: "jobs/"}}, {Code: CodePreconditionFailed}}
	tests := []struct {
		err  *Error
		want string
	}{
		{stale, `{"type":"/problems/stale_token","title":"The fence token is stale","status":412,"detail":"Stop.","instance":"r1","code":"stale_token","token":"3","effective":"9007199254740993","scope":"","holder":""}`},
		{held, `{"type":"/problems/lease_held","title":"Somebody else holds a lease in the way","status":423,"detail":"Wait.","code":"lease_held","token":"4","scope":"","holder":"a","expires_in_ms":1500,"queued":0}`},
		{large, `{"type":"/problems/too_large","title":"The request is too large","status":413,"detail":"Less.","code":"too_large","limit":10}`},
		{batch, `{"type":"/problems/token_required","title":"The write needs a fence token","status":428,"detail":"Send one.","code":"token_required","refused":[{"index":3,"code":"token_required","key":"jobs/1","effective":"2","scope":"jobs/"},{"index":0,"code":"precondition_failed","etag":""}],"effective":"2","scope":"jobs/"}`},
	}
	for _, tt := range tests {
		got, err := json.Marshal(tt.err)
		if err != nil || string(got) != tt.want {
			t.Errorf("got  %s, %v\nwant %s", got, err, tt.want)
		}
		byValue, err := json.Marshal(*tt.err)
		if err != nil || string(byValue) != tt.want {
			t.Errorf("by value: %s, %v", byValue, err)
		}
		decoded := DecodeError(tt.err.Status, string(tt.err.Code), got)
		again, err := json.Marshal(decoded)
		if err != nil || string(again) != tt.want {
			t.Errorf("decoded and written again: %s, %v", again, err)
		}
	}
}

func TestDecodeError(t *testing.T) {
	tests := []struct {
		name   string
		status int
		code   string
		body   string
		is     error
		want   string
	}{
		{"HEAD", 412, "stale_token", "", ErrStaleToken, "stale_token: The fence token is stale"},
		{"member of a later version", 410, "", `{"code":"lease_lost","reason":"expired","news":[1]}`, ErrLeaseLost, "lease_lost: The lease has ended (reason=expired)"},
		{"proxy", 502, "", "<html>Bad Gateway\xff</html>", nil, ": <html>Bad Gateway?</html>"},
		{"code of a later version", 418, "teapot", "", nil, "teapot: HTTP status 418"},
		{"JSON that is not ours", 500, "", `{"error":"x"}`, nil, `: {"error":"x"}`},
	}
	for _, tt := range tests {
		got := DecodeError(tt.status, tt.code, []byte(tt.body))
		if got.Status != tt.status || got.Error() != tt.want || tt.is != nil && !errors.Is(got, tt.is) {
			t.Errorf("%s: got %d %q, want %d %q", tt.name, got.Status, got, tt.status, tt.want)
		}
	}
	if e := DecodeError(502, "", nil); !e.MaybeApplied() || e.Retryable() {
		t.Error("a proxy's 502 may hide a request that was applied")
	}
	if e := DecodeError(503, "unavailable", nil); e.MaybeApplied() || !e.Retryable() {
		t.Error("unavailable was certainly not applied")
	}
}
