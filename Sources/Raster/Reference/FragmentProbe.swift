// FragmentProbe: sees all that happens to one pixel while the reference renderer draws.

/// One sample that a primitive covered at the probed pixel, and what became of it.
package struct ProbedFragment: Sendable, Hashable {
    /// The test or state that ended the sample's way, or that nothing did.
    package enum Outcome: String, Sendable, Hashable {
        /// It reached the attachments.
        case written
        /// `RasterState.sampleMask` has no bit for it.
        case sampleMasked
        case stencilFailed
        case depthFailed
        /// The shader discarded the fragment.
        case discarded
        /// gl_SampleMask, or alpha to coverage, has no bit for it.
        case maskedByShader
    }
    /// The numbers that the tests compare.
    package struct Tests: Sendable, Hashable {
        /// The fragment's depth as the buffer would hold it, and the stored one; nil where there is no depth test.
        package var depth: Float?
        package var storedDepth: Float?
        /// The stored stencil value; nil where there is no stencil test.
        package var storedStencil: UInt8?
        package var stencilReference: UInt8?
    }
    package var primitive: Int
    package var instance: Int
    package var isFrontFacing: Bool
    package var sample: Int
    package var outcome: Outcome
    /// Whether the tests came before the shader.
    package var testsEarly: Bool
    package var tests: Tests?
    /// Registers of each written colour target: the shader's output, the texel before, the texel afterwards.
    package var colors: [Color] = []

    package struct Color: Sendable, Hashable {
        package var target: Int
        package var output: SIMD4<UInt32>
        package var before: SIMD4<UInt32>
        package var after: SIMD4<UInt32>
    }
}

package final class FragmentProbe {
    /// Pixels from the left and from the bottom.
    package let x: Int
    package let y: Int
    /// In the order in which they came to their ends.
    package private(set) var fragments: [ProbedFragment] = []
    var instance = 0
    /// The values that the tests compared, by sample.
    private var tests: [Int: ProbedFragment.Tests] = [:]

    package init(x: Int, y: Int) { self.x = x; self.y = y }

    /// The pixel's lane in the quad at (x, y); nil for a quad that does not have it.
    func lane(inQuadAt quadX: Int, _ quadY: Int) -> Int? {
        x & ~1 == quadX && y & ~1 == quadY ? (y & 1) * 2 + (x & 1) : nil
    }
    func note(tests: ProbedFragment.Tests, sample: Int) { self.tests[sample] = tests }
    func note(_ primitive: SetupPrimitive, samples: UInt32, _ outcome: ProbedFragment.Outcome, testsEarly: Bool, colors: [ProbedFragment.Color] = []) {
        for sample in 0..<4 where samples & 1 << UInt32(sample) != 0 {
            fragments.append(ProbedFragment(primitive: primitive.primitiveID, instance: instance, isFrontFacing: primitive.isFrontFacing, sample: sample,
                                            outcome: outcome, testsEarly: testsEarly, tests: tests.removeValue(forKey: sample), colors: colors))
        }
    }
}

extension DepthStencilTest {
    /// Notes the values that `test` is about to compare, and whether the stencil test passes.
    func compared(x: Int, y: Int, sample: Int, z: Float, isFront: Bool) -> (tests: ProbedFragment.Tests, passesStencil: Bool) {
        var tests = ProbedFragment.Tests(), passes = true
        if let stencil, let attachment = stencilAttachment {
            let face = isFront ? stencil.front : stencil.back, reference = isFront ? referenceFront : referenceBack
            let texture = attachment.texture
            let stored = PixelCodec.loadStencil(texture.format, texture.storage.address(level: attachment.level, slice: attachment.slice, x: x, y: y, sample: sample))
            tests.storedStencil = stored
            tests.stencilReference = reference
            passes = face.compare.passes(reference & face.readMask, stored & face.readMask)
        }
        if depth != nil, let attachment = depthAttachment {
            let format = attachment.texture.format
            let address = attachment.texture.storage.address(level: attachment.level, slice: attachment.slice, x: x, y: y, sample: sample)
            tests.depth = PixelCodec.depthValue(format, PixelCodec.depthKey(format, z))
            tests.storedDepth = PixelCodec.depthValue(format, PixelCodec.loadDepthKey(format, address))
        }
        return (tests, passes)
    }
}
