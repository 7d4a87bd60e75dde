// Functions with the same names as functions of libm. A host with its own mathematics library has such functions. After
// GuestSpoilMathematics(1) these functions return wrong results. So all code that calls them by name gets wrong results, too.

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
