package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
)

func TestDecode(t *testing.T) {
	var acquire AcquireRequest
	body := ` {"holder":"a\ud83d\ude00","ttl_ms":5000,"metadata":{"A":"1","a":"2"},"seal_on_expiry":true,"lease_id":"x"} `
	if err := Decode(strings.NewReader(body), &acquire, 1000); err != nil {
		t.Fatal(err)
	}
	want := AcquireRequest{Holder: "a😀", TTLMs: new(int64(5000)), Metadata: map[string]string{"A": "1", "a": "2"}, SealOnExpiry: true, LeaseID: new("x")}
	if !reflect.DeepEqual(acquire, want) {
		t.Errorf("got %+v, want %+v", acquire, want)
	}
	var batch BatchRequest
	body = `{"ops":[{"op":"put","key":"k","value":"aGk=","token":34,"seq":0},{"op":"put","key":"l","value":"","token":"35"},{"op":"fence","scope":"","token":"36"}]}`
	if err := Decode(strings.NewReader(body), &batch, 1000); err != nil {
		t.Fatal(err)
	}
	wantBatch := BatchRequest{Ops: []BatchOp{
		{Op: OpPut, Key: "k", Value: []byte("hi"), Token: 34, Seq: new(Seq(0))},
		{Op: OpPut, Key: "l", Value: []byte{}, Token: 35},
		{Op: OpFence, Scope: new(""), Token: 36},
	}}
	if !reflect.DeepEqual(batch, wantBatch) {
		t.Errorf("got %+v, want %+v", batch, wantBatch)
	}
	var bucket BucketRequest
	if err := Decode(strings.NewReader(`{"fencing":{"suspended":false,"max_jump":0}}`), &bucket, 1000); err != nil {
		t.Fatal(err)
	}
	if bucket.Fencing.Suspended == nil || *bucket.Fencing.MaxJump != 0 || bucket.Fencing.Required != nil {
		t.Errorf("got %+v", bucket)
	}
}

func TestDecodeRefuses(t *testing.T) {
	tests := []struct {
		name   string
		body   string
		want   error
		detail string // a part of it
	}{
		{"empty", "", ErrInvalidRequest, "body is empty"},
		{"blank", " \n", ErrInvalidRequest, "body is empty"},
		{"no JSON", "{", ErrInvalidRequest, "no JSON value"},
		{"trailing value", `{"ops":[]} {}`, ErrInvalidRequest, "no JSON value"},
		{"trailing text", `{"ops":[]}x`, ErrInvalidRequest, "no JSON value"},
		{"array", `[]`, ErrInvalidRequest, "give an object"},
		{"null", `null`, ErrInvalidRequest, "is null"},
		{"unknown", `{"opps":[]}`, ErrInvalidRequest, `"opps" is unknown: the members here are ops`},
		{"unknown below", `{"ops":[{"op":"get"},{"kee":"k"}]}`, ErrInvalidRequest, `"ops[1].kee" is unknown`},
		{"other case", `{"ops":[{"Key":"k"}]}`, ErrInvalidRequest, `"ops[0].Key" is unknown: spell it "key"`},
		{"folded", `{"opſ":[]}`, ErrInvalidRequest, `spell it "ops"`},
		{"twice", `{"ops":[{"key":"a","key":"b"}]}`, ErrInvalidRequest, `"ops[0].key" is given twice`},
		{"twice in disguise", `{"ops":[{"key":"a","\u006bey":"b"}]}`, ErrInvalidRequest, `"ops[0].key" is given twice`},
		{"twice in a map", `{"ops":[{"metadata":{"a":"1","a":"2"}}]}`, ErrInvalidRequest, `"ops[0].metadata.a" is given twice`},
		{"null member", `{"ops":[{"if_match":null}]}`, ErrInvalidRequest, `"ops[0].if_match" is null`},
		{"null token", `{"ops":[{"token":null}]}`, ErrInvalidRequest, `"ops[0].token" is null`},
		{"null in a map", `{"ops":[{"metadata":{"a":null}}]}`, ErrInvalidRequest, `"ops[0].metadata.a" is null`},
		{"number for a string", `{"ops":[{"key":1}]}`, ErrInvalidRequest, "give a string"},
		{"number in a map", `{"ops":[{"metadata":{"a":1}}]}`, ErrInvalidRequest, "give a string"},
		{"bytes as numbers", `{"ops":[{"value":[104,105]}]}`, ErrInvalidRequest, "give a string of base64"},
		{"no base64", `{"ops":[{"value":"%"}]}`, ErrInvalidRequest, "base64"},
		{"token 0", `{"ops":[{"key":"k"},{"token":"0"}]}`, ErrInvalidToken, `ops[1].token: `},
		{"token with exponent", `{"ops":[{"token":1e3}]}`, ErrInvalidToken, `ops[0].token: `},
		{"token as an object", `{"ops":[{"token":{}}]}`, ErrInvalidToken, `ops[0].token: `},
		{"not UTF-8", "{\"ops\":[{\"key\":\"\xff\"}]}", ErrInvalidRequest, "not UTF-8"},
		{"half a pair", `{"ops":[{"key":"\ud83d"}]}`, ErrInvalidRequest, `"ops[0].key" has half a surrogate pair`},
		{"half a pair and text", `{"ops":[{"key":"\ud83dx"}]}`, ErrInvalidRequest, "surrogate"},
		{"two high halves", `{"ops":[{"key":"\ud83d\ud83d"}]}`, ErrInvalidRequest, "surrogate"},
		{"low half first", `{"ops":[{"key":"\ude00\ud83d"}]}`, ErrInvalidRequest, "surrogate"},
		{"half a pair in a name", `{"\ud83d":1}`, ErrInvalidRequest, "surrogate"},
		{"too large", `{"ops":[` + strings.Repeat(" ", 1000) + `]}`, ErrTooLarge, "more than 1000 bytes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := Decode(strings.NewReader(tt.body), &BatchRequest{}, 1000)
			if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.detail) {
				t.Errorf("Decode(%s) = %v, want %v with %q", tt.body, err, tt.want, tt.detail)
			}
		})
	}
	for body, detail := range map[string]string{
		`{"ttl_ms":1.5}`:                 "give a whole number that fits int64",
		`{"ttl_ms":"5000"}`:              "give a whole number",
		`{"ttl_ms":9223372036854775808}`: "give a whole number",
		`{"seal_on_expiry":"true"}`:      "give true or false",
	} {
		if err := Decode(strings.NewReader(body), &AcquireRequest{}, 1000); !errors.Is(err, ErrInvalidRequest) || !strings.Contains(err.Error(), detail) {
			t.Errorf("Decode(%s) = %v, want %q", body, err, detail)
		}
	}
}

func TestDecodeLimitIsExact(t *testing.T) {
	body := `{"ops":[]}`
	if err := Decode(strings.NewReader(body), &BatchRequest{}, int64(len(body))); err != nil {
		t.Errorf("a body of the limit: %v", err)
	}
	err := Decode(strings.NewReader(body), &BatchRequest{}, int64(len(body))-1)
	var e *Error
	if !errors.As(err, &e) || e.Code != CodeTooLarge || e.Limit != int64(len(body))-1 {
		t.Errorf("a body above the limit: %v", err)
	}
}

func TestDecodeOptional(t *testing.T) {
	for body, want := range map[string]bool{"": false, " \r\n\t": false, "{}": true} {
		var r RenewRequest
		if found, err := DecodeOptional(strings.NewReader(body), &r, 100); found != want || err != nil {
			t.Errorf("DecodeOptional(%q) = %t, %v, want %t", body, found, err, want)
		}
	}
	broken := errors.New("broken pipe")
	_, err := DecodeOptional(io.MultiReader(strings.NewReader("{"), &failing{broken}), &RenewRequest{}, 100)
	if !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }

// FuzzDecode: whatever Unmarshal accepts, encoding/json with DisallowUnknownFields accepts too, as
// all there is in the body, and reads the same from it.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		`{"ops":[{"op":"put","key":"k","value":"aGk=","token":"34","seq":7,"metadata":{"a":"b"},"if_match":"\"r1-1\""}]}`,
		`{"holder":"a","ttl_ms":5000,"wait_ms":0,"lease_id":"x","seal_on_expiry":true,"metadata":{"a":"b"}}`,
		`{"fencing":{"authority":"any","required":true,"proof":"lease","max_jump":0,"idempotency_ms":1,"suspended":false}}`,
		`{"token":"1"}`, `{"Token":1}`, `{"token":1,"token":2}`, `{"ops":null}`, `{} {}`, `{"ops":[{"key":"\ud800"}]}`, `[]`, `""`, `0`,
		`{"code":"stale_token","token":"3","effective":4,"scope":"","refused":[{"index":1,"code":"x","token":"1"}],"limit":1}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		decodeBoth[BatchRequest](t, body)
		decodeBoth[AcquireRequest](t, body)
		decodeBoth[BucketRequest](t, body)
		decodeBoth[FenceAdvance](t, body)
		decodeBoth[RenewRequest](t, body)
		decodeBoth[Error](t, body)
	})
}

func decodeBoth[T any](t *testing.T, body []byte) {
	var ours, theirs T
	if err := Unmarshal(body, &ours); err != nil {
		var e *Error
		if !errors.As(err, &e) || e.Detail == "" {
			t.Fatalf("Unmarshal(%q) = %v, which is no *Error with a detail", body, err)
		}
		return
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&theirs); err != nil {
		t.Fatalf("Unmarshal accepts %q as %T, encoding/json does not: %v", body, ours, err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		t.Fatalf("Unmarshal accepts %q, which goes on: %v", body, err)
	}
	if !reflect.DeepEqual(ours, theirs) {
		t.Fatalf("%q: got %+v, want %+v", body, ours, theirs)
	}
}
