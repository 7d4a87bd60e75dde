#if __has_include(</usr/include/llvm-c-19/llvm-c/Transforms/PassBuilder.h>)
#include </usr/include/llvm-c-19/llvm-c/Transforms/PassBuilder.h>
#elif __has_include(</usr/lib/llvm-19/include/llvm-c/Transforms/PassBuilder.h>)
#include </usr/lib/llvm-19/include/llvm-c/Transforms/PassBuilder.h>
#elif __has_include(</usr/lib64/llvm19/include/llvm-c/Transforms/PassBuilder.h>)
#include </usr/lib64/llvm19/include/llvm-c/Transforms/PassBuilder.h>
#else
#include_next <llvm-c/Transforms/PassBuilder.h>
#endif
