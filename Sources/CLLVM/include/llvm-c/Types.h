#if __has_include(</usr/include/llvm-c-19/llvm-c/Types.h>)
#include </usr/include/llvm-c-19/llvm-c/Types.h>
#elif __has_include(</usr/lib/llvm-19/include/llvm-c/Types.h>)
#include </usr/lib/llvm-19/include/llvm-c/Types.h>
#elif __has_include(</usr/lib64/llvm19/include/llvm-c/Types.h>)
#include </usr/lib64/llvm19/include/llvm-c/Types.h>
#else
#include_next <llvm-c/Types.h>
#endif
