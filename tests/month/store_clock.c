/* The store's clock, driven: loaded into its process before the C library (LD_PRELOAD), it says what
   stands in a file of eight bytes, as microseconds since 1970. So does its monotonic clock, by which
   it goes on from one look at the other to the next. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <time.h>

static volatile int64_t *driven;
static int (*real_clock)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* its timers stand still: it would end by no other signal */
    real_clock = dlsym(RTLD_NEXT, "clock_gettime");
    int file = open(getenv("DRIVEN_CLOCK"), O_RDONLY);
    void *page = mmap(NULL, sizeof *driven, PROT_READ, MAP_SHARED, file, 0);
    if (file < 0 || page == MAP_FAILED) abort();
    driven = page;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    int64_t micros = *driven; /* once: it may go on meanwhile */
    now->tv_sec = micros / 1000000;
    now->tv_usec = micros % 1000000;
    return 0;
}

time_t time(time_t *now) {
    time_t seconds = *driven / 1000000;
    if (now) *now = seconds;
    return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    if (clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID)
        return real_clock(clock, now);
    int64_t micros = *driven;
    now->tv_sec = micros / 1000000;
    now->tv_nsec = micros % 1000000 * 1000;
    return 0;
}
