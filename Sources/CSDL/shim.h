// SDL 2 (Debian: libsdl2-dev), for the window. No pkg-config entry: its flags define a macro the importer warns about.
#pragma once
#include <SDL2/SDL.h>

// SDL_syswm.h brings all of X11's names with it. Of what it declares only this is used, with room for what other systems write.
struct SDL_SysWMinfo;
extern SDL_bool SDL_GetWindowWMInfo(SDL_Window *window, struct SDL_SysWMinfo *info);
typedef struct {
    SDL_version version;
    /// 2 for X11.
    int subsystem;
    void *display;
    unsigned long window;
    void *rest[8];
} SystemWindow;
