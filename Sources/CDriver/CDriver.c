#include "CDriver.h"
#include <pthread.h>
#include <stddef.h>

// With the model initial-exec, a thread's variable has a fixed offset from the thread pointer, so reading the variable needs no call. This
// also works in a library that a process opens with dlopen, because glibc keeps room for a few such variables.
#define THREAD_VARIABLE static _Thread_local __attribute__((tls_model("initial-exec")))

THREAD_VARIABLE void *currentContext;
THREAD_VARIABLE int32_t lastError = 0x3000;
THREAD_VARIABLE void *threadLabel;

static pthread_key_t endKey;
static pthread_once_t endOnce = PTHREAD_ONCE_INIT;
static int hasEndKey;
static void (*endBody)(void *context);

static void threadEnds(void *value) {
    (void)value;
    void *context = currentContext;
    if (context && endBody) endBody(context);
}

static void makeEndKey(void) { hasEndKey = pthread_key_create(&endKey, threadEnds) == 0; }

void *RasterDriverContext(void) { return currentContext; }

void RasterDriverSetContext(void *context) {
    currentContext = context;
    // `threadEnds` is the key's destructor. It runs only on threads that have set a value other than NULL for the key.
    if (context && hasEndKey) pthread_setspecific(endKey, context);
}

int32_t RasterDriverError(void) { return lastError; }
void RasterDriverSetError(int32_t error) { lastError = error; }

void *RasterDriverThreadLabel(void) { return threadLabel; }
void RasterDriverSetThreadLabel(void *label) { threadLabel = label; }

void RasterDriverAtThreadEnd(void (*body)(void *context)) {
    endBody = body;
    pthread_once(&endOnce, makeEndKey);
}
