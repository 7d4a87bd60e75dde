// Fibers: stacks, and the few instructions that go from one stack to another.
//
// A switch saves and restores the registers that a function must preserve; the compiler has saved the others before the call. The
// control words of SSE, x87 and AArch64's FPCR are the same for all fibers, because they run inside one call of the library and
// change none of them.

#define _GNU_SOURCE
#include "Fiber.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__) || defined(__aarch64__)

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDRESS_SANITIZER 1
#include <sanitizer/common_interface_defs.h>
#endif
#if __has_feature(thread_sanitizer)
#define THREAD_SANITIZER 1
#include <sanitizer/tsan_interface.h>
#endif
#endif
#if THREAD_SANITIZER
// For each fiber, the thread sanitizer keeps a stack of the functions that have been called and have not returned. When a fiber ends, the
// functions marked with UNCOUNTED never return. If the sanitizer counted their calls, its stack would overflow after some ten thousand work
// groups.
#define UNCOUNTED __attribute__((disable_sanitizer_instrumentation))
#else
#define UNCOUNTED
#endif

/// The state of a stack that does not run now: a switch has left the stack, or its fiber has not begun.
struct context {
    void *stackPointer;
    /// The number of the fiber that goes on after this fiber.
    size_t next;
#if ADDRESS_SANITIZER
    const void *bottom;
    size_t byteCount;
    void *fakeStack;
#endif
#if THREAD_SANITIZER
    /// Null until the fiber first runs. The sanitizer's record of a fiber contains a pointer that is set only by the first event on the
    /// fiber. If a record existed for a fiber that never runs, the sanitizer would follow an uninitialised pointer.
    void *sanitizerFiber;
#endif
};

struct RasterFibers {
    char *memory;
    size_t byteCount;
    /// The number of bytes from the end of one stack to the end of the next.
    size_t stackStride;
    size_t count;
    /// `current` is the fiber that runs. `previous` is the fiber whose `next` is `current`.
    size_t current, previous;
    void (*body)(void *);
    char *arguments;
    size_t argumentStride;
    struct context caller;
    struct context fibers[];
};

/// Pushes the registers onto the stack, stores the stack pointer in `*from`, and continues at the place where the stack `to` was left.
__attribute__((naked, noinline)) static void switchStacks(void **from, void *to) {
#if defined(__x86_64__)
    __asm__("pushq %rbp\n\tpushq %rbx\n\tpushq %r12\n\tpushq %r13\n\tpushq %r14\n\tpushq %r15\n\t"
            "movq %rsp, (%rdi)\n\tmovq %rsi, %rsp\n\t"
            "popq %r15\n\tpopq %r14\n\tpopq %r13\n\tpopq %r12\n\tpopq %rbx\n\tpopq %rbp\n\tret");
#else
    __asm__("sub sp, sp, #160\n\t"
            "stp x19, x20, [sp]\n\tstp x21, x22, [sp, #16]\n\tstp x23, x24, [sp, #32]\n\tstp x25, x26, [sp, #48]\n\t"
            "stp x27, x28, [sp, #64]\n\tstp x29, x30, [sp, #80]\n\t"
            "stp d8, d9, [sp, #96]\n\tstp d10, d11, [sp, #112]\n\tstp d12, d13, [sp, #128]\n\tstp d14, d15, [sp, #144]\n\t"
            "mov x9, sp\n\tstr x9, [x0]\n\tmov sp, x1\n\t"
            "ldp x19, x20, [sp]\n\tldp x21, x22, [sp, #16]\n\tldp x23, x24, [sp, #32]\n\tldp x25, x26, [sp, #48]\n\t"
            "ldp x27, x28, [sp, #64]\n\tldp x29, x30, [sp, #80]\n\t"
            "ldp d8, d9, [sp, #96]\n\tldp d10, d11, [sp, #112]\n\tldp d12, d13, [sp, #128]\n\tldp d14, d15, [sp, #144]\n\t"
            "add sp, sp, #160\n\tret");
#endif
}

/// The first instructions of a fiber: calls `begin` with the register in which `prepare` has put the fibers. There is no return
/// address.
__attribute__((naked, noinline)) static void start(void) {
#if defined(__x86_64__)
    __asm__("movq %rbx, %rdi\n\tjmp *%r12");
#else
    __asm__("mov x0, x19\n\tmov x30, xzr\n\tbr x20");
#endif
}

/// Switches from the running context `from` to the context `to`. Returns when another context switches back to `from`. Never returns if
/// `ends` is true, which means that the fiber of `from` has ended.
UNCOUNTED static void leave(struct context *from, struct context *to, int ends) {
#if ADDRESS_SANITIZER
    __sanitizer_start_switch_fiber(ends ? NULL : &from->fakeStack, to->bottom, to->byteCount);
#endif
#if THREAD_SANITIZER
    __tsan_switch_to_fiber(to->sanitizerFiber, 0);
#endif
    (void)ends;
    switchStacks(&from->stackPointer, to->stackPointer);
#if ADDRESS_SANITIZER
    __sanitizer_finish_switch_fiber(from->fakeStack, NULL, NULL);
#endif
}

UNCOUNTED _Noreturn static void begin(RasterFibers *fibers) {
#if ADDRESS_SANITIZER
    // The first fiber is entered from the caller's stack. Only the sanitizer knows the bounds of that stack, and reports them here.
    const void *bottom;
    size_t byteCount;
    __sanitizer_finish_switch_fiber(NULL, &bottom, &byteCount);
    if (!fibers->caller.bottom) {
        fibers->caller.bottom = bottom;
        fibers->caller.byteCount = byteCount;
    }
#endif
    fibers->body(fibers->arguments + fibers->current * fibers->argumentStride);
    struct context *self = &fibers->fibers[fibers->current];
    if (self->next == fibers->current) {
        leave(self, &fibers->caller, 1);
    } else {
        fibers->fibers[fibers->previous].next = self->next;
        fibers->current = self->next;
        leave(self, &fibers->fibers[fibers->current], 1);
    }
    __builtin_unreachable();
}

/// Puts the first words onto a fiber's stack, as `switchStacks` reads them.
static void prepare(RasterFibers *fibers, size_t number) {
    struct context *fiber = &fibers->fibers[number];
    uintptr_t *top = (uintptr_t *)(fibers->memory + (number + 1) * fibers->stackStride);
#if defined(__x86_64__)
    // r15, r14, r13, r12, rbx, rbp, the address of `start`, and 0 as the address to which nothing returns.
    uintptr_t *words = top - 8;
    words[0] = words[1] = words[2] = words[5] = words[7] = 0;
    words[3] = (uintptr_t)&begin;
    words[4] = (uintptr_t)fibers;
    words[6] = (uintptr_t)&start;
#else
    uintptr_t *words = top - 20;
    for (size_t k = 0; k < 20; k++) words[k] = 0;
    words[0] = (uintptr_t)fibers;
    words[1] = (uintptr_t)&begin;
    words[11] = (uintptr_t)&start;
#endif
    fiber->stackPointer = words;
}

RasterFibers *RasterFibersMake(size_t count, size_t stackByteCount) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (count == 0 || stackByteCount > SIZE_MAX / 4 / count) return NULL;
    const size_t stride = (stackByteCount + page - 1) / page * page + page;
    RasterFibers *fibers = calloc(1, sizeof *fibers + count * sizeof *fibers->fibers);
    if (!fibers) return NULL;
    fibers->byteCount = count * stride;
    fibers->stackStride = stride;
    fibers->count = count;
    fibers->memory = mmap(NULL, fibers->byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (fibers->memory == MAP_FAILED) {
        free(fibers);
        return NULL;
    }
    // Large pages would give each stack much more memory than it uses, so the stacks use no large pages.
    madvise(fibers->memory, fibers->byteCount, MADV_NOHUGEPAGE);
    int isGuarded = 1;
    for (size_t k = 0; k < count; k++) isGuarded = isGuarded && mprotect(fibers->memory + k * stride, page, PROT_NONE) == 0;
    if (!isGuarded) {
        munmap(fibers->memory, fibers->byteCount);
        free(fibers);
        return NULL;
    }
#if ADDRESS_SANITIZER
    for (size_t k = 0; k < count; k++) {
        fibers->fibers[k].bottom = fibers->memory + k * stride + page;
        fibers->fibers[k].byteCount = stride - page;
    }
#endif
    return fibers;
}

void RasterFibersFree(RasterFibers *fibers) {
#if THREAD_SANITIZER
    for (size_t k = 0; k < fibers->count; k++) {
        if (fibers->fibers[k].sanitizerFiber) __tsan_destroy_fiber(fibers->fibers[k].sanitizerFiber);
    }
#endif
    munmap(fibers->memory, fibers->byteCount);
    free(fibers);
}

void RasterFibersRun(RasterFibers *fibers, size_t count, void (*body)(void *), void *arguments, size_t stride) {
    if (count > fibers->count) count = fibers->count;
    if (count == 0) return;
    fibers->body = body;
    fibers->arguments = arguments;
    fibers->argumentStride = stride;
    fibers->current = 0;
    fibers->previous = count - 1;
    for (size_t k = 0; k < count; k++) {
        prepare(fibers, k);
        fibers->fibers[k].next = k + 1 < count ? k + 1 : 0;
#if THREAD_SANITIZER
        if (!fibers->fibers[k].sanitizerFiber) fibers->fibers[k].sanitizerFiber = __tsan_create_fiber(0);
#endif
    }
#if ADDRESS_SANITIZER
    fibers->caller.bottom = NULL;
#endif
#if THREAD_SANITIZER
    fibers->caller.sanitizerFiber = __tsan_get_current_fiber();
#endif
    leave(&fibers->caller, &fibers->fibers[0], 0);
}

void RasterFiberWait(RasterFibers *fibers) {
    struct context *self = &fibers->fibers[fibers->current];
    if (self->next == fibers->current) return;
    fibers->previous = fibers->current;
    fibers->current = self->next;
    leave(self, &fibers->fibers[fibers->current], 0);
}

#else

RasterFibers *RasterFibersMake(size_t count, size_t stackByteCount) { (void)count; (void)stackByteCount; return NULL; }
void RasterFibersFree(RasterFibers *fibers) { (void)fibers; }
void RasterFibersRun(RasterFibers *fibers, size_t count, void (*body)(void *), void *arguments, size_t stride) {
    (void)fibers; (void)count; (void)body; (void)arguments; (void)stride;
}
void RasterFiberWait(RasterFibers *fibers) { (void)fibers; }

#endif
