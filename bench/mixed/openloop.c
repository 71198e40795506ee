/* An open-loop HTTP load generator: requests are due at random times of a fixed mean rate, whether or not the server
   keeps up, and latency is counted from the time at which a request was due. So a stall shows in all requests that were
   due meanwhile, where a generator that waits for responses would just send fewer.

   openloop PORT RATE WARM_UP SECONDS CONNECTIONS FILE FIRST_NUMBER CHAINS_FILE

   FILE holds entries separated by NUL bytes. One that begins with \1 opens a class, "\1NAME COUNT FIELD", and the
   others are its requests, sent in turn; "@@@@@@@@" in them becomes a number. FIELD is "-", or each request of the class
   starts a chain whose next request presents that field of the response; the next requests of all chains are written to
   CHAINS_FILE at the end, so that another run can go on with them. The last line of the output is a summary in JSON.

   Classes are drawn from a deck that has COUNT cards of each, shuffled whenever it is used up, and whole decks are
   measured: the shares of the mix are exact. Drawn independently, a class of one request in a hundred would be on this
   side of the 99th percentile in one run and on the other in the next. */
#include "../http_client.h"
#include <sys/timerfd.h>

enum { QUEUE = 1 << 20, CLASSES = 16, DECK_MAX = 1 << 12, BUCKETS = 1 << 23 };

struct request { char *text; size_t length; };

struct class {
  char name[32], field[32];
  int cards;
  struct request *requests; /* A ring; those of a chain are in it while they are not under way. */
  size_t count, next, free;
  long finished, failed;
  unsigned *histogram; /* One bucket for each microsecond; the last one counts all slower responses. */
};

struct arrival { int class, measured; double due; };

struct connection {
  struct exchange exchange;
  int busy, repeated;
  struct arrival arrival;
  struct connection *next_idle;
};

static struct class classes[CLASSES];
static int class_count, timer_fd, busy;
static long number, connection_errors, repeated, dropped;
static struct arrival *queue;
static size_t queue_head, queue_tail, longest_queue;
static struct connection *idle;
static int deck[DECK_MAX], deck_size, deck_at;
static unsigned long long state = 88172645463325252ULL;

static double chance(void) { /* xorshift: within (0, 1]. */
  state ^= state << 13; state ^= state >> 7; state ^= state << 17;
  return (double)((state >> 11) + 1) / 9007199254740992.0;
}

static void load(const char *path) {
  size_t size;
  char *text = contents(path, &size);
  for (char *at = text; at < text + size; at += strlen(at) + 1) {
    if (*at == 1) {
      struct class *new = &classes[class_count++];
      if (sscanf(at + 1, "%31s %d %31s", new->name, &new->cards, new->field) != 3) exit(2);
      if (deck_size + new->cards > DECK_MAX) exit(2);
      new->histogram = calloc(BUCKETS, sizeof *new->histogram);
      for (int i = 0; i < new->cards; i++) deck[deck_size++] = class_count - 1;
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
  set_request(&c->exchange, request->text, request->length, &number);
  return 1;
}

static void put_back(struct class *class, const char *text, size_t length) {
  struct request *place = &class->requests[(class->next + class->free++) % class->count];
  free(place->text);
  *place = (struct request){strndup(text, length), length};
}

static void follow(struct connection *c, struct class *class) {
  char text[REQUEST_MAX];
  size_t length = next_of_chain(&c->exchange, class->field, text);
  if (length) put_back(class, text, length);
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
    c->repeated = 0;
    busy++;
    send_request(&c->exchange);
  }
}

static void note(struct arrival arrival, int failed) {
  if (!arrival.measured) return;
  struct class *class = &classes[arrival.class];
  long micros = (long)((now() - arrival.due) * 1e6);
  class->histogram[micros < BUCKETS ? micros : BUCKETS - 1]++;
  class->finished++;
  class->failed += failed;
}

static void disconnected(struct connection *c, struct class *class) {
  connection_errors++;
  close(c->exchange.fd);
  open_connection(&c->exchange, c);
  if (!c->busy) return;
  if (!c->exchange.received && !c->repeated) {
    /* A server may close a silent connection while a request is on its way. Clients send it again, once. */
    c->repeated = 1;
    repeated++;
    send_request(&c->exchange);
    return;
  }
  note(c->arrival, 1);
  if (class->field[0] != '-') put_back(class, c->exchange.request, c->exchange.length);
  release(c);
}

static void readable(struct connection *c) {
  struct exchange *e = &c->exchange;
  struct class *class = &classes[c->arrival.class];
  if (receive(e)) { disconnected(c, class); return; }
  if (!c->busy || !complete(e)) return;
  int ok = succeeded(e);
  if (!ok && !class->failed) fprintf(stderr, "%s: %.15s %.300s\n", class->name, e->response, strstr(e->response, "\r\n\r\n") + 4);
  note(c->arrival, !ok);
  if (class->field[0] != '-') {
    if (ok) follow(c, class); else put_back(class, e->request, e->length);
  }
  release(c);
}

static int draw(void) {
  if (!deck_at)
    for (int i = deck_size - 1; i > 0; i--) {
      int other = (int)ceil(chance() * (i + 1)) - 1, card = deck[i];
      deck[i] = deck[other];
      deck[other] = card;
    }
  int class = deck[deck_at++];
  deck_at %= deck_size;
  return class;
}

static void wake_at(double when) {
  struct itimerspec spec = {.it_value = {(time_t)when, (long)((when - floor(when)) * 1e9)}};
  timerfd_settime(timer_fd, TFD_TIMER_ABSTIME, &spec, NULL);
}

static double millis(const unsigned *histogram, long total, double share) {
  return (double)percentile(histogram, BUCKETS, total, share) / 1e3;
}

static void report(double rate) {
  unsigned *all = calloc(BUCKETS, sizeof *all);
  long finished = 0, failed = 0;
  for (int i = 0; i < class_count; i++) {
    for (long at = 0; at < BUCKETS; at++) all[at] += classes[i].histogram[at];
    finished += classes[i].finished;
    failed += classes[i].failed;
  }
  printf("{\"rate\":%.1f,\"failed\":%ld,\"connection_errors\":%ld,\"repeated\":%ld,\"unfinished\":%ld,\"longest_queue\":%zu,"
         "\"p50\":%.3f,\"p90\":%.3f,\"p99\":%.3f,\"p999\":%.3f,\"classes\":{",
         rate, failed, connection_errors, repeated, dropped, longest_queue, millis(all, finished, 0.5),
         millis(all, finished, 0.9), millis(all, finished, 0.99), millis(all, finished, 0.999));
  for (int i = 0; i < class_count; i++) {
    struct class *c = &classes[i];
    printf("%s\"%s\":{\"finished\":%ld,\"failed\":%ld,\"p50\":%.3f,\"p99\":%.3f}", i ? "," : "", c->name, c->finished,
           c->failed, millis(c->histogram, c->finished, 0.5), millis(c->histogram, c->finished, 0.99));
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
  use_port(argv[1]);
  timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  struct epoll_event on_time = {.events = EPOLLIN, .data.ptr = NULL};
  epoll_ctl(poll_fd, EPOLL_CTL_ADD, timer_fd, &on_time);
  queue = calloc(QUEUE, sizeof *queue);
  struct connection *all = calloc((size_t)connections, sizeof *all);
  for (int i = 0; i < connections; i++) { open_connection(&all[i].exchange, all + i); release(all + i); }
  long decks = lround(rate * seconds / deck_size), left = (decks ? decks : 1) * deck_size, measured = left;
  double due = now(), measure_from = due + warm_up, given_up = INFINITY, first = 0, last = 0;
  int measuring = 0;
  struct epoll_event events[256];
  wake_at(due);
  while (now() < given_up && (left || busy || queue_head != queue_tail)) {
    for (double t = now(); due <= t && left; due -= log(chance()) / rate) {
      if (!measuring && !deck_at && due >= measure_from) { measuring = 1; first = due; }
      struct arrival arrival = {draw(), measuring, due};
      left -= measuring;
      last = due;
      if (!left) given_up = due + 3;
      if (queue_tail - queue_head == QUEUE) { dropped++; continue; }
      queue[queue_tail++ % QUEUE] = arrival;
    }
    if (queue_tail - queue_head > longest_queue) longest_queue = queue_tail - queue_head;
    send_due();
    wake_at(left ? due : given_up);
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
  report((double)measured / (last - first));
  return 0;
}
