/// The depth test, and whether passing fragments write their depth (OpenGL 3.3 §4.1.5).
public struct DepthState: Sendable, Hashable, Codable {
    /// The comparison of the fragment's depth with the stored depth. The fragment passes if the comparison holds.
    public var compare: CompareFunction
    /// Whether a fragment that passes stores its depth (glDepthMask).
    public var writes: Bool
    /// Makes a depth test. By default, passing fragments write their depth.
    public init(compare: CompareFunction, writes: Bool = true) { self.compare = compare; self.writes = writes }
    /// Nearer fragments win. At equal depth, the fragment drawn first wins. `less` is OpenGL's default test.
    public static let less = DepthState(compare: .less)
    /// Nearer fragments win. At equal depth, the fragment drawn last wins.
    public static let lessEqual = DepthState(compare: .lessEqual)
    /// A fragment passes only if its depth equals the stored depth. Use this test to draw the same geometry a second time.
    public static let equal = DepthState(compare: .equal)
    /// Fragments of greater depth win. If the depth range runs from 1 to 0, a greater depth is nearer to the viewer.
    public static let greater = DepthState(compare: .greater)
    /// Fragments of greater depth win. At equal depth, the fragment drawn last wins.
    public static let greaterEqual = DepthState(compare: .greaterEqual)
    /// Every fragment passes and writes its depth.
    public static let always = DepthState(compare: .always)
    /// Tests less-or-equal and writes no depth. Use this test for blended geometry. If blended geometry wrote its depth, it would hide all
    /// geometry that lies behind it and is drawn later.
    public static let readOnly = DepthState(compare: .lessEqual, writes: false)
}

/// How a test's outcome changes the stencil value of a sample (OpenGL 3.3 §4.1.4).
public enum StencilOperation: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// The value stays (GL_KEEP).
    case keep
    /// The value becomes 0 (GL_ZERO).
    case zero
    /// The value becomes the reference value (GL_REPLACE).
    case replace
    /// The value grows by 1 and stops at 255 (GL_INCR).
    case incrementClamp
    /// The value shrinks by 1 and stops at 0 (GL_DECR).
    case decrementClamp
    /// All bits of the value are inverted (GL_INVERT).
    case invert
    /// The value grows by 1; 255 becomes 0 (GL_INCR_WRAP).
    case incrementWrap
    /// The value shrinks by 1; 0 becomes 255 (GL_DECR_WRAP).
    case decrementWrap
}

/// The stencil test of one side (OpenGL 3.3 §4.1.4). `RenderPass.setStencilReference` sets the reference value of the test.
public struct StencilFaceState: Sendable, Hashable, Codable {
    /// The comparison of the masked reference value with the masked stored value. The test passes if the comparison holds.
    public var compare: CompareFunction
    /// The change of the stored value if the stencil test fails.
    public var stencilFail: StencilOperation
    /// The change of the stored value if the stencil test passes and the depth test fails.
    public var depthFail: StencilOperation
    /// The change of the stored value if both tests pass, or if the stencil test passes and there is no depth test.
    public var pass: StencilOperation
    /// The mask that selects the bits to compare, both in the reference value and in the stored value.
    public var readMask: UInt8
    /// The bits of the stored value that may change.
    public var writeMask: UInt8
    /// Makes a stencil test. By default, the test always passes and changes nothing.
    public init(compare: CompareFunction = .always, stencilFail: StencilOperation = .keep, depthFail: StencilOperation = .keep,
                pass: StencilOperation = .keep, readMask: UInt8 = 0xFF, writeMask: UInt8 = 0xFF) {
        self.compare = compare; self.stencilFail = stencilFail; self.depthFail = depthFail; self.pass = pass
        self.readMask = readMask; self.writeMask = writeMask
    }
}

/// The stencil tests of front-facing and back-facing triangles. Points and lines use the front's test.
public struct StencilState: Sendable, Hashable, Codable {
    /// The test of front-facing triangles, points and lines.
    public var front: StencilFaceState
    /// The test of back-facing triangles.
    public var back: StencilFaceState
    /// Makes a state with different tests for the two sides.
    public init(front: StencilFaceState, back: StencilFaceState) { self.front = front; self.back = back }
    /// Makes a state with the same test for both sides.
    public init(both: StencilFaceState) { self.init(front: both, back: both) }
}
