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
/// A context, which wants a style and a font next. It becomes current, writes no files, reads no clock.
imgui_context *imgui_create(void);
void imgui_destroy(imgui_context *context);
void imgui_make_current(imgui_context *context);
/// Sets a style of `scale` times the usual size for text of `line_height` pixels a line. Not inside a frame.
void imgui_set_style(float scale, float line_height);

// Fonts

/// How many times its usual size the built-in font has at this scale: a whole number.
float imgui_text_scale(float scale);
/// Sets the built-in font at `size` times its usual size. Not inside a frame.
void imgui_set_built_in_font(float size);
/// The built-in font's picture, RGBA, top row first; the context keeps it until the font changes.
const uint8_t *imgui_font_atlas(int *width, int *height);
/// Fonts without glyphs, the caller's to draw: their picture has texels (0, 0) to (1, 1) white. Not inside a frame.
void imgui_set_fonts(int count, float line_height, float baseline, int width, int height);
/// A glyph: left, top, right and bottom from the pen and the top of the line in pixels, the same in the picture as shares of its size.
void imgui_add_glyph(int font, uint16_t character, const float box[4], const float place[4], float advance);
/// Follows after glyphs have been added; also inside a frame.
void imgui_finish_glyphs(int font);
void imgui_push_font(int font);
void imgui_pop_font(void);

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
/// A window at a fixed place without a title, square, which cannot be moved; long lines scroll where `scrolls_sideways`. imgui_end must follow either way.
/// `padding` is that above and below; what does not fit is cut unless `scrolls`. Windows
/// lie above it unless it `is_on_top`.
bool imgui_begin_pane(const char *title, float x, float y, float width, float height, float padding, bool scrolls, bool scrolls_sideways, bool is_on_top, const float *background);
/// A part that scrolls by itself; 0 takes all room that is left. imgui_end_region must follow either way.
bool imgui_begin_region(const char *name, float width, float height, bool scrolls_sideways);
void imgui_end_region(void);
void imgui_push_id(const char *text);
void imgui_pop_id(void);
void imgui_same_line(float spacing);
void imgui_separator(void);
void imgui_spacing(void);
void imgui_indent(void);
void imgui_unindent(void);
/// Puts the next widget to the right of the last one where `width` pixels fit, else below it.
void imgui_flow(float spacing, float width);
/// The room to the right of where the next widget goes, in pixels.
float imgui_room(void);
/// The room below of where the next widget goes, in pixels.
float imgui_room_below(void);
float imgui_text_width(const char *text);
/// Moves the next widget to the right.
void imgui_skip(float pixels);
void imgui_gap(float width, float height);
/// Puts the texts of this line at the height of the texts on buttons beside them.
void imgui_align_text(void);
/// Begins a group, which imgui_end_group ends. Its widgets count as one widget for the layout that follows.
void imgui_begin_group(void);
void imgui_end_group(void);
void imgui_push_item_width(float width);
void imgui_pop_item_width(void);
void imgui_begin_disabled(void);
void imgui_end_disabled(void);
void imgui_tooltip(const char *text);
// Scrolls to the last widget unless it is seen; says whether it is.
bool imgui_scroll_here(void);

/// Whether the pointer rests on the last widget.
bool imgui_is_hovered(void);

// Tables: rows of cells in columns that the user can make wider

/// False where nothing of it is seen: then nothing follows. A height above 0 makes it scroll, with its titles in place.
bool imgui_begin_table(const char *name, int columns, float height, bool scrolls_sideways, bool is_striped);
void imgui_end_table(void);
/// A width of 0 takes a share of the room, with a weight; -1 fits the texts.
void imgui_table_column(const char *title, float width, float weight);
void imgui_table_titles(void);
void imgui_table_row(void);
/// A shade behind the whole row.
void imgui_table_row_shade(const float *color);
/// False where the column is not seen.
bool imgui_table_cell(int column);
/// Begins a list of `count` rows of one height. Calls of imgui_rows_step give the ranges of visible rows, one after the other, until it returns false.
void *imgui_rows_begin(int count, float height);
bool imgui_rows_step(void *rows, int *first, int *end);
void imgui_rows_end(void *rows);

// Widgets: those with a value say whether it changed

void imgui_text(const char *text, const float *color, bool wraps);
bool imgui_button(const char *label, float width);
/// A button that is lit while `is_on`; `lit` is its colour, nil for the accent.
bool imgui_toggle(const char *label, bool is_on, float width, const float *lit);
/// A title with a line below it while `is_on`.
bool imgui_tab(const char *label, bool is_on);
/// A text in the accent colour that can be pressed.
bool imgui_link(const char *label);
/// An area that can be pressed, behind the widgets that follow; they begin `inset` pixels from its upper left corner.
bool imgui_area(const char *name, bool is_selected, float width, float height, float inset);
/// Ends the widgets on the area: the next widget goes below it.
void imgui_end_area(void);
/// A text of one line, up to `capacity` bytes with the end. 1 where it changed, 2 where the user ended it with Return, else 0.
int imgui_field(const char *label, const char *hint, char *text, int capacity, float width);
/// A rectangle of one colour.
void imgui_swatch(const float *color, float width, float height);
bool imgui_checkbox(const char *label, bool *value);
bool imgui_radio(const char *label, bool is_on);
/// A slider's number stands over a bar that is filled up to the value.
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
