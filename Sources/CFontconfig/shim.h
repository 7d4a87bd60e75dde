// fontconfig (Debian: libfontconfig-dev) knows the installed fonts.
#pragma once
#include <fontconfig/fontconfig.h>
