// FragmentStage: draws the pixels of a SetupPrimitive. FragmentStage goes through the 2×2 quads of the primitive's bounds. For each quad,
// FragmentStage finds the covered samples, interpolates the inputs, runs the fragment shader for all four pixels (derivatives need the
// uncovered pixels, too), tests depth and stencil, and writes the colours to the targets.

import Shading

final class FragmentStage<Observer: FragmentObserver> {
    private let interpreter: Interpreter
    private let module: ShaderModule
    private let varyings: [VaryingComponent]
    private let state: RasterState
    private var depthStencil: DepthStencilTest
    private var merger: OutputMerger
    private let sampleCount: Int
    /// The index of the varying component that carries gl_Layer; nil if no shader writes gl_Layer.
    private let layerComponent: Int?
    private let layers: PrimitiveLayer
    /// Whether coverage is tested for each sample of a pixel separately.
    private let isMultisampled: Bool
    private let shadesSamples: Bool
    private let positions: [(x: Int, y: Int)]
    private let allSamples: UInt32
    private let depthMinimum: Float
    private let depthMaximum: Float
    /// Whether depth and stencil are tested before the shader runs: the shader demands this order, or the order cannot change the result.
    private let testsEarly: Bool
    /// Whether the shader must run even if no colours are needed: the shader may change which samples are written, or it writes memory.
    private let shaderDecides: Bool
    private(set) var passedSamples: UInt64 = 0
    private let observer: Observer

    init(call: DrawCall, target: Framebuffer, transform: ViewportTransform, interpreter: Interpreter, observer: Observer) {
        self.interpreter = interpreter; self.observer = observer
        module = call.pipeline.program.linked.fragment
        varyings = call.pipeline.program.linked.interface.varyings
        state = call.pipeline.state
        depthStencil = DepthStencilTest(call: call, target: target)
        merger = OutputMerger(call: call, target: target)
        sampleCount = target.samples
        layerComponent = call.pipeline.program.linked.interface.layerComponent
        layers = PrimitiveLayer(call.pipeline.program.linked, target)
        isMultisampled = state.isMultisampled(target.samples)
        shadesSamples = state.shadesSamples(target.samples)
        positions = state.samplePositions(target.samples)
        allSamples = SamplePositions.all(target.samples)
        depthMinimum = transform.depthMinimum; depthMaximum = transform.depthMaximum
        testsEarly = module.testsEarly(state, samples: target.samples)
        shaderDecides = !testsEarly || module.usesDiscard || module.writesMemory || module.decidesCoverage(state, samples: target.samples)
    }

    func draw(_ primitive: SetupPrimitive, instance: Int) throws {
        guard let layer = layers.number(of: primitive) else { return observer.missesLayer(primitive) }
        depthStencil.layer = layer; merger.layer = layer
        let b = primitive.bounds
        let edges = [primitive.edges.0, primitive.edges.1, primitive.edges.2] + (primitive.edges.3.map { [$0] } ?? [])
        var quad = FragmentQuad(x: 0, y: b.minY & ~1, layer: layer, primitive: primitive.primitiveID, instance: instance,
                                isFrontFacing: primitive.isFrontFacing, sample: nil, samples: .zero)
        while quad.y <= b.maxY {
            quad.x = b.minX & ~1
            while quad.x <= b.maxX {
                quad.samples = coverage(primitive, edges, quad.x, quad.y)
                if quad.samples != .zero { try draw(primitive, quad) }
                quad.x += 2
            }
            quad.y += 2
        }
    }

    /// Returns the samples of the quad at (x, y) that the primitive covers.
    private func coverage(_ primitive: SetupPrimitive, _ edges: [EdgeFunction], _ x: Int, _ y: Int) -> SIMD4<UInt32> {
        var samples = SIMD4<UInt32>.zero
        let b = primitive.bounds
        for lane in 0..<4 {
            let px = x + (lane & 1), py = y + (lane >> 1)
            guard px >= b.minX, px <= b.maxX, py >= b.minY, py <= b.maxY else { continue }
            for s in 0..<sampleCount where edges.allSatisfy({ $0.value(px * 256 + positions[s].x, py * 256 + positions[s].y) >= 0 }) {
                samples[lane] |= 1 << UInt32(s)
            }
        }
        return samples
    }

    private func draw(_ primitive: SetupPrimitive, _ covered: FragmentQuad) throws {
        var quad = covered
        observer.beginQuad(quad, of: primitive)
        defer { observer.endQuad() }
        if isMultisampled {
            for lane in 0..<4 { observer.lost(lane: lane, samples: quad.samples[lane] & ~state.sampleMask, .sampleMasked) }
            quad.samples &= SIMD4(repeating: state.sampleMask)
            if quad.samples == .zero { return }
        }
        if observer.lastStep == .coverage { return }
        if module.runsPerSample(state, samples: sampleCount) {
            for s in 0..<sampleCount {
                var one = quad
                one.sample = s
                one.samples &= SIMD4(repeating: 1 << UInt32(s))
                if one.samples != .zero { try shade(primitive, one) }
            }
        } else {
            try shade(primitive, quad)
        }
    }

    /// Shades a quad, and tests and writes its samples.
    private func shade(_ primitive: SetupPrimitive, _ covered: FragmentQuad) throws {
        var quad = covered
        if testsEarly {
            for lane in 0..<4 where quad.samples[lane] != 0 {
                quad.samples[lane] = test(primitive, quad, lane, quad.samples[lane], shaderDepth: nil)
                passedSamples += UInt64(quad.samples[lane].nonzeroBitCount)
            }
            if quad.samples == .zero { return }
        }
        if observer.lastStep == .tests && !shaderDecides {
            for lane in 0..<4 { observer.passed(lane: lane, samples: quad.samples[lane]) }
            return
        }

        interpolate(primitive, quad)
        let alive = try observer.run(interpreter, fragments: quad)
        let locals = UnsafePointer(interpreter.locals)
        for lane in 0..<4 where quad.samples[lane] != 0 {
            guard alive[lane] else {
                observer.lost(lane: lane, samples: quad.samples[lane], .discarded)
                continue
            }
            var samples = quad.samples[lane]
            if isMultisampled {
                if let slot = module.builtinOutputs.sampleMask { samples &= locals[slot][lane] }
                if state.alphaToCoverage, merger.alphaSlot >= 0 {
                    samples &= coverage(alpha: Float(bitPattern: locals[merger.alphaSlot][lane]))
                }
            }
            observer.lost(lane: lane, samples: quad.samples[lane] & ~samples, .maskedByShader)
            if !testsEarly {
                let shaderDepth = module.builtinOutputs.fragmentDepth.map { Float(bitPattern: locals[$0][lane]) }
                samples = test(primitive, quad, lane, samples, shaderDepth: shaderDepth)
                passedSamples += UInt64(samples.nonzeroBitCount)
            }
            observer.passed(lane: lane, samples: samples)
            for s in 0..<sampleCount where samples & (1 << UInt32(s)) != 0 {
                observer.willWrite(merger, lane: lane, sample: s)
                merger.write(x: quad.x + (lane & 1), y: quad.y + (lane >> 1), sample: s, locals: locals, lane: lane)
                observer.didWrite(merger, lane: lane, sample: s, locals: locals)
            }
        }
    }

    /// Returns the samples that alpha to coverage keeps: of n samples, sample s is kept if alpha > s/n.
    private func coverage(alpha: Float) -> UInt32 {
        (0..<sampleCount).reduce(0) { mask, s in alpha > Float(s) / Float(sampleCount) ? mask | 1 << UInt32(s) : mask }
    }

    /// Tests the depth and stencil of a pixel's samples, and updates depth and stencil. Returns the samples that pass.
    private func test(_ primitive: SetupPrimitive, _ quad: FragmentQuad, _ lane: Int, _ samples: UInt32, shaderDepth: Float?) -> UInt32 {
        observer.reachedTests(lane: lane, samples: samples)
        if depthStencil.isTrivial { return samples }
        var passed = samples
        let x = quad.x + (lane & 1), y = quad.y + (lane >> 1)
        for s in 0..<sampleCount where samples & (1 << UInt32(s)) != 0 {
            let z: Float
            if let shaderDepth {
                z = FragmentDepth.written(shaderDepth, state, clampedToRange: clampDepth)
            } else {
                let dx = Float(x) + Float(positions[s].x) / 256 - primitive.originX
                let dy = Float(y) + Float(positions[s].y) / 256 - primitive.originY
                z = clampDepth(primitive.depth.value.addingProduct(primitive.depth.dy, dy).addingProduct(primitive.depth.dx, dx))
            }
            observer.willTest(depthStencil, lane: lane, sample: s, z: z)
            let loss = depthStencil.test(x: x, y: y, sample: s, z: z, isFront: primitive.isFrontFacing)
            observer.didTest(depthStencil, lane: lane, sample: s)
            guard let loss else { continue }
            passed &= ~(1 << UInt32(s))
            observer.lost(lane: lane, samples: 1 << UInt32(s), loss)
        }
        return passed
    }
    private func clampDepth(_ z: Float) -> Float { FragmentDepth.clamped(z, depthMinimum, depthMaximum) }

    /// Fills the fragment shader's inputs for a quad.
    private func interpolate(_ primitive: SetupPrimitive, _ quad: FragmentQuad) {
        let covered = quad.samples, sample = quad.sample
        let laneX = SIMD4<Float>(0, 1, 0, 1), laneY = SIMD4<Float>(0, 0, 1, 1)
        let centerX = SIMD4(repeating: Float(quad.x)) + laneX, centerY = SIMD4(repeating: Float(quad.y)) + laneY
        let dx = centerX - primitive.originX, dy = centerY - primitive.originY
        func evaluate(_ plane: AttributePlane, _ dx: SIMD4<Float>, _ dy: SIMD4<Float>) -> SIMD4<Float> {
            SIMD4(repeating: plane.value).addingProduct(plane.dy, dy).addingProduct(plane.dx, dx)
        }
        // The points where `sample` and `centroid` inputs are evaluated. The centroid is the pixel's centre if all samples are
        // covered, else the first covered sample.
        var sampleX = dx, sampleY = dy, centroidX = dx, centroidY = dy
        if isMultisampled {
            if let sample {
                sampleX += Float(positions[sample].x) / 256; sampleY += Float(positions[sample].y) / 256
            }
            for lane in 0..<4 where covered[lane] != 0 && covered[lane] != allSamples {
                let first = positions[covered[lane].trailingZeroBitCount]
                centroidX[lane] += Float(first.x) / 256; centroidY[lane] += Float(first.y) / 256
            }
        }
        let inverseW = evaluate(primitive.inverseW, dx, dy)
        let w = 1 / inverseW
        let inputs = interpreter.inputs
        for k in 0..<module.inputComponentCount {
            let plane = primitive.attributes[k]
            let value: SIMD4<Float>
            // If the state makes the shader run for each sample, all inputs are evaluated at the sample. Inputs that an interpolation
            // function (`interpolateAtOffset` and the like) reads are still evaluated at the pixel's centre.
            let sampling = shadesSamples && varyings[k].sampling != .pixelCenter ? .sample : varyings[k].sampling
            switch (varyings[k].interpolation, sampling) {
            case (.flat, _): value = SIMD4(repeating: plane.value)
            case (.noPerspective, .center), (.noPerspective, .pixelCenter): value = evaluate(plane, dx, dy)
            case (.noPerspective, .centroid): value = evaluate(plane, centroidX, centroidY)
            case (.noPerspective, .sample): value = evaluate(plane, sampleX, sampleY)
            case (.smooth, .center), (.smooth, .pixelCenter): value = evaluate(plane, dx, dy) * w
            case (.smooth, .centroid): value = evaluate(plane, centroidX, centroidY) * (1 / evaluate(primitive.inverseW, centroidX, centroidY))
            case (.smooth, .sample): value = evaluate(plane, sampleX, sampleY) * (1 / evaluate(primitive.inverseW, sampleX, sampleY))
            }
            inputs[k] = unsafeBitCast(value, to: SIMD4<UInt32>.self)
        }

        func set(_ builtin: BuiltinInput, _ value: SIMD4<Float>) { interpreter.builtins[Int(builtin.rawValue)] = unsafeBitCast(value, to: SIMD4<UInt32>.self) }
        func set(_ builtin: BuiltinInput, bits: UInt32) { interpreter.builtins[Int(builtin.rawValue)] = SIMD4(repeating: bits) }
        let perSample: (x: Int, y: Int) = sample.map { positions[$0] } ?? (0, 0)
        set(.fragCoordX, centerX + (0.5 + Float(perSample.x) / 256)); set(.fragCoordY, centerY + (0.5 + Float(perSample.y) / 256))
        var z = evaluate(primitive.depth, sampleX, sampleY)
        for lane in 0..<4 { z[lane] = clampDepth(z[lane]) }
        set(.fragCoordZ, z); set(.fragCoordW, sample == nil ? inverseW : evaluate(primitive.inverseW, sampleX, sampleY))
        set(.frontFacing, bits: primitive.isFrontFacing ? 0xFFFF_FFFF : 0)
        set(.primitiveID, bits: UInt32(truncatingIfNeeded: primitive.primitiveID))
        set(.layer, bits: layerComponent.map { primitive.attributes[$0].value.bitPattern } ?? 0)
        set(.sampleID, bits: UInt32(sample ?? 0))
        set(.sampleCount, bits: UInt32(sampleCount))
        set(.samplePositionX, SIMD4(repeating: 0.5 + Float(perSample.x) / 256))
        set(.samplePositionY, SIMD4(repeating: 0.5 + Float(perSample.y) / 256))
        interpreter.builtins[Int(BuiltinInput.sampleMask.rawValue)] = covered
        interpreter.builtins[Int(BuiltinInput.helperInvocation.rawValue)] = SIMD4<UInt32>(repeating: 0).replacing(with: 0xFFFF_FFFF, where: covered .== 0)
        if primitive.pointSize > 0 {
            let pointX = shadesSamples ? centerX + Float(perSample.x) / 256 : centerX, pointY = shadesSamples ? centerY + Float(perSample.y) / 256 : centerY
            set(.pointCoordX, (pointX - primitive.pointX) / primitive.pointSize + 0.5)
            let fromCenter = (pointY - primitive.pointY) / primitive.pointSize
            set(.pointCoordY, state.pointSpriteOrigin == .upperLeft ? 0.5 - fromCenter : fromCenter + 0.5)
        } else {
            set(.pointCoordX, .zero); set(.pointCoordY, .zero)
        }
    }
}
