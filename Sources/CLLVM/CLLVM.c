// CLLVM.c: opens libLLVM and fills the table; and the few things about the CPU that Swift cannot ask for itself.

#define _GNU_SOURCE
#include "CLLVM.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#endif

static const char *const usualPlaces[] = {
    "libLLVM.so.19.1", "libLLVM-19.so.1", "libLLVM-19.so",
    "/usr/lib/llvm-19/lib/libLLVM.so.19.1", "/usr/lib/llvm-19/lib/libLLVM.so", "/usr/lib64/llvm19/lib/libLLVM.so.19.1",
};

static LLVMFunctions table;
static char message[512];

static void initialiseTarget(void *library, const char *target) {
    static const char *const parts[] = {"TargetInfo", "Target", "TargetMC", "AsmPrinter"};
    for (unsigned part = 0; part < 4; part++) {
        char name[64];
        snprintf(name, sizeof name, "LLVMInitialize%s%s", target, parts[part]);
        void (*initialise)(void) = (void (*)(void))dlsym(library, name);
        if (initialise) initialise();
    }
}

const LLVMFunctions *LLVMFunctionsLoad(const char *path, const char **problem) {
    *problem = message;
    LLVMFunctions found;
    void *library = NULL;
    if (path) {
        library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    } else {
        for (unsigned place = 0; !library && place < sizeof usualPlaces / sizeof *usualPlaces; place++) {
            library = dlopen(usualPlaces[place], RTLD_LAZY | RTLD_LOCAL);
        }
    }
    if (!library) {
        snprintf(message, sizeof message, "%s", dlerror());
        return NULL;
    }
#define X(name) \
    if (!(*(void **)&found.name = dlsym(library, "LLVM" #name))) { \
        snprintf(message, sizeof message, "%s has no function LLVM" #name, path ? path : "libLLVM"); \
        dlclose(library); \
        return NULL; \
    }
    RASTER_LLVM_FUNCTIONS(X)
#undef X
    unsigned major = 0, minor = 0, patch = 0;
    found.GetVersion(&major, &minor, &patch);
    if (major != 19) {
        snprintf(message, sizeof message, "found LLVM %u.%u.%u, but version 19 is needed", major, minor, patch);
        dlclose(library);
        return NULL;
    }
    initialiseTarget(library, "X86");
    initialiseTarget(library, "AArch64");
    table = found;
    return &table;
}

void RasterHostIdentity(unsigned int words[12]) {
    memset(words, 0, 12 * sizeof *words);
#if defined(__x86_64__)
    unsigned a, b, c, d;
    if (__get_cpuid(0, &a, &b, &c, &d)) words[0] = b ^ c ^ d;
    if (__get_cpuid(1, &a, &b, &c, &d)) {
        words[1] = a; words[2] = c; words[3] = d & ~(1u << 9);
        if (c & (1u << 27)) {
            unsigned low, high;
            __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
            words[4] = low;
        }
    }
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) { words[5] = b; words[6] = c; words[7] = d; }
    if (__get_cpuid_count(7, 1, &a, &b, &c, &d)) { words[8] = a; words[9] = d; }
    if (__get_cpuid(0x80000001, &a, &b, &c, &d)) { words[10] = c; words[11] = d; }
#elif defined(__aarch64__)
    unsigned long features = getauxval(AT_HWCAP), more = getauxval(AT_HWCAP2);
    words[0] = (unsigned)features; words[1] = (unsigned)(features >> 32);
    words[2] = (unsigned)more; words[3] = (unsigned)(more >> 32);
#endif
}

int RasterHostLevel(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("f16c")) {
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") ? 4 : 3;
    }
    return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt") ? 2 : 1;
#else
    return 0;
#endif
}

int RasterHostLanes(void) {
    int level = RasterHostLevel();
    return level == 4 ? 16 : level == 3 ? 8 : 4;
}

void RasterProgramIdentity(uint64_t words[2]) {
    Dl_info image;
    struct stat status;
    words[0] = words[1] = 0;
    if (!dladdr((void *)&RasterProgramIdentity, &image) || !image.dli_fname) return;
    // The main program is named as it was called, which need not be a path from here.
    if (stat(image.dli_fname, &status) != 0 && stat("/proc/self/exe", &status) != 0) return;
    words[0] = (uint64_t)status.st_size;
    words[1] = (uint64_t)status.st_mtim.tv_sec * 1000000000u + (uint64_t)status.st_mtim.tv_nsec;
}

void RasterCodeWritten(void *start, void *end) { __builtin___clear_cache(start, end); }
