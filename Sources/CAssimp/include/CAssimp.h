// Reads a model file through assimp (Debian: libassimp-dev) in a process of its own.
//
// Assimp runs into endless loops, wild pointers and uncaught exceptions on damaged files (Debian's 5.2.5 does so for one
// damaged PLY in five). In a child process that costs an error message instead of the program.
#pragma once
#include <stdint.h>
#include <sys/types.h>

/// Forks a child that imports `path` and writes what it found as one stream, described in import.c. Gives the
/// descriptor to read it from, and the child, which the caller must end and wait for; -1 and errno on failure.
/// `memory_limit` is in bytes, above what this process uses itself; `time_limit` is in seconds of processor time.
int model_import_start(const char *path, uint64_t memory_limit, uint32_t time_limit, pid_t *child);
