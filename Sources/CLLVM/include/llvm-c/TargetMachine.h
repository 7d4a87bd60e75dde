#if __has_include(</usr/include/llvm-c-19/llvm-c/TargetMachine.h>)
#include </usr/include/llvm-c-19/llvm-c/TargetMachine.h>
#elif __has_include(</usr/lib/llvm-19/include/llvm-c/TargetMachine.h>)
#include </usr/lib/llvm-19/include/llvm-c/TargetMachine.h>
#elif __has_include(</usr/lib64/llvm19/include/llvm-c/TargetMachine.h>)
#include </usr/lib64/llvm19/include/llvm-c/TargetMachine.h>
#else
#include_next <llvm-c/TargetMachine.h>
#endif
