package benchmarks

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Load is a closed loop of one request over and over: each client sends the next one as
// soon as the answer to the last is in.
//
// It writes requests and reads answers by hand. What is measured is the server, on
// machines where server and load share the cores: a full HTTP client would take as much
// CPU as the server does.
type Load struct {
	Addr     string // host:port
	Clients  int    // connections, each with one request under way
	Duration time.Duration

	// Request returns the bytes of the n-th request of a client.
	Request func(client, n int) []byte
}

// Result is what a load measured.
type Result struct {
	Requests int
	Elapsed  time.Duration
	P50, P99 time.Duration // from the first byte sent to the last byte read
}

// PerSecond returns the rate of answered requests.
func (r Result) PerSecond() float64 { return float64(r.Requests) / r.Elapsed.Seconds() }

// Run carries out the load. Any answer but a 2xx is an error: a fast refusal must not pass
// for a fast write.
func (l Load) Run(ctx context.Context) (Result, error) {
	ctx, cancel := context.WithTimeout(ctx, l.Duration)
	defer cancel()
	latencies := make([][]time.Duration, l.Clients)
	errs := make([]error, l.Clients)
	start := time.Now()
	var clients sync.WaitGroup
	for i := range l.Clients {
		clients.Go(func() { latencies[i], errs[i] = l.client(ctx, i) })
	}
	clients.Wait()
	all := slices.Concat(latencies...)
	slices.Sort(all)
	r := Result{Requests: len(all), Elapsed: time.Since(start)}
	if len(all) > 0 {
		r.P50, r.P99 = all[len(all)/2], all[len(all)*99/100]
	}
	return r, errors.Join(errs...)
}

func (l Load) client(ctx context.Context, client int) ([]time.Duration, error) {
	conn, err := net.Dial("tcp", l.Addr)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	r := bufio.NewReader(conn)
	var latencies []time.Duration
	for n := 0; ctx.Err() == nil; n++ {
		start := time.Now()
		if _, err := conn.Write(l.Request(client, n)); err != nil {
			return latencies, fmt.Errorf("send request %d of client %d: %w", n, client, err)
		}
		if err := readAnswer(r); err != nil {
			return latencies, fmt.Errorf("request %d of client %d: %w", n, client, err)
		}
		latencies = append(latencies, time.Since(start))
	}
	return latencies, nil
}

// readAnswer reads one HTTP/1.1 answer with a Content-Length, or without a body.
func readAnswer(r *bufio.Reader) error {
	status, err := r.ReadString('\n')
	if err != nil {
		return err
	}
	length := 0
	for {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return err
		}
		if len(bytes.TrimSpace(line)) == 0 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		if bytes.EqualFold(name, []byte("Content-Length")) {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return fmt.Errorf("Content-Length %q: %w", value, err)
			}
		}
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(r, body); err != nil {
		return err
	}
	if len(status) < len("HTTP/1.1 200") || status[9] != '2' {
		return fmt.Errorf("answered %s: %s", strings.TrimSpace(status), body)
	}
	return nil
}
