package benchmarks

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// runNoop makes the test binary the handler that only reads the body, the limit that
// writes are measured against.
const runNoop = "PAWL_BENCHMARKS_NOOP"

func TestMain(m *testing.M) {
	if os.Getenv(runNoop) != "" {
		serveNoop()
		return
	}
	os.Exit(m.Run())
}

func serveNoop() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println("listens on", listener.Addr())
	panic(http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusOK)
	})))
}

// BenchmarkPutCPU measures the server's CPU of a fenced PUT of 128 B against that of a
// handler that only reads the body, at 64 connections. The two take turns, so that the
// weather of the machine hits both; the ratio is the median of the ratios of the rounds.
//
//	go test ./benchmarks -run '^$' -bench PutCPU -benchtime 5x
func BenchmarkPutCPU(b *testing.B) {
	noop := startNoop(b)
	pawl := startPawl(b)
	var ratios, rates []float64
	var cpu [2]time.Duration
	for range b.N {
		noopCPU, noopRate := round(b, noop, Put{Path: "/"})
		pawlCPU, pawlRate := round(b, pawl, Put{Path: "/v1/objects/bench/", Token: "34"})
		ratios = append(ratios, float64(pawlCPU)/float64(noopCPU))
		rates = append(rates, pawlRate/noopRate)
		cpu = [2]time.Duration{noopCPU, pawlCPU}
		b.Logf("no-op %v a request, %.0f/s; fenced PUT %v a write, %.0f/s", noopCPU, noopRate, pawlCPU, pawlRate)
	}
	b.ReportMetric(median(ratios), "cpu/noop")
	b.ReportMetric(median(rates), "rate/noop")
	b.ReportMetric(float64(cpu[1].Nanoseconds())/1e3, "µs-cpu/write")
	b.ReportMetric(0, "ns/op")
}

// round runs the workload once and returns the server's CPU a request and the rate.
func round(b *testing.B, server *Process, put Put) (time.Duration, float64) {
	b.Helper()
	put.Addr, put.Clients, put.BodyBytes, put.Keys = server.Addr, 64, 128, 10_000
	put.Duration, put.Seed = time.Second, 1
	before, err := server.CPU()
	if err != nil {
		b.Fatal(err)
	}
	result, err := put.Run(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	after, err := server.CPU()
	if err != nil {
		b.Fatal(err)
	}
	return (after - before) / time.Duration(result.Requests), result.PerSecond()
}

func startNoop(b *testing.B) *Process {
	b.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), runNoop+"=1")
	return start(b, cmd)
}

// startPawl builds the real server, starts it on a directory of its own and makes the
// bucket.
func startPawl(b *testing.B) *Process {
	b.Helper()
	binary := filepath.Join(b.TempDir(), "pawl")
	if out, err := exec.Command("go", "build", "-o", binary, "../cmd/pawl").CombinedOutput(); err != nil {
		b.Fatalf("build pawl: %v\n%s", err, out)
	}
	p := start(b, exec.Command(binary, "serve", "--data", b.TempDir(), "--listen", "127.0.0.1:0"))
	request, err := http.NewRequestWithContext(b.Context(), http.MethodPut, "http://"+p.Addr+"/v1/buckets/bench", strings.NewReader(""))
	if err != nil {
		b.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusCreated {
		b.Fatalf("make the bucket: %s", answer.Status)
	}
	return p
}

func start(b *testing.B, cmd *exec.Cmd) *Process {
	b.Helper()
	p, err := StartProcess(context.Background(), cmd)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = p.Stop() })
	return p
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// TestLoadRefusesRefusals keeps the load honest: a refusal must fail the run.
func TestLoadRefusesRefusals(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "stale_token", http.StatusPreconditionFailed)
	})}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	_, err = Put{Addr: listener.Addr().String(), Path: "/", Clients: 1, Keys: 1, Duration: time.Second}.Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), "412") {
		t.Errorf("a load that is refused ended with %v, want an error that names the status", err)
	}
}
