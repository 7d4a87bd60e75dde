// Calls of the library: the floating-point environment, and whether the stack is large enough.

#define _GNU_SOURCE
#include "Thread.h"

#if defined(__x86_64__)
// The default of the system: all exceptions are masked, results are rounded to nearest, denormal numbers are kept.
enum { defaultVector = 0x1F80, vectorControl = 0xFFC0, defaultX87 = 0x37F };

RasterCall RasterCallBegin(void) {
    RasterSharedBegin();
    RasterCall call;
    uint16_t x87;
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(call.vector), "=m"(x87) : : "memory");
    call.hasX87 = x87 != defaultX87;
    if (__builtin_expect((call.vector & vectorControl) != defaultVector, 0)) {
        const uint32_t wanted = defaultVector | (call.vector & ~vectorControl);
        __asm__ volatile("ldmxcsr %0" : : "m"(wanted) : "memory");
    }
    if (__builtin_expect(call.hasX87, 0)) {
        const uint16_t wanted = defaultX87;
        // FNCLEX must come before FLDCW: it clears the exceptions that are pending in the host, which FLDCW would otherwise raise.
        __asm__ volatile("fnstenv %0\n\tfnclex\n\tfldcw %1" : "=m"(call.x87) : "m"(wanted) : "memory");
    }
    return call;
}

void RasterCallEnd(RasterCall call) {
    uint32_t now;
    __asm__ volatile("stmxcsr %0" : "=m"(now) : : "memory");
    if (now != call.vector) __asm__ volatile("ldmxcsr %0" : : "m"(call.vector) : "memory");
    if (__builtin_expect(call.hasX87, 0)) __asm__ volatile("fldenv %0" : : "m"(call.x87) : "memory");
    RasterSharedEnd();
}
#elif defined(__aarch64__)
RasterCall RasterCallBegin(void) {
    RasterSharedBegin();
    RasterCall call;
    __asm__ volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(call.control), "=r"(call.status) : : "memory");
    if (__builtin_expect(call.control != 0, 0)) __asm__ volatile("msr fpcr, xzr" : : : "memory");
    return call;
}

void RasterCallEnd(RasterCall call) {
    uint64_t now;
    __asm__ volatile("mrs %0, fpsr" : "=r"(now) : : "memory");
    if (now != call.status) __asm__ volatile("msr fpsr, %0" : : "r"(call.status) : "memory");
    if (__builtin_expect(call.control != 0, 0)) __asm__ volatile("msr fpcr, %0" : : "r"(call.control) : "memory");
    RasterSharedEnd();
}
#else
RasterCall RasterCallBegin(void) { RasterSharedBegin(); return (RasterCall){}; }
void RasterCallEnd(RasterCall call) { (void)call; RasterSharedEnd(); }
#endif

static void findStack(void) {
    // These values let every stack count as large enough. They stay if the system does not report the bounds of the stack.
    rasterThread.lowest = 1;
    rasterThread.end = UINTPTR_MAX;
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    void *start = NULL;
    size_t size = 0, guard = 0;
    if (pthread_attr_getstack(&attributes, &start, &size) == 0 && pthread_attr_getguardsize(&attributes, &guard) == 0) {
        rasterThread.lowest = (uintptr_t)start + guard;
        rasterThread.end = (uintptr_t)start + size;
    }
    pthread_attr_destroy(&attributes);
}

int RasterStackSuffices(size_t byteCount) {
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (__builtin_expect(rasterThread.end == 0, 0)) findStack();
    return here >= rasterThread.lowest && here < rasterThread.end && here - rasterThread.lowest >= byteCount;
}

uintptr_t RasterThreadIdentity(void) { return rasterThread.actsFor ? rasterThread.actsFor : (uintptr_t)pthread_self(); }
void RasterThreadActsFor(uintptr_t identity) { rasterThread.actsFor = identity; }
