package api

import (
	"net/url"
	"strings"
)

// A Tree is one of the resource trees below /v1/, all over the same names.
type Tree string

// The trees.
const (
	TreeBuckets    Tree = "buckets"
	TreeObjects    Tree = "objects"
	TreeLeases     Tree = "leases"
	TreeFences     Tree = "fences"
	TreeBatch      Tree = "batch"
	TreeRejections Tree = "rejections"
	TreeWatch      Tree = "watch"
)

// Prefix returns what the path of everything in the tree starts with, without the last slash:
// "/v1/objects".
func (t Tree) Prefix() string { return "/v1/" + string(t) }

// NameParam returns the query parameter that may carry the name in place of the path: "key" for
// objects, "scope" for leases and fences, "" for trees that have buckets only.
func (t Tree) NameParam() string {
	switch t {
	case TreeObjects:
		return "key"
	case TreeLeases, TreeFences:
		return "scope"
	}
	return ""
}

// Names is what a URL of one of the trees names, decoded and valid. It is the only form in
// which router, authorisation, fence and store know a name.
type Names struct {
	Tree   Tree
	Bucket string // empty only for the list of buckets

	// Name is the key in TreeObjects, the scope in TreeLeases and TreeFences. It may be empty
	// with HasName set: the whole bucket as a scope.
	Name string

	// HasName is false for the bucket as a collection, such as the list of its objects.
	HasName bool
}

// Path returns the escaped path that [SplitPath] reads back as n.
func (n Names) Path() string {
	switch {
	case n.Bucket == "":
		return n.Tree.Prefix()
	case !n.HasName:
		return CollectionPath(n.Tree, n.Bucket)
	}
	return Path(n.Tree, n.Bucket, n.Name)
}

// CollectionPath returns the escaped path of a bucket in a tree: the bucket itself, or the list
// of its objects, leases, fences or rejections, or the place its batches are sent to.
func CollectionPath(tree Tree, bucket string) string {
	return tree.Prefix() + "/" + url.PathEscape(bucket)
}

// Path returns the escaped path of a key or scope of a bucket; an empty scope is the whole
// bucket. It is made to be appended to a base URL and parsed (url.Parse keeps its escapes).
//
// Each byte other than the unreserved ones of RFC 3986 and the slash is percent-encoded, and so
// is a slash that directly follows another or starts the name. There is thus no "//" in the
// path for a gateway to merge, and no reserved character for one to interpret.
//
// Path does not judge: a name that is not legal gets a path that [SplitPath] refuses.
func Path(tree Tree, bucket, name string) string {
	return CollectionPath(tree, bucket) + "/" + escape(name, true)
}

// EscapeName percent-encodes a name for a query parameter (?key=, ?scope=, ?prefix=,
// ?start_after=) or for X-Fence-Scope. Slashes stay.
func EscapeName(name string) string { return escape(name, false) }

// SplitPath reads the escaped path of a URL, r.URL.EscapedPath(), in the given tree.
//
// The segment behind the tree is the bucket; its alphabet needs no escapes, and none are read.
// All that follows the next slash is the name, percent-decoded exactly once and otherwise left
// alone, byte for byte: "%2F" and "/" are the same, "+" is a plus, empty segments and slashes
// at either end are kept. "/v1/objects/b" and "/v1/objects/b/" are both the list, since no key
// is empty; of a lease or a fence, the second is the whole bucket as a scope.
//
// Errors: invalid_bucket, invalid_key, invalid_request (a broken escape), route_not_found (the
// path is not of this tree, or goes on where the tree has buckets only).
func SplitPath(tree Tree, escapedPath string) (Names, error) {
	rest, ok := strings.CutPrefix(escapedPath, tree.Prefix())
	if !ok || rest != "" && rest[0] != '/' {
		return Names{}, NewError(CodeRouteNotFound, "%s is not below %s.", quote(escapedPath), tree.Prefix())
	}
	if rest == "" && tree == TreeBuckets {
		return Names{Tree: tree}, nil
	}
	bucket, escaped, more := strings.Cut(strings.TrimPrefix(rest, "/"), "/")
	if err := ValidateBucket(bucket); err != nil {
		return Names{}, err
	}
	names := Names{Tree: tree, Bucket: bucket}
	if tree.NameParam() == "" {
		if more {
			return Names{}, NewError(CodeRouteNotFound, "There is nothing below %s: leave out what "+
				"follows the bucket, the slash too.", CollectionPath(tree, bucket))
		}
		return names, nil
	}
	if !more || escaped == "" && tree == TreeObjects {
		return names, nil
	}
	return names.withName(escaped)
}

// ParseURL reads the names of a request's URL: those of [SplitPath], or, on the URL of a
// collection, the name given as ?key= (objects) or ?scope= (leases, fences), for gateways that
// touch paths. Both ways give the same Names for the same name.
//
// Errors: those of SplitPath, and invalid_request for a name parameter that is empty, repeated
// or beside a name in the path, and for a query that can't be decoded.
func ParseURL(tree Tree, u *url.URL) (Names, error) {
	names, err := SplitPath(tree, u.EscapedPath())
	if err != nil {
		return Names{}, err
	}
	param := tree.NameParam()
	if u.RawQuery == "" || param == "" {
		return names, nil
	}
	name, found, err := RawQueryValue(u.RawQuery, param)
	switch {
	case err != nil:
		return Names{}, err
	case !found:
		return names, nil
	case names.HasName:
		return Names{}, NewError(CodeInvalidRequest, "The name is given in the path and as ?%s=: "+
			"give it in one place.", param)
	case name == "" && param == "scope":
		return Names{}, NewError(CodeInvalidRequest, "?scope= is empty: give it a value, or send the "+
			"request to %s/ if you mean the whole bucket.", CollectionPath(tree, names.Bucket))
	case name == "":
		return Names{}, NewError(CodeInvalidRequest, "?%s= is empty: give it a value or leave it out.", param)
	}
	return names.named(name)
}

func (n Names) withName(escaped string) (Names, error) {
	name, err := unescape(escaped)
	if err != nil {
		return Names{}, err
	}
	return n.named(name)
}

func (n Names) named(name string) (Names, error) {
	validate := ValidateScope
	if n.Tree == TreeObjects {
		validate = ValidateKey
	}
	if err := validate(name); err != nil {
		return Names{}, err
	}
	n.Name, n.HasName = name, true
	return n, nil
}

// unescape percent-decodes once; a plus is a plus. The error has code invalid_request.
func unescape(s string) (string, error) {
	decoded, err := url.PathUnescape(s)
	if err != nil {
		return "", NewError(CodeInvalidRequest, "The percent-encoding is broken (%v): write a percent "+
			"sign that is part of a name as %%25.", err)
	}
	return decoded, nil
}

// escape percent-encodes all but unreserved bytes and slashes; with single set, also a slash
// that starts the name or follows a slash.
func escape(name string, single bool) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	b.Grow(len(name))
	for i := range len(name) {
		c := name[i]
		plain := isUnreserved(c)
		if c == '/' {
			plain = !single || i > 0 && name[i-1] != '/'
		}
		if plain {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('%')
		b.WriteByte(hex[c>>4])
		b.WriteByte(hex[c&15])
	}
	return b.String()
}

func isUnreserved(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return c == '-' || c == '.' || c == '_' || c == '~'
}
