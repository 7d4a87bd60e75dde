// Callers: finds the functions of the host that led to a call of the library, and their names.
//
// The dynamic linker knows the names of functions that a library exports. Most other functions of a program have names only in the symbol
// table of the program's file. The code here reads this table; a stripped file has none.

// For dladdr.
#define _GNU_SOURCE
#include "CHost.h"
#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGEST_DEPTH 64

/// The function of the C++ library that makes C++ names readable. Its address is NULL in a program without C++.
extern char *__cxa_demangle(const char *name, char *buffer, size_t *length, int *status) __attribute__((weak));

int RasterHostCallers(void **addresses, int limit) {
    void *stack[LARGEST_DEPTH];
    Dl_info own, found;
    if (!dladdr((void *)RasterHostCallers, &own)) return 0;
    int depth = backtrace(stack, LARGEST_DEPTH), count = 0;
    for (int i = 0; i < depth && count < limit; i++) {
        // Skips the library's own functions, which are the innermost.
        if (dladdr(stack[i], &found) && found.dli_fbase == own.dli_fbase) continue;
        // The stack contains the address of the instruction after the call, which may already belong to the next function. The address
        // before it lies within the call instruction.
        addresses[count++] = (char *)stack[i] - 1;
    }
    return count;
}

/// Returns whether `count` elements of `size` bytes, beginning at `offset`, lie within a file.
static int fits(uint64_t fileSize, uint64_t offset, uint64_t count, uint64_t size) {
    return offset <= fileSize && (size == 0 || count <= (fileSize - offset) / size);
}

/// Returns the name of the function at `address` of an ELF file, in new memory; NULL if the file's symbol table has no function at this
/// address.
static char *nameInFile(const char *file, uint64_t fileSize, uint64_t address) {
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)file;
    if (fileSize < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64) return NULL;
    if (header->e_shentsize != sizeof(Elf64_Shdr) || header->e_shoff % 8 != 0) return NULL;
    if (!fits(fileSize, header->e_shoff, header->e_shnum, sizeof(Elf64_Shdr))) return NULL;
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(file + header->e_shoff);
    for (int i = 0; i < header->e_shnum; i++) {
        const Elf64_Shdr *table = &sections[i];
        if (table->sh_type != SHT_SYMTAB || table->sh_link >= header->e_shnum || !fits(fileSize, table->sh_offset, table->sh_size, 1)) continue;
        const Elf64_Shdr *strings = &sections[table->sh_link];
        if (!fits(fileSize, strings->sh_offset, strings->sh_size, 1)) continue;
        const char *text = file + strings->sh_offset;
        for (uint64_t k = 0; k < table->sh_size / sizeof(Elf64_Sym); k++) {
            Elf64_Sym symbol;
            memcpy(&symbol, file + table->sh_offset + k * sizeof symbol, sizeof symbol);
            if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || address < symbol.st_value || address - symbol.st_value >= symbol.st_size) continue;
            if (symbol.st_name >= strings->sh_size || !memchr(text + symbol.st_name, 0, strings->sh_size - symbol.st_name)) continue;
            return strdup(text + symbol.st_name);
        }
    }
    return NULL;
}
static char *nameInFileAt(const char *path, uint64_t address) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return NULL;
    struct stat information;
    char *name = NULL;
    if (fstat(descriptor, &information) == 0 && information.st_size > 0) {
        void *file = mmap(NULL, (size_t)information.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
        if (file != MAP_FAILED) {
            name = nameInFile(file, (uint64_t)information.st_size, address);
            munmap(file, (size_t)information.st_size);
        }
    }
    close(descriptor);
    return name;
}

char *RasterHostNameOfCaller(void *address) {
    Dl_info found;
    if (!dladdr(address, &found) || !found.dli_fname) return NULL;
    uint64_t offset = (uint64_t)((char *)address - (char *)found.dli_fbase);
    // The symbol table of a program that is loaded at a fixed address (ET_EXEC) has absolute addresses. Other tables have offsets from the
    // place where the file is loaded. So `inFile` is the address or the offset.
    const Elf64_Ehdr *loaded = found.dli_fbase;
    uint64_t inFile = loaded->e_type == ET_EXEC ? (uint64_t)address : offset;
    // For the program itself, the dynamic linker gives the program's first argument as the file name. That argument may be a name that is
    // no path, so the program's file is then read through /proc/self/exe.
    const char *path = strchr(found.dli_fname, '/') ? found.dli_fname : "/proc/self/exe";
    char *name = nameInFileAt(path, inFile);
    if (!name && found.dli_sname) name = strdup(found.dli_sname);
    if (name && __cxa_demangle) {
        int status = -1;
        char *readable = __cxa_demangle(name, NULL, NULL, &status);
        if (readable && status == 0) {
            free(name);
            return readable;
        }
        free(readable);
    }
    if (name) return name;
    const char *slash = strrchr(found.dli_fname, '/');
    char text[512];
    snprintf(text, sizeof text, "%s+0x%llx", slash ? slash + 1 : found.dli_fname, (unsigned long long)offset);
    return strdup(text);
}
