// FragmentCounter: collects numbers for each pixel of a target while the reference renderer draws, for example the number of fragments
// that failed the depth test.

import Shading

package final class FragmentCounter: DrawObserver {
    /// A quantity that has one number for each pixel. A fragment consists of the samples of one pixel that one primitive covers.
    package enum Quantity: Sendable, Hashable, CaseIterable {
        /// Fragments in which the pipeline's sample mask keeps at least one sample, whether or not a sample is written. `covered` counts
        /// all of these fragments, `frontFacing` counts the fragments of front-facing primitives, and `backFacing` counts the fragments of
        /// back-facing primitives.
        case covered, frontFacing, backFacing
        /// Runs of the fragment shader for the pixel. A run in which the pixel only provides values for the derivatives of its neighbours
        /// does not count. With per-sample shading, each run for a sample counts.
        case shaded
        /// Shaded quads of 2×2 pixels. A quad counts for each of its pixels.
        case shadedQuads
        /// Fragments with a written sample.
        case written
        /// The samples that were written, as bits.
        case writtenSamples
        /// Fragments that the shader discarded.
        case discarded
        /// Fragments whose samples all failed a test before the shader ran.
        case earlyKilled
        /// For the depth test and for the stencil test: fragments with a sample that passed the test, and fragments with a sample that
        /// failed the test. A test that is off lets all samples pass.
        case depthPassed, depthFailed, stencilPassed, stencilFailed
        /// The area in pixels, after clipping, of the primitive that was written last; NaN if no primitive was written.
        case area
        /// Shader operations that were executed for the pixel.
        case operations
        /// The finest mip level that a lookup read from a texture with several levels. The value is the level's number in the texture, with
        /// a fraction; NaN if no lookup read a texture with several levels.
        case mipLevel
        fileprivate var start: Double { self == .area || self == .mipLevel ? .nan : 0 }
    }
    package let width: Int
    package let height: Int
    package let quantities: [Quantity]
    /// The number of layers that are counted.
    package let layerCount: Int
    /// The number, in the draws' target, of the first layer that is counted.
    package var firstLayer = 0
    /// For each quantity, the values of all pixels, layer by layer, the bottom row first.
    package private(set) var values: [[Double]]

    private let watchesRuns: Bool
    private let levels: LevelRecorder?
    /// Whether the current draw tests depth and stencil before its shader.
    private var testsEarly = false
    private var quad = Quad()
    /// The counts of the current quad. The vectors have one element for each lane. Sets of samples are bit masks.
    private struct Quad {
        var x = 0, y = 0, layer = 0
        var isFrontFacing = true
        var area = 0.0
        var covered = SIMD4<UInt32>.zero
        var runs = SIMD4<UInt32>.zero
        var quadRuns = 0
        var written = SIMD4<UInt32>.zero, discarded = SIMD4<UInt32>.zero
        var tested = SIMD4<UInt32>.zero, depthFailed = SIMD4<UInt32>.zero, stencilFailed = SIMD4<UInt32>.zero
        var failedEarly = SIMD4<UInt32>.zero
        var operations = SIMD4<UInt32>.zero
        var level = SIMD4<Float>(repeating: .nan)
    }

    package init(width: Int, height: Int, layerCount: Int = 1, _ quantities: [Quantity]) {
        self.width = width; self.height = height; self.layerCount = layerCount; self.quantities = quantities
        values = quantities.map { [Double](repeating: $0.start, count: width * height * layerCount) }
        levels = quantities.contains(.mipLevel) ? LevelRecorder() : nil
        watchesRuns = quantities.contains(.operations) || levels != nil
    }
    package func values(_ quantity: Quantity) -> [Double] { quantities.firstIndex(of: quantity).map { values[$0] } ?? [] }

    // MARK: Events

    package var lastStep: QuadStep { quantities.allSatisfy { [.covered, .frontFacing, .backFacing].contains($0) } ? .coverage : .output }

    package func textures(of call: DrawCall) -> (vertex: any TextureSampling, fragment: any TextureSampling) {
        let units = TextureUnits(bindings: call.textures)
        guard let levels else { return (units, units) }
        levels.bind(units, call.textures)
        return (units, levels)
    }
    package func begin(_ call: DrawCall, target: Framebuffer, layout: VertexRowLayout) {
        testsEarly = call.pipeline.program.linked.fragment.testsEarly(call.pipeline.state, samples: target.samples)
    }
    package func beginQuad(_ quad: FragmentQuad, of primitive: SetupPrimitive) {
        self.quad = Quad(x: quad.x, y: quad.y, layer: quad.layer, isFrontFacing: quad.isFrontFacing, area: primitive.area, covered: quad.samples)
    }
    package func lost(lane: Int, samples: UInt32, _ loss: PipelineLoss) {
        switch loss {
        case .sampleMasked: quad.covered[lane] &= ~samples
        case .stencilFailed: quad.stencilFailed[lane] |= samples
        case .depthFailed: quad.depthFailed[lane] |= samples
        default: return
        }
        if testsEarly && loss != .sampleMasked { quad.failedEarly[lane] |= samples }
    }
    package func reachedTests(lane: Int, samples: UInt32) { quad.tested[lane] |= samples }
    package func run(_ interpreter: Interpreter, fragments: FragmentQuad) throws -> SIMDMask<SIMD4<Int32>> {
        let lanes = fragments.samples
        quad.quadRuns += 1
        for lane in 0..<4 where lanes[lane] != 0 { quad.runs[lane] += 1 }
        let all = SIMDMask<SIMD4<Int32>>(repeating: true)
        var watch = RunWatch(module: interpreter.module, levels: levels)
        let alive = watchesRuns ? try interpreter.run(active: all, observer: &watch) : try interpreter.run(active: all)
        for lane in 0..<4 where lanes[lane] != 0 {
            quad.operations[lane] &+= watch.operations[lane]
            quad.level[lane] = Float.minimum(quad.level[lane], watch.level[lane])
        }
        quad.discarded |= lanes.replacing(with: 0, where: alive)
        return alive
    }
    package func didWrite(_ merger: OutputMerger, lane: Int, sample: Int, locals: UnsafePointer<SIMD4<UInt32>>) { quad.written[lane] |= 1 << UInt32(sample) }
    package func endQuad() {
        let layer = quad.layer - firstLayer
        guard (0..<layerCount).contains(layer) else { return }
        for lane in 0..<4 {
            let x = quad.x + (lane & 1), y = quad.y + (lane >> 1)
            // If the target has an odd size, the quads at its edge have pixels outside of the target.
            guard x < width, y < height else { continue }
            for (number, quantity) in quantities.enumerated() { count(quantity, number, (layer * height + y) * width + x, lane) }
        }
    }

    private func count(_ quantity: Quantity, _ number: Int, _ pixel: Int, _ lane: Int) {
        func add(_ isCounted: Bool) { if isCounted { values[number][pixel] += 1 } }
        let isCovered = quad.covered[lane] != 0
        let reached = quad.tested[lane]
        switch quantity {
        case .covered: add(isCovered)
        case .frontFacing: add(isCovered && quad.isFrontFacing)
        case .backFacing: add(isCovered && !quad.isFrontFacing)
        case .shaded: values[number][pixel] += Double(quad.runs[lane])
        case .shadedQuads: values[number][pixel] += Double(quad.quadRuns)
        case .written: add(quad.written[lane] != 0)
        case .writtenSamples: values[number][pixel] = Double(UInt32(values[number][pixel]) | quad.written[lane])
        case .discarded: add(quad.discarded[lane] != 0)
        case .earlyKilled: add(quad.failedEarly[lane] != 0 && quad.runs[lane] == 0)
        case .depthPassed: add(reached & ~quad.depthFailed[lane] & ~quad.stencilFailed[lane] != 0)
        case .depthFailed: add(quad.depthFailed[lane] != 0)
        case .stencilPassed: add(reached & ~quad.stencilFailed[lane] != 0)
        case .stencilFailed: add(quad.stencilFailed[lane] != 0)
        case .area: if quad.written[lane] != 0 { values[number][pixel] = quad.area }
        case .operations: values[number][pixel] += Double(quad.operations[lane])
        case .mipLevel: values[number][pixel] = Double.minimum(values[number][pixel], Double(quad.level[lane]))
        }
    }
}

extension SetupPrimitive {
    /// The area, in pixels, of the primitive: of a triangle, of a line's rectangle, or of a point's square.
    var area: Double {
        // The vector (a, b) of an edge is as long as the edge and at right angles to the edge. So `twice` is the area of the parallelogram
        // that two adjoining edges span.
        let twice = Double(edges.0.a) * Double(edges.1.b) - Double(edges.0.b) * Double(edges.1.a)
        return abs(twice) / (edges.3 == nil ? 2 : 1) / 65536
    }
}

/// Counts the operations that each lane executes in one run of a fragment shader. RunWatch also finds the finest mip level that each lane
/// reads.
private struct RunWatch: InterpreterObserver {
    let module: ShaderModule
    let levels: LevelRecorder?
    var operations = QuadUInt()
    var level = QuadFloat(repeating: .nan)
    /// The lanes that were active before the instruction. A control-flow instruction changes the active lanes, so the lanes that were
    /// active before the instruction are the lanes that executed it.
    private var before = QuadUInt(repeating: .max)

    init(module: ShaderModule, levels: LevelRecorder?) { self.module = module; self.levels = levels }

    mutating func executed(instruction: Int, result: QuadUInt, active: QuadUInt) {
        let opcode = module.instructions[instruction].opcode
        let executing = opcode.definition.kind == .flow ? before : active
        before = active
        if opcode.isOperation { operations &+= executing & QuadUInt(repeating: 1) }
        // Inactive lanes get results, too. The results of inactive lanes do not count, because the shader made no lookup in these lanes.
        guard opcode == .texture, let found = levels?.last else { return }
        for lane in 0..<4 where active[lane] != 0 { level[lane] = Float.minimum(level[lane], found[lane]) }
    }
}

/// Makes the same lookups as the texture units, and records the mip levels of the last lookup.
private final class LevelRecorder: TextureSampling {
    private var units = TextureUnits(bindings: [])
    private var firstLevels: [Int] = []
    private(set) var last = QuadFloat(repeating: .nan)

    func bind(_ units: TextureUnits, _ bindings: [TextureBinding?]) {
        self.units = units
        firstLevels = bindings.map { $0?.levels.lowerBound ?? 0 }
    }
    func sample(_ operation: TextureOperation, _ request: TextureRequest, isFragment: Bool) -> TextureResult {
        last = units.levels(operation, request, isFragment: isFragment)
        for lane in 0..<4 {
            let unit = Int(request.unit[lane])
            if firstLevels.indices.contains(unit) { last[lane] += Float(firstLevels[unit]) }
        }
        return units.sample(operation, request, isFragment: isFragment)
    }
    func size(unit: Int, level: Int) -> (width: Int, height: Int, depth: Int) { units.size(unit: unit, level: level) }
}
