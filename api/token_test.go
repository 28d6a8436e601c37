package api

import (
	"encoding/json"
	"errors"
	"net/textproto"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func TestParseToken(t *testing.T) {
	for _, s := range []string{"1", "9", "34", "9007199254740993", "4611686018427387904", "9223372036854775807"} {
		got, err := ParseToken(s)
		if err != nil || got.String() != s {
			t.Errorf("ParseToken(%q) = %d, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "0", "00", "01", "+1", "-1", " 1", "1 ", "1.0", "1e3", "0x1", "1_0", "١",
		"9223372036854775808", "18446744073709551616", strings.Repeat("9", 100), "null", `"1"`} {
		if got, err := ParseToken(s); got != 0 || !errors.Is(err, ErrInvalidToken) {
			t.Errorf("ParseToken(%q) = %d, %v, want %v", s, got, err, ErrInvalidToken)
		}
	}
}

func TestTokenJSON(t *testing.T) {
	for text, want := range map[string]Token{
		`"34"`:                34,
		`34`:                  34,
		`9007199254740993`:    9007199254740993,
		`"9007199254740993"`:  9007199254740993,
		`"\u0033\u0034"`:      34,
		`9223372036854775807`: TokenMax,
	} {
		var got Token
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("Unmarshal(%s) = %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{`0`, `"0"`, `""`, `"034"`, `-1`, `1.0`, `1e3`, `"1e3"`, `" 1"`, `true`, `null`, `[1]`, `{}`, `9223372036854775808`} {
		var got Token
		if err := json.Unmarshal([]byte(text), &got); !errors.Is(err, ErrInvalidToken) {
			t.Errorf("Unmarshal(%s) = %d, %v, want %v", text, got, err, ErrInvalidToken)
		}
	}
	if got, err := json.Marshal(map[string]any{"t": TokenMax, "s": Seen(0), "n": Seq(7), "r": Revision(9)}); err != nil ||
		string(got) != `{"n":"7","r":9,"s":"0","t":"9223372036854775807"}` {
		t.Errorf("Marshal = %s, %v", got, err)
	}
}

func TestSeenToken(t *testing.T) {
	var none SeenToken
	if !none.IsZero() || Seen(0).IsZero() || none == Seen(0) || Seen(5) != Seen(5) {
		t.Error("a token that is not given must differ from a given 0")
	}
	if Seen(5).Compare(4) != 1 || Seen(5).Compare(5) != 0 || Seen(5).Compare(6) != -1 {
		t.Error("Compare is wrong")
	}
	for text, want := range map[string]SeenToken{`"0"`: Seen(0), `0`: Seen(0), `"7"`: Seen(7), `null`: {}} {
		var got SeenToken
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("Unmarshal(%s) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{`""`, `"07"`, `-1`, `1.5`} {
		var got SeenToken
		if err := json.Unmarshal([]byte(text), &got); !errors.Is(err, ErrInvalidToken) {
			t.Errorf("Unmarshal(%s) = %v, %v", text, got, err)
		}
	}
}

func TestRevisionAndSeqJSON(t *testing.T) {
	var v struct {
		R Revision `json:"r"`
		S Seq      `json:"s"`
	}
	for _, text := range []string{`{"r":9007199254740993,"s":9007199254740993}`, `{"r":"9007199254740993","s":"9007199254740993"}`} {
		if err := json.Unmarshal([]byte(text), &v); err != nil || v.R != 9007199254740993 || v.S != 9007199254740993 {
			t.Errorf("Unmarshal(%s) = %+v, %v", text, v, err)
		}
	}
	for _, text := range []string{`{"r":-1}`, `{"r":1.5}`, `{"r":"x"}`, `{"s":-1}`, `{"s":1e2}`, `{"s":9223372036854775808}`} {
		if err := json.Unmarshal([]byte(text), &v); !errors.Is(err, ErrInvalidRequest) {
			t.Errorf("Unmarshal(%s) = %v, want %v", text, err, ErrInvalidRequest)
		}
	}
}

func TestTokenHeader(t *testing.T) {
	tests := []struct {
		name   string
		header map[string][]string
		want   Token
		found  bool
		err    error
	}{
		{"none", nil, 0, false, nil},
		{"one", map[string][]string{"X-Fence-Token": {"34"}}, 34, true, nil},
		{"alias", map[string][]string{"X-Fencing-Token": {"34"}}, 34, true, nil},
		{"both", map[string][]string{"X-Fence-Token": {"34"}, "X-Fencing-Token": {"35"}}, 0, false, ErrInvalidToken},
		{"repeated", map[string][]string{"X-Fence-Token": {"34", "34"}}, 0, false, ErrInvalidToken},
		{"joined by a proxy", map[string][]string{"X-Fence-Token": {"34, 34"}}, 0, false, ErrInvalidToken},
		{"empty", map[string][]string{"X-Fence-Token": {""}}, 0, false, ErrInvalidToken},
		{"zero", map[string][]string{"X-Fencing-Token": {"0"}}, 0, false, ErrInvalidToken},
	}
	for _, tt := range tests {
		got, found, err := TokenHeader(tt.header)
		if got != tt.want || found != tt.found || !errors.Is(err, tt.err) {
			t.Errorf("%s: %d, %t, %v, want %d, %t, %v", tt.name, got, found, err, tt.want, tt.found, tt.err)
		}
	}
}

func TestScopeHeader(t *testing.T) {
	for value, want := range map[string]string{
		"jobs/42": "jobs/42", "jobs/": "jobs/", "100%25": "100%", "%20a%20": " a ", "a+b": "a+b", "%E6%97%A5": "日", "日": "日",
	} {
		got, found, err := ScopeHeader(map[string][]string{"X-Fence-Scope": {value}})
		if got != want || !found || err != nil {
			t.Errorf("ScopeHeader(%q) = %q, %t, %v, want %q", value, got, found, err, want)
		}
	}
	for value, want := range map[string]error{"": ErrInvalidRequest, "%": ErrInvalidRequest, "a/..": ErrInvalidKey, "%0A": ErrInvalidKey} {
		if got, found, err := ScopeHeader(map[string][]string{"X-Fence-Scope": {value}}); found || !errors.Is(err, want) {
			t.Errorf("ScopeHeader(%q) = %q, %t, %v, want %v", value, got, found, err, want)
		}
	}
	if _, found, err := ScopeHeader(nil); found || err != nil {
		t.Errorf("ScopeHeader(nil) = %t, %v", found, err)
	}
	if _, _, err := ScopeHeader(map[string][]string{"X-Fence-Scope": {"a", "a"}}); !errors.Is(err, ErrInvalidRequest) {
		t.Errorf("repeated: %v", err)
	}
	if got, found, err := SeqHeader(map[string][]string{"X-Fence-Seq": {"0"}}); got != 0 || !found || err != nil {
		t.Errorf("SeqHeader(0) = %d, %t, %v", got, found, err)
	}
	if _, found, err := SeqHeader(map[string][]string{"X-Fence-Seq": {"-1"}}); found || !errors.Is(err, ErrInvalidRequest) {
		t.Errorf("SeqHeader(-1) = %t, %v", found, err)
	}
}

func TestHeaderNamesAreCanonical(t *testing.T) {
	names := []string{HeaderFenceToken, HeaderFencingToken, HeaderFenceScope, HeaderFenceSeq, HeaderLeaseID, HeaderAttachLease,
		HeaderIdempotency, HeaderFenceEffective, HeaderRevision, HeaderRequestID, HeaderErrorCode, HeaderIdempotencyReplayed,
		HeaderRetryAfter, HeaderAllow, HeaderWWWAuthenticate, HeaderStoreID, HeaderMetaPrefix, HeaderETag, HeaderIfMatch,
		HeaderIfNoneMatch, HeaderIfModifiedSince, HeaderIfUnmodifiedSince, HeaderIfRange, HeaderRange, HeaderContentRange,
		HeaderAcceptRanges, HeaderLastModified, HeaderContentDigest, HeaderReprDigest, HeaderContentMD5, HeaderContentLength,
		HeaderExpect, HeaderAuthorization}
	for _, name := range append(names, KeptHeaders()...) {
		if got := textproto.CanonicalMIMEHeaderKey(name); got != name {
			t.Errorf("%q is %q in canonical form", name, got)
		}
	}
}

func FuzzToken(f *testing.F) {
	for _, s := range []string{"1", "0", "", "01", "+1", "-0", "1e3", "9223372036854775807", "9223372036854775808", `"1"`, "1\n"} {
		f.Add(s)
	}
	digits := regexp.MustCompile(`^[1-9][0-9]*$`)
	f.Fuzz(func(t *testing.T, s string) {
		n, strconvErr := strconv.ParseInt(s, 10, 64)
		legal := digits.MatchString(s) && strconvErr == nil
		token, err := ParseToken(s)
		if (err == nil) != legal {
			t.Fatalf("ParseToken(%q) = %d, %v, want legal %t", s, token, err, legal)
		}
		var number Token
		numberErr := json.Unmarshal([]byte(s), &number)
		if legal && (numberErr != nil || number != token) {
			t.Fatalf("Unmarshal(%q) = %d, %v, want %d", s, number, numberErr, token)
		}
		if !legal {
			if token != 0 || !errors.Is(err, ErrInvalidToken) {
				t.Fatalf("ParseToken(%q) = %d, %v", s, token, err)
			}
			return
		}
		if token != Token(n) || token.String() != s {
			t.Fatalf("ParseToken(%q) = %d", s, token)
		}
		text, err := json.Marshal(token)
		if err != nil || string(text) != `"`+s+`"` {
			t.Fatalf("Marshal(%d) = %s, %v", token, text, err)
		}
		var again Token
		if err := json.Unmarshal(text, &again); err != nil || again != token {
			t.Fatalf("Unmarshal(%s) = %d, %v", text, again, err)
		}
	})
}
