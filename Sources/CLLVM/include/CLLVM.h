// CLLVM: LLVM 19's C API as a table of functions found at run time.
//
// A program must start without LLVM and say so when it needs it, hence no link against the library: LLVMInterface.h has the
// prototypes, `LLVMFunctionsLoad` opens the shared library and fills the table. A table also keeps our calls apart from
// another LLVM in the process, such as the one in Mesa's drivers.

#ifndef RASTER_CLLVM_H
#define RASTER_CLLVM_H

#include <stddef.h>
#include <stdint.h>

#include "LLVMInterface.h"

// LLVM says of no pointer whether it may be null, so neither does the table; only the functions are all there.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-completeness"
typedef struct LLVMFunctions {
#define X(result, name, parameters) result (*_Nonnull name) parameters;
    RASTER_LLVM_FUNCTIONS(X)
#undef X
} LLVMFunctions;
#pragma clang diagnostic pop

/// Opens the library at `path`, or where `path` is null the first of the usual places that has one, and makes its
/// targets for x86-64 and AArch64 ready. Not to be called by two threads at once.
/// Returns null when there is no fitting library; `problem` then says why, in static memory.
const LLVMFunctions *_Nullable LLVMFunctionsLoad(const char *_Nullable path, const char *_Nullable *_Nonnull problem);

/// To be called before and after work that must not go on while the process exits, such as a compilation. The exit waits for
/// the end, or has a thread that is inside of LLVM wait for its own. After the exit has begun, Begin does not return, but on
/// the thread that exits.
void RasterCompilationBegin(void);
void RasterCompilationEnd(void);
/// Whether threads that compile are no danger to the exit of the process: 0 where no library is open, or its ways are unknown.
int RasterExitIsSafe(void);
/// Whether the process exits.
int RasterIsExiting(void);
/// A variable of the environment; none where the program has more rights than its caller.
const char *_Nullable RasterEnvironment(const char *_Nonnull name);
/// Lets other threads run first where there are too few processors for all.
/// `niceness`: 1 for a little up to 19 for always.
void RasterYieldToOthers(int niceness);

/// Facts about this CPU that select instructions, as opaque words, equal on equal CPUs.
void RasterHostIdentity(unsigned int words[_Nonnull 12]);
/// The widest vectors worth using here, in 32-bit lanes: 4, 8 or 16.
int RasterHostLanes(void);
/// The x86-64 level of this CPU in the psABI's sense, 1…4; 0 on other architectures.
int RasterHostLevel(void);
/// Whether this CPU picks bytes from two vectors of 64 with one instruction (AVX-512 VBMI).
int RasterHostPermutesBytes(void);
/// Tells this CPU that the thread waits for another in a loop.
static inline void RasterPause(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}
/// Size and time of change of the program or library that holds this code.
void RasterProgramIdentity(uint64_t words[_Nonnull 2]);
/// To be called after machine code is written to memory and before it runs.
void RasterCodeWritten(void *_Nonnull start, void *_Nonnull end);

/// Tell the sanitizer that the program is built with, if any, what compiled code is about to read and write: it does not see such
/// code. See KernelAccess.
void RasterKernelReads(const void *_Nonnull start, size_t size);
void RasterKernelWrites(void *_Nonnull start, size_t size);

#endif
