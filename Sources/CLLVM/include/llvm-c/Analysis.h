#if __has_include(</usr/include/llvm-c-19/llvm-c/Analysis.h>)
#include </usr/include/llvm-c-19/llvm-c/Analysis.h>
#elif __has_include(</usr/lib/llvm-19/include/llvm-c/Analysis.h>)
#include </usr/lib/llvm-19/include/llvm-c/Analysis.h>
#elif __has_include(</usr/lib64/llvm19/include/llvm-c/Analysis.h>)
#include </usr/lib64/llvm19/include/llvm-c/Analysis.h>
#else
#include_next <llvm-c/Analysis.h>
#endif
