#include "CImGui.h"
#include <imgui/imgui.h>

const char *imgui_version(void) { return ImGui::GetVersion(); }
