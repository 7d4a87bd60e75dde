// FragmentProbe: sees all that happens to one pixel while the reference renderer draws.

/// One sample that a primitive covered at the probed pixel, and what became of it.
package struct ProbedFragment: Sendable, Hashable {
    /// The numbers that the tests compare.
    package struct Tests: Sendable, Hashable {
        /// The fragment's depth as the buffer would hold it, and the stored one; nil where there is no depth test.
        package var depth: Float?
        package var storedDepth: Float?
        /// The stored stencil value; nil where there is no stencil test.
        package var storedStencil: UInt8?
        package var stencilReference: UInt8?
        /// The values that are stored after the tests.
        package var depthAfter: Float?
        package var stencilAfter: UInt8?
    }
    package var primitive: Int
    package var instance: Int
    /// The numbers of its vertices (gl_VertexID): one, two or three.
    package var vertices: [Int]
    /// The weights of these vertices where the shader's inputs are taken: in the pixel's centre, or at the sample where the shader runs for
    /// each sample.
    package var weights: SIMD3<Float>
    package var isFrontFacing: Bool
    package var sample: Int
    /// The reason why the sample was not written; nil if it reached the attachments.
    package var loss: PipelineLoss?
    /// Whether the tests came before the shader; nil where neither came.
    package var testsEarly: Bool?
    package var tests: Tests?
    /// Registers of each written colour target: the shader's output, the texel before, the texel afterwards.
    package var colors: [Color] = []

    package struct Color: Sendable, Hashable {
        package var target: Int
        package var output: SIMD4<UInt32>
        package var before: SIMD4<UInt32>
        package var after: SIMD4<UInt32>
        /// nil where the target does not blend.
        package var blend: BlendOperands?
    }
}

package final class FragmentProbe {
    /// Pixels from the left and from the bottom.
    package let x: Int
    package let y: Int
    /// In the order in which they came to their ends.
    package private(set) var fragments: [ProbedFragment] = []
    /// The scissor of the draw; the probed draw itself has that of the pixel alone.
    package let scissor: PixelRect?
    var instance = 0
    /// Those of the primitive that is drawn.
    var vertices: [Int] = []
    /// Samples of the pixel that the primitive covers.
    var covered: UInt32 = 0
    /// Where the samples lie for which the shader runs; nil where it runs for the whole pixel.
    var shadedSamples: [(x: Int, y: Int)]?
    /// The values that the tests compared, by sample.
    private var tests: [Int: ProbedFragment.Tests] = [:]

    package init(x: Int, y: Int, scissor: PixelRect?) { self.x = x; self.y = y; self.scissor = scissor }

    /// The pixel's lane in the quad at (x, y); nil for a quad that does not have it.
    func lane(inQuadAt quadX: Int, _ quadY: Int) -> Int? {
        x & ~1 == quadX && y & ~1 == quadY ? (y & 1) * 2 + (x & 1) : nil
    }
    func note(tests: ProbedFragment.Tests, sample: Int) { self.tests[sample] = tests }
    func note(_ primitive: SetupPrimitive, samples: UInt32, _ loss: PipelineLoss?, testsEarly: Bool?, colors: [ProbedFragment.Color] = []) {
        for sample in 0..<4 where samples & 1 << UInt32(sample) != 0 {
            fragments.append(ProbedFragment(
                primitive: primitive.primitiveID, instance: instance, vertices: vertices, weights: weights(primitive, sample), isFrontFacing: primitive.isFrontFacing,
                sample: sample, loss: loss, testsEarly: testsEarly, tests: tests.removeValue(forKey: sample), colors: colors))
        }
    }
    /// The arithmetic of FragmentStage, so that the bits are those that a varying would have.
    private func weights(_ primitive: SetupPrimitive, _ sample: Int) -> SIMD3<Float> {
        var dx = Float(x) - primitive.originX, dy = Float(y) - primitive.originY
        if let place = shadedSamples?[sample] { dx += Float(place.x) / 256; dy += Float(place.y) / 256 }
        func value(_ plane: AttributePlane) -> Float { plane.value.addingProduct(plane.dy, dy).addingProduct(plane.dx, dx) }
        let w = 1 / value(primitive.inverseW), planes = primitive.attributes.suffix(3)
        return SIMD3(value(planes[planes.startIndex]) * w, value(planes[planes.startIndex + 1]) * w, value(planes[planes.startIndex + 2]) * w)
    }
}

extension DepthStencilTest {
    /// Returns the values that `test` is about to compare.
    func compared(x: Int, y: Int, sample: Int, z: Float, isFront: Bool) -> ProbedFragment.Tests {
        var tests = ProbedFragment.Tests()
        if stencil != nil, let attachment = stencilAttachment {
            let reference = isFront ? referenceFront : referenceBack
            let texture = attachment.texture
            let stored = PixelCodec.loadStencil(texture.format, texture.storage.address(level: attachment.level, slice: attachment.slice, x: x, y: y, sample: sample))
            tests.storedStencil = stored
            tests.stencilReference = reference
        }
        if depth != nil, let attachment = depthAttachment {
            let format = attachment.texture.format
            let address = attachment.texture.storage.address(level: attachment.level, slice: attachment.slice, x: x, y: y, sample: sample)
            tests.depth = PixelCodec.depthValue(format, PixelCodec.depthKey(format, z))
            tests.storedDepth = PixelCodec.depthValue(format, PixelCodec.loadDepthKey(format, address))
        }
        return tests
    }
    /// Adds what is stored after `test`.
    func addStored(x: Int, y: Int, sample: Int, to tests: inout ProbedFragment.Tests) {
        func address(_ attachment: Attachment) -> UnsafeMutableRawPointer {
            attachment.texture.storage.address(level: attachment.level, slice: attachment.slice, x: x, y: y, sample: sample)
        }
        if stencil != nil, let attachment = stencilAttachment { tests.stencilAfter = PixelCodec.loadStencil(attachment.texture.format, address(attachment)) }
        if depth != nil, let attachment = depthAttachment {
            tests.depthAfter = PixelCodec.depthValue(attachment.texture.format, PixelCodec.loadDepthKey(attachment.texture.format, address(attachment)))
        }
    }
}
