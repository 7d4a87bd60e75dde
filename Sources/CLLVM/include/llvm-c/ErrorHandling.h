#if __has_include(</usr/include/llvm-c-19/llvm-c/ErrorHandling.h>)
#include </usr/include/llvm-c-19/llvm-c/ErrorHandling.h>
#elif __has_include(</usr/lib/llvm-19/include/llvm-c/ErrorHandling.h>)
#include </usr/lib/llvm-19/include/llvm-c/ErrorHandling.h>
#elif __has_include(</usr/lib64/llvm19/include/llvm-c/ErrorHandling.h>)
#include </usr/lib64/llvm19/include/llvm-c/ErrorHandling.h>
#else
#include_next <llvm-c/ErrorHandling.h>
#endif
