/* A small HTTP load generator, for machines without wrk. One thread, one epoll, keep-alive connections.

   loadgen PORT CONNECTIONS SECONDS FILE FIRST_NUMBER [FIELD]

   FILE holds requests separated by NUL bytes, sent in turn; "@@@@@@@@" in them becomes a number. With FIELD each request
   starts a chain: the next request of its connection presents the FIELD of the response. The last line of the output is
   a summary in JSON. Responses must have a Content-Length, or be chunked and end with an empty chunk. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { RESPONSE_MAX = 1 << 18, REQUEST_MAX = 1 << 14, BUCKETS = 1 << 22 };
#define PLACEHOLDER "@@@@@@@@"

struct connection {
  int fd;
  size_t sent, length, received;
  double started;
  char request[REQUEST_MAX], response[RESPONSE_MAX + 1];
};

static char **requests;
static size_t *lengths, count, turn;
static long number, finished, http_errors, connection_errors;
static const char *field;
static unsigned *histogram; /* One bucket per microsecond; the last one counts all slower responses. */
static struct sockaddr_in address;
static int poll_fd;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void load_requests(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) { perror(path); exit(2); }
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file), read;
  rewind(file);
  char *text = malloc(size + 1);
  read = fread(text, 1, size, file);
  text[read] = 0;
  fclose(file);
  for (char *at = text; at < text + read; at += strlen(at) + 1) {
    requests = realloc(requests, (count + 1) * sizeof *requests);
    lengths = realloc(lengths, (count + 1) * sizeof *lengths);
    requests[count] = at;
    lengths[count++] = strlen(at);
  }
}

static void prepare(struct connection *c) {
  size_t at = turn++ % count;
  memcpy(c->request, requests[at], lengths[at] + 1);
  c->length = lengths[at];
  char digits[32];
  for (char *place = c->request, *next = NULL; (place = strstr(place, PLACEHOLDER)); place += sizeof PLACEHOLDER - 1) {
    if (!next) { snprintf(digits, sizeof digits, "%08ld", ++number % 100000000); next = digits; }
    memcpy(place, digits, sizeof PLACEHOLDER - 1);
  }
}

/* Builds the next request of a chain from the last response. */
static void follow(struct connection *c) {
  char name[80], *value, *end;
  snprintf(name, sizeof name, "\"%s\":\"", field);
  if (!(value = strstr(c->response, name)) || !(end = strchr(value += strlen(name), '"'))) { prepare(c); return; }
  int width = (int)(end - value);
  c->length = (size_t)snprintf(
      c->request, sizeof c->request,
      "POST /api/auth/refresh HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
      "{\"%s\":\"%.*s\"}", width + (int)strlen(field) + 7, field, width, value);
}

static void begin(struct connection *c) {
  c->sent = c->received = 0;
  c->started = now();
  while (c->sent < c->length) {
    ssize_t n = write(c->fd, c->request + c->sent, c->length - c->sent);
    if (n <= 0) break;
    c->sent += (size_t)n;
  }
}

static void open_connection(struct connection *c) {
  int on = 1;
  c->fd = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(c->fd, (struct sockaddr *)&address, sizeof address)) { perror("connect"); exit(2); }
  fcntl(c->fd, F_SETFL, O_NONBLOCK);
  setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
  epoll_ctl(poll_fd, EPOLL_CTL_ADD, c->fd, &event);
}

/* Returns whether the whole response was received. */
static int complete(const struct connection *c) {
  const char *body = strstr(c->response, "\r\n\r\n"), *header;
  if (!body) return 0;
  size_t head = (size_t)(body + 4 - c->response);
  if ((header = strcasestr(c->response, "\r\ncontent-length:")) && header < body)
    return c->received >= head + strtoul(header + 17, NULL, 10);
  return c->received >= 5 && !memcmp(c->response + c->received - 5, "0\r\n\r\n", 5);
}

static void finish(struct connection *c) {
  long micros = (long)((now() - c->started) * 1e6);
  histogram[micros < BUCKETS ? micros : BUCKETS - 1]++;
  finished++;
  int ok = c->response[9] == '2' || c->response[9] == '3';
  http_errors += !ok;
  if (field && ok) follow(c); else prepare(c);
  begin(c);
}

static void readable(struct connection *c) {
  ssize_t n = read(c->fd, c->response + c->received, RESPONSE_MAX - c->received);
  if (n < 0 && errno == EAGAIN) return;
  if (n <= 0) {
    connection_errors++;
    close(c->fd);
    open_connection(c);
    prepare(c);
    begin(c);
    return;
  }
  c->received += (size_t)n;
  c->response[c->received] = 0;
  if (complete(c)) finish(c);
}

static long percentile(double share) {
  long wanted = (long)((double)finished * share), seen = 0;
  for (long at = 0; at < BUCKETS; at++)
    if ((seen += histogram[at]) > wanted) return at;
  return 0;
}

int main(int argc, char **argv) {
  if (argc < 6) return 2;
  int connections = atoi(argv[2]);
  double seconds = atof(argv[3]);
  load_requests(argv[4]);
  number = atol(argv[5]);
  field = argc > 6 ? argv[6] : NULL;
  histogram = calloc(BUCKETS, sizeof *histogram);
  address = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(argv[1]))};
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  poll_fd = epoll_create1(0);
  struct connection *all = calloc((size_t)connections, sizeof *all);
  double started = now();
  for (int i = 0; i < connections; i++) {
    open_connection(all + i);
    prepare(all + i);
    begin(all + i);
  }
  struct epoll_event events[256];
  while (now() - started < seconds) {
    int ready = epoll_wait(poll_fd, events, 256, 100);
    for (int i = 0; i < ready; i++) readable(events[i].data.ptr);
  }
  printf("{\"requests\":%ld,\"micros\":%.0f,\"http_errors\":%ld,\"connection_errors\":%ld,\"p50\":%ld,\"p99\":%ld}\n",
         finished, (now() - started) * 1e6, http_errors, connection_errors, percentile(0.5), percentile(0.99));
  return 0;
}
