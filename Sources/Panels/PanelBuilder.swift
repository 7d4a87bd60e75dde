import CImGui
import Raster

/// Builds the panels of a frame, widget by widget. A builder is valid while `PanelContext.update` runs; afterwards its methods do
/// nothing.
///
/// Sizes are in points. A label is also the name of a widget within its window, header or group. If two widgets of the same window, header
/// or group have the same label, Dear ImGui treats both widgets as one widget. Text after `##` in a label belongs to the name but is not
/// shown. Texts are cut off after 8192 bytes.
///
/// The contents of windows and groups are closures, so no window or group can be left open. If a call has a mistake (an empty
/// range, a widget outside a window), the widget is left out and `update` throws the error.
public final class PanelBuilder {
    let handle: OpaquePointer
    let scale: Float
    private let size: (width: Int, height: Int)
    private(set) var textures: [Texture]
    private(set) var error: RasterError?
    private var isOpen = true
    private var windowDepth = 0
    private var blankLabels = 0
    private let glyphs: GlyphAtlas?
    private var style = PanelFont.Style.regular

    init(handle: OpaquePointer, scale: Float, size: (width: Int, height: Int), font: Texture, glyphs: GlyphAtlas?) {
        self.handle = handle; self.scale = scale; self.size = size; self.glyphs = glyphs
        textures = [font]
    }
    func close() { isOpen = false }

    // MARK: preparation of every call

    /// Makes the context current, because another panel may have been built since the last call. Returns false if the widget must
    /// be left out.
    func begin(_ widget: String) -> Bool {
        guard isOpen else { return false }
        imgui_make_current(handle)
        guard windowDepth > 0 else {
            fail(widget, "is outside a window", remedy: "put it into the closure of a window")
            return false
        }
        return true
    }
    func fail(_ subject: String, _ problem: String, remedy: String) {
        if error == nil { error = RasterError(.invalidArgument, subject, at: "panel", problem, remedy: remedy) }
    }
    /// Returns a text that Dear ImGui accepts as a name: not empty and not too long.
    func label(_ text: String) -> String {
        let cut = shown(text)
        guard cut.isEmpty else { return cut }
        blankLabels += 1
        return "##blank \(blankLabels)"
    }
    /// Returns the text up to the first NUL, cut to the length that one draw can show, and prepares its glyphs.
    func shown(_ text: String) -> String {
        let bytes = text.utf8
        let cut = bytes.count > 8192 || bytes.contains(0) ? String(decoding: bytes.prefix { $0 != 0 }.prefix(8192), as: UTF8.self) : text
        glyphs?.prepare(cut, style.rawValue)
        return cut
    }
    /// Shows the texts of the widgets in another style. The built-in font has only one style.
    public func style(_ style: PanelFont.Style, _ contents: () throws -> Void) rethrows {
        guard begin("text in another style") else { return }
        guard let glyphs else { return try contents() }
        let before = self.style
        self.style = style
        glyphs.prepare(style.rawValue)
        imgui_push_font(Int32(style.rawValue))
        defer {
            imgui_make_current(handle)
            imgui_pop_font()
            self.style = before
        }
        try contents()
    }
    /// Returns the index with which draw commands refer to the texture.
    func index(of texture: Texture) -> Int {
        if let known = textures.firstIndex(where: { $0 === texture }) { return known }
        textures.append(texture)
        return textures.count - 1
    }
    func points(_ value: Float) -> Float { value.isFinite ? min(max(value, -32768), 32768) * scale : 0 }

    // MARK: windows and arrangement

    /// Shows a window. `x` and `y` are the window's distances from the left and top edge in points; negative values are distances from the
    /// right and bottom edge. The window is `width` points wide and as high as its contents; if the picture is not tall enough for the
    /// contents, the window scrolls. The user can move the window, and fold it by its title.
    public func window(_ title: String, x: Float = 16, y: Float = 16, width: Float = 280, folded: Bool = false,
                       _ contents: () throws -> Void) rethrows {
        guard isOpen else { return }
        imgui_make_current(handle)
        let margin = points(16), wide = max(points(width), points(64))
        let left = x >= 0 ? points(x) : Float(size.width) + points(x) - wide
        let top = y >= 0 ? points(y) : Float(size.height) + points(y)
        imgui_next_window(left.rounded(), top.rounded(), wide, 0, folded)
        try inWindow { imgui_begin(label(title), wide, max(Float(size.height) - 2 * margin, margin)) } contents: {
            // Labels are to the right of their widgets and get the smaller part of the width.
            imgui_push_item_width(-(wide * 0.35).rounded())
            defer {
                imgui_make_current(handle)
                imgui_pop_item_width()
            }
            try contents()
        }
    }
    /// Runs `contents` in the window that `open` begins. `open` returns true if a part of the window is visible.
    func inWindow(_ open: () -> Bool, contents: () throws -> Void) rethrows {
        guard isOpen else { return }
        imgui_make_current(handle)
        windowDepth += 1
        let isSeen = open()
        defer {
            imgui_make_current(handle)
            imgui_end()
            windowDepth -= 1
        }
        if isSeen { try contents() }
    }
    /// Runs `contents`, whose widgets belong to a group with its own names. Labels that occur outside of the group can be used again inside.
    public func group(_ name: String, _ contents: () throws -> Void) rethrows {
        guard begin("group '\(name)'") else { return }
        imgui_push_id(label(name))
        defer {
            imgui_make_current(handle)
            imgui_pop_id()
        }
        try contents()
    }
    /// Shows a part with a title. The user can fold the part. The part is also a group (see `group`).
    public func header(_ title: String, open: Bool = false, _ contents: () throws -> Void) rethrows {
        guard begin("header '\(title)'"), imgui_header(label(title), open) else { return }
        try group(title, contents)
    }
    /// Shows a part with a title and indented contents. The user can fold the part. The part is also a group (see `group`).
    public func tree(_ title: String, open: Bool = false, _ contents: () throws -> Void) rethrows {
        guard begin("tree '\(title)'"), imgui_begin_tree(label(title), open) else { return }
        defer {
            imgui_make_current(handle)
            imgui_end_tree()
        }
        try contents()
    }
    /// Shows tabs: one part is visible at a time, and the user selects the part by its title. Each part is a group (see `group`).
    /// `contents` is called with the index of the selected part.
    public func tabs(_ name: String, _ titles: [String], _ contents: (Int) throws -> Void) rethrows {
        guard begin("tabs '\(name)'"), imgui_begin_tabs(label(name)) else { return }
        defer {
            imgui_make_current(handle)
            imgui_end_tabs()
        }
        for (i, title) in titles.enumerated() where imgui_begin_tab(label(title)) {
            defer {
                imgui_make_current(handle)
                imgui_end_tab()
            }
            try contents(i)
        }
    }
    /// Runs `contents`. While `isDisabled` is true, the widgets of `contents` are visible but cannot be used.
    public func disabled(_ isDisabled: Bool = true, _ contents: () throws -> Void) rethrows {
        guard isDisabled else { return try contents() }
        guard begin("disabled part") else { return }
        imgui_begin_disabled()
        defer {
            imgui_make_current(handle)
            imgui_end_disabled()
        }
        try contents()
    }
    /// Runs `contents`, and indents its widgets.
    public func indented(_ contents: () throws -> Void) rethrows {
        guard begin("indented part") else { return }
        imgui_indent()
        defer {
            imgui_make_current(handle)
            imgui_unindent()
        }
        try contents()
    }
    /// Puts the next widget to the right of the last widget, `spacing` points away.
    public func sameLine(spacing: Float = 8) {
        if begin("same line") { imgui_same_line(max(0, points(spacing))) }
    }
    /// Draws a line from the left to the right edge of the window.
    public func separator() { if begin("separator") { imgui_separator() } }
    /// Leaves a small gap below the last widget.
    public func spacing() { if begin("spacing") { imgui_spacing() } }
    /// Shows a text about the last widget while the pointer is over that widget.
    public func tooltip(_ text: String) { if begin("tooltip") { imgui_tooltip(shown(text)) } }
    /// Scrolls the window so that the next update shows the last widget, unless the widget is already visible. An application should call
    /// this method only until the result is true; otherwise, the window would scroll back whenever the user scrolls elsewhere.
    /// - Returns: True if the widget is visible.
    @discardableResult public func scrollHere() -> Bool { begin("scroll here") && imgui_scroll_here() }
}
