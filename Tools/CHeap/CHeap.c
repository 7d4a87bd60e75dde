#include "CHeap.h"
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

size_t heap_in_use(void) {
    const struct mallinfo2 information = mallinfo2();
    return information.uordblks + information.hblkhd;
}
void heap_lose(size_t count) {
    // The variable is volatile, because the compiler could otherwise remove an allocation that is never read.
    void *volatile block = malloc(count);
    if (block) memset(block, 1, count);
}
void heap_trim(void) { malloc_trim(0); }
void heap_share(void) { mallopt(M_ARENA_MAX, 1); }
