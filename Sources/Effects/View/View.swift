public import Raster

/// An object that draws a view's picture.
public protocol ViewDelegate: AnyObject {
    /// Records one frame into `encoder`; render to `drawable`. The view submits it. An error leaves the picture as it was.
    func view(_ view: View, draw encoder: inout CommandEncoder, into drawable: Framebuffer) throws
}

/// A surface of pixels that draws itself: formats, size, the framebuffer to draw to, and the picture that results.
///
/// Sizes are pixels. The framebuffer is made when it is first needed and anew after a format or the size has changed; it
/// then is black and transparent, its depth and stencil zero. Otherwise it keeps what was drawn last: clear what should not
/// stay. A view belongs to its device and stays on the device's thread.
public final class View {
    /// Records one frame: the view, the encoder to record into, and the framebuffer to render to.
    public typealias Drawing = (View, inout CommandEncoder, Framebuffer) throws -> Void

    /// The device that the view is drawn with.
    public let device: Device
    /// Pixels of a row.
    public private(set) var drawableWidth: Int
    /// Number of rows.
    public private(set) var drawableHeight: Int

    /// The format of the colours. Setting another one makes a new framebuffer for the next frame; so do the three below.
    public var drawableColorFormat = ViewDrawableColorFormat.rgba8888 { didSet { if drawableColorFormat != oldValue { deleteDrawable() } } }
    /// The depth buffer; none at first.
    public var drawableDepthFormat = ViewDrawableDepthFormat.formatNone { didSet { if drawableDepthFormat != oldValue { deleteDrawable() } } }
    /// The stencil buffer; none at first.
    public var drawableStencilFormat = ViewDrawableStencilFormat.formatNone { didSet { if drawableStencilFormat != oldValue { deleteDrawable() } } }
    /// Samples for each pixel; one at first.
    public var drawableMultisample = ViewDrawableMultisample.multisampleNone { didSet { if drawableMultisample != oldValue { deleteDrawable() } } }

    /// The object that draws. The view does not keep it alive. Setting it takes the place of `drawing`.
    public weak var delegate: (any ViewDelegate)? { didSet { if delegate != nil { drawing = nil } } }
    /// The closure that draws, where there is no object to do it. Setting it takes the place of `delegate`.
    public var drawing: Drawing? { didSet { if drawing != nil { delegate = nil } } }

    private var drawable: ViewDrawable?
    private var isDrawing = false

    /// A view of `width` × `height` pixels.
    /// - Throws: `invalidSize` unless both sides are 1 to `Device.maximumTextureSize` pixels.
    public init(device: Device, width: Int, height: Int) throws(RasterError) {
        try View.check(width, height)
        self.device = device
        drawableWidth = width
        drawableHeight = height
    }

    /// Gives the view another size, from the next frame on.
    /// - Throws: `invalidSize` as `init` does, or `invalidArgument` while the view draws; then the size stays.
    public func resize(width: Int, height: Int) throws(RasterError) {
        try View.check(width, height)
        guard (width, height) != (drawableWidth, drawableHeight) else { return }
        try requireNotDrawing("be resized")
        (drawableWidth, drawableHeight) = (width, height)
        deleteDrawable()
    }
    private static func check(_ width: Int, _ height: Int) throws(RasterError) {
        let limit = Device.maximumTextureSize
        guard (1...limit).contains(width), (1...limit).contains(height) else {
            throw RasterError(.invalidSize, "view", "cannot be \(width)×\(height) pixels", remedy: "use 1 to \(limit) a side")
        }
    }

    /// The framebuffer to render to, made when there is none. Code that draws to it outside of `display()` records
    /// `resolveDrawable(into:)` afterwards.
    /// - Throws: The errors of `Device.makeFramebuffer`.
    public func bindDrawable() throws -> Framebuffer { try currentDrawable().target }

    /// Frees the framebuffers; the next frame makes new ones.
    public func deleteDrawable() { drawable = nil }

    /// Records the commands that make the drawn pixels visible in `displayed()`: multisampled ones are averaged, packed ones
    /// unpacked. `display()` does this by itself.
    public func resolveDrawable(into encoder: inout CommandEncoder) throws { try currentDrawable().recordResolve(into: &encoder) }

    /// The picture that was drawn last: what a window shows.
    /// - Throws: The errors of `Device.makeFramebuffer`.
    public func displayed() throws -> Framebuffer { try currentDrawable().displayed }

    /// Draws now: lets the delegate or `drawing` record a frame and submits it. Throws what they throw and what
    /// `Device.submit` throws; `invalidArgument` when called while the view draws.
    public func display() throws {
        try requireNotDrawing("draw")
        isDrawing = true
        defer { isDrawing = false }
        let drawable = try currentDrawable()
        var encoder = device.makeCommandEncoder(label: "view")
        if let delegate {
            try delegate.view(self, draw: &encoder, into: drawable.target)
        } else {
            try drawing?(self, &encoder, drawable.target)
        }
        drawable.recordResolve(into: &encoder)
        try device.submit(encoder)
    }

    /// Draws now, and gives the picture: rgba8, top row first; an sRGB view gives its codes, rgb565 widened to nearest with alpha
    /// 255.
    /// - Throws: The errors of `display()`.
    public func snapshot() throws -> Image {
        try requireNotDrawing("give a snapshot")
        try display()
        return try displayed().readImage()
    }

    private func currentDrawable() throws -> ViewDrawable {
        if let drawable { return drawable }
        let new = try ViewDrawable(device: device, width: drawableWidth, height: drawableHeight, color: drawableColorFormat,
                                   depth: drawableDepthFormat, stencil: drawableStencilFormat, multisample: drawableMultisample)
        drawable = new
        return new
    }
    private func requireNotDrawing(_ what: String) throws(RasterError) {
        if isDrawing {
            throw RasterError(.invalidArgument, "view", "cannot \(what) while it draws", remedy: "do it before or after the frame")
        }
    }
}
