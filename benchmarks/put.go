package benchmarks

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"
)

// Put is the workload of small writes to one bucket: each client overwrites keys of its
// own choice, all under one token.
type Put struct {
	Addr      string // host:port
	Path      string // what the keys are below, as in "/v1/objects/bench/"
	Token     string // X-Fence-Token; "" for unfenced writes
	Clients   int
	BodyBytes int
	Keys      int // how many keys the writes are spread over
	Duration  time.Duration
	Seed      uint64
}

// Run carries out the workload.
func (p Put) Run(ctx context.Context) (Result, error) {
	requests := p.requests()
	return Load{
		Addr: p.Addr, Clients: p.Clients, Duration: p.Duration,
		Request: func(client, n int) []byte { return requests[(client*7919+n)%len(requests)] },
	}.Run(ctx)
}

// requests makes the requests beforehand, with bodies that do not compress.
func (p Put) requests() [][]byte {
	random := rand.New(rand.NewPCG(p.Seed, 0))
	requests := make([][]byte, p.Keys)
	for i := range requests {
		head := fmt.Sprintf("PUT %skey-%06d HTTP/1.1\r\nHost: bench\r\nContent-Length: %d\r\n", p.Path, i, p.BodyBytes)
		if p.Token != "" {
			head += "X-Fence-Token: " + p.Token + "\r\n"
		}
		request := append([]byte(head), "\r\n"...)
		for range p.BodyBytes {
			request = append(request, byte(random.Uint32()))
		}
		requests[i] = request
	}
	random.Shuffle(len(requests), func(i, j int) { requests[i], requests[j] = requests[j], requests[i] })
	return requests
}
