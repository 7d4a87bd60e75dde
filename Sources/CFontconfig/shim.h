// fontconfig (Debian: libfontconfig-dev), which knows the installed fonts.
#pragma once
#include <fontconfig/fontconfig.h>
