// The two functions of libFuzzer that fuzz-files calls. The option -sanitize=fuzzer links the library; this module does not link it.
#pragma once
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv, int (*_Nonnull test)(const uint8_t *_Nullable, size_t));
size_t LLVMFuzzerMutate(uint8_t *_Nonnull data, size_t size, size_t max_size);
