package explorer

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

//go:embed page.html
var pageText string

// render returns the page as self-contained HTML. A served page has a version, from 1 on, and requests the next
// version.
func (p *Page) render(version int) ([]byte, error) {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, map[string]any{"Title": p.Title, "Data": template.JS(data), "Version": version})
	return out.Bytes(), err
}

// server serves the page of a file, and compiles again after the file was saved.
type server struct {
	o       *options
	ctx     context.Context
	mutex   sync.Mutex
	page    *Page
	version int
	saved   time.Time
}

// serve serves until the context ends.
func (o *options) serve(ctx context.Context, stdout io.Writer) error {
	host, _, err := net.SplitHostPort(o.listen)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("--listen=%s: kernels are shown to this machine alone: expected 127.0.0.1:PORT or [::1]:PORT",
			o.listen)
	}
	s := &server{o: o, ctx: ctx}
	if _, _, err := s.current(); err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", o.listen)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "tile-explorer: http://%s/ (until interrupted)\n", listener.Addr())
	web := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second,
		BaseContext: func(net.Listener) context.Context { return ctx }}
	stop := context.AfterFunc(ctx, func() { web.Close() })
	defer stop()
	if err := web.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// current returns the page for the current contents of the file.
func (s *server) current() (*Page, int, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	info, err := os.Stat(s.o.input)
	if err == nil && (s.page == nil || !info.ModTime().Equal(s.saved)) {
		var page *Page
		if page, err = s.o.compile(s.ctx); err == nil {
			s.page, s.saved = page, info.ModTime()
			s.version++
		}
	}
	if s.page != nil {
		err = nil // editors replace files: the next check finds it again
	}
	return s.page, s.version, err
}

// ServeHTTP answers / with the page, and /next?after=N when the page has a version after N, or after a while.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	if ip := net.ParseIP(strings.Trim(host, "[]")); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		http.Error(w, "this page is for this machine alone", http.StatusForbidden)
		return
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; "+
		"script-src 'unsafe-inline'; connect-src 'self'; frame-src 'self' about:")
	switch r.URL.Path {
	case "/":
		page, version, err := s.current()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		text, err := page.render(version)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(text)
	case "/next":
		s.next(w, r)
	default:
		http.NotFound(w, r)
	}
}

// patience is the time that a request waits for the next version.
const patience = 20 * time.Second

func (s *server) next(w http.ResponseWriter, r *http.Request) {
	after, _ := strconv.Atoi(r.URL.Query().Get("after"))
	for end := time.Now().Add(patience); ; {
		_, version, err := s.current()
		if err != nil || version > after || time.Now().After(end) {
			fmt.Fprint(w, version)
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-time.After(200 * time.Millisecond):
		}
	}
}
