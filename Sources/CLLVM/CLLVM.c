// CLLVM.c: opens libLLVM and fills the table of its functions. It also reads facts about the CPU that Swift cannot read.

#define _GNU_SOURCE
#include "CHost.h"
#include "CLLVM.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

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

// Compilation and exit(). exit() destroys LLVM's objects while other threads may still compile. There are two kinds of objects. The
// library registers the destruction of the first kind while the library is being opened. Our own function for exit() is registered
// after that, and therefore runs before these objects are destroyed. LLVM registers the destruction of the second kind later, when
// a function is first called. So these objects would be destroyed before our function runs. Therefore registrations that the
// library makes during our compilations are dropped, and such objects last as long as the process.
//
// The host may use the same library, for example through Mesa. On the host's threads, our replacements do the same as the functions of the
// C library. If such a thread registers a destruction, our function for exit() is registered once more, so that it still runs before that
// destruction.
//
// Our function for exit() must wait until no thread runs in LLVM, but a compilation can take any time. So our function does not wait until
// compilations end; it stops their threads. LLVM often allocates memory, and these calls go through our replacements, which stop a
// compiling thread once the process exits. In such a call the thread holds no lock of the C library, and nobody needs the result of its
// compilation. But the thread may hold a lock of LLVM's, and another thread may wait for this lock without allocating memory. Then all
// threads continue for a moment and are stopped again. This is repeated until no thread waits for another thread.

// Replaces a function that a library calls: writes the address of the replacement into the library's tables. Returns the number of
// entries that were changed.
static unsigned replaceFunction(void *library, const char *name, void *replacement) {
#if defined(__x86_64__)
    enum { callSlot = R_X86_64_JUMP_SLOT, addressSlot = R_X86_64_GLOB_DAT };
#elif defined(__aarch64__)
    enum { callSlot = R_AARCH64_JUMP_SLOT, addressSlot = R_AARCH64_GLOB_DAT };
#endif
    struct link_map *map;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return 0;
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    const ElfW(Rela) *tables[2] = {NULL, NULL};
    size_t sizes[2] = {0, 0};
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        switch (entry->d_tag) {
        case DT_SYMTAB: symbols = (const void *)entry->d_un.d_ptr; break;
        case DT_STRTAB: names = (const void *)entry->d_un.d_ptr; break;
        case DT_JMPREL: tables[0] = (const void *)entry->d_un.d_ptr; break;
        case DT_PLTRELSZ: sizes[0] = entry->d_un.d_val; break;
        case DT_RELA: tables[1] = (const void *)entry->d_un.d_ptr; break;
        case DT_RELASZ: sizes[1] = entry->d_un.d_val; break;
        default: break;
        }
    }
    if (!symbols || !names) return 0;
    unsigned count = 0;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (unsigned table = 0; table < 2; table++) {
        for (size_t i = 0; tables[table] && i < sizes[table] / sizeof(ElfW(Rela)); i++) {
            const ElfW(Rela) *relocation = tables[table] + i;
            unsigned type = ELF64_R_TYPE(relocation->r_info);
            if (type != callSlot && type != addressSlot) continue;
            if (strcmp(names + symbols[ELF64_R_SYM(relocation->r_info)].st_name, name) != 0) continue;
            void **slot = (void **)(map->l_addr + relocation->r_offset);
            // If the entry is an address slot, the dynamic linker has made its page read-only. So the page is writable only during the
            // change.
            void *start = (void *)((uintptr_t)slot & ~(page - 1));
            if (type == addressSlot && mprotect(start, page, PROT_READ | PROT_WRITE) != 0) return 0;
            *slot = replacement;
            if (type == addressSlot) mprotect(start, page, PROT_READ);
            count++;
        }
    }
    return count;
}

static pthread_mutex_t compiling = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t compiled = PTHREAD_COND_INITIALIZER, released = PTHREAD_COND_INITIALIZER;
/// `compilations`: the number of compilations that run on threads that are not stopped. `heldUp`: the number of compilations on
/// stopped threads.
static unsigned compilations, heldUp;
/// The number of times that the stopped threads were allowed to continue.
static unsigned releases;
static int exitIsSafe;
/// `isExiting`: whether the process is exiting. `holdsUp`: whether compiling threads are stopped.
static atomic_int isExiting, holdsUp;
static pthread_t exitingThread;
/// The number of nested compilations that this thread has begun.
static _Thread_local unsigned depth;

/// Stops this thread. Returns when stopped threads may continue; never returns if the process ends first.
static void holdUp(void) {
    pthread_mutex_lock(&compiling);
    if (atomic_load(&holdsUp)) {
        compilations -= depth;
        heldUp += depth;
        pthread_cond_broadcast(&compiled);
        for (unsigned before = releases; releases == before;) pthread_cond_wait(&released, &compiling);
    }
    pthread_mutex_unlock(&compiling);
}

static inline void goOnUnlessExiting(void) {
    // The exiting thread writes `exitingThread` before `holdsUp`. Because this load has acquire order, a thread that reads `holdsUp` as
    // true also sees `exitingThread`.
    if (atomic_load_explicit(&holdsUp, memory_order_acquire) && depth && !pthread_equal(pthread_self(), exitingThread)) holdUp();
}

static void endCompilations(void);
extern int __cxa_atexit(void (*function)(void *), void *argument, void *library);

static int registerExitFunction(void (*function)(void *), void *argument, void *library) {
    if (depth) return 0;
    const int status = __cxa_atexit(function, argument, library);
    // exit() calls the registered functions in reverse order. So `endCompilations`, which is now registered after `function`, runs before
    // it.
    atexit(endCompilations);
    return status;
}

static void *(*newBytes)(size_t), *(*newAlignedBytes)(size_t, size_t);
static void *allocate(size_t size) { goOnUnlessExiting(); return malloc(size); }
static void *makeBytes(size_t size) { goOnUnlessExiting(); return newBytes(size); }
static void *makeAlignedBytes(size_t size, size_t alignment) { goOnUnlessExiting(); return newAlignedBytes(size, alignment); }

/// If a running thread does not allocate memory for this number of milliseconds, it counts as waiting for a stopped thread.
enum { patience = 20 };

static void endCompilations(void) {
    RasterForkWaitsNoMore();
    pthread_mutex_lock(&compiling);
    exitingThread = pthread_self();
    atomic_store(&isExiting, 1);
    atomic_store(&holdsUp, 1);
    // A compilation of the exiting thread itself does not count.
    for (long moment = 1; compilations > depth; moment = moment < 64 ? 2 * moment : moment) {
        struct timespec deadline;
        clock_gettime(CLOCK_MONOTONIC, &deadline);
        deadline.tv_nsec += patience * 1000000;
        if (deadline.tv_nsec >= 1000000000) { deadline.tv_sec++; deadline.tv_nsec -= 1000000000; }
        while (compilations > depth && pthread_cond_clockwait(&compiled, &compiling, CLOCK_MONOTONIC, &deadline) == 0) {}
        if (compilations <= depth) break;
        atomic_store(&holdsUp, 0);
        compilations += heldUp;
        heldUp = 0;
        releases++;
        pthread_cond_broadcast(&released);
        pthread_mutex_unlock(&compiling);
        nanosleep(&(struct timespec){.tv_nsec = moment * 1000000}, NULL);
        pthread_mutex_lock(&compiling);
        atomic_store(&holdsUp, 1);
    }
    pthread_mutex_unlock(&compiling);
}

/// Finds a function in the same way as the library's own calls find it.
static void *findFunction(void *library, const char *name) {
    void *found = dlsym(RTLD_DEFAULT, name);
    return found ? found : dlsym(library, name);
}

static void makeExitSafe(void *library) {
    newBytes = (void *(*)(size_t))findFunction(library, "_Znwm");
    newAlignedBytes = (void *(*)(size_t, size_t))findFunction(library, "_ZnwmSt11align_val_t");
    if (!replaceFunction(library, "__cxa_atexit", (void *)&registerExitFunction) || atexit(endCompilations) != 0) return;
    replaceFunction(library, "malloc", (void *)&allocate);
    if (newBytes) replaceFunction(library, "_Znwm", (void *)&makeBytes);
    if (newAlignedBytes) replaceFunction(library, "_ZnwmSt11align_val_t", (void *)&makeAlignedBytes);
    exitIsSafe = 1;
}

void RasterCompilationBegin(void) {
    pthread_mutex_lock(&compiling);
    if (atomic_load(&isExiting) && !pthread_equal(pthread_self(), exitingThread)) {
        pthread_mutex_unlock(&compiling);
        for (;;) pause();
    }
    compilations++;
    depth++;
    pthread_mutex_unlock(&compiling);
}

void RasterCompilationEnd(void) {
    pthread_mutex_lock(&compiling);
    depth--;
    compilations--;
    if (atomic_load(&isExiting)) pthread_cond_broadcast(&compiled);
    pthread_mutex_unlock(&compiling);
}

int RasterExitIsSafe(void) { return exitIsSafe; }
int RasterIsExiting(void) { return atomic_load_explicit(&isExiting, memory_order_relaxed); }

void RasterYieldToOthers(int niceness) { setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), niceness); }

const LLVMFunctions *LLVMFunctionsLoad(const char *path, const char **problem) {
    *problem = message;
    LLVMFunctions found;
    void *library = NULL;
    const unsigned placeCount = path ? 1 : sizeof usualPlaces / sizeof *usualPlaces;
    int isFound = 0;
    for (unsigned place = 0; !library && place < placeCount; place++) {
        library = dlopen(path ? path : usualPlaces[place], RTLD_LAZY | RTLD_LOCAL);
        const char *reason = library ? NULL : dlerror();
        // Keeps the error of a file that exists but cannot be loaded. This error says more than the error "No such file" of the files that
        // are tried afterwards.
        if (reason && !isFound) {
            isFound = strstr(reason, "No such file or directory") == NULL;
            snprintf(message, sizeof message, "%s", reason);
        }
    }
    if (!library) return NULL;
#define X(result, name, parameters) \
    if (!(*(void **)&found.name = dlsym(library, "LLVM" #name))) { \
        snprintf(message, sizeof message, "%s has no function LLVM" #name, path ? path : "libLLVM"); \
        dlclose(library); \
        return NULL; \
    }
    RASTER_LLVM_FUNCTIONS(X)
#undef X
    unsigned major = 0, minor = 0, patch = 0;
    found.GetVersion(&major, &minor, &patch);
    if (major != RASTER_LLVM_VERSION) {
        snprintf(message, sizeof message, "found LLVM %u.%u.%u, but version %d is needed", major, minor, patch, RASTER_LLVM_VERSION);
        dlclose(library);
        return NULL;
    }
    initialiseTarget(library, "X86");
    initialiseTarget(library, "AArch64");
    table = found;
    makeExitSafe(library);
    return &table;
}

const char *RasterEnvironment(const char *name) { return secure_getenv(name); }

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

int RasterHostPermutesBytes(void) {
#if defined(__x86_64__)
    return RasterHostLevel() == 4 && __builtin_cpu_supports("avx512vbmi");
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
    // For the main program, dli_fname is the name by which the program was called. This name need not be a path to the file; if it is not,
    // /proc/self/exe is used.
    if (stat(image.dli_fname, &status) != 0 && stat("/proc/self/exe", &status) != 0) return;
    words[0] = (uint64_t)status.st_size;
    words[1] = (uint64_t)status.st_mtim.tv_sec * 1000000000u + (uint64_t)status.st_mtim.tv_nsec;
}

// Functions of the sanitizers' run-time libraries; null if the program is built without the sanitizer.
__attribute__((weak)) void __tsan_read_range(void *start, unsigned long size);
__attribute__((weak)) void __tsan_write_range(void *start, unsigned long size);
__attribute__((weak)) void *__asan_region_is_poisoned(void *start, size_t size);

/// Touches a poisoned byte in the range, if there is one, so that the address sanitizer reports it with the call stack.
static void touchIfPoisoned(const void *start, size_t size) {
    if (!__asan_region_is_poisoned) return;
    const volatile char *poisoned = __asan_region_is_poisoned((void *)start, size);
    if (poisoned) (void)*poisoned;
}
void RasterKernelReads(const void *start, size_t size) {
    if (__tsan_read_range) __tsan_read_range((void *)start, size);
    touchIfPoisoned(start, size);
}
void RasterKernelWrites(void *start, size_t size) {
    if (__tsan_write_range) __tsan_write_range(start, size);
    touchIfPoisoned(start, size);
}

void RasterCodeWritten(void *start, void *end) { __builtin___clear_cache(start, end); }
