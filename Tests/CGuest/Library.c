// The part of a host that uses the same LLVM library as Raster. Mesa is such a host if it needs the same version of LLVM.

#define _GNU_SOURCE
#include "CGuest.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

static void *library;
int GuestOpenLibrary(const char *name) {
    library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    return library != NULL;
}

/// Returns the function that the library's calls of `name` reach at present.
static void *reached(const char *name) {
#if defined(__x86_64__)
    const unsigned type = R_X86_64_JUMP_SLOT;
#else
    const unsigned type = R_AARCH64_JUMP_SLOT;
#endif
    struct link_map *map;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return NULL;
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    const ElfW(Rela) *calls = NULL;
    size_t count = 0;
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_SYMTAB) symbols = (const void *)entry->d_un.d_ptr;
        if (entry->d_tag == DT_STRTAB) names = (const void *)entry->d_un.d_ptr;
        if (entry->d_tag == DT_JMPREL) calls = (const void *)entry->d_un.d_ptr;
        if (entry->d_tag == DT_PLTRELSZ) count = entry->d_un.d_val / sizeof *calls;
    }
    for (size_t k = 0; symbols && names && k < count; k++) {
        if (ELF64_R_TYPE(calls[k].r_info) == type && strcmp(names + symbols[ELF64_R_SYM(calls[k].r_info)].st_name, name) == 0) {
            return *(void **)(map->l_addr + calls[k].r_offset);
        }
    }
    return NULL;
}

static void tell(void *argument) {
    puts(argument);
    fflush(stdout);
}

int GuestRegisterThroughLibrary(const char *line) {
    int (*registerFunction)(void (*)(void *), void *, void *) = (int (*)(void (*)(void *), void *, void *))reached("__cxa_atexit");
    return registerFunction && registerFunction(tell, (void *)line, NULL) == 0;
}

typedef void *(*Make)(void);
typedef void *(*MakeNamed)(const char *, void *);
typedef void (*Dispose)(void *);
typedef char *(*Print)(void *);
int GuestUseLibrary(void) {
    Make makeContext = (Make)dlsym(library, "LLVMContextCreate");
    MakeNamed makeModule = (MakeNamed)dlsym(library, "LLVMModuleCreateWithNameInContext");
    Print print = (Print)dlsym(library, "LLVMPrintModuleToString");
    Dispose disposeMessage = (Dispose)dlsym(library, "LLVMDisposeMessage"), disposeModule = (Dispose)dlsym(library, "LLVMDisposeModule"),
            disposeContext = (Dispose)dlsym(library, "LLVMContextDispose");
    if (!makeContext || !makeModule || !print || !disposeMessage || !disposeModule || !disposeContext) return 0;
    void *context = makeContext(), *module = makeModule("of the host", context);
    char *text = print(module);
    const int isRight = strstr(text, "ModuleID = 'of the host'") != NULL;
    disposeMessage(text);
    disposeModule(module);
    disposeContext(context);
    return isRight;
}
