// fork() copies the memory of the process, but only one of its threads. So a fork must not happen while another thread changes
// memory that the library shares: in the child process nobody would finish the change or release a lock.
//
// Each thread that may change such memory is counted. Before a fork, the handler below stops further threads from beginning such work,
// and waits until no other thread is counted. In the child process the threads of the library do not exist. They are started again
// when they are needed: see RasterForkCount.

#define _GNU_SOURCE
#include "Thread.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <time.h>

/// The number of threads that are inside a section. Helpers are not counted, because the thread that waits for a helper is counted.
static atomic_uint inside;
/// `isClosed`: true while a thread waits to fork or forks; then no other thread can enter a section. `isExiting`: true when the process is
/// exiting; then a fork does not wait for other threads.
static atomic_uint isClosed, isExiting;
static atomic_uintptr_t forkCount;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t left = PTHREAD_COND_INITIALIZER, opened = PTHREAD_COND_INITIALIZER;
/// `forking` counts the threads that wait to fork. `forkingInside` counts the threads that wait to fork and are inside a section. `gate`
/// protects both numbers.
static unsigned forking, forkingInside;

static void leave(void) {
    atomic_fetch_sub(&inside, 1);
    if (!atomic_load(&isClosed)) return;
    pthread_mutex_lock(&gate);
    pthread_cond_broadcast(&left);
    pthread_mutex_unlock(&gate);
}

void RasterSharedBegin(void) {
    if (rasterThread.depth++ > 0) return;
    for (;;) {
        atomic_fetch_add(&inside, 1);
        if (!atomic_load(&isClosed)) return;
        leave();
        pthread_mutex_lock(&gate);
        while (atomic_load(&isClosed)) pthread_cond_wait(&opened, &gate);
        pthread_mutex_unlock(&gate);
    }
}

void RasterSharedEnd(void) {
    if (--rasterThread.depth == 0) leave();
}

unsigned RasterSharedPause(void) {
    const unsigned depth = rasterThread.depth;
    // A helper is not counted in `inside`, so it has nothing to pause.
    if (depth == 0 || rasterThread.isHelper) return 0;
    rasterThread.depth = 0;
    leave();
    return depth;
}

void RasterSharedContinue(unsigned depth) {
    if (depth == 0) return;
    RasterSharedBegin();
    rasterThread.depth = depth;
}

uintptr_t RasterForkCount(void) { return atomic_load_explicit(&forkCount, memory_order_relaxed); }

/// A fork waits at most this number of seconds, because the wait might never end. For example, a host's crash handler may fork while the
/// crashed thread is inside a section. The largest shaders take half of this time to compile.
enum { patience = 60 };

static void prepare(void) {
    pthread_mutex_lock(&gate);
    forking++;
    if (rasterThread.depth > 0) forkingInside++;
    atomic_store(&isClosed, 1);
    pthread_cond_broadcast(&left);
    struct timespec deadline;
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_sec += patience;
    while (atomic_load(&inside) > forkingInside && !atomic_load(&isExiting)) {
        if (pthread_cond_clockwait(&left, &gate, CLOCK_MONOTONIC, &deadline) == ETIMEDOUT) break;
    }
    // The gate stays locked until the fork has happened.
}

static void continueParent(void) {
    if (rasterThread.depth > 0) forkingInside--;
    if (--forking == 0) {
        atomic_store(&isClosed, 0);
        pthread_cond_broadcast(&opened);
    }
    pthread_mutex_unlock(&gate);
}

static void beginChild(void) {
    // These objects are made anew, because threads that do not exist in the child process may have been waiting for them.
    gate = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    left = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    opened = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    forking = forkingInside = 0;
    atomic_store(&inside, rasterThread.depth > 0 ? 1 : 0);
    atomic_store(&isClosed, 0);
    atomic_fetch_add(&forkCount, 1);
    // In the child process this thread has a new thread number, but Swift's runtime still uses the number that it read in the parent
    // process. If this thread and another thread need a lock of the runtime at the same time, for example to initialise a global constant,
    // both would try for ever. So calls of the library on this thread must be executed on a thread of the library. To cause this, the stack
    // of this thread is set to bounds that count as too small.
    rasterThread.lowest = 0;
    rasterThread.end = 1;
}

void RasterForkWaitsNoMore(void) {
    atomic_store(&isExiting, 1);
    pthread_mutex_lock(&gate);
    pthread_cond_broadcast(&left);
    pthread_mutex_unlock(&gate);
}

/// Runs when the program or shared library that contains this code is loaded. Neither threads of the library nor Swift's types can be
/// removed from a process. So this function makes sure that dlclose() leaves the shared library in memory, and a second dlopen() finds the
/// library in the same state.
__attribute__((constructor)) static void load(void) {
    pthread_atfork(prepare, continueParent, beginChild);
    Dl_info library;
    if (dladdr((const void *)&load, &library) != 0 && library.dli_fname) dlopen(library.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}
