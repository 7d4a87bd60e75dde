// C's view of Dear ImGui (Debian: libimgui-dev), as far as Panels uses it: C++ types stay on the other side.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// The library's version, "1.86".
const char *imgui_version(void);

#ifdef __cplusplus
}
#endif
