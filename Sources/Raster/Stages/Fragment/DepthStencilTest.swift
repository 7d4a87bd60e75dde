// DepthStencilTest: the limits of a fragment's window depth, the results of stencil operations, and the test of one sample. The rules are
// written once, for numbers in Swift and for the lanes of kernels. The struct DepthStencilTest performs the test in Swift.
// DepthStencilKernel (in PixelKernel) emits the same test into kernels.

import Shading

// MARK: Rules

/// Limits a fragment's window depth (OpenGL 3.3 §2.17, §4.1.6).
enum FragmentDepth {
    /// Limits the depth to minimum…maximum. A depth that is not a number becomes the minimum.
    @inline(__always)
    static func clamped<Number: RuleFloat>(_ z: Number, _ minimum: Number, _ maximum: Number) -> Number { z.greater(minimum).lesser(maximum) }

    /// Limits a depth that a shader writes. If clipping at the near and far planes is off, the limits are the depth range. If this clipping
    /// is on, the limits are 0…1, even if the depth attachment stores floats (OpenGL ES 3.0.6 §4.1.5).
    /// - Parameter clampedToRange: Limits a depth to the depth range.
    @inline(__always)
    static func written<Number: RuleFloat>(_ z: Number, _ state: RasterState, clampedToRange: (Number) -> Number) -> Number {
        state.depthClamp ? clampedToRange(z) : TexelEncoding.clampedToUnit(z)
    }
}

/// A stencil value of 8 bits in Swift, or the stencil values in the lanes of a kernel.
protocol StencilValue {
    /// Returns a constant stencil value, 0…255.
    func constant(_ value: UInt8) -> Self
    /// `incremented` is this value plus 1, modulo 256. `decremented` is this value minus 1, modulo 256.
    func incremented() -> Self
    func decremented() -> Self
    /// This value with all eight bits inverted.
    func inverted() -> Self
    /// Returns `changed` if this value differs from `limit`, else this value itself.
    func unless(_ limit: UInt8, _ changed: Self) -> Self
}

extension StencilOperation {
    /// Returns the result of the operation for a stored value (OpenGL 3.3 §4.1.4).
    func apply<Value: StencilValue>(_ stored: Value, reference: Value) -> Value {
        switch self {
        case .keep: stored
        case .zero: stored.constant(0)
        case .replace: reference
        case .incrementClamp: stored.unless(255, stored.incremented())
        case .decrementClamp: stored.unless(0, stored.decremented())
        case .invert: stored.inverted()
        case .incrementWrap: stored.incremented()
        case .decrementWrap: stored.decremented()
        }
    }
}

extension UInt8: StencilValue {
    func constant(_ value: UInt8) -> UInt8 { value }
    func incremented() -> UInt8 { self &+ 1 }
    func decremented() -> UInt8 { self &- 1 }
    func inverted() -> UInt8 { ~self }
    func unless(_ limit: UInt8, _ changed: UInt8) -> UInt8 { self == limit ? self : changed }
}

// MARK: Numbers in Swift

/// Tests the stencil and depth of one sample, and stores the new stencil and depth (OpenGL 3.3 §4.1.4, §4.1.5).
package struct DepthStencilTest {
    let depth: DepthState?
    let depthAttachment: Attachment?
    let stencil: StencilState?
    let stencilAttachment: Attachment?
    let referenceFront: UInt8
    let referenceBack: UInt8
    /// The layer of the target whose samples are tested; 0 if the target is not layered.
    package var layer = 0

    init(call: DrawCall, target: Framebuffer) {
        let state = call.pipeline.state
        // Without a depth attachment the depth test always passes, and without a stencil attachment the stencil test always passes
        // (§4.1.5).
        depth = target.depth == nil ? nil : state.depth
        depthAttachment = target.depth
        stencil = target.stencil == nil ? nil : state.stencil
        stencilAttachment = target.stencil
        referenceFront = call.stencilReferenceFront; referenceBack = call.stencilReferenceBack
    }
    var isTrivial: Bool { depth == nil && stencil == nil }

    /// Tests and writes one sample. `z` is the fragment's depth.
    /// - Returns: The test that failed; nil if the sample passes both tests.
    func test(x: Int, y: Int, sample: Int, z: Float, isFront: Bool) -> PipelineLoss? {
        guard let stencil else { return testDepth(x, y, sample, z) ? nil : .depthFailed }
        let texture = stencilAttachment!.texture
        let address = texture.storage.address(level: stencilAttachment!.level, slice: stencilAttachment!.slice + layer, x: x, y: y, sample: sample)
        let face = isFront ? stencil.front : stencil.back
        let reference = isFront ? referenceFront : referenceBack
        let stored = PixelCodec.loadStencil(texture.format, address)
        func write(_ operation: StencilOperation) {
            let value = operation.apply(stored, reference: reference)
            PixelCodec.storeStencil(texture.format, address, (stored & ~face.writeMask) | (value & face.writeMask))
        }
        guard face.compare.passes(reference & face.readMask, stored & face.readMask) else {
            write(face.stencilFail)
            return .stencilFailed
        }
        let passed = testDepth(x, y, sample, z)
        write(passed ? face.pass : face.depthFail)
        return passed ? nil : .depthFailed
    }

    private func testDepth(_ x: Int, _ y: Int, _ sample: Int, _ z: Float) -> Bool {
        guard let depth, let attachment = depthAttachment else { return true }
        let format = attachment.texture.format
        let address = attachment.texture.storage.address(level: attachment.level, slice: attachment.slice + layer, x: x, y: y, sample: sample)
        let key = PixelCodec.depthKey(format, z)
        guard depth.compare.passes(key, PixelCodec.loadDepthKey(format, address)) else { return false }
        if depth.writes { PixelCodec.storeDepthKey(format, address, key) }
        return true
    }
}
