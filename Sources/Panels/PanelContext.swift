import CImGui
import Raster

/// Panels with widgets over a picture. Dear ImGui lays the panels out and handles input; Raster's pipeline draws the panels.
///
/// A closure builds the panels anew in each frame. The picture depends only on the values shown, the events so far and the seconds passed to
/// `update`, never on a clock. A context must be used on its device's thread. Different contexts may be used on different threads.
public final class PanelContext {
    /// The version of the linked Dear ImGui library, such as "1.86".
    public static var libraryVersion: String { String(cString: imgui_version()) }

    /// The device that draws the panels.
    public let device: Device
    /// Pixels per point. Sizes in `PanelBuilder` are in points.
    public private(set) var scale: Float
    /// The font of the panels.
    public let font: PanelFont
    /// The actual size of text divided by its nominal size. The value is 1 for fonts from files. The built-in font grows only in whole
    /// steps, so the value for the built-in font can differ from 1; for a scale of 1.5, the value is 4/3. An application should multiply
    /// the widths of windows full of text by `textEnlargement`.
    public var textEnlargement: Float { glyphs == nil ? imgui_text_scale(scale) / scale : 1 }
    /// True if the panels use the pointer: the pointer is over a panel, or a button was pressed over a panel and is still held.
    public private(set) var wantsPointer = false
    /// True if a widget uses the keyboard, for example a text field in which the user types.
    public private(set) var wantsKeyboard = false
    /// True if events wait for the next frame. Until `update` has processed these events, the panels are not up to date.
    public var hasPendingInput: Bool { !queue.isEmpty }

    let handle: OpaquePointer
    let pipeline: Pipeline
    var buffers = PanelBuffers()
    /// `drawList`: the draws of the last frame. `size`: the size of the last frame in pixels. `textures`: the textures of the last frame.
    /// Texture 0 is the font.
    var drawList = PanelDrawList()
    var size = (width: 0, height: 0)
    var textures: [Texture] = []
    /// The glyphs of the font; nil for the built-in font, whose texture never changes.
    private var glyphs: GlyphAtlas?
    private var builtInFont: Texture?
    private var queue = PanelEventQueue()
    private var isBuilding = false

    /// Creates a context without panels. Throws `invalidArgument` unless 0.5 ≤ scale ≤ 8.
    public init(device: Device, scale: Float = 1, font: PanelFont = .dejaVu) throws {
        try PanelContext.check(scale)
        pipeline = try PanelContext.makePipeline(device)
        self.device = device; self.scale = scale; self.font = font
        handle = FrameLock.shared.held {
            guard let handle = imgui_create() else { preconditionFailure("imgui_create gives a context or does not return") }
            return handle
        }
        font.sayRemark()
        try FrameLock.shared.held { try makeFont() }
    }
    deinit { FrameLock.shared.held { imgui_destroy(handle) } }

    private static func check(_ scale: Float) throws(RasterError) {
        guard scale >= 0.5, scale <= 8 else {
            throw RasterError(.invalidArgument, "scale of the panels", "is \(scale)", remedy: "use 0.5 to 8")
        }
    }
    /// Sets the style and the font of the current context.
    private func makeFont() throws {
        imgui_make_current(handle)
        if let faces = font.faces {
            let glyphs = GlyphAtlas(faces, scale: scale)
            imgui_set_style(scale, Float(glyphs.lineHeight))
            self.glyphs = glyphs
        } else {
            imgui_set_built_in_font(imgui_text_scale(scale))
            imgui_set_style(scale, 13 * imgui_text_scale(scale))
            builtInFont = try PanelContext.builtInFont(device)
        }
    }
    private static func builtInFont(_ device: Device) throws -> Texture {
        var width: Int32 = 0, height: Int32 = 0
        let pixels = imgui_font_atlas(&width, &height)
        let bytes = [UInt8](UnsafeBufferPointer(start: pixels, count: Int(width) * Int(height) * 4))
        return try device.makeTexture(from: Image(width: Int(width), height: Int(height), bytes: bytes), label: "panel font")
    }
    /// Returns the texture of the glyphs needed so far.
    private func fontPicture() throws -> Texture {
        if let glyphs { return try glyphs.picture(device) }
        guard let builtInFont else { preconditionFailure("makeFont makes one or the other") }
        return builtInFont
    }

    /// Changes the scale, for example when the window moves to a screen with another density. Throws the errors of `init`, and
    /// `invalidArgument` if this method is called while `update` runs.
    public func setScale(_ new: Float) throws {
        try PanelContext.check(new)
        guard !isBuilding else { throw PanelContext.alreadyBuilding }
        guard new != scale else { return }
        scale = new
        try FrameLock.shared.held { try makeFont() }
    }

    private static let alreadyBuilding = RasterError(.invalidArgument, "panels", "are being built already", remedy: "do this after update has returned")

    /// Begins a frame of `width` × `height` pixels, passes the events to the panels, calls `build` to make the panels, and ends
    /// the frame. `delta` is the time since the last frame in seconds.
    ///
    /// Throws `invalidSize` unless both sides are 1 to 16384, `invalidArgument` if `delta` is negative or infinite, the errors of `build`,
    /// and the first mistake that `build` made. If `build` made a mistake in a panel, the other panels are still shown.
    public func update(width: Int, height: Int, delta: Double, events: [PanelEvent] = [], _ build: (PanelBuilder) throws -> Void) throws {
        let sides = 1...Device.maximumTextureSize
        guard sides.contains(width), sides.contains(height) else {
            throw RasterError(.invalidSize, "panels", "cannot cover \(width) × \(height) pixels", remedy: "use 1 to \(Device.maximumTextureSize)")
        }
        guard delta >= 0, delta.isFinite else {
            throw RasterError(.invalidArgument, "panels", "cannot advance by \(delta) seconds", remedy: "give the time since the last frame, 0 or more")
        }
        guard !isBuilding else { throw PanelContext.alreadyBuilding }
        isBuilding = true
        defer { isBuilding = false }

        try FrameLock.shared.held {
            imgui_make_current(handle)
            size = (width, height)
            queue.append(events)
            for event in queue.takeFrame() { apply(event) }
            imgui_new_frame(Float(width), Float(height), Float(min(max(delta, 1e-4), 1)))
            let builder = PanelBuilder(handle: handle, scale: scale, size: size, font: try fontPicture(), glyphs: glyphs)
            let thrown = Result { try build(builder) }
            imgui_make_current(handle)
            builder.close()
            imgui_render()
            drawList = .current(fontGrowth: glyphs?.growth ?? 1)
            // The font texture is read after the build, because the build may have added glyphs.
            textures = [try fontPicture()] + builder.textures.dropFirst()
            wantsPointer = imgui_wants_mouse()
            wantsKeyboard = imgui_wants_keyboard()
            try thrown.get()
            if let error = builder.error { throw error }
        }
    }

    /// Returns true if a press at this position (in pixels from the bottom left) goes to the panels: a panel lies at this position, or the
    /// press closes an open list.
    public func wantsPointer(atX x: Float, y: Float) -> Bool {
        guard x.isFinite, y.isFinite else { return false }
        return FrameLock.shared.held {
            imgui_make_current(handle)
            return imgui_has_popup() || imgui_hits(x, Float(size.height) - y)
        }
    }

    /// Returns the pixels that a window covered in the last update, counted from the bottom left; nil if no window with that title
    /// was visible. A window is invisible in its first update, which only measures its contents.
    public func area(ofWindow title: String) -> PixelRect? {
        FrameLock.shared.held {
            imgui_make_current(handle)
            var bounds: [Float] = [0, 0, 0, 0]
            guard imgui_window_bounds(title, &bounds) else { return nil }
            let left = Int(bounds[0].rounded(.down)), top = Int(bounds[1].rounded(.down)), right = Int(bounds[2].rounded(.up)),
                bottom = Int(bounds[3].rounded(.up))
            return right > left && bottom > top ? PixelRect(x: left, y: size.height - bottom, width: right - left, height: bottom - top) : nil
        }
    }

    private func apply(_ event: PanelEvent) {
        switch event {
        case .pointerMoved(let x, let y):
            if x.isFinite, y.isFinite { imgui_mouse_position(x, Float(size.height) - y) } else { imgui_mouse_leaves() }
        case .pointerLeft: imgui_mouse_leaves()
        case .buttonDown(let button): imgui_mouse_button(Int32(button.rawValue), true)
        case .buttonUp(let button): imgui_mouse_button(Int32(button.rawValue), false)
        case .wheel(let x, let y):
            if x.isFinite, y.isFinite { imgui_mouse_wheel(x, y) }
        case .keyDown(let key): imgui_key(Int32(key.rawValue), true)
        case .keyUp(let key): imgui_key(Int32(key.rawValue), false)
        case .modifiers(let control, let shift, let alt): imgui_modifiers(control, shift, alt)
        case .text(let text): for scalar in text.unicodeScalars { imgui_character(scalar.value) }
        }
    }
}
