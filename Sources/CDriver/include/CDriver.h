// CDriver: the state that a driver keeps for each thread. The state is kept in C because Swift has no thread-local variables that can be
// read in a nanosecond.

#ifndef RASTER_CDRIVER_H
#define RASTER_CDRIVER_H

#include "CDriverEGL.h"
#include "CDriverGLX.h"
#include "CDriverPixels.h"
#include "CDriverWayland.h"
#include "CDriverX11.h"
#include "CDriverXlib.h"
#include <stdint.h>

/// Returns the address of the context that is current on this thread; NULL if no context is current. GLState has passed this address to
/// RasterDriverSetContext.
void *_Nullable RasterDriverContext(void);
void RasterDriverSetContext(void *_Nullable context);

/// Returns the error of the last EGL call on this thread; 0x3000 (EGL_SUCCESS) before the first call.
int32_t RasterDriverError(void);
void RasterDriverSetError(int32_t error);

/// Returns the label that the program has given to this thread (EGL_KHR_debug); NULL if the program has given no label.
void *_Nullable RasterDriverThreadLabel(void);
void RasterDriverSetThreadLabel(void *_Nullable label);

/// Makes `body` run when this thread ends, if the thread then has a current context.
void RasterDriverAtThreadEnd(void (*_Nonnull body)(void *_Nonnull context));

#endif
