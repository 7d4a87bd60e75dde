// CHost: the state of a thread and of the process that the library shares with its host, the program that calls it.
//
// Swift cannot read or write this state: the floating-point environment, the bounds of a stack, the signal mask of a thread that is
// being made, variables of a thread, and the handlers of fork().

#ifndef RASTER_CHOST_H
#define RASTER_CHOST_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "Fiber.h"

// MARK: Calls of the library

/// The floating-point environment of the caller of the library.
typedef struct RasterCall {
#if defined(__x86_64__)
    /// The control and status register of SSE.
    uint32_t vector;
    /// The x87 unit's environment, as FNSTENV stores it. It is stored only if the x87 unit's control word is not the default.
    uint32_t x87[7];
    uint32_t hasX87;
#elif defined(__aarch64__)
    uint64_t control, status;
#endif
} RasterCall;

/// Call RasterCallBegin when the host calls the library, and RasterCallEnd with its result before the library returns. In between
/// this thread rounds to nearest, keeps denormal numbers and raises no trap, and a fork() on another thread waits. The calls may be
/// nested. RasterCallEnd restores the host's environment, including the flags of exceptions that SSE's or AArch64's instructions raised.
RasterCall RasterCallBegin(void);
void RasterCallEnd(RasterCall call);

/// Returns whether this thread can use `byteCount` further bytes of its stack. The result is 0 on a stack that the system does not know,
/// for example the stack of a coroutine.
int RasterStackSuffices(size_t byteCount);
/// Returns a number that identifies this thread; never 0. A thread that runs a call for another thread has the number of that thread.
uintptr_t RasterThreadIdentity(void);
/// Makes RasterThreadIdentity return `identity` on this thread.
void RasterThreadActsFor(uintptr_t identity);

// MARK: The host's functions

/// Searches this thread's stack for functions of the host and writes one address in each of them, at the call that the function is making.
/// The innermost function comes first. The library's own functions are left out. Returns the number of addresses, at most `limit`. If the
/// library is linked into the host's program, all functions of that program count as the library's own.
int RasterHostCallers(void *_Nullable *_Nonnull addresses, int limit);
/// Returns the name of the function at an address. If the function has no name, returns the name of the file and the offset in the file.
/// The caller frees the text. Returns NULL if the address belongs to no file.
char *_Nullable RasterHostNameOfCaller(void *_Nonnull address);

// MARK: Threads

typedef enum RasterThreadRole {
    /// The thread is inside a section from its beginning to its end, except while it pauses. Swift's runtime has locks of its own, which
    /// any Swift code may take, and which nobody would release in a child process. So a fork() waits while the thread runs any code.
    RasterThreadIndependent,
    /// Whenever the thread works, another thread is inside a call of the library and waits for it.
    RasterThreadHelper,
    /// The thread works for its creator, which waits for it. So the new thread is a helper if its creator is inside a call of the library.
    RasterThreadOfCreator,
} RasterThreadRole;

/// Starts a thread that has the default floating-point environment. All signals are blocked in the thread, except for the signals
/// that its own instructions cause. Returns the error number of pthread_create.
int RasterThreadStart(pthread_t *_Nonnull thread, size_t stackByteCount, int isDetached, RasterThreadRole role,
                      void (*_Nonnull body)(void *_Nonnull), void *_Nonnull argument);

// MARK: fork()

/// RasterSharedBegin and RasterSharedEnd enclose a section that changes shared state. While a thread is inside a section, a fork() on
/// another thread waits. RasterCallBegin and RasterCallEnd also enclose a section, and set the floating-point environment in addition.
void RasterSharedBegin(void);
void RasterSharedEnd(void);
/// A thread that is inside a section may wait for another thread or run code of the host. Meanwhile, a fork() need not wait for the
/// section. So call RasterSharedPause before the wait or the code, and call RasterSharedContinue with the result of RasterSharedPause
/// afterwards. The thread must hold no lock of the library.
unsigned RasterSharedPause(void);
void RasterSharedContinue(unsigned depth);
/// Call this when the process exits: from then on a fork() does not wait for other threads, because some of these threads have been stopped
/// for ever.
void RasterForkWaitsNoMore(void);
/// Returns the number of forks between the start of the first process and this process. In a child process, threads that were started under
/// another number do not exist.
uintptr_t RasterForkCount(void);

#endif
