// CDriver: the state that a driver keeps for each thread. Swift has no variables of a thread that a call can read in a nanosecond.

#ifndef RASTER_CDRIVER_H
#define RASTER_CDRIVER_H

#include "CDriverEGL.h"
#include "CDriverGLX.h"
#include "CDriverPixels.h"
#include "CDriverWayland.h"
#include "CDriverX11.h"
#include "CDriverXlib.h"
#include <stdint.h>

/// The context that is current on this thread, as an address that GLState gave; NULL if there is none.
void *_Nullable RasterDriverContext(void);
void RasterDriverSetContext(void *_Nullable context);

/// The error of the last EGL call on this thread, 0x3000 (EGL_SUCCESS) at first.
int32_t RasterDriverError(void);
void RasterDriverSetError(int32_t error);

/// What the program has named this thread (EGL_KHR_debug); NULL at first.
void *_Nullable RasterDriverThreadLabel(void);
void RasterDriverSetThreadLabel(void *_Nullable label);

/// Makes `body` run when this thread ends, if it has a current context then.
void RasterDriverAtThreadEnd(void (*_Nonnull body)(void *_Nonnull context));

#endif
