#if __has_include(</usr/include/llvm-c-19/llvm-c/ExternC.h>)
#include </usr/include/llvm-c-19/llvm-c/ExternC.h>
#elif __has_include(</usr/lib/llvm-19/include/llvm-c/ExternC.h>)
#include </usr/lib/llvm-19/include/llvm-c/ExternC.h>
#elif __has_include(</usr/lib64/llvm19/include/llvm-c/ExternC.h>)
#include </usr/lib64/llvm19/include/llvm-c/ExternC.h>
#else
#include_next <llvm-c/ExternC.h>
#endif
