/* hammer.h -- many sockets against a server, from one thread; the parts of that program.
 *
 * Each socket makes its session over HTTP, upgrades, and plays by the menus it is sent. */
#ifndef TESTS_HAMMER_H
#define TESTS_HAMMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ROOM = 4, ACTION = 100, CHUNK = 65536 };

enum state { DEAD, SESSION, UPGRADE, HELLO, SEATED, PLAYING };

struct room;
struct sock {
    int fd, seat;
    enum state state;
    bool welcome;
    struct room *room;
    char token[40];
    char *in;      /* read but not used yet: a borrowed buffer, or `kept` */
    char *kept;    /* its own buffer, once half a message had to wait */
    size_t have, cap;
    bool owes;           /* the game waits for it */
    char action[ACTION]; /* what it would play now; empty: it is not its turn */
    int32_t seq;         /* last entry it was told of */
};

/* An entry somebody was shown: after a crash it must still be there. */
struct shown {
    uint64_t hash;
};

struct room {
    struct sock *sock[ROOM];
    int people, bots, ready;
    char table[16];
    uint64_t sent_at;
    int command; /* number of the command on its way; 0: none */
    char command_text[ACTION];
    struct shown *shown;
    int shown_n, shown_cap;
    int commands, acknowledged; /* commands given, and answered */
    int own;                    /* entries of its own seat that were shown */
    bool started, over, resend;
};

extern struct sock *sockets;
extern struct room *rooms;
extern int sockets_n, rooms_n, port;
extern int setting_up, seated; /* sockets on their way, and there */
extern int relay;              /* bytes of a message through a bare relay; 0: a server of ours */
extern bool want_events;       /* rather than views */
extern bool checking;          /* what is shown is kept and compared */
extern uint64_t refused;
extern long lost, changed, twice; /* entries that somebody was shown */

/* --- hammer_socket.c --- */

uint64_t now_ns(void);
unsigned rnd(unsigned n);
void rnd_seed(uint64_t seed);
_Noreturn void fail(const char *what, const char *detail);
void say(struct sock *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void say_n(struct sock *s, const char *text, size_t n);
bool dial(struct sock *s);
void bury(struct sock *s);     /* its socket is closed */
void readable(struct sock *s); /* read and use what there is */
void pump(int ms);             /* wait so long for the sockets, and read */
void make_rooms(int n, int people, int bots);
void connect_all(void);

/* --- hammer_talk.c --- */

const char *after(const char *text, const char *key); /* NULL: it is not in it */
long number(const char *text, const char *key, long otherwise);
void first_words(struct sock *s); /* once it is welcome */
void on_text(struct sock *s, char *text, size_t len);

/* --- hammer_load.c, hammer_kill.c --- */

void delivered(uint64_t sent_at, size_t bytes); /* a message caused by somebody's action */
int load(char **argv, bool events, double rate);
int kill_loop(char **argv);

#endif
