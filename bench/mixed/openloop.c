/* An open-loop HTTP load generator: requests are due at random times of a fixed mean rate, whether or not the server
   keeps up, and latency is counted from the time at which a request was due. So a stall shows in all requests that were
   due meanwhile, where a generator that waits for responses would just send fewer.

   openloop PORT RATE WARM_UP SECONDS CONNECTIONS FILE FIRST_NUMBER CHAINS_FILE

   FILE holds entries separated by NUL bytes. One that begins with \1 opens a class, "\1NAME WEIGHT FIELD", and the
   others are its requests, sent in turn; "@@@@@@@@" in them becomes a number. FIELD is "-", or each request of the class
   starts a chain whose next request presents that field of the response; the next requests of all chains are written to
   CHAINS_FILE at the end, so that another run can go on with them. The last line of the output is a summary in JSON. Responses must have a Content-Length, or be chunked and end with an empty chunk. */
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
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { RESPONSE_MAX = 1 << 18, REQUEST_MAX = 1 << 13, QUEUE = 1 << 20, CLASSES = 16, BUCKETS = 1 << 23 };
#define PLACEHOLDER "@@@@@@@@"

struct request { char *text; size_t length; };

struct class {
  char name[32], field[32];
  double weight;
  struct request *requests; /* A ring; those of a chain are in it while they are not under way. */
  size_t count, next, free;
  long finished, failed;
  unsigned *histogram; /* One bucket for each microsecond; the last one counts all slower responses. */
};

struct arrival { int class; double due; };

struct connection {
  int fd, busy;
  size_t sent, length, received;
  struct arrival arrival;
  struct connection *next_idle;
  char request[REQUEST_MAX], response[RESPONSE_MAX + 1];
};

static struct class classes[CLASSES];
static int class_count, poll_fd, timer_fd, busy;
static long number, connection_errors, dropped;
static struct sockaddr_in address;
static struct arrival *queue;
static size_t queue_head, queue_tail, longest_queue;
static struct connection *idle;
static double record_from, total_weight;
static unsigned long long state = 88172645463325252ULL;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double chance(void) { /* xorshift: within (0, 1]. */
  state ^= state << 13; state ^= state >> 7; state ^= state << 17;
  return (double)((state >> 11) + 1) / 9007199254740992.0;
}

static void load(const char *path) {
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
    if (*at == 1) {
      struct class *new = &classes[class_count++];
      if (sscanf(at + 1, "%31s %lf %31s", new->name, &new->weight, new->field) != 3) exit(2);
      new->histogram = calloc(BUCKETS, sizeof *new->histogram);
      total_weight += new->weight;
      continue;
    }
    struct class *class = &classes[class_count - 1];
    class->requests = realloc(class->requests, (class->count + 1) * sizeof *class->requests);
    class->requests[class->count++] = (struct request){strdup(at), strlen(at)};
    class->free = class->count;
  }
}

/* Takes the next request of the class; one of a chain is taken out until its response brings the one after it. */
static int prepare(struct connection *c, struct class *class) {
  int chained = class->field[0] != '-';
  if (chained && !class->free) return 0;
  struct request *request = &class->requests[class->next++ % class->count];
  if (chained) class->free--;
  memcpy(c->request, request->text, request->length + 1);
  c->length = request->length;
  char digits[32] = "";
  for (char *place = c->request; (place = strstr(place, PLACEHOLDER)); place += sizeof PLACEHOLDER - 1) {
    if (!*digits) snprintf(digits, sizeof digits, "%08ld", ++number % 100000000);
    memcpy(place, digits, sizeof PLACEHOLDER - 1);
  }
  return 1;
}

static void put_back(struct class *class, const char *text, size_t length) {
  struct request *place = &class->requests[(class->next + class->free++) % class->count];
  free(place->text);
  *place = (struct request){strndup(text, length), length};
}

static void follow(struct connection *c, struct class *class) {
  char name[80], text[REQUEST_MAX], *value, *end;
  snprintf(name, sizeof name, "\"%s\":\"", class->field);
  if (!(value = strstr(c->response, name)) || !(end = strchr(value += strlen(name), '"'))) return;
  int width = (int)(end - value);
  int length = snprintf(text, sizeof text,
      "POST /api/auth/refresh HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
      "{\"%s\":\"%.*s\"}", width + (int)strlen(class->field) + 7, class->field, width, value);
  put_back(class, text, (size_t)length);
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

static void release(struct connection *c) {
  busy -= c->busy;
  c->busy = 0;
  c->next_idle = idle;
  idle = c;
}

static void send_due(void) {
  while (idle && queue_head != queue_tail) {
    struct connection *c = idle;
    c->arrival = queue[queue_head % QUEUE];
    struct class *class = &classes[c->arrival.class];
    if (!prepare(c, class)) return; /* All chains are under way: the next response frees one. */
    queue_head++;
    idle = c->next_idle;
    c->busy = 1;
    busy++;
    c->received = c->sent = 0;
    while (c->sent < c->length) {
      ssize_t n = write(c->fd, c->request + c->sent, c->length - c->sent);
      if (n <= 0) break;
      c->sent += (size_t)n;
    }
  }
}

static void note(struct arrival arrival, int failed) {
  if (arrival.due < record_from) return;
  struct class *class = &classes[arrival.class];
  long micros = (long)((now() - arrival.due) * 1e6);
  class->histogram[micros < BUCKETS ? micros : BUCKETS - 1]++;
  class->finished++;
  class->failed += failed;
}

static int complete(const struct connection *c) {
  const char *body = strstr(c->response, "\r\n\r\n"), *header;
  if (!body) return 0;
  size_t head = (size_t)(body + 4 - c->response);
  if ((header = strcasestr(c->response, "\r\ncontent-length:")) && header < body)
    return c->received >= head + strtoul(header + 17, NULL, 10);
  return c->received >= 5 && !memcmp(c->response + c->received - 5, "0\r\n\r\n", 5);
}

static void readable(struct connection *c) {
  ssize_t n = read(c->fd, c->response + c->received, RESPONSE_MAX - c->received);
  if (n < 0 && errno == EAGAIN) return;
  struct class *class = &classes[c->arrival.class];
  if (n <= 0) {
    connection_errors++;
    if (c->busy) {
      note(c->arrival, 1);
      if (class->field[0] != '-') put_back(class, c->request, c->length);
    }
    close(c->fd);
    open_connection(c);
    if (c->busy) release(c);
    return;
  }
  c->received += (size_t)n;
  c->response[c->received] = 0;
  if (!c->busy || !complete(c)) return;
  int ok = c->response[9] == '2' || c->response[9] == '3';
  if (!ok && !class->failed) fprintf(stderr, "%s: %.15s %.300s\n", class->name, c->response, strstr(c->response, "\r\n\r\n") + 4);
  note(c->arrival, !ok);
  if (class->field[0] != '-') {
    if (ok) follow(c, class); else put_back(class, c->request, c->length);
  }
  release(c);
}

static int pick(void) {
  double at = chance() * total_weight;
  for (int i = 0; i < class_count - 1; i++)
    if ((at -= classes[i].weight) <= 0) return i;
  return class_count - 1;
}

static void wake_at(double when) {
  struct itimerspec spec = {.it_value = {(time_t)when, (long)((when - floor(when)) * 1e9)}};
  timerfd_settime(timer_fd, TFD_TIMER_ABSTIME, &spec, NULL);
}

static double percentile(const unsigned *histogram, long total, double share) {
  long wanted = (long)((double)total * share), seen = 0;
  for (long at = 0; at < BUCKETS; at++)
    if ((seen += histogram[at]) > wanted) return (double)at / 1e3;
  return 0;
}

static void report(double seconds) {
  unsigned *all = calloc(BUCKETS, sizeof *all);
  long finished = 0, failed = 0;
  for (int i = 0; i < class_count; i++) {
    for (long at = 0; at < BUCKETS; at++) all[at] += classes[i].histogram[at];
    finished += classes[i].finished;
    failed += classes[i].failed;
  }
  printf("{\"rate\":%.1f,\"failed\":%ld,\"connection_errors\":%ld,\"unfinished\":%ld,\"longest_queue\":%zu,"
         "\"p50\":%.3f,\"p90\":%.3f,\"p99\":%.3f,\"p999\":%.3f,\"classes\":{",
         (double)finished / seconds, failed, connection_errors, dropped, longest_queue, percentile(all, finished, 0.5),
         percentile(all, finished, 0.9), percentile(all, finished, 0.99), percentile(all, finished, 0.999));
  for (int i = 0; i < class_count; i++) {
    struct class *c = &classes[i];
    printf("%s\"%s\":{\"finished\":%ld,\"failed\":%ld,\"p50\":%.3f,\"p99\":%.3f}", i ? "," : "", c->name, c->finished,
           c->failed, percentile(c->histogram, c->finished, 0.5), percentile(c->histogram, c->finished, 0.99));
  }
  printf("}}\n");
}

static void write_chains(const char *path) {
  FILE *file = fopen(path, "wb");
  if (!file) { perror(path); exit(2); }
  for (int i = 0; i < class_count; i++)
    for (size_t at = 0; classes[i].field[0] != '-' && at < classes[i].free; at++) {
      struct request *request = &classes[i].requests[(classes[i].next + at) % classes[i].count];
      fwrite(request->text, 1, request->length + 1, file);
    }
  fclose(file);
}

int main(int argc, char **argv) {
  if (argc < 9) return 2;
  double rate = atof(argv[2]), warm_up = atof(argv[3]), seconds = atof(argv[4]);
  int connections = atoi(argv[5]);
  load(argv[6]);
  number = atol(argv[7]);
  address = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(argv[1]))};
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  poll_fd = epoll_create1(0);
  timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  struct epoll_event on_time = {.events = EPOLLIN, .data.ptr = NULL};
  epoll_ctl(poll_fd, EPOLL_CTL_ADD, timer_fd, &on_time);
  queue = calloc(QUEUE, sizeof *queue);
  struct connection *all = calloc((size_t)connections, sizeof *all);
  for (int i = 0; i < connections; i++) { open_connection(all + i); release(all + i); }
  double due = now(), end = due + warm_up + seconds, given_up = end + 3;
  record_from = due + warm_up;
  struct epoll_event events[256];
  wake_at(due);
  while (now() < given_up && (due < end || busy || queue_head != queue_tail)) {
    for (double t = now(); due <= t && due < end; due -= log(chance()) / rate) {
      if (queue_tail - queue_head == QUEUE) { dropped++; continue; }
      queue[queue_tail++ % QUEUE] = (struct arrival){pick(), due};
    }
    if (queue_tail - queue_head > longest_queue) longest_queue = queue_tail - queue_head;
    send_due();
    wake_at(due < end ? due : given_up);
    int ready = epoll_wait(poll_fd, events, 256, 1000);
    for (int i = 0; i < ready; i++) {
      if (events[i].data.ptr) { readable(events[i].data.ptr); continue; }
      unsigned long long expired;
      if (read(timer_fd, &expired, sizeof expired) < 0) continue;
    }
  }
  /* What was not answered in time counts with the time that it took so far. */
  for (int i = 0; i < connections; i++)
    if (all[i].busy) { dropped++; note(all[i].arrival, 0); }
  for (; queue_head != queue_tail; queue_head++) { dropped++; note(queue[queue_head % QUEUE], 0); }
  write_chains(argv[8]);
  report(seconds);
  return 0;
}
