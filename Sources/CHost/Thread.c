// Threads of the library. The signal handlers of the host run on threads of the host.

#define _GNU_SOURCE
#include "Thread.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

_Thread_local struct RasterThread rasterThread;

struct start {
    void (*body)(void *);
    void *argument;
    RasterThreadRole role;
};

static void *run(void *argument) {
    const struct start start = *(struct start *)argument;
    free(argument);
    rasterThread.isHelper = start.role == RasterThreadHelper;
    rasterThread.depth = rasterThread.isHelper ? 1 : 0;
    if (start.role == RasterThreadIndependent) RasterSharedBegin();
    start.body(start.argument);
    if (start.role == RasterThreadIndependent) RasterSharedEnd();
    return NULL;
}

int RasterThreadStart(pthread_t *thread, size_t stackByteCount, int isDetached, RasterThreadRole role, void (*body)(void *), void *argument) {
    struct start *start = malloc(sizeof *start);
    if (!start) return ENOMEM;
    *start = (struct start){body, argument, role == RasterThreadOfCreator && rasterThread.depth > 0 ? RasterThreadHelper : role};
    pthread_attr_t attributes;
    int status = pthread_attr_init(&attributes);
    if (status != 0) {
        free(start);
        return status;
    }
    pthread_attr_setstacksize(&attributes, stackByteCount);
    if (isDetached) pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    // A new thread inherits the signal mask and the floating-point environment of this thread. So this thread changes both before it makes
    // the new thread, and restores both afterwards.
    static const int causedByInstructions[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
    sigset_t blocked, host;
    sigfillset(&blocked);
    for (size_t k = 0; k < sizeof causedByInstructions / sizeof *causedByInstructions; k++) sigdelset(&blocked, causedByInstructions[k]);
    pthread_sigmask(SIG_SETMASK, &blocked, &host);
    const RasterCall call = RasterCallBegin();
    status = pthread_create(thread, &attributes, run, start);
    RasterCallEnd(call);
    pthread_sigmask(SIG_SETMASK, &host, NULL);
    pthread_attr_destroy(&attributes);
    if (status != 0) free(start);
    return status;
}
