package api

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ValidateBucket reports whether name is a legal bucket name: 1 to [BucketNameMax] of a-z, 0-9,
// "." and "-", of which the first is a letter or digit. The error has code invalid_bucket.
func ValidateBucket(name string) error {
	switch {
	case name == "":
		return NewError(CodeInvalidBucket, "The bucket name is missing: it comes right behind the "+
			"tree, as in /v1/objects/my-bucket.")
	case len(name) > BucketNameMax:
		return NewError(CodeInvalidBucket, "The bucket name has %d characters: use at most %d.", len(name), BucketNameMax)
	}
	for i := range len(name) {
		c := name[i]
		alphanumeric := 'a' <= c && c <= 'z' || '0' <= c && c <= '9'
		if alphanumeric || i > 0 && (c == '.' || c == '-') {
			continue
		}
		return NewError(CodeInvalidBucket, "%s is no bucket name: use a-z, 0-9, \".\" and \"-\", "+
			"unescaped, and start with a letter or digit.", quote(name))
	}
	return nil
}

// ValidateKey reports whether key is a legal key: 1 to [KeyBytesMax] bytes of UTF-8 without a
// control character (C0, DEL and C1, so NUL and newline too) and without a segment "." or "..".
// The error has code invalid_key.
//
// Everything else is legal. The separators U+2028 and U+2029 are no control characters by
// Unicode; they are kept like any other character. Dot segments are refused because browsers,
// curl and most HTTP libraries resolve them before they send, and another key would be written.
func ValidateKey(key string) error {
	if key == "" {
		return NewError(CodeInvalidKey, "The key is empty: give it 1 to %d bytes.", KeyBytesMax)
	}
	return validateName(key, false)
}

// ValidateScope reports whether scope is a legal scope: empty (the whole bucket), or a legal
// key, which with a "/" at its end stands for every key that starts with it. The error has code
// invalid_key.
func ValidateScope(scope string) error { return validateName(scope, false) }

// ValidatePrefix reports whether prefix can start a key, or stand between keys as start_after:
// a scope in all but that its last segment may be "." or "..", which may go on. The error has
// code invalid_key.
func ValidatePrefix(prefix string) error { return validateName(prefix, true) }

// validateName judges keys, scopes and prefixes; open says that the last segment may go on.
func validateName(name string, open bool) error {
	if len(name) > KeyBytesMax {
		return NewError(CodeInvalidKey, "The name has %d bytes: use at most %d.", len(name), KeyBytesMax)
	}
	if !utf8.ValidString(name) {
		return NewError(CodeInvalidKey, "%s is not UTF-8: encode the name as UTF-8 before percent-encoding it.", quote(name))
	}
	if i := strings.IndexFunc(name, unicode.IsControl); i >= 0 {
		return NewError(CodeInvalidKey, "%s has a control character at byte %d: leave it out or spell it.", quote(name), i)
	}
	for rest, more := name, true; more; {
		var segment string
		segment, rest, more = strings.Cut(rest, "/")
		if segment != "." && segment != ".." || open && !more {
			continue
		}
		return NewError(CodeInvalidKey, "%s has a segment %q, which HTTP software resolves on the way: "+
			"name the segment otherwise.", quote(name), segment)
	}
	return nil
}

// IsKeyScope reports whether a scope is one key, and not a prefix or the whole bucket.
func IsKeyScope(scope string) bool { return scope != "" && !strings.HasSuffix(scope, "/") }

// Covers reports whether scope covers key: it is the key, a prefix scope that the key starts
// with, or the whole bucket.
func Covers(scope, key string) bool {
	if IsKeyScope(scope) {
		return scope == key
	}
	return strings.HasPrefix(key, scope)
}

// ValidateHolder reports whether a holder name can be used: 1 to [HolderMax] characters of UTF-8
// without control characters. The error has code invalid_request.
func ValidateHolder(holder string) error {
	n := utf8.RuneCountInString(holder)
	if n < 1 || n > HolderMax {
		return NewError(CodeInvalidRequest, "\"holder\" has %d characters: name the holder, such as a host "+
			"and process, in 1 to %d.", n, HolderMax)
	}
	if !utf8.ValidString(holder) || strings.ContainsFunc(holder, unicode.IsControl) {
		return NewError(CodeInvalidRequest, "\"holder\" %s must be UTF-8 without control characters.", quote(holder))
	}
	return nil
}

// ParseLeaseID returns a lease id in its one form: a UUID of 36 characters, in lower case. The
// error has code invalid_request.
//
// The nil UUID is refused: it is what a variable holds that was never set, and two callers that
// send it would share a lease.
func ParseLeaseID(s string) (string, error) {
	lower := strings.ToLower(s)
	if !isUUID(lower) || lower == "00000000-0000-0000-0000-000000000000" {
		// The id is a secret of its holder: what was sent is not repeated.
		return "", NewError(CodeInvalidRequest, "The lease id is no UUID: send 32 hexadecimal digits, grouped "+
			"8-4-4-4-12 by hyphens, not all zero.")
	}
	return lower, nil
}

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		c := s[i]
		switch i {
		case 8, 13, 18, 23:
			if c != '-' {
				return false
			}
		default:
			if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
				return false
			}
		}
	}
	return true
}

// ValidateUserMetadata reports whether the user metadata of an object can be kept: names are
// header names in lower case (without "x-meta-"), values printable ASCII without spaces at
// their ends (headers lose those), together at most [UserMetadataMax] bytes. The error has code
// invalid_request, or too_large.
func ValidateUserMetadata(metadata map[string]string) error {
	size := 0
	for name, value := range metadata {
		size += len(name) + len(value)
		if !isMetadataName(name) {
			return NewError(CodeInvalidRequest, "%s is no name for user metadata: use a-z, 0-9 and "+
				"!#$%%&'*+-.^_`|~.", quote(name))
		}
		if strings.Trim(value, " ") != value || strings.ContainsFunc(value, notPrintableASCII) {
			return NewError(CodeInvalidRequest, "The user metadata %s has a value that is not printable ASCII or "+
				"has a space at its end: encode it, for instance with percent signs.", quote(name))
		}
	}
	if size > UserMetadataMax {
		e := NewError(CodeTooLarge, "The user metadata has %d bytes: use at most %d, names included.", size, UserMetadataMax)
		e.Limit = UserMetadataMax
		return e
	}
	return nil
}

func isMetadataName(name string) bool {
	for i := range len(name) {
		c := name[i]
		if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0 {
			continue
		}
		return false
	}
	return name != ""
}

func notPrintableASCII(r rune) bool { return r < 0x20 || r > 0x7e }
