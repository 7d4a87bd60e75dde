// fontconfig (Debian: libfontconfig-dev) finds the installed fonts.
#pragma once
#include <fontconfig/fontconfig.h>
