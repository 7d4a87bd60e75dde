// malloc's own statistics, which Swift's module of the C library leaves out.
#pragma once
#include <stddef.h>

/// Bytes that malloc has given out and not got back.
size_t heap_in_use(void);
/// Takes so many bytes, writes to them and forgets them, so that tests can see that leaks are found.
void heap_lose(size_t count);
/// Gives unused memory back to the system.
void heap_trim(void);
/// Has all threads take their memory from one place. Each would otherwise keep some of what was given back, more or less of it by when
/// threads run. To be called before there are threads.
void heap_share(void);
