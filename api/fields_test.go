package api

import (
	"crypto/md5"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestETag(t *testing.T) {
	if got := FormatETag(42, 1); got != `"r42-1"` {
		t.Errorf("FormatETag(42, 1) = %s", got)
	}
	for _, etag := range []string{"", `"`, `""`, "r42-1", `"42-1"`, `"r42"`, `"r-1"`, `"r042-1"`, `"r42-+1"`, `"r42-1-1"`, `W/"r42-1"`, `"r42-4294967296"`} {
		if r, p, ok := ParseETag(etag); ok {
			t.Errorf("ParseETag(%s) = %d, %d, want none", etag, r, p)
		}
	}
}

func TestParseETagList(t *testing.T) {
	tests := []struct {
		values []string
		want   Condition
	}{
		{nil, Condition{}},
		{[]string{"*"}, Condition{Any: true}},
		{[]string{" * "}, Condition{Any: true}},
		{[]string{`"r1-1"`}, Condition{Tags: []Tag{{Opaque: "r1-1"}}}},
		{[]string{`W/"r1-1"`}, Condition{Tags: []Tag{{Weak: true, Opaque: "r1-1"}}}},
		{[]string{`"a", W/"b" ,"c"`}, Condition{Tags: []Tag{{Opaque: "a"}, {Weak: true, Opaque: "b"}, {Opaque: "c"}}}},
		{[]string{`"a"`, `"b"`}, Condition{Tags: []Tag{{Opaque: "a"}, {Opaque: "b"}}}},
		{[]string{`,"a",,`}, Condition{Tags: []Tag{{Opaque: "a"}}}},
		{[]string{`"a,b"`}, Condition{Tags: []Tag{{Opaque: "a,b"}}}},
		{[]string{`""`}, Condition{Tags: []Tag{{}}}},
		{[]string{"\"\xe9\""}, Condition{Tags: []Tag{{Opaque: "\xe9"}}}},
	}
	for _, tt := range tests {
		if got, err := ParseETagList(tt.values); err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("ParseETagList(%q) = %+v, %v, want %+v", tt.values, got, err, tt.want)
		}
	}
	for _, values := range [][]string{{""}, {","}, {"r1-1"}, {`"a`}, {`a"`}, {`"a" "b"`}, {`"a"b`}, {`*, "a"`}, {`"a"`, "*"}, {"*", "*"},
		{`w/"a"`}, {`W/ "a"`}, {`"a b"`}, {"\"a\tb\""}, {"'a'"}, {strings.Repeat(`"a",`, 101)}} {
		if got, err := ParseETagList(values); !errors.Is(err, ErrInvalidRequest) || !got.IsZero() {
			t.Errorf("ParseETagList(%q) = %+v, %v, want %v", values, got, err, ErrInvalidRequest)
		}
	}
}

func TestConditionMatch(t *testing.T) {
	tests := []struct {
		condition    string
		etag         string
		strong, weak bool
	}{
		{`"r1-1"`, `"r1-1"`, true, true},
		{`"r1-2", "r1-1"`, `"r1-1"`, true, true},
		{`W/"r1-1"`, `"r1-1"`, false, true},
		{`"r1-2"`, `"r1-1"`, false, false},
		{`*`, `"r1-1"`, true, true},
		{`*`, ``, false, false},
		{`""`, ``, false, false},
		{`"r1-1"`, ``, false, false},
	}
	for _, tt := range tests {
		c, err := ParseETagList([]string{tt.condition})
		if err != nil {
			t.Fatal(err)
		}
		if strong, weak := c.MatchStrong(tt.etag), c.MatchWeak(tt.etag); strong != tt.strong || weak != tt.weak {
			t.Errorf("%s against %s: %t, %t, want %t, %t", tt.condition, tt.etag, strong, weak, tt.strong, tt.weak)
		}
	}
}

func FuzzETagList(f *testing.F) {
	for _, s := range []string{`*`, `"a"`, `W/"a", "b"`, `"a" "b"`, ``, `,`, `"r42-1"`, `"r042-1"`, `*,*`} {
		f.Add(s, "")
		f.Add(s, `"b"`)
	}
	f.Fuzz(func(t *testing.T, first, second string) {
		values := []string{first}
		if second != "" {
			values = append(values, second)
		}
		c, err := ParseETagList(values)
		if err != nil {
			if !errors.Is(err, ErrInvalidRequest) || !c.IsZero() {
				t.Fatalf("ParseETagList(%q) = %+v, %v", values, c, err)
			}
		} else {
			if c.IsZero() || c.Any && c.Tags != nil {
				t.Fatalf("ParseETagList(%q) = %+v: the condition is lost", values, c)
			}
			if again, err := ParseETagList([]string{c.String()}); err != nil || !reflect.DeepEqual(again, c) {
				t.Fatalf("%q: %+v, then %+v, %v", values, c, again, err)
			}
		}
		if r, p, ok := ParseETag(first); ok && FormatETag(r, p) != first {
			t.Fatalf("FormatETag(ParseETag(%q)) = %q", first, FormatETag(r, p))
		}
	})
}

func TestParseDigest(t *testing.T) {
	body := []byte("hello")
	sum256, sum512 := sha256.Sum256(body), sha512.Sum512(body)
	d256 := FormatReprDigest(sum256)
	d512 := "sha-512=:" + base64.StdEncoding.EncodeToString(sum512[:]) + ":"
	tests := []struct {
		values []string
		want   Digests
	}{
		{nil, Digests{}},
		{[]string{d256}, Digests{SHA256: sum256[:]}},
		{[]string{d512}, Digests{SHA512: sum512[:]}},
		{[]string{d256 + ", " + d512}, Digests{sum256[:], sum512[:]}},
		{[]string{d512, d256}, Digests{sum256[:], sum512[:]}},
		{[]string{"md5=:AAAA:, " + d256}, Digests{SHA256: sum256[:]}},
	}
	for _, tt := range tests {
		if got, err := ParseDigest(tt.values); err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("ParseDigest(%q) = %x, %v, want %x", tt.values, got, err, tt.want)
		}
	}
	bare := strings.Trim(strings.TrimPrefix(d256, "sha-256="), ":")
	for _, values := range [][]string{{""}, {","}, {d256 + ","}, {"sha-256=" + bare}, {"sha-256=:" + bare}, {"SHA-256=:" + bare + ":"},
		{"sha-256=:" + strings.TrimRight(bare, "=") + ":"}, {"sha-256=:AAAA:"}, {"sha-256=::"}, {"sha-256=:" + d512[9:]}, {"md5=:AAAA:"}, {"unixsum=:AAAA:"},
		{d256 + ", " + d256}, {d256, d256}, {d256 + ";q=1"}, {"sha-256"}, {"=:AAAA:"}, {d256 + " md5=:AAAA:"}} {
		if got, err := ParseDigest(values); !errors.Is(err, ErrInvalidRequest) || !got.IsZero() {
			t.Errorf("ParseDigest(%q) = %x, %v, want %v", values, got, err, ErrInvalidRequest)
		}
	}
}

func TestParseContentMD5(t *testing.T) {
	sum := md5.Sum([]byte("hello"))
	text := base64.StdEncoding.EncodeToString(sum[:])
	if got, err := ParseContentMD5([]string{text}); err != nil || string(got) != string(sum[:]) {
		t.Errorf("ParseContentMD5(%q) = %x, %v", text, got, err)
	}
	if got, err := ParseContentMD5(nil); got != nil || err != nil {
		t.Errorf("ParseContentMD5(nil) = %x, %v", got, err)
	}
	for _, values := range [][]string{{""}, {"AAAA"}, {text, text}, {"5d41402abc4b2a76b9719d911017c592"}, {text[:10] + "\n" + text[10:]}} {
		if got, err := ParseContentMD5(values); !errors.Is(err, ErrInvalidRequest) {
			t.Errorf("ParseContentMD5(%q) = %x, %v", values, got, err)
		}
	}
}

func FuzzDigest(f *testing.F) {
	f.Add([]byte("hello"), "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:")
	f.Add([]byte(""), "md5=:AAAA:, sha-512=::")
	f.Add([]byte(""), "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:, sha-256=::")
	f.Fuzz(func(t *testing.T, body []byte, value string) {
		if d, err := ParseDigest([]string{value}); err != nil {
			if !errors.Is(err, ErrInvalidRequest) || !d.IsZero() {
				t.Fatalf("ParseDigest(%q) = %x, %v", value, d, err)
			}
		} else if d.IsZero() || d.SHA256 != nil && len(d.SHA256) != 32 || d.SHA512 != nil && len(d.SHA512) != 64 {
			t.Fatalf("ParseDigest(%q) = %x", value, d)
		} else if d.SHA256 != nil && !strings.Contains(value, FormatReprDigest([32]byte(d.SHA256))) {
			t.Fatalf("ParseDigest(%q) = %x, which is not in it", value, d)
		}
		sum := sha256.Sum256(body)
		if d, err := ParseDigest([]string{FormatReprDigest(sum)}); err != nil || string(d.SHA256) != string(sum[:]) {
			t.Fatalf("%q: %x, %v, want %x", FormatReprDigest(sum), d, err, sum)
		}
		if md, err := ParseContentMD5([]string{value}); err == nil && base64.StdEncoding.EncodeToString(md) != strings.Trim(value, " \t") {
			t.Fatalf("ParseContentMD5(%q) = %x", value, md)
		}
	})
}

func TestParseIdempotencyKey(t *testing.T) {
	long := strings.Repeat("k", 255)
	for value, want := range map[string]string{
		"k": "k", `"k"`: "k", ` k `: "k", `a b`: "a b", `"a b"`: "a b", `a"b`: `a"b`, `"a\"b"`: `a"b`, `a\b`: `a\b`, `"a\\b"`: `a\b`,
		long: long, `"` + long + `"`: long, `" "`: " ",
	} {
		if got, err := ParseIdempotencyKey([]string{value}); err != nil || got != want {
			t.Errorf("ParseIdempotencyKey(%q) = %q, %v, want %q", value, got, err, want)
		}
	}
	if got, err := ParseIdempotencyKey(nil); got != "" || err != nil {
		t.Errorf("ParseIdempotencyKey(nil) = %q, %v", got, err)
	}
	for _, values := range [][]string{{""}, {`""`}, {" "}, {`"`}, {`"k`}, {`"k"x`}, {`"k";a=1`}, {`"a\nb"`}, {`"a\`}, {`"a\"`}, {"é"}, {"a\x00"}, {"a\tb"},
		{long + "k"}, {`"` + long + `k"`}, {"k", "k"}} {
		if got, err := ParseIdempotencyKey(values); got != "" || !errors.Is(err, ErrInvalidRequest) {
			t.Errorf("ParseIdempotencyKey(%q) = %q, %v, want %v", values, got, err, ErrInvalidRequest)
		}
	}
}

func FuzzIdempotencyKey(f *testing.F) {
	for _, s := range []string{"k", `"k"`, `"a\"b\\"`, `a\b`, `"`, `""`, "é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, value string) {
		key, err := ParseIdempotencyKey([]string{value})
		if err != nil {
			if key != "" || !errors.Is(err, ErrInvalidRequest) {
				t.Fatalf("ParseIdempotencyKey(%q) = %q, %v", value, key, err)
			}
			return
		}
		if len(key) < 1 || len(key) > IdempotencyKeyMax {
			t.Fatalf("ParseIdempotencyKey(%q) = %q", value, key)
		}
		quoted := FormatIdempotencyKey(key)
		if again, err := ParseIdempotencyKey([]string{quoted}); err != nil || again != key {
			t.Fatalf("ParseIdempotencyKey(%q) = %q, %v, want %q", quoted, again, err, key)
		}
	})
}
