#if __has_include(</usr/include/llvm-19/llvm/Config/llvm-config.h>)
#include </usr/include/llvm-19/llvm/Config/llvm-config.h>
#elif __has_include(</usr/lib/llvm-19/include/llvm/Config/llvm-config.h>)
#include </usr/lib/llvm-19/include/llvm/Config/llvm-config.h>
#elif __has_include(</usr/lib64/llvm19/include/llvm/Config/llvm-config.h>)
#include </usr/lib64/llvm19/include/llvm/Config/llvm-config.h>
#else
#include_next <llvm/Config/llvm-config.h>
#endif
