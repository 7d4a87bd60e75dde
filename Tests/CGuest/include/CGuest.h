// CGuest: functions for a host that calls Raster. They are written in C because, for example, Swift has no fork() and cannot change the
// floating-point environment.

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
/// Returns the settings of this thread's floating-point environment as one number.
uint64_t GuestSettings(void);

/// From now on, counts the signals SIGUSR1 of this process (GuestSignals), and how many of them reach the main thread
/// (GuestSignalsOfMainThread).
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

/// If `isSpoilt` is true, this program's own floorf and similar functions give wrong results from now on, like the functions of an unusual
/// host.
void GuestSpoilMathematics(int isSpoilt);

/// Opens an LLVM library. Returns 0 if there is no library with this name.
int GuestOpenLibrary(const char *_Nonnull name);
/// Makes a module with the opened library and prints it as text. Returns whether the text is right.
int GuestUseLibrary(void);
/// Registers a function for exit() that prints the line. The LLVM library does the same when its code makes an object on a thread
/// of the host.
int GuestRegisterThroughLibrary(const char *_Nonnull line);

#endif
