// SDL 2 (Debian: libsdl2-dev), for the window. No pkg-config entry: its flags define a macro the importer warns about.
#pragma once
#include <SDL2/SDL.h>
