#define _GNU_SOURCE
#include "CGuest.h"

#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

pid_t GuestFork(void) { return fork(); }

// MARK: Floating point

#if defined(__x86_64__)
static void setVector(uint32_t word) { __asm__ volatile("ldmxcsr %0" : : "m"(word)); }
static void setX87(uint16_t word) { __asm__ volatile("fldcw %0" : : "m"(word)); }
void GuestSet(GuestSetting setting) {
    setVector(0x1F80);
    setX87(0x37F);
    switch (setting) {
    case GuestUpward: fesetround(FE_UPWARD); break;
    case GuestDownward: fesetround(FE_DOWNWARD); break;
    case GuestTowardZero: fesetround(FE_TOWARDZERO); break;
    case GuestFlushToZero: setVector(0x1F80 | 1 << 15 | 1 << 6); break;
    // Invalid operations, divisions by zero and overflows trap. Rounding does not trap, because most operations of the host
    // itself round.
    case GuestTrapping: feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW); break;
    case GuestX87Single: setX87(0x7F); break;
    case GuestX87Upward: setX87(0xB7F); break;
    default: break;
    }
}
uint64_t GuestSettings(void) {
    uint32_t vector;
    uint16_t x87;
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(vector), "=m"(x87));
    return (uint64_t)x87 << 32 | (vector & ~0x3Fu);
}
#elif defined(__aarch64__)
void GuestSet(GuestSetting setting) {
    fesetenv(FE_DFL_ENV);
    switch (setting) {
    case GuestUpward: fesetround(FE_UPWARD); break;
    case GuestDownward: fesetround(FE_DOWNWARD); break;
    case GuestTowardZero: fesetround(FE_TOWARDZERO); break;
    case GuestFlushToZero: __asm__ volatile("msr fpcr, %0" : : "r"(1ul << 24)); break;
    default: break;
    }
}
uint64_t GuestSettings(void) {
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return control;
}
#endif

// MARK: Signals

static atomic_int signals, ofMainThread;
static void count(int number) {
    (void)number;
    if (syscall(SYS_gettid) == getpid()) atomic_fetch_add(&ofMainThread, 1);
    atomic_fetch_add(&signals, 1);
}
void GuestCountSignals(void) {
    struct sigaction action = {.sa_handler = count, .sa_flags = SA_RESTART};
    sigaction(SIGUSR1, &action, NULL);
}
void GuestBlockSignal(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}
int GuestSignals(void) { return atomic_load(&signals); }
int GuestSignalsOfMainThread(void) { return atomic_load(&ofMainThread); }

// MARK: Stacks

struct work { void (*body)(void *); void *argument; };
static void *run(void *argument) {
    struct work *work = argument;
    work->body(work->argument);
    return NULL;
}
size_t GuestRunOnStack(size_t byteCount, void (*body)(void *), void *argument) {
    const size_t least = (size_t)sysconf(_SC_THREAD_STACK_MIN);
    if (byteCount < least) byteCount = least;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, byteCount);
    struct work work = {body, argument};
    pthread_t thread;
    if (pthread_create(&thread, &attributes, run, &work) != 0) abort();
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    return byteCount;
}

static ucontext_t outer, inner;
int GuestRunOnForeignStack(size_t byteCount, void (*body)(void)) {
    void *stack = mmap(NULL, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED || getcontext(&inner) != 0) return -1;
    inner.uc_stack.ss_sp = stack;
    inner.uc_stack.ss_size = byteCount;
    inner.uc_link = &outer;
    makecontext(&inner, body, 0);
    const int status = swapcontext(&outer, &inner);
    munmap(stack, byteCount);
    return status;
}
