// Fibers: functions that take turns on one thread. Each has a stack of its own, so it can wait for the others in the middle of its
// work.
//
// A compute shader waits for the other invocations of its work group at each barrier. A kernel runs some invocations of the group,
// so each call of the kernel is a fiber.

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

/// Calls `body(arguments + k * stride)` on fiber k, for each k below `count`, and returns when all calls have returned. Fiber 0
/// begins. When a fiber waits or ends, the next fiber goes on that has not ended; after the last fiber follows the first. `count`
/// must not exceed the number of fibers that were made.
void RasterFibersRun(RasterFibers *_Nonnull fibers, size_t count, void (*_Nonnull body)(void *_Nonnull), void *_Nonnull arguments, size_t stride);

/// Called by a fiber: goes on when each of the other fibers has waited or ended once. Returns at once if all others have ended.
void RasterFiberWait(RasterFibers *_Nonnull fibers);

#endif
