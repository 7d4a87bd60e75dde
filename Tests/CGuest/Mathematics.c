// Functions with the same names as functions of libm, like the functions of a host that brings its own mathematics library. After
// GuestSpoilMathematics(1) these functions return wrong results, and so does all code that calls them by name.

#define _GNU_SOURCE
#include "CGuest.h"

#include <dlfcn.h>

static volatile int spoilt;
void GuestSpoilMathematics(int isSpoilt) { spoilt = isSpoilt; }

#define REPLACED(type, name) \
    __attribute__((visibility("default"), used)) type name(type x) { \
        static type (*original)(type); \
        if (!original) original = (type (*)(type))dlsym(RTLD_NEXT, #name); \
        return spoilt ? (type)12345 : original(x); \
    }
REPLACED(float, floorf) REPLACED(float, ceilf) REPLACED(float, truncf) REPLACED(float, roundevenf)
