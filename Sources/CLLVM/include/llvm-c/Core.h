#if __has_include(</usr/include/llvm-c-19/llvm-c/Core.h>)
#include </usr/include/llvm-c-19/llvm-c/Core.h>
#elif __has_include(</usr/lib/llvm-19/include/llvm-c/Core.h>)
#include </usr/lib/llvm-19/include/llvm-c/Core.h>
#elif __has_include(</usr/lib64/llvm19/include/llvm-c/Core.h>)
#include </usr/lib64/llvm19/include/llvm-c/Core.h>
#else
#include_next <llvm-c/Core.h>
#endif
