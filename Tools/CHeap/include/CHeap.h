// Functions that use malloc's statistics and settings. Swift's module of the C library does not contain these statistics and settings.
#pragma once
#include <stddef.h>

/// Returns the number of bytes that malloc has allocated and that are not freed.
size_t heap_in_use(void);
/// Leaks `count` bytes after writing to them. Tests use this function to check that leaks are found.
void heap_lose(size_t count);
/// Returns unused memory to the system.
void heap_trim(void);
/// Makes all threads allocate from one arena. Otherwise each thread would keep some freed memory, an amount that depends on the
/// threads' timing. Must be called before there are other threads.
void heap_share(void);
