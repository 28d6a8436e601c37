package machine

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
)

// Digest is a 128-bit sum over the objects of a bucket: the sum, modulo 2^128, of a
// hash of each. It does not depend on the order in which objects came and went, so it
// is kept up in constant time with every change, while anyone who reads the whole
// bucket can compute it anew: a hole that lost rows left behind shows.
//
// Source: Bellare and Micciancio, "A new paradigm for collision-free hashing", 1997
// (AdHash).
type Digest struct{ High, Low uint64 }

// Add returns d with the object in it.
func (d Digest) Add(key string, o Object) Digest {
	h := digestOf(key, o)
	low, carry := bits.Add64(d.Low, h.Low, 0)
	high, _ := bits.Add64(d.High, h.High, carry)
	return Digest{high, low}
}

// Remove returns d without the object, which must have been added.
func (d Digest) Remove(key string, o Object) Digest {
	h := digestOf(key, o)
	low, borrow := bits.Sub64(d.Low, h.Low, 0)
	high, _ := bits.Sub64(d.High, h.High, borrow)
	return Digest{high, low}
}

// digestOf hashes what identifies one version of one object. The key comes last, so
// that no length has to stand before it.
func digestOf(key string, o Object) Digest {
	var b [1200]byte
	row := b[:0]
	row = binary.BigEndian.AppendUint64(row, uint64(o.Token))
	row = binary.BigEndian.AppendUint64(row, uint64(o.ETag.Revision))
	row = binary.BigEndian.AppendUint32(row, o.ETag.Position)
	row = binary.BigEndian.AppendUint64(row, uint64(o.Size))
	row = append(row, o.SHA256[:]...)
	row = append(row, key...)
	sum := sha256.Sum256(row)
	return Digest{binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16])}
}
