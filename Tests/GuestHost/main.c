// guest-host: a program in C that uses a shared library which contains Raster. Four times in a row, the program opens the library, draws,
// and closes the library.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

typedef uint64_t (*Draw)(int32_t isCompiled);

int main(int count, char **arguments) {
    if (count < 2) return 2;
    uint64_t expected = 0;
    int same = 0;
    for (int round = 0; round < 4; round++) {
        void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
        if (!library) {
            fputs(dlerror(), stderr);
            return 1;
        }
        Draw draw = (Draw)dlsym(library, "guest_draw");
        if (!draw) return 1;
        if (round == 0) expected = draw(0);
        if (expected != 0 && draw(1) == expected) same++;
        if (dlclose(library) != 0) return 1;
        // At this time, threads of the library still compile optimised code. They can continue during this pause, although the library was
        // closed.
        usleep(20000);
    }
    printf("%d of 4 same\n", same);
    return 0;
}
