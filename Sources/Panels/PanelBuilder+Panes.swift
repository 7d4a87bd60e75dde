// PanelBuilder+Panes: panes that together fill a window, and widgets for tools: lists with rows that can be pressed, tables, text fields.

import CImGui
import Raster

extension PanelBuilder {
    private func withFloats<Result>(_ color: SIMD4<Float>?, _ body: (UnsafePointer<Float>?) -> Result) -> Result {
        guard let color else { return body(nil) }
        return withUnsafeBytes(of: color) { body($0.baseAddress?.assumingMemoryBound(to: Float.self)) }
    }

    // MARK: panes

    /// Shows a pane: a part of the window at a fixed position, without a title bar.
    /// - Parameters:
    ///   - title: The name of the pane; it is not shown.
    ///   - x: The distance from the left edge of the window, in points.
    ///   - y: The distance from the upper edge of the window, in points.
    ///   - width: The width, in points.
    ///   - height: The height, in points.
    ///   - background: RGBA, 0…1.
    ///   - padding: The space above and below the widgets, in points.
    ///   - scrolls: True if the pane scrolls vertically when the widgets do not fit; false if widgets that do not fit are cut off.
    ///   - scrollsSideways: True if the pane scrolls horizontally when lines do not fit; false if such lines are cut off.
    ///   - isOnTop: True if the pane may lie above other panes; false if the pane always lies below all windows.
    ///   - contents: Makes the widgets.
    public func pane(_ title: String, x: Float, y: Float, width: Float, height: Float, background: SIMD4<Float> = SIMD4(0.09, 0.106, 0.13, 1),
                     padding: Float = 10, scrolls: Bool = true,
                     scrollsSideways: Bool = false, isOnTop: Bool = false, _ contents: () throws -> Void) rethrows {
        try inWindow {
            withFloats(background) {
                imgui_begin_pane(label(title), points(x).rounded(), points(y).rounded(), max(1, points(width).rounded()), max(1, points(height).rounded()),
                                  max(0, points(padding)), scrolls, scrollsSideways, isOnTop, $0!)
            }
        } contents: { try contents() }
    }
    /// Shows a part of the window with its own scroll bars. Sizes are in points; 0 takes all remaining space. The part is also a group (see
    /// `group`).
    public func region(_ name: String, width: Float = 0, height: Float = 0, scrollsSideways: Bool = false, _ contents: () throws -> Void) rethrows {
        guard begin("region '\(name)'") else { return }
        let isSeen = imgui_begin_region(label(name), points(width), points(height), scrollsSideways)
        defer {
            imgui_make_current(handle)
            imgui_end_region()
        }
        if isSeen { try contents() }
    }

    // MARK: space

    /// The space to the right of the next widget's position, in points.
    public var room: Float { begin("room") ? imgui_room() / scale : 0 }
    /// The space below the next widget's position, in points.
    public var roomBelow: Float { begin("room") ? imgui_room_below() / scale : 0 }
    /// Returns the width of a text in the current style, in points.
    public func width(of text: String) -> Float { begin("width of a text") ? imgui_text_width(shown(text)) / scale : 0 }
    /// Puts the next widget, which is `width` points wide, to the right of the last widget if there is space; otherwise below the last
    /// widget.
    public func flow(width: Float, spacing: Float = 8) { if begin("flow") { imgui_flow(max(0, points(spacing)), max(0, points(width))) } }
    /// Moves the next widget `distance` points to the right.
    public func skip(_ distance: Float) { if begin("skip") { imgui_skip(points(distance)) } }
    /// Leaves an empty rectangle. The rectangle's size is in points.
    public func gap(width: Float = 0, height: Float = 0) { if begin("gap") { imgui_gap(max(0, points(width)), max(0, points(height))) } }
    /// True if the pointer is over the last widget.
    public var isHovered: Bool { begin("hovering") && imgui_is_hovered() }

    /// Moves the texts of this line down, to the height of the texts of buttons on the same line.
    public func alignText() { if begin("alignment") { imgui_align_text() } }
    /// Stacks widgets vertically and treats the stack as one widget for the following layout: `sameLine` puts the next widget to
    /// the right of all these widgets.
    public func stacked(_ contents: () throws -> Void) rethrows {
        guard begin("stacked part") else { return }
        imgui_begin_group()
        defer {
            imgui_make_current(handle)
            imgui_end_group()
        }
        try contents()
    }
    /// Sets the width of lists, numbers and sliders, in points.
    public func itemWidth(_ width: Float, _ contents: () throws -> Void) rethrows {
        guard begin("part of a width") else { return }
        imgui_push_item_width(max(1, points(width)))
        defer {
            imgui_make_current(handle)
            imgui_pop_item_width()
        }
        try contents()
    }

    // MARK: widgets

    /// Shows a text in the accent colour that can be clicked. Returns true in the frame in which the text is clicked.
    @discardableResult public func link(_ label: String) -> Bool { begin("link '\(label)'") && imgui_link(self.label(label)) }
    /// Shows a button that is highlighted while `isOn` is true. Returns true in the frame in which the button is clicked. If `width` is 0,
    /// the button is as wide as its label needs. `lit` is the highlight colour, RGBA; if `lit` is nil, the accent colour is used.
    @discardableResult public func toggle(_ label: String, isOn: Bool, width: Float = 0, lit: SIMD4<Float>? = nil) -> Bool {
        guard begin("toggle '\(label)'") else { return false }
        return withFloats(lit) { imgui_toggle(self.label(label), isOn, max(0, points(width)), $0) }
    }
    /// Shows the title of one tab in a row of tabs. The title is underlined while `isOn` is true. Returns true in the frame in which the
    /// title is clicked; the application then shows the contents of that tab.
    @discardableResult public func tab(_ label: String, isOn: Bool) -> Bool { begin("tab '\(label)'") && imgui_tab(self.label(label), isOn) }
    /// Shows an area that can be pressed and contains widgets, such as a row of a list. The area is `height` points high and `width` points
    /// wide; a width of 0 takes all the space. The widgets begin `inset` points from the area's upper left corner.
    /// - Returns: True in the frame in which the user clicks the area.
    @discardableResult public func area(_ name: String, isSelected: Bool = false, width: Float = 0, height: Float, inset: Float = 3,
                                        _ contents: () throws -> Void) rethrows -> Bool {
        guard begin("area '\(name)'") else { return false }
        let isPressed = imgui_area(label("##" + name), isSelected, max(0, points(width)), max(1, points(height)), max(0, points(inset)))
        defer {
            imgui_make_current(handle)
            imgui_end_area()
        }
        try contents()
        return isPressed
    }
    /// The user's change of a text field.
    public enum FieldChange: Sendable, Hashable {
        /// No change.
        case none
        /// The text changed.
        case edited
        /// The user pressed Return.
        case ended
    }
    /// Shows a text field of one line, with at most 1023 bytes. While the text is empty, `hint` is shown. If `width` is 0, the field takes
    /// all the space of the line.
    @discardableResult public func field(_ label: String, _ text: inout String, hint: String = "", width: Float = 0) -> FieldChange {
        guard begin("field '\(label)'") else { return .none }
        var bytes = [CChar](repeating: 0, count: 1024)
        for (i, byte) in shown(text).utf8.prefix(1023).enumerated() { bytes[i] = CChar(bitPattern: byte) }
        let change = imgui_field(self.label(label), shown(hint), &bytes, 1024, width > 0 ? points(width) : -Float.leastNormalMagnitude)
        guard change != 0 else { return .none }
        text = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return change == 2 ? .ended : .edited
    }
    /// Shows a rectangle in a colour, RGBA. Sizes are in points.
    public func swatch(_ color: SIMD4<Float>, width: Float = 12, height: Float = 12) {
        if begin("swatch") { withFloats(color) { imgui_swatch($0, max(1, points(width)), max(1, points(height))) } }
    }

    // MARK: tables

    /// A column of a table.
    public struct Column {
        /// The title; empty if the column has no title.
        public var title: String
        /// The width in points; 0 if the column gets a share of the space, according to `weight`.
        public var width: Float
        /// The column's share of the space, relative to the weights of the other columns.
        public var weight: Float
        /// Creates a column with a share of the space, unless `width` is given.
        public init(_ title: String, width: Float = 0, weight: Float = 1) { self.title = title; self.width = width; self.weight = weight }
    }
    /// The cells of a table's row.
    public struct Row {
        fileprivate let panel: PanelBuilder
        /// Begins a cell of the row; columns count from 0. Returns false if the cell is not visible.
        @discardableResult public func cell(_ column: Int) -> Bool { panel.begin("cell") && imgui_table_cell(Int32(clamping: column)) }
        /// Sets a background colour for the whole row, RGBA.
        public func shade(_ color: SIMD4<Float>) { if panel.begin("shade") { panel.withFloats(color) { imgui_table_row_shade($0) } } }
    }
    /// Shows a table with up to 64 columns. The user can change the widths of the columns.
    /// - Parameters:
    ///   - name: The name of the table; it is not shown.
    ///   - columns: The columns, from left to right. If any column has a title, a row of titles is shown.
    ///   - height: The height in points; the rows scroll below the titles. If the height is 0, the table has the height of all its rows together.
    ///   - scrollsSideways: True to scroll horizontally if the columns do not fit. If `scrollsSideways` is true, each column needs a width.
    ///   - isStriped: True to give every second row another background.
    ///   - rowCount: The number of rows. All rows have the same height. `contents` is called only for visible rows, unless
    ///     `rowCount` is below 64 and the table does not scroll.
    ///   - contents: Makes the cells of the row with this number.
    public func table(_ name: String, _ columns: [Column], height: Float = 0, scrollsSideways: Bool = false, isStriped: Bool = true, rowCount: Int,
                      _ contents: (Int, Row) throws -> Void) rethrows {
        guard begin("table '\(name)'"), !columns.isEmpty else { return }
        guard columns.count <= 64 else { return fail("table '\(name)'", "has \(columns.count) columns", remedy: "give 1 to 64") }
        guard imgui_begin_table(label(name), Int32(columns.count), max(0, points(height)), scrollsSideways, isStriped) else { return }
        defer {
            imgui_make_current(handle)
            imgui_end_table()
        }
        for column in columns { imgui_table_column(shown(column.title), max(0, points(column.width)), column.weight.isFinite ? max(0.01, column.weight) : 1) }
        if columns.contains(where: { !$0.title.isEmpty }) { imgui_table_titles() }
        func row(_ number: Int) throws {
            imgui_table_row()
            try contents(number, Row(panel: self))
            imgui_make_current(handle)
        }
        // In a small table, rows may have different heights, so all rows are built.
        guard height > 0 || rowCount >= 64 else {
            for number in 0..<max(0, rowCount) { try row(number) }
            return
        }
        try rows(rowCount) { try row($0) }
    }
    /// Calls `contents` with the index of each visible row among `count` rows of equal height: `height` points, or 0 for the height of the
    /// first row.
    public func rows(_ count: Int, height: Float = 0, _ contents: (Int) throws -> Void) rethrows {
        guard begin("rows"), count > 0, let rows = imgui_rows_begin(Int32(clamping: count), height > 0 ? points(height) : -1) else { return }
        defer {
            imgui_make_current(handle)
            imgui_rows_end(rows)
        }
        var first: Int32 = 0, end: Int32 = 0
        while imgui_rows_step(rows, &first, &end) {
            for number in first..<max(first, end) { try contents(Int(number)) }
            imgui_make_current(handle)
        }
    }
}
