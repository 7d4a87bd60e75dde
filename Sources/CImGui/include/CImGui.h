// A C interface to the parts of Dear ImGui (Debian: libimgui-dev) that Panels uses. The interface contains no C++ types.
//
// The library aborts on wrong arguments, so callers must obey these rules: labels and identifiers are not empty, sizes and limits are
// finite, and each call of a function that begins something, such as a window, is followed by a call of the function that ends it. All
// functions except imgui_create use the current context. Positions are in pixels from the top left corner; strings are UTF-8.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the library's version, such as "1.86".
const char *imgui_version(void);

// Contexts

typedef struct ImGuiContext imgui_context;
/// Creates a context and makes it current. Set a style and a font next. The context writes no files and reads no clock.
imgui_context *imgui_create(void);
void imgui_destroy(imgui_context *context);
void imgui_make_current(imgui_context *context);
/// Sets the style for a size of `scale` times the normal size, and for text with lines of `line_height` pixels. Must not be called
/// inside a frame.
void imgui_set_style(float scale, float line_height);

// Fonts

/// Returns the factor by which the built-in font is enlarged at this scale: a whole number.
float imgui_text_scale(float scale);
/// Sets the built-in font at `size` times its normal size. Must not be called inside a frame.
void imgui_set_built_in_font(float size);
/// Returns the picture of the built-in font, RGBA, top row first. The context owns the picture until the font changes.
const uint8_t *imgui_font_atlas(int *width, int *height);
/// Sets fonts without glyphs. The caller draws the glyphs into a picture of `width` times `height` texels, and describes each glyph with
/// imgui_add_glyph. Texels (0, 0) to (1, 1) of this picture must be white. Must not be called inside a frame.
void imgui_set_fonts(int count, float line_height, float baseline, int width, int height);
/// Adds a glyph. `box` has its left, top, right and bottom side in pixels, relative to the pen and the top of the line. `place` has
/// the same sides in the picture, as fractions of the picture's size.
void imgui_add_glyph(int font, uint16_t character, const float box[4], const float place[4], float advance);
/// Must be called after glyphs were added. It may be called inside a frame.
void imgui_finish_glyphs(int font);
void imgui_push_font(int font);
void imgui_pop_font(void);

// Frames and input

void imgui_mouse_position(float x, float y);
void imgui_mouse_leaves(void);
/// `button`: 0 left, 1 right, 2 middle.
void imgui_mouse_button(int button, bool is_down);
void imgui_mouse_wheel(float x, float y);
/// Keys are numbered in the order of PanelKey.
void imgui_key(int key, bool is_down);
void imgui_modifiers(bool control, bool shift, bool alt);
void imgui_character(uint32_t scalar);
/// Begins a frame. `seconds` is the time since the last frame; it must be above 0.
void imgui_new_frame(float width, float height, float seconds);
/// Ends the frame. Its draw lists stay valid until the next frame begins.
void imgui_render(void);
bool imgui_wants_mouse(void);
bool imgui_wants_keyboard(void);
bool imgui_has_popup(void);
/// Returns true if a window that uses the mouse lies at this place.
bool imgui_hits(float x, float y);
/// Writes the positions of the left, top, right and bottom sides that the window with this title had in the last frame. Returns false if
/// the last frame had no such window.
bool imgui_window_bounds(const char *title, float bounds[4]);

// Drawing: the triangles of the last frame

typedef struct {
    /// The clip rectangle: left, top, right, bottom.
    float clip[4];
    uint32_t texture;
    uint32_t first_vertex, first_index, index_count;
} imgui_command;
int imgui_list_count(void);
/// Returns the vertices, 20 bytes each: position (2 floats), texture coordinate (2 floats), colour (4 unsigned bytes).
const void *imgui_list_vertices(int list, int *count);
const uint16_t *imgui_list_indices(int list, int *count);
int imgui_list_command_count(int list);
imgui_command imgui_list_command(int list, int command);

// Windows and layout

void imgui_next_window(float x, float y, float width, float height, bool is_folded);
/// Begins a window. If `fixed_width` is above 0, the height of the window follows the contents up to `maximum_height`; otherwise
/// the user sizes the window. Returns false if the window is folded or clipped; imgui_end must follow in either case.
bool imgui_begin(const char *title, float fixed_width, float maximum_height);
void imgui_end(void);
/// Begins a pane: a window at a fixed place with square corners and without a title. The user cannot move it. If `scrolls_sideways`
/// is true, the pane scrolls long lines. `padding` is the space above and below the contents. Contents that do not fit are cut off
/// unless `scrolls` is true. Other windows lie above the pane unless `is_on_top` is true. imgui_end must follow, whatever the
/// result.
bool imgui_begin_pane(const char *title, float x, float y, float width, float height, float padding, bool scrolls, bool scrolls_sideways,
                      bool is_on_top, const float *background);
/// Begins a part with its own scroll bars. A size of 0 takes all remaining space. imgui_end_region must follow, whatever the
/// result.
bool imgui_begin_region(const char *name, float width, float height, bool scrolls_sideways);
void imgui_end_region(void);
void imgui_push_id(const char *text);
void imgui_pop_id(void);
void imgui_same_line(float spacing);
void imgui_separator(void);
void imgui_spacing(void);
void imgui_indent(void);
void imgui_unindent(void);
/// Puts the next widget to the right of the last widget if `width` pixels fit there, otherwise below it.
void imgui_flow(float spacing, float width);
/// Returns the space to the right of the next widget's position, in pixels.
float imgui_room(void);
/// Returns the space below the next widget's position, in pixels.
float imgui_room_below(void);
float imgui_text_width(const char *text);
/// Moves the next widget to the right.
void imgui_skip(float pixels);
void imgui_gap(float width, float height);
/// Aligns the texts of this line vertically with the texts of buttons in the same line.
void imgui_align_text(void);
/// Begins a group, which imgui_end_group ends. For the following layout, the widgets of the group count as one widget.
void imgui_begin_group(void);
void imgui_end_group(void);
void imgui_push_item_width(float width);
void imgui_pop_item_width(void);
void imgui_begin_disabled(void);
void imgui_end_disabled(void);
void imgui_tooltip(const char *text);
// Scrolls to the last widget unless the widget is visible. Returns true if the widget was visible already.
bool imgui_scroll_here(void);

/// Returns true if the pointer is over the last widget.
bool imgui_is_hovered(void);

// Tables: rows of cells in columns. The user can change the widths of the columns.

/// Begins a table. Returns false if the table is not visible; then no other table function may be called. If the height is above 0,
/// the table scrolls, and its titles stay in place.
bool imgui_begin_table(const char *name, int columns, float height, bool scrolls_sideways, bool is_striped);
void imgui_end_table(void);
/// Adds a column. If the width is 0, the column takes a share of the space, by weight. If the width is -1, the column fits the
/// texts.
void imgui_table_column(const char *title, float width, float weight);
void imgui_table_titles(void);
void imgui_table_row(void);
/// Sets a background colour for the whole row.
void imgui_table_row_shade(const float *color);
/// Begins the cell in this column. Returns false if the column is not visible.
bool imgui_table_cell(int column);
/// Begins a list of `count` rows of equal height. Each call of imgui_rows_step writes the next range of visible rows. imgui_rows_step
/// returns false if there are no more visible rows.
void *imgui_rows_begin(int count, float height);
bool imgui_rows_step(void *rows, int *first, int *end);
void imgui_rows_end(void *rows);

// Widgets. A widget with a value returns true if the value changed.

void imgui_text(const char *text, const float *color, bool wraps);
bool imgui_button(const char *label, float width);
/// Adds a button that is highlighted while `is_on` is true. `lit` is the colour of the highlight; NULL means the accent colour.
bool imgui_toggle(const char *label, bool is_on, float width, const float *lit);
/// Adds a title that is underlined while `is_on` is true.
bool imgui_tab(const char *label, bool is_on);
/// Adds a text in the accent colour that can be clicked.
bool imgui_link(const char *label);
/// Adds an area that can be pressed. The area lies behind the following widgets, which begin `inset` pixels from the area's upper left
/// corner.
bool imgui_area(const char *name, bool is_selected, float width, float height, float inset);
/// Ends the area's widgets: the next widget goes below the area.
void imgui_end_area(void);
/// Adds a text field of one line, with up to `capacity` bytes including the terminating 0. Returns 1 if the text changed, 2 if the user
/// pressed Return, otherwise 0.
int imgui_field(const char *label, const char *hint, char *text, int capacity, float width);
/// Adds a rectangle in one colour.
void imgui_swatch(const float *color, float width, float height);
bool imgui_checkbox(const char *label, bool *value);
bool imgui_radio(const char *label, bool is_on);
/// Adds `count` sliders. The number of a slider is shown over a bar that is filled up to the value.
bool imgui_sliders(const char *label, float *values, int count, float low, float high, const char *format, bool logarithmic);
bool imgui_slider_int(const char *label, int32_t *value, int32_t low, int32_t high);
bool imgui_drags(const char *label, float *values, int count, float speed, float low, float high, const char *format);
/// Adds a widget for a colour with 3 or 4 components, 0…1.
bool imgui_color(const char *label, float *values, int count);
bool imgui_begin_combo(const char *label, const char *shown);
bool imgui_selectable(const char *label, bool is_selected);
void imgui_end_combo(void);
/// Adds a line of a list that can be dragged. Returns −1 or 1 in a frame in which the pointer drags the line beyond its upper or lower
/// edge, otherwise 0. `is_pressed` is set to true if the line was pressed in this frame.
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
