// Demo: a demo as the drivers see it that show it, in a window or headless.
//
// A frame depends only on the options, the seed, the time and the events handed in so far, never on the frame rate or
// the clock: the same command line gives the same pixels. (A live shader file may change under a window; that is its use.)

import Panels
import Raster
import Window

/// One picture to draw.
package struct Frame {
    package let target: Framebuffer
    /// Seconds since the start.
    package let time: Double
    /// Seconds since the frame before, 0 for the first.
    package let delta: Double
    /// 0 for the first.
    package let number: Int
    /// Only these pixels need be drawn; nil for all.
    package let region: PixelRect?

    package init(target: Framebuffer, time: Double, delta: Double = 0, number: Int = 0, region: PixelRect? = nil) {
        self.target = target; self.time = time; self.delta = delta; self.number = number; self.region = region
    }
    var aspect: Float { Float(target.width) / Float(target.height) }
    /// A perspective whose content stays in the picture when that is narrow: where the picture has less width for its height than `narrowest`,
    /// it shows as much from left to right as one of that shape.
    /// - Parameter fovy: Radians from bottom to top, in pictures that are wide enough.
    func perspective(fovy: Float, narrowest: Float = 1, near: Float, far: Float) -> Matrix4 {
        guard aspect < narrowest else { return .perspective(fovy: fovy, aspect: aspect, near: near, far: far) }
        let tall = 2 * Elementary.arctangent(Elementary.tangent(Double(fovy) / 2) * Double(narrowest), Double(aspect))
        return .perspective(fovy: Float(tall), aspect: aspect, near: near, far: far)
    }
}

/// An action of someone at the window. Positions are pixels of the frame, origin bottom-left.
package enum DemoEvent: Equatable, Sendable {
    /// A press and release without a drag, or the space bar.
    case tap
    /// The pointer moved by this much with a button held.
    case drag(dx: Float, dy: Float, secondary: Bool)
    /// The pointer's place, and whether its main button is held; sent before the drags and taps made of it.
    case pointer(x: Float, y: Float, pressed: Bool)
    /// Wheel steps, away from the user positive.
    case wheel(Float)
    /// A letter, lower case, a digit or a sign as it is on the keyboard; Return as a line feed, and repeated while they are held, Backspace as U+0008 and Delete as U+007F.
    case key(Character)
    /// An arrow key: a step to the right or the left, up or down; repeated while it is held.
    case arrow(dx: Int, dy: Int)
    /// A text was typed; only to a demo that takes text, which gets no letters and arrows then.
    case text(String)
    /// A key of someone who types: with Shift held it selects, with Ctrl it goes by words.
    case edit(EditKey, selects: Bool, byWord: Bool)
}

package protocol Demo: AnyObject {
    /// Draws one frame as one or more passes into `encoder`.
    func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws
    func handle(_ event: DemoEvent, at time: Double) throws
    /// Called before each frame of a window: a place to look for changed files. Returns whether the picture is another now.
    func update() throws -> Bool
    /// Seconds after which `update` is called in a window though nothing happens; nil for not at all.
    var updateInterval: Double? { get }
    /// Called once before the first frame in a window, for a demo that uses more of it than its events: the clipboard.
    func willShow(in window: Window)
    /// A frame of a window could not be drawn: tells whether to go on. A demo that does has told the user.
    func survives(_ error: any Error) -> Bool
    /// Keys and gestures beyond the window's own: "L: light on, off".
    static var keys: [String] { get }
    /// The demo's options as widgets of its panel; called for every frame that shows the panel. `time` is the frame's.
    func addOptions(to panel: PanelBuilder, at time: Double) throws
    /// Whether it has such options.
    static var hasOptions: Bool { get }
    /// Whether they are shown now.
    var showsOptions: Bool { get }
    /// Where the panel begins, where it hides least: points from the left edge, or where negative from the right one, and from the upper edge.
    static var panelCorner: SIMD2<Float> { get }
    /// Whether the panel begins in a window as its title alone, because it would hide what one works with.
    static var foldsPanel: Bool { get }
    /// Called before each frame: the frame's pixels that the panel with these options covers, from the bottom left; nil where none is shown.
    func panelCovers(_ area: PixelRect?)
    /// Whether the user types into it: then keys come as `text` and `edit`, and no key has another meaning.
    var takesText: Bool { get }
    /// A message about a problem, which is shown over the picture; nil when there is no problem.
    var problem: String? { get }
    /// Whether the demo's pictures change with time, which the space bar stops.
    var isAnimated: Bool { get }
    /// Seconds from `time` on, the last frame's, until the picture changes without events: 0 while something moves, nil where nothing will, so that a window need not draw. It means
    /// the same as `ViewController.timeUntilNextChange`.
    func timeUntilNextChange(at time: Double) -> Double?
    /// Whether frames look smoother with several samples a pixel. They do not where soft edges are drawn anyway, as on a canvas.
    var gainsFromSamples: Bool { get }
    /// The cost is in the pixels alone, so a headless frame may be drawn strip by strip, with progress shown.
    var drawsInStrips: Bool { get }
    /// A frame shows something of the one before it: those before are drawn first, also where they are not wanted.
    var remembersFrames: Bool { get }
}

extension Demo {
    package func handle(_ event: DemoEvent, at time: Double) throws {}
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
    package var drawsInStrips: Bool { false }
    package var remembersFrames: Bool { false }
}
