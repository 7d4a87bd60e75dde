// xxHash with the widest vectors of this processor, if the library supports them. This is about four times as fast as without wide
// vectors.
#pragma once
#include <xxhash.h>

#if defined(__x86_64__) && __has_include(<xxh_x86dispatch.h>)
#include <xxh_x86dispatch.h>

/// xxHash's wide functions may leave the upper halves of vector registers in use. The caller's code uses narrow registers and would
/// then run at a quarter of its speed. So the upper halves are cleared.
__attribute__((target("avx"))) static inline void RasterClearUpperHalves(void) { __builtin_ia32_vzeroupper(); }

static inline XXH128_hash_t RasterHash128(const void *bytes, size_t count) {
    XXH128_hash_t hash = XXH3_128bits_dispatch(bytes, count);
    if (__builtin_cpu_supports("avx")) RasterClearUpperHalves();
    return hash;
}
#else
static inline XXH128_hash_t RasterHash128(const void *bytes, size_t count) { return XXH3_128bits(bytes, count); }
#endif
