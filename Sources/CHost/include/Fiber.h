// Fibers: functions that take turns on one thread. Each fiber has a stack of its own, so it can wait for the other fibers in the middle of
// its work.
//
// A compute shader waits for the other invocations of its work group at each barrier. One call of a kernel runs several invocations of the
// group, so each call of the kernel is a fiber.

#ifndef RASTER_FIBER_H
#define RASTER_FIBER_H

#include <stddef.h>

/// Fibers of one thread, and the memory of their stacks. Only one thread at a time may use them.
typedef struct RasterFibers RasterFibers;

/// Makes `count` fibers, whose stacks have at least `stackByteCount` bytes each. The system provides each page of a stack when the
/// page is first used. Below each stack lies a page that cannot be accessed. Returns null if the system has no memory, or if fibers
/// are not available on this processor.
RasterFibers *_Nullable RasterFibersMake(size_t count, size_t stackByteCount);
void RasterFibersFree(RasterFibers *_Nonnull fibers);

/// Calls `body(arguments + k * stride)` on fiber k, for each k below `count`, and returns when all calls have returned. Fiber 0 begins.
/// When a fiber waits or ends, the next fiber that has not ended continues. The last fiber is followed by the first. `count` must not
/// exceed the number of fibers that were made.
void RasterFibersRun(RasterFibers *_Nonnull fibers, size_t count, void (*_Nonnull body)(void *_Nonnull), void *_Nonnull arguments, size_t stride);

/// A fiber calls this function to wait for the others. The function returns after each of the other fibers has run until it waited or
/// ended. It returns at once if all other fibers have ended.
void RasterFiberWait(RasterFibers *_Nonnull fibers);

#endif
