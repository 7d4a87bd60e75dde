// Reads a model file with assimp (Debian: libassimp-dev) in a separate process.
//
// On damaged files, assimp runs into endless loops, invalid pointers and uncaught exceptions (Debian's 5.2.5 does so for one of
// five damaged PLY files). In a child process this causes an error message instead of ending the program.
#pragma once
#include <stdint.h>
#include <sys/types.h>

/// Forks a child that imports `path` and writes the contents as a stream, described in import.c. Returns the descriptor to read the
/// stream from, or -1 with errno on failure. The caller must kill and wait for the child. `memory_limit` is in bytes, in addition
/// to the memory that this process uses; `time_limit` is in seconds of processor time.
int model_import_start(const char *path, uint64_t memory_limit, uint32_t time_limit, pid_t *child);
