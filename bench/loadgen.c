/* A small HTTP load generator, for machines without wrk. One thread, one epoll, keep-alive connections.

   loadgen PORT CONNECTIONS SECONDS FILE FIRST_NUMBER [FIELD]

   FILE holds requests separated by NUL bytes, sent in turn; "@@@@@@@@" in them becomes a number. With FIELD each request
   starts a chain: the next request of its connection presents the FIELD of the response. The last line of the output is
   a summary in JSON. */
#include "http_client.h"

enum { BUCKETS = 1 << 22 };

struct connection {
  struct exchange exchange;
  double started;
};

static char **requests;
static size_t *lengths, count, turn;
static long number, finished, http_errors, connection_errors;
static const char *field;
static unsigned *histogram; /* One bucket per microsecond; the last one counts all slower responses. */

static void load_requests(const char *path) {
  size_t size;
  char *text = contents(path, &size);
  for (char *at = text; at < text + size; at += strlen(at) + 1) {
    requests = realloc(requests, (count + 1) * sizeof *requests);
    lengths = realloc(lengths, (count + 1) * sizeof *lengths);
    requests[count] = at;
    lengths[count++] = strlen(at);
  }
}

static void prepare(struct exchange *e) {
  size_t at = turn++ % count;
  set_request(e, requests[at], lengths[at], &number);
}

static void begin(struct connection *c) {
  c->started = now();
  send_request(&c->exchange);
}

static void finish(struct connection *c) {
  struct exchange *e = &c->exchange;
  long micros = (long)((now() - c->started) * 1e6);
  histogram[micros < BUCKETS ? micros : BUCKETS - 1]++;
  finished++;
  int ok = succeeded(e);
  http_errors += !ok;
  if (!field || !ok || !(e->length = next_of_chain(e, field, e->request))) prepare(e);
  begin(c);
}

static void readable(struct connection *c) {
  struct exchange *e = &c->exchange;
  if (receive(e) == 0) {
    if (complete(e)) finish(c);
    return;
  }
  connection_errors++;
  close(e->fd);
  open_connection(e, c);
  prepare(e);
  begin(c);
}

int main(int argc, char **argv) {
  if (argc < 6) return 2;
  int connections = atoi(argv[2]);
  double seconds = atof(argv[3]);
  use_port(argv[1]);
  load_requests(argv[4]);
  number = atol(argv[5]);
  field = argc > 6 ? argv[6] : NULL;
  histogram = calloc(BUCKETS, sizeof *histogram);
  struct connection *all = calloc((size_t)connections, sizeof *all);
  double started = now();
  for (int i = 0; i < connections; i++) {
    open_connection(&all[i].exchange, all + i);
    prepare(&all[i].exchange);
    begin(all + i);
  }
  struct epoll_event events[256];
  while (now() - started < seconds) {
    int ready = epoll_wait(poll_fd, events, 256, 100);
    for (int i = 0; i < ready; i++) readable(events[i].data.ptr);
  }
  printf("{\"requests\":%ld,\"micros\":%.0f,\"http_errors\":%ld,\"connection_errors\":%ld,\"p50\":%ld,\"p99\":%ld}\n",
         finished, (now() - started) * 1e6, http_errors, connection_errors, percentile(histogram, BUCKETS, finished, 0.5),
         percentile(histogram, BUCKETS, finished, 0.99));
  return 0;
}
