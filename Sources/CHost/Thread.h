// Variables that each thread has.

#ifndef RASTER_THREAD_H
#define RASTER_THREAD_H

#include "CHost.h"

struct RasterThread {
    /// The number of nested calls of RasterSharedBegin. For a helper, the first call is the call of the thread that waits for it.
    unsigned depth;
    /// Whether the thread is a helper.
    int isHelper;
    /// `lowest` is the lowest usable address of the stack, and `end` is the address behind the stack. Both are 0 if they are not yet known.
    uintptr_t lowest, end;
    /// The number of the thread for which this thread acts; 0 if it acts for itself.
    uintptr_t actsFor;
};
extern _Thread_local struct RasterThread rasterThread;

#endif
