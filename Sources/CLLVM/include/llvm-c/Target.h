#if __has_include(</usr/include/llvm-c-19/llvm-c/Target.h>)
#include </usr/include/llvm-c-19/llvm-c/Target.h>
#elif __has_include(</usr/lib/llvm-19/include/llvm-c/Target.h>)
#include </usr/lib/llvm-19/include/llvm-c/Target.h>
#elif __has_include(</usr/lib64/llvm19/include/llvm-c/Target.h>)
#include </usr/lib64/llvm19/include/llvm-c/Target.h>
#else
#include_next <llvm-c/Target.h>
#endif
