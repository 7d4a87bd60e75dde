#if __has_include(</usr/include/llvm-c-19/llvm-c/Deprecated.h>)
#include </usr/include/llvm-c-19/llvm-c/Deprecated.h>
#elif __has_include(</usr/lib/llvm-19/include/llvm-c/Deprecated.h>)
#include </usr/lib/llvm-19/include/llvm-c/Deprecated.h>
#elif __has_include(</usr/lib64/llvm19/include/llvm-c/Deprecated.h>)
#include </usr/lib64/llvm19/include/llvm-c/Deprecated.h>
#else
#include_next <llvm-c/Deprecated.h>
#endif
