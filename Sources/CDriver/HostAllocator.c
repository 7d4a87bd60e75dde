// HostAllocator: lets Swift work in a program that has its own memory allocator, such as Chromium.
//
// Swift's strings use all bytes of a block that malloc_usable_size reports, and keep a pointer at the end of these bytes. Swift expects
// that the number of bytes is a multiple of 8. Chromium's allocator reports 4 bytes more than such a multiple, so the pointer would
// overwrite the data that the allocator keeps behind the block. The allocators of valgrind and of the address sanitizer report the size
// that was asked for. scripts/build-driver links the library so that the library calls the functions of this file instead of the
// allocator's. Other libraries of the process still call the allocator directly.

#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>

// The linker's option --wrap defines the functions __real_…. If a program contains the driver but is linked without that option, the
// functions below are never called.
#define WRAPPED __attribute__((weak))
extern void *__real_malloc(size_t byteCount) WRAPPED;
extern int __real_posix_memalign(void **address, size_t alignment, size_t byteCount) WRAPPED;
extern size_t __real_malloc_usable_size(void *address) WRAPPED;

/// The number of bytes that are added to each request, so that the block's size, rounded down to a multiple of 8, is not less than the size
/// that was asked for. 0 if the allocator's sizes are multiples of 8 already.
static size_t extra;

__attribute__((constructor)) static void askAllocator(void) {
    if (!__real_malloc || !__real_malloc_usable_size) return;
    for (size_t byteCount = 17; byteCount <= 24; byteCount++) {
        void *block = __real_malloc(byteCount);
        if (__real_malloc_usable_size(block) % 8 != 0) extra = 8;
        free(block);
    }
}

static size_t enlarged(size_t byteCount) { return byteCount > (size_t)-1 - extra ? byteCount : byteCount + extra; }

void *__wrap_malloc(size_t byteCount) { return __real_malloc(enlarged(byteCount)); }
int __wrap_posix_memalign(void **address, size_t alignment, size_t byteCount) {
    return __real_posix_memalign(address, alignment, enlarged(byteCount));
}
size_t __wrap_malloc_usable_size(void *address) { return __real_malloc_usable_size(address) & ~(size_t)7; }
