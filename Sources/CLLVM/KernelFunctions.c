// The functions that compiled kernels call by name. LLVM makes these calls to copy memory, and to round numbers on processors that have no
// instruction for rounding.
//
// A kernel calls no other functions. Raster does not use the host's functions of the same names: the host may lack a mathematics library,
// or have one whose results differ.

#include "CLLVM.h"

#include <stdint.h>
#include <string.h>

// The rounding functions work on the bits of a number. If they were written with C's rounding functions, the compiler could turn a function
// into a call of itself.

static float truncatedFloat(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int exponent = (int)(bits >> 23 & 0xFF) - 127;
    // The number has no fraction, or it is infinite or no number.
    if (exponent >= 23) return x;
    bits &= exponent < 0 ? 0x80000000 : ~(0x007FFFFFu >> exponent);
    memcpy(&x, &bits, sizeof bits);
    return x;
}
static double truncatedDouble(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int exponent = (int)(bits >> 52 & 0x7FF) - 1023;
    if (exponent >= 52) return x;
    bits &= exponent < 0 ? UINT64_C(1) << 63 : ~(UINT64_C(0x000FFFFFFFFFFFFF) >> exponent);
    memcpy(&x, &bits, sizeof bits);
    return x;
}

#define ROUNDING(Type, type, suffix, whole) \
    static type floor##Type(type x) { \
        const type t = truncated##Type(x); \
        return t > x ? t - 1 : t; \
    } \
    static type ceiling##Type(type x) { \
        const type t = truncated##Type(x); \
        /* The sum of −1 and 1 would lose the sign of a zero, but t is only less than x if x is positive. */ \
        return t < x ? t + 1 : t; \
    } \
    static type even##Type(type x) { \
        const type size = __builtin_fabs##suffix(x); \
        if (!(size < whole)) return x; \
        /* A number of this size has no bits for a fraction, so the addition rounds. */ \
        volatile type sum = size + whole; \
        return __builtin_copysign##suffix(sum - whole, x); \
    }
ROUNDING(Float, float, f, 0x1p23f)
ROUNDING(Double, double, , 0x1p52)

static const struct { const char *name; const void *address; } functions[] = {
    {"memcpy", (const void *)&memcpy}, {"memmove", (const void *)&memmove}, {"memset", (const void *)&memset},
    {"floorf", (const void *)&floorFloat}, {"floor", (const void *)&floorDouble},
    {"ceilf", (const void *)&ceilingFloat}, {"ceil", (const void *)&ceilingDouble},
    {"truncf", (const void *)&truncatedFloat}, {"trunc", (const void *)&truncatedDouble},
    {"roundevenf", (const void *)&evenFloat}, {"roundeven", (const void *)&evenDouble},
};

const void *RasterKernelFunction(const char *name) {
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        if (strcmp(functions[k].name, name) == 0) return functions[k].address;
    }
    return NULL;
}
