#if __has_include(</usr/include/llvm-c-19/llvm-c/DataTypes.h>)
#include </usr/include/llvm-c-19/llvm-c/DataTypes.h>
#elif __has_include(</usr/lib/llvm-19/include/llvm-c/DataTypes.h>)
#include </usr/lib/llvm-19/include/llvm-c/DataTypes.h>
#elif __has_include(</usr/lib64/llvm19/include/llvm-c/DataTypes.h>)
#include </usr/lib64/llvm19/include/llvm-c/DataTypes.h>
#else
#include_next <llvm-c/DataTypes.h>
#endif
