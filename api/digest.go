package api

import (
	"crypto/md5"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"strings"
)

// Digests are the digests that a request gives of its body; nil where it gives none.
type Digests struct {
	SHA256 []byte // 32 bytes
	SHA512 []byte // 64 bytes
}

// IsZero reports whether there is no digest.
func (d Digests) IsZero() bool { return d.SHA256 == nil && d.SHA512 == nil }

// ParseDigest reads the values of Content-Digest or Repr-Digest (RFC 9530), one for each time
// that the header was sent; none gives the zero Digests. The value is a dictionary of RFC 8941,
// as in "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:".
//
// Algorithms other than sha-256 and sha-512 are skipped where one of these is beside them. A
// header that is malformed, names an algorithm twice or has none that we check is refused with
// code invalid_request: who sends a digest believes that it was checked.
func ParseDigest(values []string) (Digests, error) {
	if len(values) == 0 {
		return Digests{}, nil
	}
	var d Digests
	seen := make(map[string]bool)
	for member := range strings.SplitSeq(strings.Join(values, ","), ",") {
		name, sum, ok := digestMember(trimSpace(member))
		if !ok {
			return Digests{}, NewError(CodeInvalidRequest, "%s is no digest: send it as in sha-256=:...: "+
				"with base64 between the colons, the algorithm in lower case.", quote(member))
		}
		if seen[name] {
			return Digests{}, NewError(CodeInvalidRequest, "The digest %s is given twice: give it once.", name)
		}
		seen[name] = true
		size := len(sum)
		switch name {
		case "sha-256":
			d.SHA256, size = sum, sha256.Size
		case "sha-512":
			d.SHA512, size = sum, sha512.Size
		}
		if len(sum) != size {
			return Digests{}, NewError(CodeInvalidRequest, "The digest %s has %d bytes and not %d: encode the sum itself "+
				"in base64, not its hexadecimal form.", name, len(sum), size)
		}
	}
	if d.IsZero() {
		return Digests{}, NewError(CodeInvalidRequest, "The digest names no algorithm that is checked here: send sha-256 or sha-512.")
	}
	return d, nil
}

// digestMember reads one member of the dictionary: key, "=", and a byte sequence. RFC 9530
// defines no parameters, and none are taken.
func digestMember(s string) (name string, sum []byte, ok bool) {
	name, value, ok := strings.Cut(s, "=")
	if !ok || !isDictionaryKey(name) {
		return "", nil, false
	}
	if len(value) < 2 || value[0] != ':' || value[len(value)-1] != ':' {
		return "", nil, false
	}
	sum, ok = decodeBase64(value[1 : len(value)-1])
	return name, sum, ok
}

func isDictionaryKey(s string) bool {
	for i := range len(s) {
		c := s[i]
		switch {
		case 'a' <= c && c <= 'z' || c == '*':
		case i > 0 && ('0' <= c && c <= '9' || c == '_' || c == '-' || c == '.'):
		default:
			return false
		}
	}
	return s != ""
}

// decodeBase64 is strict: encoding/base64 alone skips line ends within the text and ignores bits
// that are left over.
func decodeBase64(s string) ([]byte, bool) {
	if strings.ContainsAny(s, "\r\n") {
		return nil, false
	}
	b, err := base64.StdEncoding.Strict().DecodeString(s)
	return b, err == nil
}

// ParseContentMD5 reads the values of Content-MD5: the sum of the body in base64 (RFC 1864). It
// returns nil where the header was not sent; a repeat or a malformed value is refused with code
// invalid_request.
func ParseContentMD5(values []string) ([]byte, error) {
	if len(values) == 0 {
		return nil, nil
	}
	sum, ok := decodeBase64(trimSpace(values[0]))
	if !ok || len(values) > 1 || len(sum) != md5.Size {
		return nil, NewError(CodeInvalidRequest, "Content-MD5 is malformed or repeated: send the 16 bytes of the sum once, in base64.")
	}
	return sum, nil
}

// FormatReprDigest returns the Repr-Digest of an object whose SHA-256 is sum.
func FormatReprDigest(sum [sha256.Size]byte) string {
	return "sha-256=:" + base64.StdEncoding.EncodeToString(sum[:]) + ":"
}
