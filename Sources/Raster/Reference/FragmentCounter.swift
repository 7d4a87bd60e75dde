// FragmentCounter: counts, for every pixel of a target, what happens to fragments there while the reference renderer draws.

import Shading

package final class FragmentCounter {
    /// A number for each pixel. A fragment is what one primitive covers of one pixel, with all its samples.
    package enum Quantity: Sendable, Hashable, CaseIterable {
        /// Fragments that the pipeline's sample mask leaves, whatever becomes of them; and those of primitives that show their front, or their back.
        case covered, frontFacing, backFacing
        /// Runs of the fragment shader for the pixel; helper lanes are not counted. With per-sample shading each sample has one.
        case shaded
        /// Quads of 2×2 pixels that were shaded, at each of their pixels.
        case shadedQuads
        /// Fragments of which a sample was written.
        case written
        /// The samples that were written, as bits.
        case writtenSamples
        /// Fragments that the shader discarded.
        case discarded
        /// Fragments that tests before the shader removed wholly.
        case earlyKilled
        /// Fragments of which a sample passed or failed a test. Where there is no test, what comes to it passes.
        case depthPassed, depthFailed, stencilPassed, stencilFailed
        /// The area in pixels of the primitive that was written last, as clipping leaves it; NaN where none was.
        case area
        /// Operations of the shader that the pixel's lanes executed.
        case operations
        /// The finest mip level of the lookups in textures that have several, as a number of the texture with its fraction; NaN where there
        /// was none.
        case mipLevel
        fileprivate var start: Double { self == .area || self == .mipLevel ? .nan : 0 }
    }
    package let width: Int
    package let height: Int
    package let quantities: [Quantity]
    /// For each quantity the numbers of all pixels, the bottom row first.
    package private(set) var values: [[Double]]

    private let watchesRuns: Bool
    private let levels: LevelRecorder?
    private var quad = Quad()
    /// What is known of the quad that is drawn, by lane.
    private struct Quad {
        var x = 0, y = 0
        var isFrontFacing = true
        var area = 0.0
        var covered = SIMD4<UInt32>.zero
        var runs = SIMD4<UInt32>.zero
        var quadRuns = 0
        var written = SIMD4<UInt32>.zero, discarded = SIMD4<UInt32>.zero
        /// Whether the tests were asked at all.
        var isTested = false, testsLate = false
        var tested = SIMD4<UInt32>.zero, depthFailed = SIMD4<UInt32>.zero, stencilFailed = SIMD4<UInt32>.zero
        var failedEarly = SIMD4<UInt32>.zero
        var operations = SIMD4<UInt32>.zero
        var level = SIMD4<Float>(repeating: .nan)
    }

    package init(width: Int, height: Int, _ quantities: [Quantity]) {
        self.width = width; self.height = height; self.quantities = quantities
        values = quantities.map { [Double](repeating: $0.start, count: width * height) }
        levels = quantities.contains(.mipLevel) ? LevelRecorder() : nil
        watchesRuns = quantities.contains(.operations) || levels != nil
    }
    package func values(_ quantity: Quantity) -> [Double] { quantities.firstIndex(of: quantity).map { values[$0] } ?? [] }

    /// Coverage alone needs no shader.
    var needsShading: Bool { !quantities.allSatisfy { [.covered, .frontFacing, .backFacing].contains($0) } }
    /// The textures that the fragment shader of the next draw reads.
    func watching(_ textures: TextureUnits, _ bindings: [TextureBinding?]) -> any TextureSampling {
        guard let levels else { return textures }
        levels.bind(textures, bindings)
        return levels
    }

    /// A primitive covers samples of the quad whose lower left pixel is (x, y): bit s of a lane stands for sample s.
    func begin(_ primitive: SetupPrimitive, x: Int, y: Int, covered: SIMD4<UInt32>, testsEarly: Bool) {
        quad = Quad()
        quad.x = x; quad.y = y; quad.covered = covered; quad.isFrontFacing = primitive.isFrontFacing; quad.area = primitive.area
        quad.testsLate = !testsEarly
    }
    /// What the tests did with samples of a pixel. Those that are not in `stencilFailed` came to the depth test.
    func tested(lane: Int, samples: UInt32, passed: UInt32, stencilFailed: UInt32, isEarly: Bool) {
        let failed = samples & ~passed
        quad.isTested = true
        quad.tested[lane] |= samples
        quad.stencilFailed[lane] |= stencilFailed
        quad.depthFailed[lane] |= failed & ~stencilFailed
        if isEarly { quad.failedEarly[lane] |= failed }
    }
    /// Samples of a pixel were written.
    func wrote(lane: Int, samples: UInt32) { quad.written[lane] |= samples }
    /// Runs the fragment shader for the quad. `lanes` has the samples of each pixel that it runs for; pixels without any only help.
    func run(_ interpreter: Interpreter, lanes: SIMD4<UInt32>) throws -> SIMDMask<SIMD4<Int32>> {
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
    /// All that becomes of the quad has been told.
    func end() {
        for lane in 0..<4 {
            let x = quad.x + (lane & 1), y = quad.y + (lane >> 1)
            // A quad at the edge of a target of odd size has pixels beyond it.
            guard x < width, y < height else { continue }
            for (number, quantity) in quantities.enumerated() { count(quantity, number, y * width + x, lane) }
        }
    }

    private func count(_ quantity: Quantity, _ number: Int, _ pixel: Int, _ lane: Int) {
        func add(_ isCounted: Bool) { if isCounted { values[number][pixel] += 1 } }
        let isCovered = quad.covered[lane] != 0
        // The samples that came to the tests; all, where the tests come first and have nothing to test.
        let reached = quad.isTested || quad.testsLate ? quad.tested[lane] : quad.covered[lane]
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
    private static func lane(_ x: Int, _ y: Int) -> Int { (y & 1) * 2 + (x & 1) }
}

extension SetupPrimitive {
    /// In pixels: of the triangle, of the strip that a line is, or of the square of a point.
    var area: Double {
        // The edges' normals are (a, b), so that two edges in a row span a parallelogram of this area.
        let twice = Double(edges.0.a) * Double(edges.1.b) - Double(edges.0.b) * Double(edges.1.a)
        return abs(twice) / (edges.3 == nil ? 2 : 1) / 65536
    }
}

/// Sees one run of a fragment shader: the operations that each lane executes, and the mip levels that it reads.
private struct RunWatch: InterpreterObserver {
    let module: ShaderModule
    let levels: LevelRecorder?
    var operations = QuadUInt()
    var level = QuadFloat(repeating: .nan)
    /// The lanes that were active before the instruction: after control flow others are than executed it.
    private var before = QuadUInt(repeating: .max)

    init(module: ShaderModule, levels: LevelRecorder?) { self.module = module; self.levels = levels }

    mutating func executed(instruction: Int, result: QuadUInt, active: QuadUInt) {
        let opcode = module.instructions[instruction].opcode
        let executing = opcode.definition.kind == .flow ? before : active
        before = active
        if opcode.isOperation { operations &+= executing & QuadUInt(repeating: 1) }
        // Lanes that are switched off get an answer too, but they asked nothing.
        guard opcode == .texture, let found = levels?.last else { return }
        for lane in 0..<4 where active[lane] != 0 { level[lane] = Float.minimum(level[lane], found[lane]) }
    }
}

/// Answers lookups as the texture units do, and remembers the mip levels of the last one.
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
