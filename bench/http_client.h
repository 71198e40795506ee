/* What the load generators share: connections to the loopback address and requests over HTTP/1.1 with keep-alive. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { REQUEST_MAX = 1 << 14, RESPONSE_MAX = 1 << 18 };
#define PLACEHOLDER "@@@@@@@@"

struct exchange {
  int fd;
  size_t sent, length, received;
  char request[REQUEST_MAX], response[RESPONSE_MAX + 1];
};

static struct sockaddr_in address;
static int poll_fd;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void use_port(const char *port) {
  address = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(port))};
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  poll_fd = epoll_create1(0);
}

/* Reads a whole file; a NUL byte follows its last one. */
static char *contents(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file) { perror(path); exit(2); }
  fseek(file, 0, SEEK_END);
  char *text = malloc((size_t)ftell(file) + 1);
  *size = (size_t)ftell(file);
  rewind(file);
  *size = fread(text, 1, *size, file);
  text[*size] = 0;
  fclose(file);
  return text;
}

/* `owner` is what epoll names when there is something to read. */
static void open_connection(struct exchange *e, void *owner) {
  int on = 1;
  e->fd = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(e->fd, (struct sockaddr *)&address, sizeof address)) { perror("connect"); exit(2); }
  fcntl(e->fd, F_SETFL, O_NONBLOCK);
  setsockopt(e->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = owner};
  epoll_ctl(poll_fd, EPOLL_CTL_ADD, e->fd, &event);
}

/* Sets the request; all placeholders in it become the same next number. */
static void set_request(struct exchange *e, const char *text, size_t length, long *number) {
  memcpy(e->request, text, length + 1);
  e->length = length;
  char digits[32] = "";
  for (char *place = e->request; (place = strstr(place, PLACEHOLDER)); place += sizeof PLACEHOLDER - 1) {
    if (!*digits) snprintf(digits, sizeof digits, "%08ld", ++*number % 100000000);
    memcpy(place, digits, sizeof PLACEHOLDER - 1);
  }
}

/* Writes the request that presents `field` of the response; returns its length, or 0 when the response lacks it. */
static size_t next_of_chain(const struct exchange *e, const char *field, char *request) {
  char name[80], *value, *end;
  snprintf(name, sizeof name, "\"%s\":\"", field);
  if (!(value = strstr(e->response, name)) || !(end = strchr(value += strlen(name), '"'))) return 0;
  int width = (int)(end - value);
  return (size_t)snprintf(
      request, REQUEST_MAX,
      "POST /api/auth/refresh HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
      "{\"%s\":\"%.*s\"}", width + (int)strlen(field) + 7, field, width, value);
}

static void send_request(struct exchange *e) {
  e->sent = e->received = 0;
  while (e->sent < e->length) {
    ssize_t n = write(e->fd, e->request + e->sent, e->length - e->sent);
    if (n <= 0) break;
    e->sent += (size_t)n;
  }
}

/* Reads what is there; returns -1 when the connection ended. */
static int receive(struct exchange *e) {
  ssize_t n = read(e->fd, e->response + e->received, RESPONSE_MAX - e->received);
  if (n < 0 && errno == EAGAIN) return 0;
  if (n <= 0) return -1;
  e->received += (size_t)n;
  e->response[e->received] = 0;
  return 0;
}

/* Returns whether the whole response was received: it has a Content-Length, or is chunked and ends with an empty chunk. */
static int complete(const struct exchange *e) {
  const char *body = strstr(e->response, "\r\n\r\n"), *header;
  if (!e->received || !body) return 0;
  size_t head = (size_t)(body + 4 - e->response);
  if ((header = strcasestr(e->response, "\r\ncontent-length:")) && header < body)
    return e->received >= head + strtoul(header + 17, NULL, 10);
  return e->received >= 5 && !memcmp(e->response + e->received - 5, "0\r\n\r\n", 5);
}

static int succeeded(const struct exchange *e) { return e->response[9] == '2' || e->response[9] == '3'; }

/* The lowest bucket up to which the histogram counted at least the given share. */
static long percentile(const unsigned *histogram, long buckets, long total, double share) {
  long wanted = (long)ceil((double)total * share), seen = 0;
  for (long at = 0; at < buckets; at++)
    if ((seen += histogram[at]) >= wanted) return at;
  return 0;
}
