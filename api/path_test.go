package api

import (
	"errors"
	"net/url"
	"strings"
	"testing"
)

func TestSplitPath(t *testing.T) {
	tests := []struct {
		name    string
		tree    Tree
		escaped string
		bucket  string
		want    string
		hasName bool
	}{
		{"plain", TreeObjects, "/v1/objects/b/a", "b", "a", true},
		{"slashes", TreeObjects, "/v1/objects/b/a/c", "b", "a/c", true},
		{"escaped slash", TreeObjects, "/v1/objects/b/a%2Fc", "b", "a/c", true},
		{"lower-case escape", TreeObjects, "/v1/objects/b/a%2fc", "b", "a/c", true},
		{"percent", TreeObjects, "/v1/objects/b/100%25", "b", "100%", true},
		{"decoded once", TreeObjects, "/v1/objects/b/a%252Fb", "b", "a%2Fb", true},
		{"space", TreeObjects, "/v1/objects/b/50%25off%20now", "b", "50%off now", true},
		{"plus", TreeObjects, "/v1/objects/b/a+b", "b", "a+b", true},
		{"double slash", TreeObjects, "/v1/objects/b/a//b", "b", "a//b", true},
		{"leading slash", TreeObjects, "/v1/objects/b//a", "b", "/a", true},
		{"trailing slashes", TreeObjects, "/v1/objects/b/a///", "b", "a///", true},
		{"only slashes", TreeObjects, "/v1/objects/b//", "b", "/", true},
		{"dots that are no dot segments", TreeObjects, "/v1/objects/b/.../.a/a.", "b", ".../.a/a.", true},
		{"query and fragment characters", TreeObjects, "/v1/objects/b/a%3Fb%23c;d=e", "b", "a?b#c;d=e", true},
		{"non-Latin", TreeObjects, "/v1/objects/b/%E6%97%A5%E6%9C%AC", "b", "日本", true},
		{"line separator", TreeObjects, "/v1/objects/b/a%E2%80%A8b", "b", "a\u2028b", true},
		{"object list", TreeObjects, "/v1/objects/b", "b", "", false},
		{"object list with slash", TreeObjects, "/v1/objects/b/", "b", "", false},
		{"lease list", TreeLeases, "/v1/leases/b", "b", "", false},
		{"whole bucket", TreeLeases, "/v1/leases/b/", "b", "", true},
		{"whole bucket fence", TreeFences, "/v1/fences/b/", "b", "", true},
		{"prefix scope", TreeLeases, "/v1/leases/b/jobs/", "b", "jobs/", true},
		{"root scope", TreeFences, "/v1/fences/b//", "b", "/", true},
		{"buckets", TreeBuckets, "/v1/buckets", "", "", false},
		{"bucket", TreeBuckets, "/v1/buckets/my.b-1", "my.b-1", "", false},
		{"batch", TreeBatch, "/v1/batch/b", "b", "", false},
		{"rejections", TreeRejections, "/v1/rejections/b", "b", "", false},
		{"watch", TreeWatch, "/v1/watch/b", "b", "", false},
		{"longest bucket", TreeBuckets, "/v1/buckets/" + strings.Repeat("a", 63), strings.Repeat("a", 63), "", false},
		{"longest key", TreeObjects, "/v1/objects/b/" + strings.Repeat("%C3%A9", 512), "b", strings.Repeat("é", 512), true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := SplitPath(tt.tree, tt.escaped)
			want := Names{tt.tree, tt.bucket, tt.want, tt.hasName}
			if err != nil || got != want {
				t.Fatalf("SplitPath(%s, %q) = %+v, %v, want %+v", tt.tree, tt.escaped, got, err, want)
			}
			if again, err := SplitPath(tt.tree, got.Path()); err != nil || again != want {
				t.Errorf("SplitPath(Path()) of %q = %+v, %v, want %+v", got.Path(), again, err, want)
			}
		})
	}
}

func TestSplitPathRefuses(t *testing.T) {
	tests := []struct {
		name    string
		tree    Tree
		escaped string
		want    error
	}{
		{"broken escape", TreeObjects, "/v1/objects/b/%zz", ErrInvalidRequest},
		{"half an escape", TreeObjects, "/v1/objects/b/%2", ErrInvalidRequest},
		{"dot segment", TreeObjects, "/v1/objects/b/.", ErrInvalidKey},
		{"dot dot", TreeObjects, "/v1/objects/b/x/../y", ErrInvalidKey},
		{"encoded dot dot", TreeObjects, "/v1/objects/b/%2e%2E/other-bucket/k", ErrInvalidKey},
		{"dot dot at the end", TreeLeases, "/v1/leases/b/x/..", ErrInvalidKey},
		{"dot dot by an encoded slash", TreeFences, "/v1/fences/b/x%2F..%2Fy", ErrInvalidKey},
		{"NUL", TreeObjects, "/v1/objects/b/a%00", ErrInvalidKey},
		{"newline", TreeObjects, "/v1/objects/b/a%0Ab", ErrInvalidKey},
		{"DEL", TreeObjects, "/v1/objects/b/a%7Fb", ErrInvalidKey},
		{"C1", TreeObjects, "/v1/objects/b/a%C2%85b", ErrInvalidKey},
		{"not UTF-8", TreeObjects, "/v1/objects/b/a%FF", ErrInvalidKey},
		{"half a surrogate pair", TreeObjects, "/v1/objects/b/%ED%A0%80", ErrInvalidKey},
		{"overlong slash", TreeObjects, "/v1/objects/b/..%C0%AF..", ErrInvalidKey},
		{"too long", TreeObjects, "/v1/objects/b/" + strings.Repeat("a", 1025), ErrInvalidKey},
		{"no bucket", TreeObjects, "/v1/objects", ErrInvalidBucket},
		{"no bucket but a slash", TreeObjects, "/v1/objects/", ErrInvalidBucket},
		{"empty bucket", TreeObjects, "/v1/objects//k", ErrInvalidBucket},
		{"empty bucket of buckets", TreeBuckets, "/v1/buckets/", ErrInvalidBucket},
		{"escaped bucket", TreeObjects, "/v1/objects/%62/k", ErrInvalidBucket},
		{"bucket with an escaped slash", TreeObjects, "/v1/objects/b%2Fc", ErrInvalidBucket},
		{"upper-case bucket", TreeObjects, "/v1/objects/B/k", ErrInvalidBucket},
		{"bucket that starts with a dot", TreeObjects, "/v1/objects/../k", ErrInvalidBucket},
		{"long bucket", TreeBuckets, "/v1/buckets/" + strings.Repeat("a", 64), ErrInvalidBucket},
		{"below a bucket", TreeBuckets, "/v1/buckets/b/x", ErrRouteNotFound},
		{"slash behind a bucket", TreeBatch, "/v1/batch/b/", ErrRouteNotFound},
		{"other tree", TreeObjects, "/v1/leases/b/k", ErrRouteNotFound},
		{"longer tree", TreeObjects, "/v1/objectsx/b/k", ErrRouteNotFound},
		{"escaped tree", TreeObjects, "/v1/object%73/b/k", ErrRouteNotFound},
		{"double slash before the tree", TreeObjects, "/v1//objects/b/k", ErrRouteNotFound},
		{"empty", TreeObjects, "", ErrRouteNotFound},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := SplitPath(tt.tree, tt.escaped)
			if !errors.Is(err, tt.want) || got != (Names{}) {
				t.Errorf("SplitPath(%s, %q) = %+v, %v, want %v", tt.tree, tt.escaped, got, err, tt.want)
			}
		})
	}
}

func TestPathHasNoDoubleSlash(t *testing.T) {
	for name, want := range map[string]string{
		"/":       "/v1/objects/b/%2F",
		"//":      "/v1/objects/b/%2F%2F",
		"a//b":    "/v1/objects/b/a/%2Fb",
		"/a/":     "/v1/objects/b/%2Fa/",
		"a b+c%?": "/v1/objects/b/a%20b%2Bc%25%3F",
	} {
		if got := Path(TreeObjects, "b", name); got != want {
			t.Errorf("Path(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestParseURL(t *testing.T) {
	long := "/v1/objects/b?key=" + strings.Repeat("a", 1025)
	tests := []struct {
		name string
		tree Tree
		url  string
		want Names
		err  error
	}{
		{"path", TreeObjects, "/v1/objects/b/k", Names{TreeObjects, "b", "k", true}, nil},
		{"query", TreeObjects, "/v1/objects/b?key=k", Names{TreeObjects, "b", "k", true}, nil},
		{"query behind a slash", TreeObjects, "/v1/objects/b/?key=k", Names{TreeObjects, "b", "k", true}, nil},
		{"plus", TreeObjects, "/v1/objects/b?key=a+b%20c", Names{TreeObjects, "b", "a+b c", true}, nil},
		{"slashes", TreeObjects, "/v1/objects/b?key=/a//b%2F", Names{TreeObjects, "b", "/a//b/", true}, nil},
		{"equals sign", TreeObjects, "/v1/objects/b?key=a=b", Names{TreeObjects, "b", "a=b", true}, nil},
		{"semicolon", TreeObjects, "/v1/objects/b?key=a;b", Names{TreeObjects, "b", "a;b", true}, nil},
		{"among others", TreeObjects, "/v1/objects/b?x=1&key=k&y", Names{TreeObjects, "b", "k", true}, nil},
		{"escaped parameter name", TreeObjects, "/v1/objects/b?%6Bey=k", Names{TreeObjects, "b", "k", true}, nil},
		{"list", TreeObjects, "/v1/objects/b?prefix=a", Names{TreeObjects, "b", "", false}, nil},
		{"scope", TreeLeases, "/v1/leases/b?scope=jobs/", Names{TreeLeases, "b", "jobs/", true}, nil},
		{"key is no parameter of leases", TreeLeases, "/v1/leases/b?key=k", Names{TreeLeases, "b", "", false}, nil},
		{"bucket", TreeBuckets, "/v1/buckets/b?key=k", Names{TreeBuckets, "b", "", false}, nil},

		{"empty", TreeObjects, "/v1/objects/b?key=", Names{}, ErrInvalidRequest},
		{"bare", TreeObjects, "/v1/objects/b?key", Names{}, ErrInvalidRequest},
		{"empty scope", TreeFences, "/v1/fences/b?scope=", Names{}, ErrInvalidRequest},
		{"repeated", TreeObjects, "/v1/objects/b?key=k&key=k", Names{}, ErrInvalidRequest},
		{"repeated in disguise", TreeObjects, "/v1/objects/b?key=k&k%65y=j", Names{}, ErrInvalidRequest},
		{"both places", TreeObjects, "/v1/objects/b/k?key=k", Names{}, ErrInvalidRequest},
		{"both places, whole bucket", TreeLeases, "/v1/leases/b/?scope=k", Names{}, ErrInvalidRequest},
		{"broken", TreeObjects, "/v1/objects/b?key=%zz", Names{}, ErrInvalidRequest},
		{"broken elsewhere", TreeObjects, "/v1/objects/b?key=k&x=%", Names{}, ErrInvalidRequest},
		{"dot segment", TreeObjects, "/v1/objects/b?key=a/../b", Names{}, ErrInvalidKey},
		{"too long", TreeObjects, long, Names{}, ErrInvalidKey},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			u, err := url.Parse(tt.url)
			if err != nil {
				t.Fatal(err)
			}
			got, err := ParseURL(tt.tree, u)
			if got != tt.want || !errors.Is(err, tt.err) {
				t.Errorf("ParseURL(%s, %q) = %+v, %v, want %+v, %v", tt.tree, tt.url, got, err, tt.want, tt.err)
			}
		})
	}
}

func TestQuery(t *testing.T) {
	q, err := ParseQuery("prefix=a%2Fb+c&&limit=7&force=true&empty")
	if err != nil {
		t.Fatal(err)
	}
	if got, found := q.Get("prefix"); got != "a/b+c" || !found {
		t.Errorf("prefix = %q, %t", got, found)
	}
	if got, found := q.Get("empty"); got != "" || !found {
		t.Errorf("empty = %q, %t", got, found)
	}
	if got, err := q.Limit(); got != 7 || err != nil {
		t.Errorf("Limit() = %d, %v, want 7", got, err)
	}
	if got, err := q.Flag("force"); !got || err != nil {
		t.Errorf("Flag(force) = %t, %v", got, err)
	}
	if _, err := q.Flag("limit"); !errors.Is(err, ErrInvalidRequest) {
		t.Errorf("Flag(limit) = %v, want %v", err, ErrInvalidRequest)
	}
	if err := q.Only("prefix", "limit", "force", "empty"); err != nil {
		t.Errorf("Only(all) = %v", err)
	}
	if err := q.Only("prefix", "limit", "force"); !errors.Is(err, ErrInvalidRequest) {
		t.Errorf("Only(some) = %v, want %v", err, ErrInvalidRequest)
	}
	if err := (Query{}).Only(); err != nil {
		t.Errorf("Only() of no query = %v", err)
	}
	if _, err := ParseQuery(strings.Repeat("&", 100) + "a"); err != nil {
		t.Errorf("empty pieces: %v", err)
	}
	for _, limit := range []string{"0", "-1", "abc", "1.5", "01", "+1", "1001", "2147483648", "100000000000000000000", ""} {
		q, err := ParseQuery("limit=" + limit)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := q.Limit(); !errors.Is(err, ErrInvalidRequest) {
			t.Errorf("Limit() of %q = %d, %v, want %v", limit, got, err, ErrInvalidRequest)
		}
	}
	if got, err := (Query{}).Limit(); got != ListLimitDefault || err != nil {
		t.Errorf("Limit() of no query = %d, %v", got, err)
	}
}

func TestValidatePrefix(t *testing.T) {
	for _, prefix := range []string{"", ".", "..", "a/.", "a/..", "a", "/", "é"} {
		if err := ValidatePrefix(prefix); err != nil {
			t.Errorf("ValidatePrefix(%q) = %v", prefix, err)
		}
	}
	for _, prefix := range []string{"./", "../a", "a/../", "\n", "\xff", strings.Repeat("a", 1025)} {
		if err := ValidatePrefix(prefix); !errors.Is(err, ErrInvalidKey) {
			t.Errorf("ValidatePrefix(%q) = %v, want %v", prefix, err, ErrInvalidKey)
		}
	}
}

func TestCovers(t *testing.T) {
	tests := []struct {
		scope, key string
		want       bool
	}{
		{"", "a", true},
		{"a", "a", true},
		{"a", "a/b", false},
		{"a/", "a/b", true},
		{"a/", "a/", true},
		{"a/", "a", false},
		{"a/", "ab", false},
		{"/", "/a", true},
		{"/", "a", false},
	}
	for _, tt := range tests {
		if got := Covers(tt.scope, tt.key); got != tt.want {
			t.Errorf("Covers(%q, %q) = %t, want %t", tt.scope, tt.key, got, tt.want)
		}
	}
}

// FuzzPathRoundTrip: SplitPath undoes Path for every legal bucket and name, in each tree that has
// names, both on the path itself and on what net/url makes of it, and ?key= names the same.
func FuzzPathRoundTrip(f *testing.F) {
	for _, name := range []string{"a", "a/b", "a//b", "/", "//", "a/", "100%", "a%2Fb", "a+b c", "?#;=&", "日本", "\u2028", "a\\b", "...", ""} {
		f.Add("b", name)
	}
	f.Fuzz(func(t *testing.T, bucket, name string) {
		if ValidateBucket(bucket) != nil {
			return
		}
		for _, tree := range []Tree{TreeObjects, TreeLeases, TreeFences} {
			if ValidateScope(name) != nil || tree == TreeObjects && name == "" {
				continue
			}
			want := Names{tree, bucket, name, true}
			path := Path(tree, bucket, name)
			if got, err := SplitPath(tree, path); err != nil || got != want {
				t.Fatalf("SplitPath(%q) = %+v, %v, want %+v", path, got, err, want)
			}
			if strings.Contains(path, "//") {
				t.Fatalf("Path(%q) = %q has //", name, path)
			}
			if want.Path() != path {
				t.Fatalf("Names.Path() = %q, Path() = %q", want.Path(), path)
			}
			urls := []string{"http://127.0.0.1:7070" + path}
			if name != "" {
				urls = append(urls, CollectionPath(tree, bucket)+"?"+tree.NameParam()+"="+EscapeName(name))
			}
			for _, raw := range urls {
				u, err := url.Parse(raw)
				if err != nil {
					t.Fatal(err)
				}
				if got, err := ParseURL(tree, u); err != nil || got != want {
					t.Fatalf("ParseURL(%q) = %+v, %v, want %+v", raw, got, err, want)
				}
			}
		}
	})
}

// FuzzSplitPathForms: of two arbitrary wire forms, each that is accepted decodes to a legal name
// that is what url.PathUnescape makes of the remainder, its Path gives it again, and the same form
// names the same in every tree; two forms give one Path if and only if they give one name. So a
// lease, a fence and an object can't disagree about a spelling.
func FuzzSplitPathForms(f *testing.F) {
	for _, forms := range [][2]string{
		{"b/a/b", "b/a%2Fb"}, {"b/a%2fb", "b/a%252Fb"}, {"b/a+b", "b/a%20b"}, {"b//", "b/%2F"}, {"b", "b/"},
		{"b/é", "b/%C3%A9"}, {"b/..", "b/%2e."}, {"%62/a", "b/a"}, {"b/%zz", "b/%2"}, {"b/a?b", "b/a%3Fb"},
	} {
		f.Add(forms[0], forms[1])
	}
	f.Fuzz(func(t *testing.T, first, second string) {
		a, aok := splitForms(t, first)
		b, bok := splitForms(t, second)
		if !aok || !bok {
			return
		}
		if same := a == b; same != (a.Path() == b.Path()) {
			t.Fatalf("%q and %q: same name %t, paths %q and %q", first, second, same, a.Path(), b.Path())
		}
	})
}

// splitForms checks one wire form in all trees and returns what it names in TreeFences.
func splitForms(t *testing.T, form string) (Names, bool) {
	fence, err := SplitPath(TreeFences, TreeFences.Prefix()+"/"+form)
	lease, leaseErr := SplitPath(TreeLeases, TreeLeases.Prefix()+"/"+form)
	object, objectErr := SplitPath(TreeObjects, TreeObjects.Prefix()+"/"+form)
	if (err == nil) != (leaseErr == nil) || (err == nil) != (objectErr == nil) {
		t.Fatalf("%q: fence %v, lease %v, object %v", form, err, leaseErr, objectErr)
	}
	if err != nil {
		return Names{}, false
	}
	if fence.Bucket != lease.Bucket || fence.Name != lease.Name || fence.HasName != lease.HasName ||
		fence.Bucket != object.Bucket || fence.Name != object.Name {
		t.Fatalf("%q: fence %+v, lease %+v, object %+v", form, fence, lease, object)
	}
	if object.HasName != (object.Name != "") {
		t.Fatalf("%q: object %+v", form, object)
	}
	if err := ValidateBucket(fence.Bucket); err != nil {
		t.Fatalf("%q: %v", form, err)
	}
	if err := ValidateScope(fence.Name); err != nil {
		t.Fatalf("%q: %v", form, err)
	}
	bucket, remainder, hasName := strings.Cut(form, "/")
	decoded, err := url.PathUnescape(remainder)
	if err != nil || decoded != fence.Name || bucket != fence.Bucket || hasName != fence.HasName {
		t.Fatalf("%q: got %+v, want bucket %q and name %q (%v)", form, fence, bucket, decoded, err)
	}
	for _, names := range []Names{fence, lease, object} {
		if again, err := SplitPath(names.Tree, names.Path()); err != nil || again != names {
			t.Fatalf("%q: SplitPath(%q) = %+v, %v, want %+v", form, names.Path(), again, err, names)
		}
	}
	return fence, true
}
