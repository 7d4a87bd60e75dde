// The C functions over Dear ImGui, one line each; and the panels' style.

#include "CImGui.h"
#include <imgui/imgui.h>
#include <imgui/imgui_internal.h>
#include <float.h>

static_assert(sizeof(ImDrawVert) == 20 && sizeof(ImDrawIdx) == 2, "Panels' vertex layout");

const char *imgui_version(void) { return ImGui::GetVersion(); }

// Contexts

/// 0xRRGGBB and an opacity.
static ImVec4 tone(unsigned hex, float alpha = 1) {
    return ImVec4((hex >> 16 & 255) / 255.0f, (hex >> 8 & 255) / 255.0f, (hex & 255) / 255.0f, alpha);
}

/// Dark slate with one blue accent, soft corners, thin borders.
static void set_style(float scale) {
    ImGuiStyle style;
    ImGui::StyleColorsDark(&style);
    style.WindowPadding = ImVec2(12, 10);
    style.WindowRounding = 8;
    style.WindowBorderSize = 1;
    style.WindowTitleAlign = ImVec2(0, 0.5f);
    style.PopupRounding = 6;
    style.FramePadding = ImVec2(8, 4);
    style.FrameRounding = 5;
    style.FrameBorderSize = 0;
    style.ItemSpacing = ImVec2(8, 6);
    style.ItemInnerSpacing = ImVec2(7, 5);
    style.IndentSpacing = 14;
    style.ScrollbarSize = 11;
    style.ScrollbarRounding = 6;
    style.GrabMinSize = 12;
    style.GrabRounding = 4;
    style.TabRounding = 5;
    style.ColorButtonPosition = ImGuiDir_Left;
    // The library's soft edges depend on the processor. Fills come with hard edges and lines by their middle; PanelMesh
    // makes the edges.
    style.AntiAliasedFill = false;
    style.AntiAliasedLines = true;
    style.AntiAliasedLinesUseTex = false;

    ImVec4 *c = style.Colors;
    const unsigned accent = 0x4C9BE8;
    c[ImGuiCol_Text] = tone(0xE8ECF1);
    c[ImGuiCol_TextDisabled] = tone(0x8794A3);
    c[ImGuiCol_WindowBg] = tone(0x171B21, 0.92f);
    c[ImGuiCol_PopupBg] = tone(0x1C2128, 0.97f);
    c[ImGuiCol_Border] = tone(0x4A5563, 0.55f);
    c[ImGuiCol_FrameBg] = tone(0x2B323C, 0.95f);
    c[ImGuiCol_FrameBgHovered] = tone(0x37414E);
    c[ImGuiCol_FrameBgActive] = tone(0x414D5C);
    c[ImGuiCol_TitleBg] = tone(0x1E242C, 0.96f);
    c[ImGuiCol_TitleBgActive] = tone(0x243140, 0.98f);
    c[ImGuiCol_TitleBgCollapsed] = tone(0x1E242C, 0.82f);
    c[ImGuiCol_ScrollbarBg] = tone(0x000000, 0);
    c[ImGuiCol_ScrollbarGrab] = tone(0x4A5563, 0.8f);
    c[ImGuiCol_ScrollbarGrabHovered] = tone(0x5C6978);
    c[ImGuiCol_ScrollbarGrabActive] = tone(0x6F7E8F);
    c[ImGuiCol_CheckMark] = tone(0x7FC0FF);
    c[ImGuiCol_SliderGrab] = tone(0x3A78B8);
    c[ImGuiCol_SliderGrabActive] = tone(accent);
    c[ImGuiCol_Button] = tone(0x33506F);
    c[ImGuiCol_ButtonHovered] = tone(0x3F6690);
    c[ImGuiCol_ButtonActive] = tone(accent);
    c[ImGuiCol_Header] = tone(0x2C3947);
    c[ImGuiCol_HeaderHovered] = tone(0x384B5F);
    c[ImGuiCol_HeaderActive] = tone(0x446080);
    c[ImGuiCol_Separator] = tone(0x4A5563, 0.6f);
    c[ImGuiCol_ResizeGrip] = tone(0x4A5563, 0.4f);
    c[ImGuiCol_ResizeGripHovered] = tone(accent, 0.7f);
    c[ImGuiCol_ResizeGripActive] = tone(accent);
    c[ImGuiCol_Tab] = tone(0x27303A);
    c[ImGuiCol_TabHovered] = tone(0x3F6690);
    c[ImGuiCol_TabActive] = tone(0x33506F);
    c[ImGuiCol_PlotLines] = tone(0x7FC0FF);
    c[ImGuiCol_PlotHistogram] = tone(accent);
    c[ImGuiCol_TextSelectedBg] = tone(accent, 0.4f);
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
}

/// The library takes sines and cosines from the C library, whose last bit may depend on the processor: these are the same
/// everywhere. The 48 directions are 7.5 degrees apart.
static void set_directions(ImDrawListSharedData &data) {
    static const float cosines[13] = {1, 0.9914448614f, 0.9659258263f, 0.9238795325f, 0.8660254038f, 0.7933533403f, 0.7071067812f,
                                      0.6087614290f, 0.5f, 0.3826834324f, 0.2588190451f, 0.1305261922f, 0};
    static_assert(IM_ARRAYSIZE(data.ArcFastVtx) == 48, "directions 7.5 degrees apart");
    for (int i = 0; i < 48; i++) {
        const float c = cosines[i % 12], s = cosines[12 - i % 12];
        const ImVec2 quarters[4] = {ImVec2(c, s), ImVec2(-s, c), ImVec2(-c, -s), ImVec2(s, -c)};
        data.ArcFastVtx[i] = quarters[i / 12];
    }
}

// The built-in font is drawn for 13 pixels: whole multiples keep its strokes on the pixel grid.
float imgui_text_scale(float scale) { return ImMax(1.0f, ImFloor(scale + 0.5f)); }

void imgui_set_scale(float scale) {
    ImGuiIO &io = ImGui::GetIO();
    set_style(scale);
    ImFontConfig font;
    font.SizePixels = 13.0f * imgui_text_scale(scale);
    font.OversampleH = font.OversampleV = 1;
    font.PixelSnapH = true;
    io.Fonts->Clear();
    io.Fonts->AddFontDefault(&font);
    unsigned char *pixels;
    int width, height;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
}

imgui_context *imgui_create(float scale) {
    ImGuiContext *context = ImGui::CreateContext();
    ImGui::SetCurrentContext(context);
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.BackendRendererName = "Raster";
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    io.ConfigInputTextCursorBlink = false;
    for (int key = 0; key < ImGuiKey_COUNT; key++) io.KeyMap[key] = key;
    set_directions(context->DrawListSharedData);
    ImGui::SetColorEditOptions(ImGuiColorEditFlags_NoDragDrop | ImGuiColorEditFlags_Float | ImGuiColorEditFlags_DisplayRGB
                               | ImGuiColorEditFlags_InputRGB | ImGuiColorEditFlags_PickerHueBar);
    imgui_set_scale(scale);
    return context;
}
void imgui_destroy(imgui_context *context) { ImGui::DestroyContext(context); }
void imgui_make_current(imgui_context *context) { ImGui::SetCurrentContext(context); }
const uint8_t *imgui_font_atlas(int *width, int *height) {
    unsigned char *pixels;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, width, height);
    return pixels;
}

// Frames and input

void imgui_mouse_position(float x, float y) { ImGui::GetIO().MousePos = ImVec2(x, y); }
void imgui_mouse_leaves(void) { ImGui::GetIO().MousePos = ImVec2(-FLT_MAX, -FLT_MAX); }
void imgui_mouse_button(int button, bool is_down) { ImGui::GetIO().MouseDown[button] = is_down; }
void imgui_mouse_wheel(float x, float y) {
    ImGui::GetIO().MouseWheelH += x;
    ImGui::GetIO().MouseWheel += y;
}
void imgui_key(int key, bool is_down) { ImGui::GetIO().KeysDown[key] = is_down; }
void imgui_modifiers(bool control, bool shift, bool alt) {
    ImGuiIO &io = ImGui::GetIO();
    io.KeyCtrl = control;
    io.KeyShift = shift;
    io.KeyAlt = alt;
}
void imgui_character(uint32_t scalar) { ImGui::GetIO().AddInputCharacter(scalar); }
void imgui_new_frame(float width, float height, float seconds) {
    ImGuiIO &io = ImGui::GetIO();
    io.DisplaySize = ImVec2(width, height);
    io.DeltaTime = seconds;
    ImGui::NewFrame();
}
void imgui_render(void) { ImGui::Render(); }
bool imgui_wants_mouse(void) { return ImGui::GetIO().WantCaptureMouse; }
bool imgui_wants_keyboard(void) { return ImGui::GetIO().WantCaptureKeyboard || ImGui::GetIO().WantTextInput; }
bool imgui_has_popup(void) { return GImGui->OpenPopupStack.Size > 0; }
bool imgui_hits(float x, float y) {
    for (ImGuiWindow *window : GImGui->Windows) {
        if (window->WasActive && !window->Hidden && !(window->Flags & ImGuiWindowFlags_NoMouseInputs)
            && window->OuterRectClipped.Contains(ImVec2(x, y))) return true;
    }
    return false;
}
bool imgui_window_bounds(const char *title, float bounds[4]) {
    const ImGuiWindow *window = ImGui::FindWindowByName(title);
    if (!window || !window->Active || window->Hidden) return false;
    const ImRect &rect = window->OuterRectClipped;
    bounds[0] = rect.Min.x, bounds[1] = rect.Min.y, bounds[2] = rect.Max.x, bounds[3] = rect.Max.y;
    return true;
}

// Drawing: the triangles of the last frame

static ImDrawList *list_at(int list) { return ImGui::GetDrawData()->CmdLists[list]; }
int imgui_list_count(void) { return ImGui::GetDrawData()->CmdListsCount; }
const void *imgui_list_vertices(int list, int *count) {
    *count = list_at(list)->VtxBuffer.Size;
    return list_at(list)->VtxBuffer.Data;
}
const uint16_t *imgui_list_indices(int list, int *count) {
    *count = list_at(list)->IdxBuffer.Size;
    return list_at(list)->IdxBuffer.Data;
}
int imgui_list_command_count(int list) { return list_at(list)->CmdBuffer.Size; }
imgui_command imgui_list_command(int list, int command) {
    const ImDrawCmd &c = list_at(list)->CmdBuffer[command];
    return {{c.ClipRect.x, c.ClipRect.y, c.ClipRect.z, c.ClipRect.w}, (uint32_t)(uintptr_t)c.GetTexID(),
            c.VtxOffset, c.IdxOffset, c.UserCallback ? 0 : c.ElemCount};
}

// Windows and layout

void imgui_next_window(float x, float y, float width, float height, bool is_folded) {
    ImGui::SetNextWindowPos(ImVec2(x, y), ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSize(ImVec2(width, height), ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowCollapsed(is_folded, ImGuiCond_FirstUseEver);
}
bool imgui_begin(const char *title, float fixed_width, float maximum_height) {
    if (fixed_width <= 0) return ImGui::Begin(title);
    // Without the constraint a window that follows its contents would take its width from them too.
    ImGui::SetNextWindowSizeConstraints(ImVec2(fixed_width, 0), ImVec2(fixed_width, maximum_height));
    return ImGui::Begin(title, nullptr, ImGuiWindowFlags_AlwaysAutoResize);
}
void imgui_end(void) { ImGui::End(); }
void imgui_push_id(const char *text) { ImGui::PushID(text); }
void imgui_pop_id(void) { ImGui::PopID(); }
void imgui_same_line(float spacing) { ImGui::SameLine(0, spacing); }
void imgui_separator(void) { ImGui::Separator(); }
void imgui_spacing(void) { ImGui::Spacing(); }
void imgui_indent(void) { ImGui::Indent(); }
void imgui_unindent(void) { ImGui::Unindent(); }
void imgui_push_item_width(float width) { ImGui::PushItemWidth(width); }
void imgui_pop_item_width(void) { ImGui::PopItemWidth(); }
void imgui_begin_disabled(void) { ImGui::BeginDisabled(); }
void imgui_end_disabled(void) { ImGui::EndDisabled(); }
bool imgui_scroll_here(void) {
    if (ImGui::IsItemVisible()) return true;
    ImGui::SetScrollHereY(0.5f);
    return false;
}
void imgui_tooltip(const char *text) {
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

// Widgets

void imgui_text(const char *text, const float *color, bool wraps) {
    if (color) ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(color[0], color[1], color[2], color[3]));
    if (wraps) ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text);
    if (wraps) ImGui::PopTextWrapPos();
    if (color) ImGui::PopStyleColor();
}
bool imgui_button(const char *label, float width) { return ImGui::Button(label, ImVec2(width, 0)); }
bool imgui_checkbox(const char *label, bool *value) {
    // The mark is the one line wider than a pixel. A line no wider than its edge comes by its middle, and its width is that
    // edge's, rounded up to what the reader tells apart. The size of the mark is the library's own reckoning.
    ImDrawList *list = ImGui::GetWindowDrawList();
    const float height = ImGui::GetFrameHeight(), mark = height - 2 * ImMax(1.0f, ImFloor(height / 6.0f));
    list->_FringeScale = ImMax(1.0f, ImCeil(mark / 5.0f * 4.0f) / 4.0f);
    const bool changed = ImGui::Checkbox(label, value);
    list->_FringeScale = 1;
    return changed;
}
bool imgui_radio(const char *label, bool is_on) { return ImGui::RadioButton(label, is_on); }
bool imgui_sliders(const char *label, float *values, int count, float low, float high, const char *format, bool logarithmic) {
    const ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp | (logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
    return ImGui::SliderScalarN(label, ImGuiDataType_Float, values, count, &low, &high, format, flags);
}
bool imgui_slider_int(const char *label, int32_t *value, int32_t low, int32_t high) {
    return ImGui::SliderScalar(label, ImGuiDataType_S32, value, &low, &high, "%d", ImGuiSliderFlags_AlwaysClamp);
}
bool imgui_drags(const char *label, float *values, int count, float speed, float low, float high, const char *format) {
    return ImGui::DragScalarN(label, ImGuiDataType_Float, values, count, speed, &low, &high, format, ImGuiSliderFlags_AlwaysClamp);
}
bool imgui_color(const char *label, float *values, int count) {
    const ImGuiColorEditFlags flags = ImGuiColorEditFlags_NoDragDrop | ImGuiColorEditFlags_NoOptions;
    // The library cuts off numbers for which the width of other widgets is too little.
    const ImGuiStyle &style = ImGui::GetStyle();
    const float number = ImGui::CalcTextSize("0.000").x + style.FramePadding.x / 8 + style.ItemInnerSpacing.x;
    ImGui::SetNextItemWidth(ImMax(ImGui::CalcItemWidth(), ImGui::GetFrameHeight() + count * number));
    return count == 3 ? ImGui::ColorEdit3(label, values, flags)
                      : ImGui::ColorEdit4(label, values, flags | ImGuiColorEditFlags_AlphaBar | ImGuiColorEditFlags_AlphaPreviewHalf);
}
bool imgui_begin_combo(const char *label, const char *shown) { return ImGui::BeginCombo(label, shown); }
bool imgui_selectable(const char *label, bool is_selected) {
    const bool chosen = ImGui::Selectable(label, is_selected);
    if (is_selected) ImGui::SetItemDefaultFocus();
    return chosen;
}
void imgui_end_combo(void) { ImGui::EndCombo(); }
int imgui_sortable(const char *label, bool is_selected, bool *is_pressed) {
    ImGui::Selectable(label, is_selected);
    *is_pressed = ImGui::IsItemActivated();
    if (!ImGui::IsItemActive() || ImGui::IsItemHovered()) return 0;
    // Past the next line's middle or its edge does not matter: the line follows the pointer a line at a time.
    const float y = ImGui::GetMousePos().y;
    return y < ImGui::GetItemRectMin().y ? -1 : y > ImGui::GetItemRectMax().y ? 1 : 0;
}
bool imgui_header(const char *label, bool starts_open) {
    return ImGui::CollapsingHeader(label, starts_open ? ImGuiTreeNodeFlags_DefaultOpen : 0);
}
bool imgui_begin_tree(const char *label, bool starts_open) {
    return ImGui::TreeNodeEx(label, starts_open ? ImGuiTreeNodeFlags_DefaultOpen : 0);
}
void imgui_end_tree(void) { ImGui::TreePop(); }
bool imgui_begin_tabs(const char *identifier) { return ImGui::BeginTabBar(identifier, ImGuiTabBarFlags_FittingPolicyScroll); }
void imgui_end_tabs(void) { ImGui::EndTabBar(); }
bool imgui_begin_tab(const char *label) { return ImGui::BeginTabItem(label); }
void imgui_end_tab(void) { ImGui::EndTabItem(); }
void imgui_plot(const char *label, const float *values, int count, float low, float high, float height, const char *overlay) {
    // Without a label it takes the label's room too.
    if (label[0] == '#' && label[1] == '#') ImGui::SetNextItemWidth(-FLT_MIN);
    ImGui::PlotLines(label, values, count, 0, overlay, low, high, ImVec2(0, height));
}
void imgui_progress(float share, const char *overlay) { ImGui::ProgressBar(share, ImVec2(-FLT_MIN, 0), overlay); }
void imgui_image(uint32_t texture, float width, float height) {
    ImGui::Image((ImTextureID)(uintptr_t)texture, ImVec2(width, height));
}
