// FragmentProbe: records what happens at one pixel while the reference renderer draws.

import Shading

/// One sample of the probed pixel that a primitive covers, or would cover without the limits of the draw.
package struct ProbedFragment: Sendable, Hashable {
    /// The values that the depth and stencil tests compare.
    package struct Tests: Sendable, Hashable {
        /// The fragment's depth, rounded as in the depth attachment; nil if there is no depth test.
        package var depth: Float?
        /// The stored depth before the test; nil if there is no depth test.
        package var storedDepth: Float?
        /// The stored stencil value before the test; nil if there is no stencil test.
        package var storedStencil: UInt8?
        package var stencilReference: UInt8?
        /// The depth and the stencil value in the attachments after the tests. `depthAfter` is nil if there is no depth test.
        /// `stencilAfter` is nil if there is no stencil test.
        package var depthAfter: Float?
        package var stencilAfter: UInt8?
    }
    /// The layer of the target; 0 if the target is not layered or has no layer with the number of gl_Layer.
    package var layer: Int
    package var primitive: Int
    package var instance: Int
    /// The invocation of the geometry shader that emitted the primitive; nil if the program has no geometry shader.
    package var emitter: GeometryEmitter?
    /// The gl_VertexID of each vertex of the primitive: one, two or three elements; no element if a geometry shader emitted the primitive.
    package var vertices: [Int]
    /// The weights of the primitive's vertices at the point where the shader's inputs are evaluated. The point is the sample if the
    /// shader runs for each sample, else the pixel's centre.
    package var weights: SIMD3<Float>
    package var isFrontFacing: Bool
    package var sample: Int
    /// The reason why the sample was not written; nil if the sample reached the attachments.
    package var loss: PipelineLoss?
    /// Whether the tests run before the shader; nil if the sample reaches neither the tests nor the shader.
    package var testsEarly: Bool?
    package var tests: Tests?
    /// The colour targets to which the sample was written.
    package var colors: [Color] = []

    /// A colour target, the shader's output for this target, and the texel before and after the write, all as registers.
    package struct Color: Sendable, Hashable {
        package var target: Int
        package var output: SIMD4<UInt32>
        package var before: SIMD4<UInt32>
        package var after: SIMD4<UInt32>
        /// The colours and factors of blending; nil if the target does not blend.
        package var blend: BlendOperands?
    }
}

package final class FragmentProbe {
    /// The position of the pixel, counted from the left and from the bottom of the target.
    package let x: Int
    package let y: Int
    /// One record for each primitive and each sample of the pixel that the primitive covers or would cover (see ProbedFragment), in the
    /// order in which the samples were written or lost.
    package private(set) var fragments: [ProbedFragment] = []
    /// The scissor of the captured draw; nil if the captured draw has no scissor. The probed draw has another scissor: only the pixel, or
    /// only the pixel's quad.
    private let scissor: PixelRect?

    // MARK: The current draw

    private var primitives: PrimitiveProbe?
    private var layers: PrimitiveLayer?
    private var testsEarly = false
    /// The positions of the samples if the shader runs for each sample; nil if the shader runs for whole pixels.
    private var shadedSamples: [(x: Int, y: Int)]?
    private var instance = 0

    // MARK: The current primitive

    private var vertices: [Int] = []
    private var emitter: GeometryEmitter?
    /// The samples, among the pixel's samples, that the primitive covers.
    private var covered: UInt32 = 0
    /// The part of the primitive to which the current quad belongs, and the pixel's lane in the quad; nil if the quad does not contain
    /// the pixel.
    private var place: (primitive: SetupPrimitive, lane: Int)?
    /// The values that the tests compared, by sample.
    private var tests: [Int: ProbedFragment.Tests] = [:]
    /// The texels as they were before the current write.
    private var stored: [SIMD4<UInt32>] = []

    package init(x: Int, y: Int, scissor: PixelRect?) { self.x = x; self.y = y; self.scissor = scissor }

    private func add(_ primitive: SetupPrimitive, samples: UInt32, _ loss: PipelineLoss?, testsEarly: Bool?, colors: [ProbedFragment.Color] = []) {
        for sample in 0..<32 where samples & 1 << UInt32(sample) != 0 {
            fragments.append(ProbedFragment(
                layer: layers?.number(of: primitive) ?? 0, primitive: primitive.primitiveID, instance: instance, emitter: emitter, vertices: vertices,
                weights: weights(primitive, sample), isFrontFacing: primitive.isFrontFacing, sample: sample, loss: loss, testsEarly: testsEarly,
                tests: tests.removeValue(forKey: sample), colors: colors))
        }
    }
    /// Interpolates with the same operations as FragmentStage. The weights therefore have the same bits that a varying with these values
    /// would have.
    private func weights(_ primitive: SetupPrimitive, _ sample: Int) -> SIMD3<Float> {
        var dx = Float(x) - primitive.originX, dy = Float(y) - primitive.originY
        if let position = shadedSamples?[sample] { dx += Float(position.x) / 256; dy += Float(position.y) / 256 }
        func value(_ plane: AttributePlane) -> Float { plane.value.addingProduct(plane.dy, dy).addingProduct(plane.dx, dx) }
        let w = 1 / value(primitive.inverseW), planes = primitive.attributes.suffix(3)
        return SIMD3(value(planes[planes.startIndex]) * w, value(planes[planes.startIndex + 1]) * w, value(planes[planes.startIndex + 2]) * w)
    }
}

extension FragmentProbe: DrawObserver {
    package var weighsVertices: Bool { true }

    package func begin(_ call: DrawCall, target: Framebuffer, layout: VertexRowLayout) {
        let module = call.pipeline.program.linked.fragment
        primitives = PrimitiveProbe(x: x, y: y, scissor: scissor, call: call, target: target, layout: layout)
        layers = PrimitiveLayer(call.pipeline.program.linked, target)
        testsEarly = module.testsEarly(call.pipeline.state, samples: target.samples)
        let state = call.pipeline.state
        shadedSamples = module.runsPerSample(state, samples: target.samples) ? state.samplePositions(target.samples) : nil
    }
    package func begin(instance: Int) { self.instance = instance }

    package func begin(_ primitive: ShadedPrimitive) -> ShadedPrimitive? {
        let (a, b, c) = primitive.vertices
        emitter = primitive.emitter
        vertices = emitter != nil ? [] : Array([a, b, c].prefix(primitive.assembled.count))
        covered = 0
        return primitives?.begin(primitive)
    }
    package func end(_ primitive: ShadedPrimitive) {
        primitives?.forEachLoss(covered: covered) { add($0, samples: 1 << UInt32($1), $2, testsEarly: nil) }
    }

    package func beginQuad(_ quad: FragmentQuad, of primitive: SetupPrimitive) {
        place = quad.lane(ofX: x, y: y).map { (primitive, $0) }
        if let place { covered |= quad.samples[place.lane] }
    }
    package func lost(lane: Int, samples: UInt32, _ loss: PipelineLoss) {
        if let place, place.lane == lane { add(place.primitive, samples: samples, loss, testsEarly: testsEarly) }
    }
    package func willTest(_ test: DepthStencilTest, lane: Int, sample: Int, z: Float) {
        guard let place, place.lane == lane else { return }
        tests[sample] = test.compared(x: x, y: y, sample: sample, z: z, isFront: place.primitive.isFrontFacing)
    }
    package func didTest(_ test: DepthStencilTest, lane: Int, sample: Int) {
        guard let place, place.lane == lane else { return }
        if let compared = tests[sample] { tests[sample] = test.addingStored(compared, x: x, y: y, sample: sample) }
    }
    package func willWrite(_ merger: OutputMerger, lane: Int, sample: Int) {
        if place?.lane == lane { stored = merger.stored(x: x, y: y, sample: sample) }
    }
    package func didWrite(_ merger: OutputMerger, lane: Int, sample: Int, locals: UnsafePointer<SIMD4<UInt32>>) {
        guard let place, place.lane == lane else { return }
        let outputs = merger.outputs(locals: locals, lane: lane), after = merger.stored(x: x, y: y, sample: sample)
        let colors = outputs.indices.map { index in
            let output = outputs[index]
            return ProbedFragment.Color(target: output.target, output: output.color, before: stored[index], after: after[index],
                                        blend: output.blender?.operands(source: output.color, source1: output.second, destination: stored[index]))
        }
        add(place.primitive, samples: 1 << UInt32(sample), nil, testsEarly: testsEarly, colors: colors)
    }
}

extension DepthStencilTest {
    /// Returns the values that `test` is about to compare.
    fileprivate func compared(x: Int, y: Int, sample: Int, z: Float, isFront: Bool) -> ProbedFragment.Tests {
        var tests = ProbedFragment.Tests()
        if stencil != nil, let attachment = stencilAttachment {
            let reference = isFront ? referenceFront : referenceBack
            let texture = attachment.texture
            let stored = PixelCodec.loadStencil(texture.format, texture.storage.address(level: attachment.level, slice: attachment.slice + layer,
                                                                                        x: x, y: y, sample: sample))
            tests.storedStencil = stored
            tests.stencilReference = reference
        }
        if depth != nil, let attachment = depthAttachment {
            let format = attachment.texture.format
            let address = attachment.texture.storage.address(level: attachment.level, slice: attachment.slice + layer, x: x, y: y, sample: sample)
            tests.depth = PixelCodec.depthValue(format, PixelCodec.depthKey(format, z))
            tests.storedDepth = PixelCodec.depthValue(format, PixelCodec.loadDepthKey(format, address))
        }
        return tests
    }
    /// Returns a copy of `tests` to which are added the depth and stencil values that the attachments hold after the depth and stencil test.
    fileprivate func addingStored(_ tests: ProbedFragment.Tests, x: Int, y: Int, sample: Int) -> ProbedFragment.Tests {
        var tests = tests
        func address(_ attachment: Attachment) -> UnsafeMutableRawPointer {
            attachment.texture.storage.address(level: attachment.level, slice: attachment.slice + layer, x: x, y: y, sample: sample)
        }
        if stencil != nil, let attachment = stencilAttachment { tests.stencilAfter = PixelCodec.loadStencil(attachment.texture.format, address(attachment)) }
        if depth != nil, let attachment = depthAttachment {
            tests.depthAfter = PixelCodec.depthValue(attachment.texture.format, PixelCodec.loadDepthKey(attachment.texture.format, address(attachment)))
        }
        return tests
    }
}
