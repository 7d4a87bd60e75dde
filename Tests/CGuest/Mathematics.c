// Functions with the names of libm's. They stand for those of a host that brings its own mathematics library. When they are spoilt, code
// that calls them by their names gives wrong results.

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
