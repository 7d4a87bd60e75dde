// Demo: the interface between a demo and the drivers, which show the demo in a window or draw it without a window.
//
// A frame depends only on the options, the seed, the time and the events so far, not on the frame rate or the clock, so the same command
// line gives the same pixels. (The intended exception is a shader file that changes while a window shows it.)

import Panels
import Raster
import Window

/// One picture to draw.
package struct Frame {
    package let target: Framebuffer
    /// The seconds since the start.
    package let time: Double
    /// The seconds since the previous frame; 0 for the first frame.
    package let delta: Double
    /// The number of the frame; 0 for the first frame.
    package let number: Int
    /// The rectangle of pixels that must be drawn; nil for all pixels.
    package let region: PixelRect?

    package init(target: Framebuffer, time: Double, delta: Double = 0, number: Int = 0, region: PixelRect? = nil) {
        self.target = target; self.time = time; self.delta = delta; self.number = number; self.region = region
    }
    var aspect: Float { Float(target.width) / Float(target.height) }
    /// Returns a perspective whose content stays visible in narrow pictures. If the ratio of width to height is less than
    /// `narrowest`, the picture shows the same horizontal range as a picture with the ratio `narrowest`.
    /// - Parameter fovy: The vertical angle of view in radians, for pictures that are wide enough.
    func perspective(fovy: Float, narrowest: Float = 1, near: Float, far: Float) -> Matrix4 {
        guard aspect < narrowest else { return .perspective(fovy: fovy, aspect: aspect, near: near, far: far) }
        let tall = 2 * PortableMath.arctangent(PortableMath.tangent(Double(fovy) / 2) * Double(narrowest), Double(aspect))
        return .perspective(fovy: Float(tall), aspect: aspect, near: near, far: far)
    }
}

/// An action of the user in the window. Positions in events are in pixels of the frame, with the origin at the bottom left.
package enum DemoEvent: Equatable, Sendable {
    /// A press and release without a drag, or the space bar.
    case tap
    /// The pointer moved by this distance while a button was held.
    case drag(dx: Float, dy: Float, secondary: Bool)
    /// The pointer's position, and whether the main button is held. If an action causes a `pointer` event and also a drag or a tap, the
    /// `pointer` event is sent first.
    case pointer(x: Float, y: Float, pressed: Bool)
    /// Steps of the wheel; steps away from the user are positive.
    case wheel(Float)
    /// A key as a character: a letter in lower case, or the digit or sign on the key. Return is a line feed, Backspace is U+0008,
    /// Delete is U+007F. The events of these three keys repeat while the key is held.
    case key(Character)
    /// An arrow key: a step to the right or left, up or down. The event repeats while the key is held.
    case arrow(dx: Int, dy: Int)
    /// Typed text. Only a demo that takes text receives this event. During typing, such a demo receives no `key` and `arrow` events.
    case text(String)
    /// A key that edits text: Shift extends the selection, and Ctrl moves the caret by words.
    case edit(EditKey, selects: Bool, byWord: Bool)
}

package protocol Demo: AnyObject {
    /// Records one frame as one or more passes into `encoder`.
    func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws
    func handle(_ event: DemoEvent, at time: Double) throws
    /// Called for each press and release of a key, in addition to `handle`. `name` is SDL's name of the key.
    func keyChanged(_ name: String, isDown: Bool)
    /// Called for each file or folder that the user drops onto the window.
    func drop(_ path: String)
    /// Called before each frame of a window, for example to check files for changes. Returns whether the picture has changed.
    func update() throws -> Bool
    /// The interval in seconds at which a window calls `update` even without events; nil for never.
    var updateInterval: Double? { get }
    /// Called once before the first frame in a window. A demo uses the window to access the clipboard.
    func willShow(in window: Window)
    /// Called if drawing a frame in a window has failed. Returns whether the window stays open after the error. A demo that returns
    /// true must show the error to the user.
    func survives(_ error: any Error) -> Bool
    /// The demo's own keys and gestures, as lines of text: "L: light on, off".
    static var keys: [String] { get }
    /// Adds the demo's options as widgets of its panel; called for every frame that shows the panel. `time` is the frame's time.
    func addOptions(to panel: PanelBuilder, at time: Double) throws
    /// Whether the demo has options in its panel.
    static var hasOptions: Bool { get }
    /// Whether the panel currently shows the options.
    var showsOptions: Bool { get }
    /// The position of the panel's corner in points. A demo chooses the position at which the panel hides as little of the picture as
    /// possible. x is the distance from the left edge or, if negative, from the right edge. y is the distance from the upper edge.
    static var panelCorner: SIMD2<Float> { get }
    /// Whether a window first shows only the title of the panel. `foldsPanel` is true if the open panel would hide objects that the user
    /// works with.
    static var foldsPanel: Bool { get }
    /// Called before each frame with the rectangle that the panel covers, in pixels from the bottom left; nil if the panel is hidden.
    func panelCovers(_ area: PixelRect?)
    /// Whether the user is typing into the demo. If `takesText` is true, keys are sent as `text` and `edit` events, and no key has another
    /// meaning.
    var takesText: Bool { get }
    /// A message about a problem, shown over the picture; nil if there is no problem.
    var problem: String? { get }
    /// Whether the demo's pictures change with time. If `isAnimated` is true, the space bar stops the demo's time.
    var isAnimated: Bool { get }
    /// Returns the seconds from `time` (the last frame's time) until the picture changes without events. Returns 0 while something moves.
    /// Returns nil if nothing will change; in this case a window draws no frames until the next event. The result has the same meaning as
    /// `ViewController.timeUntilNextChange`.
    func timeUntilNextChange(at time: Double) -> Double?
    /// Whether frames look smoother with several samples per pixel; false if all edges are soft already, as on a canvas.
    var gainsFromSamples: Bool { get }
    /// Whether the colours of the demo's pictures are multiplied by their alpha. A picture in a file gets straight alpha.
    var hasPremultipliedAlpha: Bool { get }
    /// Whether the drawing time is proportional to the number of pixels that are drawn. If `drawsInStrips` is true, a frame without a
    /// window may be drawn in strips, and the progress is shown.
    var drawsInStrips: Bool { get }
    /// Whether a frame depends on the previous frame. If `remembersFrames` is true, all earlier frames are drawn before a requested frame.
    var remembersFrames: Bool { get }
}

extension Demo {
    package func handle(_ event: DemoEvent, at time: Double) throws {}
    package func drop(_ path: String) {}
    package func keyChanged(_ name: String, isDown: Bool) {}
    package func update() throws -> Bool { false }
    package var updateInterval: Double? { nil }
    package func willShow(in window: Window) {}
    package func addOptions(to panel: PanelBuilder, at time: Double) throws {}
    package static var hasOptions: Bool { false }
    package var showsOptions: Bool { true }
    package static var panelCorner: SIMD2<Float> { SIMD2(16, 16) }
    package static var foldsPanel: Bool { false }
    package func panelCovers(_ area: PixelRect?) {}
    package var gainsFromSamples: Bool { true }
    package func survives(_ error: any Error) -> Bool { false }
    package var isAnimated: Bool { true }
    package func timeUntilNextChange(at time: Double) -> Double? { isAnimated ? 0 : nil }
    package var takesText: Bool { false }
    package var problem: String? { nil }
    package static var keys: [String] { [] }
    package var hasPremultipliedAlpha: Bool { false }
    package var drawsInStrips: Bool { false }
    package var remembersFrames: Bool { false }
}
