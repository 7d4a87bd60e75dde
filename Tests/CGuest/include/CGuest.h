// CGuest: what a host does in C around calls of Raster. Swift has no fork(), and cannot change the floating-point environment.

#ifndef RASTER_CGUEST_H
#define RASTER_CGUEST_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Calls fork().
pid_t GuestFork(void);

typedef enum GuestSetting {
    GuestDefault, GuestUpward, GuestDownward, GuestTowardZero, GuestFlushToZero, GuestTrapping, GuestX87Single, GuestX87Upward, GuestSettingCount,
} GuestSetting;
/// Sets the floating-point environment of this thread.
void GuestSet(GuestSetting setting);
/// The settings of this thread's floating-point environment, as one number.
uint64_t GuestSettings(void);

/// Handles SIGUSR1 by counting the signals, and separately the signals that reach the main thread.
void GuestCountSignals(void);
/// Blocks SIGUSR1 in this thread.
void GuestBlockSignal(void);
int GuestSignals(void);
int GuestSignalsOfMainThread(void);

/// Runs `body` on a thread with a stack of this many bytes. If the system demands more, the thread gets the system's minimum.
/// Returns the number of bytes of the stack.
size_t GuestRunOnStack(size_t byteCount, void (*_Nonnull body)(void *_Nullable), void *_Nullable argument);
/// Runs `body` on memory that the system does not know as a stack, as coroutines do.
int GuestRunOnForeignStack(size_t byteCount, void (*_Nonnull body)(void));

/// From now on this program's own floorf and similar functions give wrong results, like those of an unusual host.
void GuestSpoilMathematics(int isSpoilt);

/// Opens an LLVM library. Returns 0 if there is none of this name.
int GuestOpenLibrary(const char *_Nonnull name);
/// Makes a module with the opened library and prints it as text. Returns whether the text is right.
int GuestUseLibrary(void);
/// Registers a function for exit() that prints the line. The LLVM library does the same when its code makes an object on a thread
/// of the host.
int GuestRegisterThroughLibrary(const char *_Nonnull line);

#endif
