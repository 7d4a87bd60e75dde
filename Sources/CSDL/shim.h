// SDL 2 (Debian: libsdl2-dev), for the window. The module map names no pkg-config package: SDL's flags define a macro that Swift's
// importer warns about.
#pragma once
#include <SDL2/SDL.h>

// SDL_syswm.h is not included, because it would import all names of X11. Only these declarations are needed. `rest` is room for the data
// that SDL writes on other window systems.
struct SDL_SysWMinfo;
extern SDL_bool SDL_GetWindowWMInfo(SDL_Window *window, struct SDL_SysWMinfo *info);
typedef struct {
    SDL_version version;
    /// The window system: 2 for X11.
    int subsystem;
    void *display;
    unsigned long window;
    void *rest[8];
} SystemWindow;
