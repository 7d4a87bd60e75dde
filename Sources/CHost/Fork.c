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

/// The number of threads that are inside a section. Helpers do not count, because the thread that waits for them does.
static atomic_uint inside;
/// `isClosed`: whether a fork is about to happen. `isExiting`: whether a fork waits for nothing.
static atomic_uint isClosed, isExiting;
static atomic_uintptr_t forkCount;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t left = PTHREAD_COND_INITIALIZER, opened = PTHREAD_COND_INITIALIZER;
/// The numbers of threads that wait to fork, and of those that are inside a section themselves. Protected by `gate`.
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
    // A helper is not counted itself.
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

/// After this number of seconds a fork waits no longer. For example, a host's handler of a crash may fork while the crashed thread holds a
/// lock. The largest shaders take half of this time to compile.
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
    // Threads that do not exist here may have waited.
    gate = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    left = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    opened = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    forking = forkingInside = 0;
    atomic_store(&inside, rasterThread.depth > 0 ? 1 : 0);
    atomic_store(&isClosed, 0);
    atomic_fetch_add(&forkCount, 1);
    // This thread has another number than in the parent process, but Swift's runtime has read the number already. Where this thread
    // and another one need a lock of the runtime at once, for example to initialise a global constant, both would try for ever. So
    // calls on this thread run on a thread of the library: its stack counts as too small.
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
/// removed from a process. So dlclose() of the shared library keeps it, and a second dlopen() finds it as it was.
__attribute__((constructor)) static void load(void) {
    pthread_atfork(prepare, continueParent, beginChild);
    Dl_info library;
    if (dladdr((const void *)&load, &library) != 0 && library.dli_fname) dlopen(library.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}
