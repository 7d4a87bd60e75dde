// Reads a model file with assimp (Debian: libassimp-dev) in a separate process.
//
// On damaged files, assimp runs into endless loops, invalid pointers and uncaught exceptions. (Debian's version 5.2.5 fails in one
// of these ways for one in five damaged PLY files.) In a child process, such a failure causes an error message instead of ending
// the program.
#pragma once
#include <stdint.h>
#include <sys/types.h>

/// Forks a child process that imports `path` and writes the contents as a stream, described in import.c. Returns the descriptor
/// from which to read the stream; on failure returns -1 and sets errno. The caller must kill and wait for the child. `memory_limit`
/// is the number of bytes that the child may use in addition to the memory of this process. `time_limit` is in seconds of processor
/// time.
int model_import_start(const char *path, uint64_t memory_limit, uint32_t time_limit, pid_t *child);
