// FragmentStage: takes a SetupPrimitive to pixels. It walks over the 2×2 quads of its bounds, finds the covered samples, interpolates, runs the
// fragment shader for the whole quad (lanes that are not covered help with derivatives), tests depth and stencil, and merges colours.

import Shading

final class FragmentStage {
    /// Counts what happens to each pixel; nil for nothing.
    var counter: FragmentCounter?
    private let interpreter: Interpreter
    private let module: ShaderModule
    private let varyings: [VaryingComponent]
    private let state: RasterState
    private let depthStencil: DepthStencilTest
    private let merger: OutputMerger
    private let samples: Int
    private let positions: [(x: Int, y: Int)]
    private let allSamples: UInt32
    private let depthMinimum: Float
    private let depthMaximum: Float
    /// Whether depth and stencil are tested before the shader runs: it asks for that, or cannot change the outcome.
    private let testsEarly: Bool
    private(set) var passedSamples: UInt64 = 0
    private let probe: FragmentProbe?
    private let census: DrawCensus?
    /// Whether nothing that a census counts depends on what the shader computes.
    private let isShadingNeedless: Bool
    private let runner: (any ShaderRunner)?
    /// The instance that is being drawn.
    var instance = 0

    init(call: DrawCall, target: Framebuffer, transform: ViewportTransform, interpreter: Interpreter, probe: FragmentProbe?, census: DrawCensus?,
         runner: (any ShaderRunner)?) {
        self.interpreter = interpreter; self.probe = probe; self.census = census; self.runner = runner
        module = call.pipeline.program.linked.fragment
        varyings = call.pipeline.program.linked.interface.varyings
        state = call.pipeline.state
        depthStencil = DepthStencilTest(call: call, target: target)
        merger = OutputMerger(call: call, target: target)
        samples = target.samples
        positions = target.samples == 4 ? SamplePositions.four : [(0, 0)]
        allSamples = target.samples == 4 ? 0xF : 1
        depthMinimum = transform.depthMinimum; depthMaximum = transform.depthMaximum
        testsEarly = module.testsEarly(state, samples: target.samples)
        let decidesCoverage = module.builtinOutputs.sampleMask != nil || (state.alphaToCoverage && target.samples > 1)
        isShadingNeedless = census?.shadesAll == false && testsEarly && !module.usesDiscard && !decidesCoverage
        probe?.shadedSamples = module.runsPerSample && target.samples > 1 ? positions : nil
    }

    func draw(_ primitive: SetupPrimitive) throws {
        let b = primitive.bounds
        let edges = [primitive.edges.0, primitive.edges.1, primitive.edges.2] + (primitive.edges.3.map { [$0] } ?? [])
        var y = b.minY & ~1
        while y <= b.maxY {
            var x = b.minX & ~1
            while x <= b.maxX {
                try drawQuad(primitive, edges, x, y)
                x += 2
            }
            y += 2
        }
    }

    private func drawQuad(_ primitive: SetupPrimitive, _ edges: [EdgeFunction], _ x: Int, _ y: Int) throws {
        // Bit s of masks[lane]: sample s of that pixel is covered.
        var masks = SIMD4<UInt32>.zero
        let b = primitive.bounds
        for lane in 0..<4 {
            let px = x + (lane & 1), py = y + (lane >> 1)
            guard px >= b.minX, px <= b.maxX, py >= b.minY, py <= b.maxY else { continue }
            for s in 0..<samples where edges.allSatisfy({ $0.value(px * 256 + positions[s].x, py * 256 + positions[s].y) >= 0 }) {
                masks[lane] |= 1 << UInt32(s)
            }
        }
        census?.samples += FragmentStage.count(masks)
        let probed = probe?.lane(inQuadAt: x, y)
        if let probe, let probed { probe.covered |= masks[probed] }
        if samples > 1 {
            if let probe, let probed { probe.note(primitive, samples: masks[probed] & ~state.sampleMask, .sampleMasked, testsEarly: testsEarly) }
            census?.note(FragmentStage.count(masks & SIMD4(repeating: ~state.sampleMask)), .sampleMasked)
            masks = masks & SIMD4(repeating: state.sampleMask)
        }
        if masks == .zero { return }
        if let counter {
            counter.begin(primitive, x: x, y: y, covered: masks, testsEarly: testsEarly)
            if !counter.needsShading { return counter.end() }
        }
        defer { counter?.end() }
        if module.runsPerSample && samples > 1 {
            for s in 0..<samples {
                let one = masks & SIMD4(repeating: 1 << UInt32(s))
                if one != .zero { try shadeQuad(primitive, x, y, masks: one, sample: s) }
            }
        } else {
            try shadeQuad(primitive, x, y, masks: masks, sample: nil)
        }
    }

    /// Shades a quad. `sample` is the one sample that this run is for, nil if it is for whole pixels.
    private func shadeQuad(_ primitive: SetupPrimitive, _ x: Int, _ y: Int, masks covered: SIMD4<UInt32>, sample: Int?) throws {
        var masks = covered
        if testsEarly && !depthStencil.isTrivial {
            for lane in 0..<4 where masks[lane] != 0 { masks[lane] = countedTest(primitive, x, y, lane, masks[lane], shaderDepth: nil) }
            if masks == .zero { return }
        }
        if testsEarly { for lane in 0..<4 { passedSamples += UInt64(masks[lane].nonzeroBitCount) } }
        if isShadingNeedless {
            census?.passed += FragmentStage.count(masks)
            return
        }

        interpolate(primitive, x, y, covered: masks, sample: sample)
        let alive = if let runner {
            try runner.run(interpreter, fragments: FragmentQuad(x: x, y: y, primitive: primitive.primitiveID, instance: instance,
                                                                isFrontFacing: primitive.isFrontFacing, sample: sample, samples: masks))
        } else {
            try counter?.run(interpreter, lanes: masks) ?? interpreter.run(active: SIMDMask(repeating: true))
        }
        let locals = UnsafePointer(interpreter.locals)
        let probed = probe?.lane(inQuadAt: x, y)
        if let probe, let probed, !alive[probed] { probe.note(primitive, samples: masks[probed], .discarded, testsEarly: testsEarly) }
        if let census { for lane in 0..<4 where !alive[lane] { census.note(masks[lane].nonzeroBitCount, .discarded) } }
        for lane in 0..<4 where masks[lane] != 0 && alive[lane] {
            var mask = masks[lane]
            if samples > 1 {
                if let slot = module.builtinOutputs.sampleMask { mask &= locals[slot][lane] }
                if state.alphaToCoverage, merger.alphaSlot >= 0 {
                    mask &= FragmentStage.coverage(alpha: Float(bitPattern: locals[merger.alphaSlot][lane]))
                }
            }
            if let probe, lane == probed { probe.note(primitive, samples: masks[lane] & ~mask, .maskedByShader, testsEarly: testsEarly) }
            census?.note((masks[lane] & ~mask).nonzeroBitCount, .maskedByShader)
            if !testsEarly {
                mask = countedTest(primitive, x, y, lane, mask, shaderDepth: module.builtinOutputs.fragmentDepth.map { Float(bitPattern: locals[$0][lane]) })
                passedSamples += UInt64(mask.nonzeroBitCount)
            }
            census?.passed += mask.nonzeroBitCount
            if merger.alphaSlot >= 0, Float(bitPattern: locals[merger.alphaSlot][lane]) == 0 { census?.transparent += mask.nonzeroBitCount }
            for s in 0..<samples where mask & (1 << UInt32(s)) != 0 {
                let px = x + (lane & 1), py = y + (lane >> 1)
                guard let probe, lane == probed else {
                    merger.write(x: px, y: py, sample: s, locals: locals, lane: lane)
                    continue
                }
                let before = merger.stored(x: px, y: py, sample: s)
                merger.write(x: px, y: py, sample: s, locals: locals, lane: lane)
                let colors = zip(zip(before, merger.stored(x: px, y: py, sample: s)), merger.outputs(locals: locals, lane: lane)).map { stored, output in
                    ProbedFragment.Color(target: output.target, output: output.color, before: stored.0, after: stored.1,
                                         blend: output.blender?.operands(source: output.color, source1: output.second, destination: stored.0))
                }
                probe.note(primitive, samples: 1 << UInt32(s), nil, testsEarly: testsEarly, colors: colors)
            }
            counter?.wrote(lane: lane, samples: mask)
        }
    }

    private static func count(_ masks: SIMD4<UInt32>) -> Int { (0..<4).reduce(0) { $0 + masks[$1].nonzeroBitCount } }

    /// `test`, and what becomes of the samples is counted.
    private func countedTest(_ primitive: SetupPrimitive, _ x: Int, _ y: Int, _ lane: Int, _ mask: UInt32, shaderDepth: Float?) -> UInt32 {
        let (passed, stencilFailed) = test(primitive, x, y, lane, mask, shaderDepth: shaderDepth)
        counter?.tested(lane: lane, samples: mask, passed: passed, stencilFailed: stencilFailed, isEarly: testsEarly)
        return passed
    }

    /// The coverage mask that stands for an alpha: sample s is covered if alpha > s/4.
    static func coverage(alpha: Float) -> UInt32 {
        (0..<4).reduce(0) { mask, s in alpha > Float(s) / 4 ? mask | 1 << UInt32(s) : mask }
    }

    /// Tests depth and stencil of the samples of `mask`, and updates both. Returns the samples that pass, and those that the stencil test removes.
    private func test(_ primitive: SetupPrimitive, _ x: Int, _ y: Int, _ lane: Int, _ mask: UInt32, shaderDepth: Float?) -> (passed: UInt32, stencilFailed: UInt32) {
        if depthStencil.isTrivial { return (mask, 0) }
        var passed: UInt32 = 0, stencilFailed: UInt32 = 0
        let px = x + (lane & 1), py = y + (lane >> 1)
        for s in 0..<samples where mask & (1 << UInt32(s)) != 0 {
            let z: Float
            if let shaderDepth {
                z = state.depthClamp ? clampDepth(shaderDepth) : shaderDepth
            } else {
                let dx = Float(px) + Float(positions[s].x) / 256 - primitive.originX
                let dy = Float(py) + Float(positions[s].y) / 256 - primitive.originY
                z = clampDepth(primitive.depth.value.addingProduct(primitive.depth.dy, dy).addingProduct(primitive.depth.dx, dx))
            }
            let probe = self.probe.flatMap { $0.x == px && $0.y == py ? $0 : nil }
            var tests = probe.map { _ in depthStencil.compared(x: px, y: py, sample: s, z: z, isFront: primitive.isFrontFacing) }
            let loss = depthStencil.test(x: px, y: py, sample: s, z: z, isFront: primitive.isFrontFacing)
            if let loss { census?.note(1, loss) } else { passed |= 1 << UInt32(s) }
            if loss == .stencilFailed { stencilFailed |= 1 << UInt32(s) }
            guard let probe, tests != nil else { continue }
            depthStencil.addStored(x: px, y: py, sample: s, to: &tests!)
            probe.note(tests: tests!, sample: s)
            if let loss { probe.note(primitive, samples: 1 << UInt32(s), loss, testsEarly: testsEarly) }
        }
        return (passed, stencilFailed)
    }
    private func clampDepth(_ z: Float) -> Float { z > depthMinimum ? (z < depthMaximum ? z : depthMaximum) : depthMinimum }

    /// Fills the fragment shader's inputs for the quad at (x, y).
    private func interpolate(_ primitive: SetupPrimitive, _ x: Int, _ y: Int, covered: SIMD4<UInt32>, sample: Int?) {
        let laneX = SIMD4<Float>(0, 1, 0, 1), laneY = SIMD4<Float>(0, 0, 1, 1)
        let centerX = SIMD4(repeating: Float(x)) + laneX, centerY = SIMD4(repeating: Float(y)) + laneY
        let dx = centerX - primitive.originX, dy = centerY - primitive.originY
        func evaluate(_ plane: AttributePlane, _ dx: SIMD4<Float>, _ dy: SIMD4<Float>) -> SIMD4<Float> {
            SIMD4(repeating: plane.value).addingProduct(plane.dy, dy).addingProduct(plane.dx, dx)
        }
        // These are the points where `sample` and `centroid` inputs are taken. A centroid is the pixel's centre if all samples are covered, else
        // the first covered sample.
        var sampleX = dx, sampleY = dy, centroidX = dx, centroidY = dy
        if samples > 1 {
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
        for k in varyings.indices {
            let plane = primitive.attributes[k]
            let value: SIMD4<Float>
            switch (varyings[k].interpolation, varyings[k].sampling) {
            case (.flat, _): value = SIMD4(repeating: plane.value)
            case (.noPerspective, .center): value = evaluate(plane, dx, dy)
            case (.noPerspective, .centroid): value = evaluate(plane, centroidX, centroidY)
            case (.noPerspective, .sample): value = evaluate(plane, sampleX, sampleY)
            case (.smooth, .center): value = evaluate(plane, dx, dy) * w
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
        set(.layer, bits: 0)
        set(.sampleID, bits: UInt32(sample ?? 0))
        set(.sampleCount, bits: UInt32(samples))
        set(.samplePositionX, SIMD4(repeating: 0.5 + Float(perSample.x) / 256))
        set(.samplePositionY, SIMD4(repeating: 0.5 + Float(perSample.y) / 256))
        interpreter.builtins[Int(BuiltinInput.helperInvocation.rawValue)] = SIMD4<UInt32>(repeating: 0).replacing(with: 0xFFFF_FFFF, where: covered .== 0)
        if primitive.pointSize > 0 {
            set(.pointCoordX, (centerX - primitive.pointX) / primitive.pointSize + 0.5)
            set(.pointCoordY, 0.5 - (centerY - primitive.pointY) / primitive.pointSize)
        } else {
            set(.pointCoordX, .zero); set(.pointCoordY, .zero)
        }
    }
}
