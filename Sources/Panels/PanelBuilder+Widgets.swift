// PanelBuilder+Widgets: the widgets. A widget that shows a value changes the value in place, and returns true if the value has
// changed.

import CImGui
import Raster

extension PanelBuilder {
    // MARK: text and pictures

    /// Shows a text. If `wrapped` is true, lines break at the window's edge. The colour is RGBA, 0…1.
    public func text(_ text: String, color: SIMD4<Float>? = nil, wrapped: Bool = false) {
        guard begin("text") else { return }
        guard let color else { return imgui_text(shown(text), nil, wrapped) }
        withUnsafeBytes(of: color) { imgui_text(shown(text), $0.baseAddress?.assumingMemoryBound(to: Float.self), wrapped) }
    }
    /// Shows a remark in a muted colour.
    public func note(_ text: String) { self.text(text, color: SIMD4(0.53, 0.58, 0.64, 1), wrapped: true) }
    /// Shows a 2D texture. The texture's origin is the lower left corner, as in all of Raster.
    public func image(_ texture: Texture, width: Float, height: Float) {
        guard begin("image") else { return }
        let descriptor = texture.descriptor
        guard descriptor.type == .d2, descriptor.samples == 1, descriptor.format.isColor, !descriptor.format.isInteger,
              texture.owner === textures[0].owner else {
            return fail("image '\(descriptor.label)'", "is not a 2D colour texture of the panels' device",
                        remedy: "give such a texture, single-sampled, not of integers")
        }
        imgui_image(UInt32(index(of: texture)), max(0, points(width)), max(0, points(height)))
    }
    /// Shows a line chart of `values`. The vertical axis covers `range`; if `range` is nil, the axis goes from the smallest to the largest value.
    public func plot(_ label: String, _ values: [Float], in range: ClosedRange<Float>? = nil, height: Float = 44, overlay: String = "") {
        guard begin("plot '\(label)'"), values.count <= 1 << 20, range.map({ isUsable($0, "plot '\(label)'") }) ?? true else { return }
        // In Dear ImGui, the largest float means "no limit".
        let unlimited = Float.greatestFiniteMagnitude
        let drawn = values.map { $0.isFinite ? $0 : .nan }
        imgui_plot(self.label(label), drawn, Int32(drawn.count), range?.lowerBound ?? unlimited, range?.upperBound ?? unlimited,
                   max(0, points(height)), overlay.isEmpty ? nil : shown(overlay))
    }
    /// Shows a bar that is filled to the fraction `share`, 0…1.
    public func progress(_ share: Float, overlay: String = "") {
        if begin("progress") { imgui_progress(share.isFinite ? min(max(share, 0), 1) : 0, shown(overlay)) }
    }

    // MARK: buttons and choices

    /// Shows a button. Returns true in the frame in which the button is clicked. If `width` is 0, the button is as wide as its label needs.
    @discardableResult public func button(_ label: String, width: Float = 0) -> Bool {
        begin("button '\(label)'") && imgui_button(self.label(label), max(0, points(width)))
    }
    /// Shows a box that is ticked while `value` is true. Returns true in the frame in which the user changes the value.
    @discardableResult public func checkbox(_ label: String, _ value: inout Bool) -> Bool {
        begin("checkbox '\(label)'") && imgui_checkbox(self.label(label), &value)
    }
    /// Shows a radio button. The button is on while `selection` equals `choice`; a click sets `selection` to `choice`.
    @discardableResult public func radio<Choice: Equatable>(_ label: String, _ selection: inout Choice, is choice: Choice) -> Bool {
        guard begin("radio button '\(label)'"), imgui_radio(self.label(label), selection == choice) else { return false }
        defer { selection = choice }
        return selection != choice
    }
    /// Shows a drop-down list. The closure `name` returns the text of a choice.
    @discardableResult public func combo<Choice: Equatable>(_ label: String, _ selection: inout Choice, of choices: [Choice],
                                                            name: (Choice) -> String) -> Bool {
        guard begin("combo '\(label)'"), imgui_begin_combo(self.label(label), shown(name(selection))) else { return false }
        defer { imgui_end_combo() }
        var changed = false
        for (i, choice) in choices.enumerated() {
            // Two choices may have the same name, so the index is part of the id.
            imgui_push_id("\(i)")
            if imgui_selectable(self.label(name(choice)), choice == selection), choice != selection {
                selection = choice
                changed = true
            }
            imgui_pop_id()
        }
        return changed
    }
    /// Shows a drop-down list of all cases of an enumeration, named by their raw values. Returns true in the frame in which the user selects
    /// another case.
    @discardableResult public func combo<Choice>(_ label: String, _ selection: inout Choice) -> Bool
        where Choice: CaseIterable & RawRepresentable & Equatable, Choice.RawValue == String {
        combo(label, &selection, of: Array(Choice.allCases)) { $0.rawValue }
    }

    /// Shows a list of lines. The user can drag a line to another place, or select a line by pressing the line. Returns true in each frame
    /// in which the order has changed.
    /// - Parameters:
    ///   - label: The name of the list; it is not shown.
    ///   - items: The items. Dragging swaps items.
    ///   - selection: The index of the selected line; when the selected line moves, `selection` becomes the line's new index. If the index
    ///     is nil or beyond the end, no line is selected.
    ///   - id: Returns a unique name of an item, which stays the same while the item moves.
    ///   - name: Returns the text of an item.
    @discardableResult public func reorder<Item>(_ label: String, _ items: inout [Item], selection: inout Int?, id: (Item) -> String,
                                                 name: (Item) -> String) -> Bool {
        guard begin("list '\(label)'") else { return false }
        imgui_push_id(self.label(label))
        defer { imgui_pop_id() }
        var move: (from: Int, to: Int)?
        for (i, item) in items.enumerated() {
            imgui_push_id(self.label(id(item)))
            var isPressed = false
            let step = imgui_sortable(self.label(name(item)), i == selection, &isPressed)
            imgui_pop_id()
            if isPressed { selection = i }
            let target = i + Int(step)
            if step != 0, items.indices.contains(target) { move = (i, target) }
        }
        guard let move else { return false }
        items.swapAt(move.from, move.to)
        if selection == move.from { selection = move.to } else if selection == move.to { selection = move.from }
        return true
    }

    // MARK: numbers

    private func isUsable(_ range: ClosedRange<Float>, _ widget: String) -> Bool {
        let limit = Float.greatestFiniteMagnitude / 2
        guard range.lowerBound >= -limit, range.upperBound <= limit else {
            fail(widget, "has the range \(range.lowerBound)…\(range.upperBound)", remedy: "give finite limits")
            return false
        }
        return true
    }
    /// Returns the printf format of a number. A percent sign in the unit is escaped.
    private func format(_ decimals: Int, _ unit: String) -> String {
        "%.\(min(max(decimals, 0), 9))f" + shown(String(unit.prefix(32))).split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
    }
    /// Edits `values` with `body`. NaN is shown as the lower limit, infinities as the largest floats; these values are kept until
    /// the user changes a value.
    private func edit(_ values: inout [Float], in range: ClosedRange<Float>, _ body: (UnsafeMutablePointer<Float>) -> Bool) -> Bool {
        var copy = values.map { $0.isNaN ? range.lowerBound : min(max($0, -.greatestFiniteMagnitude), .greatestFiniteMagnitude) }
        let changed = copy.withUnsafeMutableBufferPointer { buffer in buffer.baseAddress.map(body) ?? false }
        if changed { values = copy }
        return changed
    }
    private func sliders(_ label: String, _ values: inout [Float], _ range: ClosedRange<Float>, _ decimals: Int, _ unit: String, _ logarithmic: Bool) -> Bool {
        let widget = "slider '\(label)'"
        guard begin(widget), isUsable(range, widget) else { return false }
        let name = self.label(label), format = format(decimals, unit), count = Int32(values.count)
        return edit(&values, in: range) { imgui_sliders(name, $0, count, range.lowerBound, range.upperBound, format, logarithmic) }
    }

    /// Shows a slider for a number within limits. Control-click lets the user type the number. Returns true in the frame in which the user
    /// changes the value.
    /// - Parameters:
    ///   - label: The text beside the slider.
    ///   - value: The number.
    ///   - range: The limits.
    ///   - decimals: The digits after the decimal point, 0…9.
    ///   - unit: The text after the number; at most 32 characters.
    ///   - logarithmic: True for a logarithmic scale, which gives small numbers as much space as large numbers.
    @discardableResult public func slider(_ label: String, _ value: inout Float, in range: ClosedRange<Float>, decimals: Int = 2, unit: String = "",
                                          logarithmic: Bool = false) -> Bool {
        var values = [value]
        defer { value = values[0] }
        return sliders(label, &values, range, decimals, unit, logarithmic)
    }
    /// Shows a slider for a number in double precision; the parameters are the same as for the slider for `Float`. A number keeps all its
    /// digits until the user changes the number.
    @discardableResult public func slider(_ label: String, _ value: inout Double, in range: ClosedRange<Double>, decimals: Int = 2, unit: String = "",
                                          logarithmic: Bool = false) -> Bool {
        var single = Float(value)
        let changed = slider(label, &single, in: Float(range.lowerBound)...Float(range.upperBound), decimals: decimals, unit: unit, logarithmic: logarithmic)
        // If the user has not changed the value, the value keeps all its digits.
        if changed { value = min(max(Double(single), range.lowerBound), range.upperBound) }
        return changed
    }
    /// Shows a slider for a whole number within limits. The limits must lie in ±(2³⁰ − 1). Returns true in the frame in which the user
    /// changes the value.
    @discardableResult public func slider(_ label: String, _ value: inout Int, in range: ClosedRange<Int>) -> Bool {
        let widget = "slider '\(label)'", limit = Int(Int32.max) / 2
        guard begin(widget) else { return false }
        guard range.lowerBound >= -limit, range.upperBound <= limit else {
            fail(widget, "has the range \(range)", remedy: "stay within ±\(limit)")
            return false
        }
        var number = Int32(min(max(value, range.lowerBound), range.upperBound))
        guard imgui_slider_int(self.label(label), &number, Int32(range.lowerBound), Int32(range.upperBound)) else { return false }
        value = Int(number)
        return true
    }
    /// Shows a slider for each component of a vector with 2 to 4 components.
    @discardableResult public func slider<Vector: SIMD>(_ label: String, _ value: inout Vector, in range: ClosedRange<Float>, decimals: Int = 2,
                                                        unit: String = "") -> Bool where Vector.Scalar == Float {
        guard Vector.scalarCount <= 4 else {
            fail("slider '\(label)'", "has \(Vector.scalarCount) components", remedy: "give 2 to 4")
            return false
        }
        var values = value.indices.map { value[$0] }
        defer { for (i, component) in values.enumerated() { value[i] = component } }
        return sliders(label, &values, range, decimals, unit, false)
    }
    /// Shows a number that the user changes by dragging. The number changes by `speed` for each pixel.
    @discardableResult public func drag(_ label: String, _ value: inout Float, speed: Float = 0.01, in range: ClosedRange<Float> = -1e6...1e6,
                                        decimals: Int = 2, unit: String = "") -> Bool {
        var vector = [value]
        defer { value = vector[0] }
        return drags(label, &vector, speed, range, decimals, unit)
    }
    /// Shows a number for each component of a vector with 2 to 4 components. The user changes a number by dragging.
    @discardableResult public func drag<Vector: SIMD>(_ label: String, _ value: inout Vector, speed: Float = 0.01, in range: ClosedRange<Float> = -1e6...1e6,
                                                      decimals: Int = 2, unit: String = "") -> Bool where Vector.Scalar == Float {
        guard Vector.scalarCount <= 4 else {
            fail("drag '\(label)'", "has \(Vector.scalarCount) components", remedy: "give 2 to 4")
            return false
        }
        var values = value.indices.map { value[$0] }
        defer { for (i, component) in values.enumerated() { value[i] = component } }
        return drags(label, &values, speed, range, decimals, unit)
    }
    private func drags(_ label: String, _ values: inout [Float], _ speed: Float, _ range: ClosedRange<Float>, _ decimals: Int, _ unit: String) -> Bool {
        let widget = "drag '\(label)'"
        guard begin(widget), isUsable(range, widget) else { return false }
        guard speed.isFinite, speed > 0 else {
            fail(widget, "has the speed \(speed)", remedy: "give a speed above 0")
            return false
        }
        let name = self.label(label), format = format(decimals, unit), count = Int32(values.count)
        return edit(&values, in: range) { imgui_drags(name, $0, count, speed, range.lowerBound, range.upperBound, format) }
    }

    // MARK: colours

    /// Shows an RGB colour, 0…1: three numbers, and a field that opens a colour picker. Returns true in the frame in which the user changes
    /// the colour.
    @discardableResult public func color(_ label: String, _ value: inout SIMD3<Float>) -> Bool {
        var values = [value.x, value.y, value.z]
        defer { value = SIMD3(values[0], values[1], values[2]) }
        return color(label, &values)
    }
    /// Shows an RGBA colour, 0…1: four numbers, and a field that opens a colour picker. Returns true in the frame in which the user changes
    /// the colour.
    @discardableResult public func color(_ label: String, _ value: inout SIMD4<Float>) -> Bool {
        var values = [value.x, value.y, value.z, value.w]
        defer { value = SIMD4(values[0], values[1], values[2], values[3]) }
        return color(label, &values)
    }
    private func color(_ label: String, _ values: inout [Float]) -> Bool {
        guard begin("colour '\(label)'") else { return false }
        let name = self.label(label), count = Int32(values.count)
        return edit(&values, in: 0...1) { imgui_color(name, $0, count) }
    }
}
