#if __has_include(</usr/include/llvm-c-19/llvm-c/Error.h>)
#include </usr/include/llvm-c-19/llvm-c/Error.h>
#elif __has_include(</usr/lib/llvm-19/include/llvm-c/Error.h>)
#include </usr/lib/llvm-19/include/llvm-c/Error.h>
#elif __has_include(</usr/lib64/llvm19/include/llvm-c/Error.h>)
#include </usr/lib64/llvm19/include/llvm-c/Error.h>
#else
#include_next <llvm-c/Error.h>
#endif
