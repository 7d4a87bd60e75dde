// HostAllocator: lets Swift work with the allocator of a program that has its own, such as Chromium.
//
// Swift's strings use all bytes of a block that malloc_usable_size reports, and keep a pointer at the end. They expect a multiple of 8
// bytes. Chromium's allocator reports 4 bytes more, and the pointer would overwrite what it keeps behind the block. The allocators of valgrind
// and of the address sanitizer report the size that was asked for. scripts/build-driver links the library so that these functions take the
// place of the allocator's. Other libraries of the process are not concerned.

#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>

// The linker's option --wrap defines these. A program that contains the driver without that option does not call the functions below.
#define WRAPPED __attribute__((weak))
extern void *__real_malloc(size_t byteCount) WRAPPED;
extern int __real_posix_memalign(void **address, size_t alignment, size_t byteCount) WRAPPED;
extern size_t __real_malloc_usable_size(void *address) WRAPPED;

/// More bytes for each block, so that the rounded size is not less than what was asked for. 0 with allocators whose sizes are multiples.
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
