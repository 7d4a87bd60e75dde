// The implementation of the C interface to Dear ImGui, and the style of the panels. Most functions are one line.

#include "CImGui.h"
#include <imgui/imgui.h>
#include <imgui/imgui_internal.h>
#include <float.h>
#include <string.h>

static_assert(sizeof(ImDrawVert) == 20 && sizeof(ImDrawIdx) == 2, "Panels' vertex layout");

const char *imgui_version(void) { return ImGui::GetVersion(); }

// Contexts

/// Returns the colour with the channels 0xRRGGBB and an opacity.
static ImVec4 tone(unsigned hex, float alpha = 1) {
    return ImVec4((hex >> 16 & 255) / 255.0f, (hex >> 8 & 255) / 255.0f, (hex & 255) / 255.0f, alpha);
}

/// The style: dark slate with one blue accent colour, rounded corners, thin borders.
void imgui_set_style(float scale, float line_height) {
    ImGuiStyle style;
    ImGui::StyleColorsDark(&style);
    style.WindowPadding = ImVec2(12, 10);
    style.WindowRounding = 8;
    style.WindowBorderSize = 1;
    style.WindowTitleAlign = ImVec2(0, 0.5f);
    style.PopupRounding = 6;
    // Widgets are 21 points high, whatever the font.
    style.FramePadding = ImVec2(8, ImMax(1.0f, (21 - line_height / scale) / 2));
    style.FrameRounding = 5;
    style.FrameBorderSize = 0;
    style.ItemSpacing = ImVec2(8, 5);
    style.ItemInnerSpacing = ImVec2(7, 5);
    style.IndentSpacing = 14;
    style.ScrollbarSize = 11;
    style.ScrollbarRounding = 6;
    style.GrabMinSize = 12;
    style.GrabRounding = 4;
    style.TabRounding = 5;
    style.ColorButtonPosition = ImGuiDir_Left;
    // The library's antialiasing depends on the processor. Therefore the library makes fills without antialiasing, and makes lines
    // from their centre points. PanelMesh makes the antialiased edges.
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
    c[ImGuiCol_TableHeaderBg] = tone(0x1E242C);
    c[ImGuiCol_TableBorderStrong] = tone(0x2B323C);
    c[ImGuiCol_TableBorderLight] = tone(0x2B323C);
    c[ImGuiCol_TableRowBg] = tone(0x000000, 0);
    c[ImGuiCol_TableRowBgAlt] = tone(0xFFFFFF, 0.025f);
    c[ImGuiCol_PlotLines] = tone(0x7FC0FF);
    c[ImGuiCol_PlotHistogram] = tone(accent);
    c[ImGuiCol_TextSelectedBg] = tone(accent, 0.4f);
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
}

/// The library takes sines and cosines from the C library. Their last bit may depend on the processor, but the constants here are
/// the same everywhere. The 48 directions are 7.5 degrees apart.
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

// Fonts

// The built-in font is designed for 13 pixels. Whole multiples keep its strokes on the pixel grid.
float imgui_text_scale(float scale) { return ImMax(1.0f, ImFloor(scale + 0.5f)); }

void imgui_set_built_in_font(float size) {
    ImFontAtlas &atlas = *ImGui::GetIO().Fonts;
    ImFontConfig font;
    font.SizePixels = 13.0f * size;
    font.OversampleH = font.OversampleV = 1;
    font.PixelSnapH = true;
    atlas.Clear();
    atlas.AddFontDefault(&font);
    unsigned char *pixels;
    int width, height;
    atlas.GetTexDataAsRGBA32(&pixels, &width, &height);
}
const uint8_t *imgui_font_atlas(int *width, int *height) {
    unsigned char *pixels;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, width, height);
    return pixels;
}
void imgui_set_fonts(int count, float line_height, float baseline, int width, int height) {
    ImFontAtlas &atlas = *ImGui::GetIO().Fonts;
    static char no_data[4];
    atlas.Clear();
    for (int i = 0; i < count; i++) {
        ImFontConfig config;
        config.FontData = no_data;
        config.FontDataSize = sizeof no_data;
        config.FontDataOwnedByAtlas = false;
        config.SizePixels = line_height;
        atlas.AddFont(&config);
    }
    atlas.TexWidth = width;
    atlas.TexHeight = height;
    atlas.TexUvScale = ImVec2(1.0f / width, 1.0f / height);
    atlas.TexUvWhitePixel = atlas.TexUvScale;
    atlas.TexReady = true;
    for (int i = 0; i < count; i++) ImFontAtlasBuildSetupFont(&atlas, atlas.Fonts[i], &atlas.ConfigData[i], baseline, baseline - line_height);
}
void imgui_add_glyph(int font, uint16_t character, const float box[4], const float place[4], float advance) {
    ImGui::GetIO().Fonts->Fonts[font]->AddGlyph(nullptr, character, box[0], box[1], box[2], box[3], place[0], place[1], place[2], place[3], advance);
}
void imgui_finish_glyphs(int font) { ImGui::GetIO().Fonts->Fonts[font]->BuildLookupTable(); }
void imgui_push_font(int font) { ImGui::PushFont(ImGui::GetIO().Fonts->Fonts[font]); }
void imgui_pop_font(void) { ImGui::PopFont(); }

imgui_context *imgui_create(void) {
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
    return context;
}
void imgui_destroy(imgui_context *context) { ImGui::DestroyContext(context); }
void imgui_make_current(imgui_context *context) { ImGui::SetCurrentContext(context); }

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
    // Without this constraint, an automatically sized window would also take its width from its contents.
    ImGui::SetNextWindowSizeConstraints(ImVec2(fixed_width, 0), ImVec2(fixed_width, maximum_height));
    return ImGui::Begin(title, nullptr, ImGuiWindowFlags_AlwaysAutoResize);
}
void imgui_end(void) { ImGui::End(); }
bool imgui_begin_pane(const char *title, float x, float y, float width, float height, float padding, bool scrolls, bool scrolls_sideways,
                      bool is_on_top, const float *background) {
    ImGui::SetNextWindowPos(ImVec2(x, y));
    ImGui::SetNextWindowSize(ImVec2(width, height));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ImGui::GetStyle().WindowPadding.x, padding));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImVec4(background[0], background[1], background[2], background[3]));
    const ImGuiWindowFlags fixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse;
    const bool is_seen = ImGui::Begin(title, nullptr, fixed | (scrolls_sideways ? ImGuiWindowFlags_HorizontalScrollbar : 0)
                                                              | (scrolls ? 0 : ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse)
                                                              | (is_on_top ? 0 : ImGuiWindowFlags_NoBringToFrontOnFocus));
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(4);
    return is_seen;
}
bool imgui_begin_region(const char *name, float width, float height, bool scrolls_sideways) {
    return ImGui::BeginChild(name, ImVec2(width, height), false, scrolls_sideways ? ImGuiWindowFlags_HorizontalScrollbar : 0);
}
void imgui_end_region(void) { ImGui::EndChild(); }
void imgui_flow(float spacing, float width) {
    const ImGuiWindow *window = ImGui::GetCurrentWindow();
    if (window->DC.CursorPosPrevLine.x + spacing + width <= window->WorkRect.Max.x) ImGui::SameLine(0, spacing);
}
float imgui_room(void) { return ImGui::GetContentRegionAvail().x; }
float imgui_room_below(void) { return ImGui::GetContentRegionAvail().y; }
float imgui_text_width(const char *text) { return ImGui::CalcTextSize(text, nullptr, true).x; }
void imgui_skip(float pixels) { ImGui::SetCursorPosX(ImGui::GetCursorPosX() + pixels); }
void imgui_gap(float width, float height) { ImGui::Dummy(ImVec2(width, height)); }
void imgui_align_text(void) { ImGui::AlignTextToFramePadding(); }
void imgui_begin_group(void) { ImGui::BeginGroup(); }
void imgui_end_group(void) { ImGui::EndGroup(); }
bool imgui_is_hovered(void) { return ImGui::IsItemHovered(); }

// Tables

bool imgui_begin_table(const char *name, int columns, float height, bool scrolls_sideways, bool is_striped) {
    ImGuiTableFlags flags = ImGuiTableFlags_Resizable | ImGuiTableFlags_PadOuterX | ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_NoSavedSettings;
    if (height > 0) flags |= ImGuiTableFlags_ScrollY;
    if (is_striped) flags |= ImGuiTableFlags_RowBg;
    flags |= scrolls_sideways ? ImGuiTableFlags_ScrollX | ImGuiTableFlags_SizingFixedFit : ImGuiTableFlags_SizingStretchProp;
    return ImGui::BeginTable(name, columns, flags, ImVec2(0, height));
}
void imgui_end_table(void) { ImGui::EndTable(); }
void imgui_table_column(const char *title, float width, float weight) {
    if (width == 0) ImGui::TableSetupColumn(title, ImGuiTableColumnFlags_WidthStretch, weight);
    else ImGui::TableSetupColumn(title, ImGuiTableColumnFlags_WidthFixed, ImMax(0.0f, width));
}
void imgui_table_titles(void) {
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableHeadersRow();
}
void imgui_table_row(void) { ImGui::TableNextRow(); }
void imgui_table_row_shade(const float *color) {
    ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, ImGui::GetColorU32(ImVec4(color[0], color[1], color[2], color[3])));
}
bool imgui_table_cell(int column) { return ImGui::TableSetColumnIndex(column); }
void *imgui_rows_begin(int count, float height) {
    ImGuiListClipper *rows = IM_NEW(ImGuiListClipper)();
    rows->Begin(count, height);
    return rows;
}
bool imgui_rows_step(void *rows, int *first, int *end) {
    ImGuiListClipper *clipper = (ImGuiListClipper *)rows;
    const bool is_more = clipper->Step();
    *first = clipper->DisplayStart, *end = clipper->DisplayEnd;
    return is_more;
}
void imgui_rows_end(void *rows) {
    ImGuiListClipper *clipper = (ImGuiListClipper *)rows;
    clipper->End();
    IM_DELETE(clipper);
}

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
    // While the user types into a field, the field's tooltip would cover neighbouring widgets. So it is not shown.
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || (ImGui::IsItemActive() && ImGui::GetIO().WantTextInput)) return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

// Widgets

/// Breaks a text into lines at spaces only. The library would also break lines after points and commas, and so within numbers and
/// file names. A word that is wider than the window is left to the library.
static void text_in_lines(const char *text) {
    const float room = ImGui::CalcWrapWidthForPos(ImGui::GetCursorScreenPos(), 0);
    ImVector<char> lines;
    lines.resize((int)strlen(text) + 1);
    memcpy(lines.Data, text, lines.Size);
    char *line = lines.Data, *space = nullptr;
    for (char *end = line;; end++) {
        if (*end != ' ' && *end != '\n' && *end != 0) continue;
        if (space && ImGui::GetFont()->CalcTextSizeA(ImGui::GetFontSize(), FLT_MAX, 0, line, end).x > room) {
            *space = '\n';
            line = space + 1;
            space = nullptr;
        }
        if (*end == 0) break;
        if (*end == '\n') {
            line = end + 1;
            space = nullptr;
        } else if (end > line && end[-1] != ' ') {
            space = end;
        }
    }
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(lines.Data);
    ImGui::PopTextWrapPos();
}
void imgui_text(const char *text, const float *color, bool wraps) {
    if (color) ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(color[0], color[1], color[2], color[3]));
    if (wraps) text_in_lines(text);
    else ImGui::TextUnformatted(text);
    if (color) ImGui::PopStyleColor();
}
bool imgui_button(const char *label, float width) { return ImGui::Button(label, ImVec2(width, 0)); }
bool imgui_toggle(const char *label, bool is_on, float width, const float *lit) {
    const ImVec4 *colors = ImGui::GetStyle().Colors;
    const ImVec4 on = lit ? ImVec4(lit[0], lit[1], lit[2], lit[3]) : colors[ImGuiCol_ButtonHovered];
    ImGui::PushStyleColor(ImGuiCol_Button, is_on ? on : colors[ImGuiCol_FrameBg]);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, is_on ? on : colors[ImGuiCol_FrameBgHovered]);
    if (!is_on) ImGui::PushStyleColor(ImGuiCol_Text, colors[ImGuiCol_TextDisabled]);
    const bool is_pressed = ImGui::Button(label, ImVec2(width, 0));
    ImGui::PopStyleColor(is_on ? 2 : 3);
    return is_pressed;
}
bool imgui_tab(const char *label, bool is_on) {
    const ImGuiStyle &style = ImGui::GetStyle();
    const ImVec2 text = ImGui::CalcTextSize(label, nullptr, true), size(text.x + style.FramePadding.x, ImGui::GetFrameHeight() + style.FramePadding.y);
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const bool is_pressed = ImGui::InvisibleButton(label, size);
    const bool is_hovered = ImGui::IsItemHovered();
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddText(ImVec2(start.x + style.FramePadding.x / 2, start.y + style.FramePadding.y),
                  ImGui::GetColorU32(is_on || is_hovered ? ImGuiCol_Text : ImGuiCol_TextDisabled),
                  label, ImGui::FindRenderedTextEnd(label));
    const float line = ImMax(1.0f, ImFloor(style.FramePadding.x / 4));
    if (is_on) list->AddRectFilled(ImVec2(start.x, start.y + size.y - line), ImVec2(start.x + size.x, start.y + size.y),
                                   ImGui::GetColorU32(ImGuiCol_SliderGrabActive));
    return is_pressed;
}
bool imgui_link(const char *label) {
    const ImVec2 size = ImGui::CalcTextSize(label, nullptr, true), start = ImGui::GetCursorScreenPos();
    const bool is_pressed = ImGui::InvisibleButton(label, ImVec2(ImMax(1.0f, size.x), ImMax(1.0f, size.y)));
    const ImU32 shade = ImGui::GetColorU32(ImGuiCol_CheckMark);
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddText(start, shade, label, ImGui::FindRenderedTextEnd(label));
    if (ImGui::IsItemHovered()) list->AddRectFilled(ImVec2(start.x, start.y + size.y - 1), ImVec2(start.x + size.x, start.y + size.y), shade);
    return is_pressed;
}
// The ends of the areas that have begun and not ended. Areas can be nested.
static ImVector<ImVec2> area_ends;
bool imgui_area(const char *name, bool is_selected, float width, float height, float inset) {
    const ImVec2 start = ImGui::GetCursorPos();
    const ImVec2 padding = ImGui::GetStyle().ItemSpacing;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(padding.x, 0));
    const bool is_pressed = ImGui::Selectable(name, is_selected, ImGuiSelectableFlags_AllowItemOverlap, ImVec2(width, height));
    ImGui::SetItemAllowOverlap();
    area_ends.push_back(ImGui::GetCursorPos());
    ImGui::PopStyleVar();
    ImGui::SetCursorPos(ImVec2(start.x + inset, start.y + inset));
    // The group makes the following lines begin at the same x as the first line.
    ImGui::BeginGroup();
    return is_pressed;
}
void imgui_end_area(void) {
    ImGui::EndGroup();
    ImGui::SetCursorPos(area_ends.back());
    area_ends.pop_back();
}
int imgui_field(const char *label, const char *hint, char *text, int capacity, float width) {
    ImGui::SetNextItemWidth(width);
    const bool is_ended = ImGui::InputTextWithHint(label, hint, text, capacity, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    return is_ended ? 2 : ImGui::IsItemEdited() ? 1 : 0;
}
void imgui_swatch(const float *color, float width, float height) {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    ImGui::Dummy(ImVec2(width, height));
    ImGui::GetWindowDrawList()->AddRectFilled(start, ImVec2(start.x + width, start.y + height),
                                              ImGui::GetColorU32(ImVec4(color[0], color[1], color[2], color[3])), ImFloor(height / 5));
}
bool imgui_checkbox(const char *label, bool *value) {
    // The check mark is the only line wider than one pixel. PanelMesh needs the centre points of a line, which the library gives only if
    // the line is no wider than its antialiased edge. PanelMesh then takes the width of this edge as the width of the line. So this code
    // sets the width of the edge to the width of the mark's line, rounded up to a quarter of a pixel. The size of the mark follows the
    // library's own formula.
    ImDrawList *list = ImGui::GetWindowDrawList();
    const float height = ImGui::GetFrameHeight(), mark = height - 2 * ImMax(1.0f, ImFloor(height / 6.0f));
    list->_FringeScale = ImMax(1.0f, ImCeil(mark / 5.0f * 4.0f) / 4.0f);
    const bool changed = ImGui::Checkbox(label, value);
    list->_FringeScale = 1;
    return changed;
}
bool imgui_radio(const char *label, bool is_on) { return ImGui::RadioButton(label, is_on); }
/// The library draws a knob above or below the number, which makes the number hard to read. Here the library's frame and knob are
/// invisible. Instead, a bar is filled up to the value. The number is readable on the bar's colour, and the end of the bar does not
/// touch the number.
static bool slider(const char *label, ImGuiDataType type, void *value, const void *low, const void *high, const char *format, ImGuiSliderFlags flags) {
    const ImGuiStyle &style = ImGui::GetStyle();
    const ImVec4 idle = style.Colors[ImGuiCol_FrameBg], hovered = style.Colors[ImGuiCol_FrameBgHovered], active = style.Colors[ImGuiCol_FrameBgActive];
    ImDrawList *list = ImGui::GetWindowDrawList();
    ImDrawListSplitter layers;
    layers.Split(list, 2);
    layers.SetCurrentChannel(list, 1);
    const ImGuiCol unseen[] = {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive};
    for (ImGuiCol colour : unseen) ImGui::PushStyleColor(colour, ImVec4(0, 0, 0, 0));
    // The user drags the end of the bar with the pointer. So the invisible knob that the library moves is narrow.
    const float knob = ImMax(2.0f, ImFloor(style.GrabMinSize / 5));
    ImGui::PushStyleVar(ImGuiStyleVar_GrabMinSize, knob);
    const float width = ImGui::CalcItemWidth();
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const bool changed = ImGui::SliderScalar(label, type, value, low, high, format, flags);
    ImGui::PopStyleColor(IM_ARRAYSIZE(unseen));
    layers.SetCurrentChannel(list, 0);
    const ImGuiID id = ImGui::GetItemID();
    const bool is_typed = ImGui::TempInputIsActive(id), is_active = GImGui->ActiveId == id, is_hovered = GImGui->HoveredId == id;
    const ImRect frame(start, ImVec2(start.x + width, start.y + ImGui::GetFrameHeight()));
    list->AddRectFilled(frame.Min, frame.Max, ImGui::GetColorU32(is_typed ? idle : is_active ? active : is_hovered ? hovered : idle), style.FrameRounding);
    if (!is_typed) {
        double share;
        if (flags & ImGuiSliderFlags_Logarithmic) {
            // Asks the library for the position of its knob. The call uses another id, so that the knob does not follow the
            // pointer.
            ImRect place;
            ImGui::SliderBehavior(frame, id + 1, type, value, low, high, format, flags, &place);
            const float edge = 2 + knob / 2, between = frame.GetWidth() - 2 * edge;
            share = between > 0 ? ((place.Min.x + place.Max.x) / 2 - frame.Min.x - edge) / between : 0;
        } else if (type == ImGuiDataType_S32) {
            const double from = *(const int32_t *)low, to = *(const int32_t *)high;
            share = to > from ? (*(const int32_t *)value - from) / (to - from) : 0;
        } else {
            const double from = *(const float *)low, to = *(const float *)high;
            share = to > from ? (*(const float *)value - from) / (to - from) : 0;
        }
        const float room = frame.GetWidth() - knob;
        const float x = frame.Min.x + ImFloor(room * (float)ImClamp(share, 0.0, 1.0) + 0.5f);
        const ImU32 shade = ImGui::GetColorU32(is_active ? ImGuiCol_SliderGrabActive : ImGuiCol_SliderGrab);
        list->PushClipRect(frame.Min, ImVec2(x + knob, frame.Max.y), true);
        list->AddRectFilled(frame.Min, frame.Max, ImGui::GetColorU32(ImVec4(0.149f, 0.286f, 0.431f, style.Colors[ImGuiCol_FrameBg].w)), style.FrameRounding);
        list->PopClipRect();
        char text[64];
        ImGui::DataTypeFormatString(text, IM_ARRAYSIZE(text), type, value, format);
        const float number = ImGui::CalcTextSize(text).x, middle = (frame.Min.x + frame.Max.x) / 2, gap = style.FramePadding.x / 2;
        const bool meets = x + knob > middle - number / 2 - gap && x < middle + number / 2 + gap;
        const float mark = meets ? ImFloor(style.FramePadding.y) : frame.GetHeight();
        list->PushClipRect(ImVec2(x, frame.Min.y), ImVec2(x + knob, frame.Min.y + mark), true);
        list->AddRectFilled(frame.Min, frame.Max, shade, style.FrameRounding);
        list->PopClipRect();
        if (meets) {
            list->PushClipRect(ImVec2(x, frame.Max.y - mark), ImVec2(x + knob, frame.Max.y), true);
            list->AddRectFilled(frame.Min, frame.Max, shade, style.FrameRounding);
            list->PopClipRect();
        }
    }
    ImGui::PopStyleVar();
    layers.Merge(list);
    return changed;
}
bool imgui_sliders(const char *label, float *values, int count, float low, float high, const char *format, bool logarithmic) {
    const ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp | (logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
    if (count == 1) return slider(label, ImGuiDataType_Float, values, &low, &high, format, flags);
    // Several sliders are side by side, as in the library's own widget. The label follows the last slider.
    bool changed = false;
    const float between = ImGui::GetStyle().ItemInnerSpacing.x;
    ImGui::BeginGroup();
    ImGui::PushID(label);
    ImGui::PushMultiItemsWidths(count, ImGui::CalcItemWidth());
    for (int i = 0; i < count; i++) {
        ImGui::PushID(i);
        if (i > 0) ImGui::SameLine(0, between);
        changed |= slider("", ImGuiDataType_Float, values + i, &low, &high, format, flags);
        ImGui::PopID();
        ImGui::PopItemWidth();
    }
    ImGui::PopID();
    const char *end = ImGui::FindRenderedTextEnd(label);
    if (end != label) {
        ImGui::SameLine(0, between);
        ImGui::TextUnformatted(label, end);
    }
    ImGui::EndGroup();
    return changed;
}
bool imgui_slider_int(const char *label, int32_t *value, int32_t low, int32_t high) {
    return slider(label, ImGuiDataType_S32, value, &low, &high, "%d", ImGuiSliderFlags_AlwaysClamp);
}
bool imgui_drags(const char *label, float *values, int count, float speed, float low, float high, const char *format) {
    return ImGui::DragScalarN(label, ImGuiDataType_Float, values, count, speed, &low, &high, format, ImGuiSliderFlags_AlwaysClamp);
}
bool imgui_color(const char *label, float *values, int count) {
    const ImGuiColorEditFlags flags = ImGuiColorEditFlags_NoDragDrop | ImGuiColorEditFlags_NoOptions;
    // The library would make the colour as wide as other widgets. This width is too narrow for the numbers, so the width of the numbers is
    // the minimum here.
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
    // The line moves by one place at a time. So it only matters whether the pointer has left the line at the top or at the bottom.
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
    // Without a label, the plot also takes the label's space.
    if (label[0] == '#' && label[1] == '#') ImGui::SetNextItemWidth(-FLT_MIN);
    ImGui::PlotLines(label, values, count, 0, overlay, low, high, ImVec2(0, height));
}
void imgui_progress(float share, const char *overlay) { ImGui::ProgressBar(share, ImVec2(-FLT_MIN, 0), overlay); }
void imgui_image(uint32_t texture, float width, float height) {
    ImGui::Image((ImTextureID)(uintptr_t)texture, ImVec2(width, height));
}
