// C's view of Dear ImGui (Debian: libimgui-dev), as far as Panels uses it: C++ types stay on the other side.
//
// The library checks its arguments by aborting, so callers keep these rules: labels and identifiers are not empty, sizes and
// limits are finite, everything begun is ended. All functions but imgui_create work on the context made current last.
// Positions are pixels from the top left; strings are UTF-8.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The library's version, "1.86".
const char *imgui_version(void);

// Contexts

typedef struct ImGuiContext imgui_context;
/// A context with a style and font of `scale` times the usual size. It becomes current, writes no files, reads no clock.
imgui_context *imgui_create(float scale);
void imgui_destroy(imgui_context *context);
void imgui_make_current(imgui_context *context);
/// How many times its usual size the font has at this scale: a whole number.
float imgui_text_scale(float scale);
/// Style and font anew; not inside a frame.
void imgui_set_scale(float scale);
/// The font's picture, RGBA, top row first; the context keeps it until the scale changes.
const uint8_t *imgui_font_atlas(int *width, int *height);

// Frames and input

void imgui_mouse_position(float x, float y);
void imgui_mouse_leaves(void);
/// 0 left, 1 right, 2 middle.
void imgui_mouse_button(int button, bool is_down);
void imgui_mouse_wheel(float x, float y);
/// Keys in the order of PanelKey.
void imgui_key(int key, bool is_down);
void imgui_modifiers(bool control, bool shift, bool alt);
void imgui_character(uint32_t scalar);
/// `seconds` since the last frame, above 0.
void imgui_new_frame(float width, float height, float seconds);
/// Ends the frame; its draw lists stay until the next begins.
void imgui_render(void);
bool imgui_wants_mouse(void);
bool imgui_wants_keyboard(void);
bool imgui_has_popup(void);
/// Whether a window lies at this place that takes the mouse.
bool imgui_hits(float x, float y);
/// Left, top, right and bottom of the window of this title in the last frame; false where none was shown.
bool imgui_window_bounds(const char *title, float bounds[4]);

// Drawing: the triangles of the last frame

typedef struct {
    /// x0, y0, x1, y1.
    float clip[4];
    uint32_t texture;
    uint32_t first_vertex, first_index, index_count;
} imgui_command;
int imgui_list_count(void);
/// Position 2 floats, texture coordinate 2 floats, colour 4 unsigned bytes: 20 bytes each.
const void *imgui_list_vertices(int list, int *count);
const uint16_t *imgui_list_indices(int list, int *count);
int imgui_list_command_count(int list);
imgui_command imgui_list_command(int list, int command);

// Windows and layout

void imgui_next_window(float x, float y, float width, float height, bool is_folded);
/// With a `fixed_width` above 0 the height follows the contents up to `maximum_height`; else the user sizes the window.
/// False when folded or clipped away; imgui_end must follow either way.
bool imgui_begin(const char *title, float fixed_width, float maximum_height);
void imgui_end(void);
void imgui_push_id(const char *text);
void imgui_pop_id(void);
void imgui_same_line(float spacing);
void imgui_separator(void);
void imgui_spacing(void);
void imgui_indent(void);
void imgui_unindent(void);
void imgui_push_item_width(float width);
void imgui_pop_item_width(void);
void imgui_begin_disabled(void);
void imgui_end_disabled(void);
void imgui_tooltip(const char *text);
// Scrolls to the last widget unless it is seen; says whether it is.
bool imgui_scroll_here(void);

// Widgets: those with a value say whether it changed

void imgui_text(const char *text, const float *color, bool wraps);
bool imgui_button(const char *label, float width);
bool imgui_checkbox(const char *label, bool *value);
bool imgui_radio(const char *label, bool is_on);
bool imgui_sliders(const char *label, float *values, int count, float low, float high, const char *format, bool logarithmic);
bool imgui_slider_int(const char *label, int32_t *value, int32_t low, int32_t high);
bool imgui_drags(const char *label, float *values, int count, float speed, float low, float high, const char *format);
/// 3 or 4 components, 0…1.
bool imgui_color(const char *label, float *values, int count);
bool imgui_begin_combo(const char *label, const char *shown);
bool imgui_selectable(const char *label, bool is_selected);
void imgui_end_combo(void);
/// A line of a list that can be dragged: −1 or 1 in the frame in which it is dragged over the line above or below, else 0. `is_pressed` tells
/// whether it was pressed in this frame.
int imgui_sortable(const char *label, bool is_selected, bool *is_pressed);
bool imgui_header(const char *label, bool starts_open);
bool imgui_begin_tree(const char *label, bool starts_open);
void imgui_end_tree(void);
bool imgui_begin_tabs(const char *identifier);
void imgui_end_tabs(void);
bool imgui_begin_tab(const char *label);
void imgui_end_tab(void);
void imgui_plot(const char *label, const float *values, int count, float low, float high, float height, const char *overlay);
void imgui_progress(float share, const char *overlay);
void imgui_image(uint32_t texture, float width, float height);

#ifdef __cplusplus
}
#endif
