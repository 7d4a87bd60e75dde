// The checks of GLX, which is found at run time.

#ifndef DRIVER_PROBE_GLX_H
#define DRIVER_PROBE_GLX_H

/// Prints a line for each of many calls of GLX on the X server that DISPLAY names.
void checkGLX(void);

#endif
