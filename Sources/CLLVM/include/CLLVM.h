// CLLVM: LLVM 19's C API as a table of functions found at run time.
//
// A program must start without LLVM, and must report that LLVM is missing only when it needs LLVM. So nothing is linked against the
// library. LLVMInterface.h has the prototypes; `LLVMFunctionsLoad` opens the shared library and fills the table. The table also ensures
// that our calls reach this library and not another version of LLVM in the same process, for example one that Mesa's drivers use.

#ifndef RASTER_CLLVM_H
#define RASTER_CLLVM_H

#include <stddef.h>
#include <stdint.h>

#include "LLVMInterface.h"

// LLVM's headers do not say which parameters and results may be null, so the types in the table have no such annotations either. The
// pointers to the functions are never null.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-completeness"
typedef struct LLVMFunctions {
#define X(result, name, parameters) result (*_Nonnull name) parameters;
    RASTER_LLVM_FUNCTIONS(X)
#undef X
} LLVMFunctions;
#pragma clang diagnostic pop

/// Opens the library at `path` and initialises its targets for x86-64 and AArch64. If `path` is null, opens the first library found
/// in the usual places. Must not be called by two threads at once. Returns null if there is no suitable library; `problem` then
/// points to the reason, in static memory.
const LLVMFunctions *_Nullable LLVMFunctionsLoad(const char *_Nullable path, const char *_Nullable *_Nonnull problem);

/// Call RasterCompilationBegin before work that must not run while the process exits, such as a compilation, and RasterCompilationEnd after
/// the work. exit() waits until the work ends or until the thread of the work is stopped inside LLVM (see CLLVM.c). After the exit has
/// begun, RasterCompilationBegin returns only on the exiting thread.
void RasterCompilationBegin(void);
void RasterCompilationEnd(void);
/// Returns whether the process can exit safely while threads compile: 0 if no library is open, or if the library's calls of __cxa_atexit
/// could not be replaced.
int RasterExitIsSafe(void);
/// Returns whether the process is exiting.
int RasterIsExiting(void);
/// Returns an environment variable; null if the variable is not set, or if the program has more rights than its caller.
const char *_Nullable RasterEnvironment(const char *_Nonnull name);
/// Lowers the priority of this thread, so that other threads run first if there are too few processors. `niceness` goes from 1 (the
/// thread yields a little) to 19 (the thread always yields).
void RasterYieldToOthers(int niceness);

/// Writes words that describe this CPU and determine which instructions may be used. Callers only compare the words: equal CPUs give equal
/// words.
void RasterHostIdentity(unsigned int words[_Nonnull 12]);
/// Returns the number of 32-bit lanes of the widest vectors that are worth using on this CPU: 4, 8 or 16.
int RasterHostLanes(void);
/// Returns the x86-64 level of this CPU as the psABI defines it, 1…4; 0 on other architectures.
int RasterHostLevel(void);
/// Returns whether this CPU has an instruction that picks bytes from two vectors of 64 bytes (AVX-512 VBMI).
int RasterHostPermutesBytes(void);
/// Tells the CPU that this thread waits for another thread in a loop.
static inline void RasterPause(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}
/// Writes the size and the modification time of the program or library that contains this code.
void RasterProgramIdentity(uint64_t words[_Nonnull 2]);
/// Call this after machine code was written to memory, and before the code runs.
void RasterCodeWritten(void *_Nonnull start, void *_Nonnull end);

/// Returns the address of a function that kernels call by name; null if there is no such function. See KernelFunctions.c.
const void *_Nullable RasterKernelFunction(const char *_Nonnull name);

/// If the program is built with a sanitizer, these functions report to the sanitizer the memory that compiled code is about to read or
/// write. The sanitizer itself does not see compiled code. See KernelAccess.
void RasterKernelReads(const void *_Nonnull start, size_t size);
void RasterKernelWrites(void *_Nonnull start, size_t size);

#endif
