public import Raster

/// An object that draws a view's picture.
public protocol ViewDelegate: AnyObject {
    /// Records one frame into `encoder`. The frame renders to `drawable`, and the view submits the encoder. If an error is thrown,
    /// the picture does not change.
    func view(_ view: View, draw encoder: inout CommandEncoder, into drawable: Framebuffer) throws
}

/// A surface of pixels that draws itself. A view has formats, a size, a framebuffer for drawing, and a resulting picture.
///
/// Sizes are in pixels. The framebuffer is made at its first use. After a change of a format or the size, a new framebuffer is made. A new
/// framebuffer is black and transparent, with depth and stencil 0. An existing framebuffer keeps the pixels of the last frame, so a frame
/// should clear the attachments whose old pixels the frame does not need. A view belongs to its device and must be used on the device's
/// thread.
public final class View {
    /// A closure that records one frame. The parameters are the view, the encoder that records, and the framebuffer for drawing.
    public typealias Drawing = (View, inout CommandEncoder, Framebuffer) throws -> Void

    /// The device that draws the view.
    public let device: Device
    /// The width in pixels.
    public private(set) var drawableWidth: Int
    /// The height in pixels.
    public private(set) var drawableHeight: Int

    /// The format of the colours. If this property, `drawableDepthFormat`, `drawableStencilFormat` or `drawableMultisample` changes, the
    /// next frame has a new framebuffer.
    public var drawableColorFormat = ViewDrawableColorFormat.rgba8888 { didSet { if drawableColorFormat != oldValue { deleteDrawable() } } }
    /// The format of the depth buffer; by default, the view has no depth buffer.
    public var drawableDepthFormat = ViewDrawableDepthFormat.formatNone { didSet { if drawableDepthFormat != oldValue { deleteDrawable() } } }
    /// The format of the stencil buffer; by default, the view has no stencil buffer.
    public var drawableStencilFormat = ViewDrawableStencilFormat.formatNone { didSet { if drawableStencilFormat != oldValue { deleteDrawable() } } }
    /// The number of samples per pixel; one by default.
    public var drawableMultisample = ViewDrawableMultisample.multisampleNone { didSet { if drawableMultisample != oldValue { deleteDrawable() } } }

    /// The object that draws the view; nil if there is no delegate. The view keeps only a weak reference to the delegate. Setting a
    /// delegate removes `drawing`.
    public weak var delegate: (any ViewDelegate)? { didSet { if delegate != nil { drawing = nil } } }
    /// The closure that draws the view, instead of a delegate; nil if there is no closure. Setting a closure removes `delegate`.
    public var drawing: Drawing? { didSet { if drawing != nil { delegate = nil } } }

    private var drawable: ViewDrawable?
    private var isDrawing = false

    /// Creates a view of `width` × `height` pixels.
    /// - Throws: `invalidSize` unless both sides are 1 to `Device.maximumTextureSize` pixels.
    public init(device: Device, width: Int, height: Int) throws(RasterError) {
        try View.check(width, height)
        self.device = device
        drawableWidth = width
        drawableHeight = height
    }

    /// Changes the size of the view. The next frame will have the new size.
    /// - Throws: `invalidSize` in the same cases as `init`, or `invalidArgument` while the view draws. If an error is thrown, the
    ///   size does not change.
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

    /// Returns the framebuffer for drawing. If the view has no framebuffer yet, makes a framebuffer. Code that draws to this framebuffer
    /// outside of `display()` must call `resolveDrawable(into:)` afterwards.
    /// - Throws: The errors of `Device.makeFramebuffer`.
    public func bindDrawable() throws -> Framebuffer { try currentDrawable().target }

    /// Discards the framebuffers. The next frame makes new framebuffers.
    public func deleteDrawable() { drawable = nil }

    /// Records the commands that copy the drawn pixels to `displayed()`: samples are averaged, packed formats are unpacked.
    /// `display()` records these commands, too.
    public func resolveDrawable(into encoder: inout CommandEncoder) throws { try currentDrawable().recordResolve(into: &encoder) }

    /// Returns the picture of the last frame, which a window shows.
    /// - Throws: The errors of `Device.makeFramebuffer`.
    public func displayed() throws -> Framebuffer { try currentDrawable().displayed }

    /// Draws now: the delegate or `drawing` records a frame, and the view submits the recorded commands. Throws the errors of the
    /// recording and of `Device.submit`, and `invalidArgument` if this view is drawing already.
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

    /// Draws now and returns the picture: rgba8, top row first. For an sRGB view, the picture contains the stored values; rgb565 is
    /// converted to the nearest 8-bit values, with alpha 255.
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
