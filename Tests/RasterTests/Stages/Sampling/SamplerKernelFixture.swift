// SamplerKernelFixture: runs compiled lookups and TextureUnits with the same operands, and compares the bits.

import Kernel
import Raster
import SeededRandom
import Shading
import ShadingKernel
import Synchronization
import Testing

/// The operands of lookups, one row for each lane. Four lanes are a quad.
struct LookupRows {
    enum Field: Int, CaseIterable {
        case unit, s, t, r, i, j, k, reference, lod, level, dsdx, dtdx, drdx, dsdy, dtdy, drdy, offsetS, offsetT, offsetR, layer, sample
    }
    private(set) var columns = [[UInt32]](repeating: [], count: Field.allCases.count)
    var count: Int { columns[0].count }

    mutating func append(quad: (Int) -> [Field: UInt32]) {
        for lane in 0..<4 {
            let values = quad(lane)
            for field in Field.allCases { columns[field.rawValue].append(values[field] ?? 0) }
        }
    }
    func quad<T: SIMD>(_ field: Field, _ lane: Int, as: T.Type, _ convert: (UInt32) -> T.Scalar) -> T {
        var result = T()
        for k in 0..<4 { result[k] = convert(columns[field.rawValue][lane + k]) }
        return result
    }
}

/// The optional operands of a lookup.
struct LookupExtras: OptionSet {
    let rawValue: Int
    static let offset = LookupExtras(rawValue: 1), constantOffset = LookupExtras(rawValue: 2), dynamicUnit = LookupExtras(rawValue: 4)
}

/// Compiled lookups. Comparisons that differ only in operands and in the sizes of textures share compiled lookups, because compiling a
/// lookup takes longer than running all lookups of a test.
final class LookupKernels {
    fileprivate struct Key: Hashable {
        var operation: TextureOperation, states: [SamplerKey?], isFragment: Bool, extras: Int, target: KernelTarget, tier: CompileTier, asksSize: Bool
        var together: [Int]
    }
    private var known: [Key: Kernel] = [:]

    fileprivate func kernel(_ key: Key, make: () throws -> Kernel) rethrows -> Kernel {
        if let kernel = known[key] { return kernel }
        let made = try make()
        known[key] = made
        return made
    }
}

struct SamplerComparison {
    var operation: TextureOperation
    var bindings: [TextureBinding?]
    var isFragment = true
    var extras: LookupExtras = []
    var instructionSet = KernelTarget.InstructionSet.host
    /// The units of all lookups that are emitted together with this operation; empty if the operation is emitted alone.
    var together: [Int] = []
    var kernels = LookupKernels()

    static let constantOffset: [Int32] = [-3, 2, 1]

    private func coordinateCount() -> Int { min(operation.dimension.coordinateCount, 3) }

    private func operands(_ builder: KernelBuilder, _ row: Pointer) -> TextureOperands {
        var operands = TextureOperands()
        func bits(_ field: LookupRows.Field) -> UIntLanes { row.loadLanes(UInt32.self, at: 4 * builder.lanes * field.rawValue, alignment: 4) }
        func float(_ field: LookupRows.Field) -> FloatLanes { bits(field).reinterpreted(as: Float.self) }
        func int(_ field: LookupRows.Field) -> IntLanes { bits(field).withSign(of: Int32.self) }
        if extras.contains(.dynamicUnit) { operands.unitOffset = int(.unit) }
        let n = coordinateCount()
        if operation.kind == .fetch {
            operands.texel = [int(.i), int(.j), int(.k)].prefix(n).map { $0 }
            operands.level = int(.level)
            if operation.dimension.isMultisampled { operands.sample = int(.sample) }
        } else {
            operands.coordinate = [float(.s), float(.t), float(.r)].prefix(n).map { $0 }
            if operation.dimension == .cubeArray { operands.coordinate.append(float(.layer)) }
            if operation.isShadow { operands.reference = float(.reference) }
            if operation.levelOfDetail == .bias || operation.levelOfDetail == .explicit { operands.lod = float(.lod) }
            if operation.levelOfDetail != .explicit {
                func gradient(_ fields: [LookupRows.Field]) -> [FloatLanes] {
                    fields.prefix(n).map { operation.levelOfDetail == .gradient ? float($0) : float($0).ofQuads(0) }
                }
                operands.gradientX = gradient([.dsdx, .dtdx, .drdx])
                operands.gradientY = gradient([.dsdy, .dtdy, .drdy])
            }
        }
        if extras.contains(.offset) { operands.offset = [int(.offsetS), int(.offsetT), int(.offsetR)].prefix(n).map { $0 } }
        if extras.contains(.constantOffset) { operands.offset = Self.constantOffset.prefix(n).map { builder.lanes($0) } }
        return operands
    }

    private typealias Entry = @convention(c) (UnsafeRawPointer, UnsafeRawPointer, UnsafeMutableRawPointer, Int32) -> Void

    /// The number of words of a row's results.
    private var wordCount: Int { 4 * max(1, together.count) }
    private var operations: [TextureOperation] {
        together.map { unit in
            var result = operation
            result.unit = unit
            return result
        }
    }

    /// Returns the number of branches in the compiled lookups, in the intermediate code.
    func branchCount(lanes: Int) throws -> Int {
        var options = KernelOptions()
        let count = Mutex(0)
        options.dump = { title, text in
            if title.hasSuffix("optimised code") { count.withLock { $0 = text.split(separator: "\n").count { $0.contains(" br i1 ") } } }
        }
        _ = try compile(KernelTarget(lanes: lanes, instructionSet: instructionSet), .optimized, bindings.map { $0.flatMap { SamplerKey($0) } }, asksSize: false,
                        options)
        return count.withLock { $0 }
    }

    private func compile(_ target: KernelTarget, _ tier: CompileTier, _ states: [SamplerKey?], asksSize: Bool,
                         _ options: KernelOptions = KernelOptions()) throws -> Kernel {
        let builder = try KernelBuilder(name: "lookup", target: target, tier: tier)
        var options = options
        if tier == .baseline { options.effort = .fast }
        let fields = LookupRows.Field.allCases.count, lanes = target.lanes
        builder.entry("lookup", [.pointer, .pointer, .pointer, .int32]) { arguments in
            let records = arguments[0].pointer, input = arguments[1].pointer, output = arguments[2].pointer
            let sampler = SamplerKernel(builder: builder, units: states, alike: AlikeUnits([], groups: []), records: records, isFragment: isFragment,
                                        sharesCode: tier == .baseline)
            builder.forEach(from: builder.scalar(Int32(0)), to: arguments[3].scalar(Int32.self)) { group in
                let row = input.element(group, stride: 4 * lanes * fields), result = output.element(group, stride: 4 * lanes * wordCount)
                let operands = operands(builder, row)
                let values = asksSize
                    ? sampler.size(operation, unitOffset: operands.unitOffset,
                                   level: row.loadLanes(Int32.self, at: 4 * lanes * LookupRows.Field.level.rawValue, alignment: 4), mask: builder.mask(true))
                    : together.isEmpty ? sampler.sample(operation, operands, mask: builder.mask(true))
                    : sampler.sample(together: operations, operands, mask: builder.mask(true)).flatMap { $0 }
                for (k, value) in values.enumerated() { result.store(value, at: 4 * lanes * k, alignment: 4) }
            }
        }
        return try Kernel(name: "lookup", object: builder.compile(options))
    }

    /// Runs the rows through the code for `lanes` lanes. Returns four words per row, or three words per row if `asksSize` is true. In the
    /// baseline tier, the lookup is a function that the kernel calls.
    func compiled(_ rows: LookupRows, lanes: Int, _ tier: CompileTier, asksSize: Bool) throws -> [[UInt32]] {
        let target = KernelTarget(lanes: lanes, instructionSet: instructionSet)
        let states = bindings.map { $0.flatMap { SamplerKey($0) } }
        let key = LookupKernels.Key(operation: operation, states: states, isFragment: isFragment, extras: extras.rawValue, target: target, tier: tier,
                                    asksSize: asksSize, together: together)
        let kernel = try kernels.kernel(key) { try compile(target, tier, states, asksSize: asksSize) }
        let entry = try kernel.function("lookup", as: Entry.self)
        let groups = rows.count / lanes
        var input: [UInt32] = [], output = [UInt32](repeating: 0, count: groups * lanes * wordCount)
        for group in 0..<groups { for column in rows.columns { input += column[group * lanes..<(group + 1) * lanes] } }
        let records = UnsafeMutableRawPointer.allocate(byteCount: TextureRecord.stride * max(1, bindings.count), alignment: 64)
        defer { records.deallocate() }
        for (i, binding) in bindings.enumerated() { TextureRecord.write(binding, to: records + i * TextureRecord.stride) }
        entry(records, input, &output, Int32(groups))
        return (0..<groups * lanes).map { row in (0..<wordCount).map { output[(row / lanes * wordCount + $0) * lanes + row % lanes] } }
    }

    func expected(_ rows: LookupRows, asksSize: Bool) -> [[UInt32]] {
        let units = TextureUnits(bindings: bindings)
        var result: [[UInt32]] = []
        for first in stride(from: 0, to: rows.count, by: 4) {
            func float(_ field: LookupRows.Field) -> QuadFloat { rows.quad(field, first, as: QuadFloat.self) { Float(bitPattern: $0) } }
            func int(_ field: LookupRows.Field) -> QuadInt { rows.quad(field, first, as: QuadInt.self) { Int32(bitPattern: $0) } }
            var request = TextureRequest()
            request.unit = QuadInt(repeating: Int32(operation.unit))
            if extras.contains(.dynamicUnit) { request.unit &+= int(.unit) }
            if asksSize {
                for lane in 0..<4 {
                    let size = units.size(unit: Int(request.unit[lane]), level: Int(int(.level)[lane]))
                    result.append([size.width, size.height, size.depth, 0].map { UInt32($0) })
                }
                continue
            }
            let isDeep = coordinateCount() == 3
            request.s = float(.s); request.t = float(.t)
            request.dsdx = float(.dsdx); request.dtdx = float(.dtdx)
            request.dsdy = float(.dsdy); request.dtdy = float(.dtdy)
            request.i = int(.i); request.j = int(.j)
            if operation.dimension == .cubeArray { request.layer = float(.layer) }
            if operation.dimension.isMultisampled { request.sample = int(.sample) }
            if isDeep { request.r = float(.r); request.drdx = float(.drdx); request.drdy = float(.drdy); request.k = int(.k) }
            request.reference = float(.reference); request.lod = float(.lod); request.level = int(.level)
            if extras.contains(.offset) { request.offsetS = int(.offsetS); request.offsetT = int(.offsetT); if isDeep { request.offsetR = int(.offsetR) } }
            if extras.contains(.constantOffset) {
                request.offsetS = QuadInt(repeating: Self.constantOffset[0]); request.offsetT = QuadInt(repeating: Self.constantOffset[1])
                if isDeep { request.offsetR = QuadInt(repeating: Self.constantOffset[2]) }
            }
            let answers = (together.isEmpty ? [operation] : operations).map { operation in
                if !together.isEmpty { request.unit = QuadInt(repeating: Int32(operation.unit)) }
                return units.sample(operation, request, isFragment: isFragment)
            }
            for lane in 0..<4 { result.append(answers.flatMap { [$0.x[lane], $0.y[lane], $0.z[lane], $0.w[lane]] }) }
        }
        return result
    }

    /// Executes the lookups of the rows with compiled code, and compares the results with the results of `expected`. The code of the
    /// optimised tier runs with each number of lanes, the code of the baseline tier with 16 or 8 lanes. Returns the first rows with a
    /// difference. All NaNs are equal.
    func differences(_ rows: LookupRows, asksSize: Bool = false, lanes: [Int] = [4, 8, 16, 32]) throws -> [String] {
        let wanted = expected(rows, asksSize: asksSize)
        var found: [String] = []
        for (count, tier) in lanes.map({ ($0, CompileTier.optimized) }) + [(lanes.contains(16) ? 16 : 8, .baseline)] {
            let got = try compiled(rows, lanes: count, tier, asksSize: asksSize)
            func same(_ a: UInt32, _ b: UInt32) -> Bool {
                a == b || (operation.resultType == .float && !asksSize && Float(bitPattern: a).isNaN && Float(bitPattern: b).isNaN)
            }
            for row in 0..<rows.count where !wanted[row].indices.allSatisfy({ same(wanted[row][$0], got[row][$0]) }) {
                func show(_ v: [UInt32]) -> String { "\(v.map { Float(bitPattern: $0) }) \(v.map { String($0, radix: 16) })" }
                let operands = LookupRows.Field.allCases.map { field -> String in
                    let bits = rows.columns[field.rawValue][row]
                    switch field {
                    case .unit, .i, .j, .k, .level, .sample, .offsetS, .offsetT, .offsetR: return "\(field) \(Int32(bitPattern: bits))"
                    default: return "\(field) \(Float(bitPattern: bits))"
                    }
                }
                found.append("\(count) lanes, \(tier), row \(row): \(show(got[row])) for \(show(wanted[row])) at \(operands.joined(separator: ", "))")
                if found.count >= 2 { return found }
            }
        }
        return found
    }
}

/// Makes operands at boundaries, at extremes, and between them.
struct LookupGenerator {
    var random: SeededGenerator
    /// The size of the base level in texels.
    var size: (Int, Int, Int)
    var dimension: TextureDimension
    var unitCount = 1
    /// Whether offsets may have any value; if false, offsets are in GLSL's range.
    var wildOffsets = false

    private mutating func pick<T>(_ values: [T]) -> T { values.randomElement(using: &random)! }
    private mutating func chance(_ n: Int) -> Bool { Int.random(in: 0..<n, using: &random) == 0 }

    mutating func coordinate(_ n: Int) -> Float {
        switch Int.random(in: 0..<16, using: &random) {
        case 0: return pick([.nan, -.nan, .infinity, -.infinity, 1e38, -1e38, 1e10, -1e10, Float(bitPattern: 0x0001_16C2), Float(bitPattern: 0x8001_16C2), 0,
                             -0.0, 1, -1, 0x1.fffffep-1, -0x1p-30])
        case 1, 2: return Float.random(in: -3...3, using: &random)
        case 3: return Float.random(in: -50...50, using: &random)
        case 4, 5, 6:
            let edge = Float(Int.random(in: -n...3 * n, using: &random)) / Float(n)
            return pick([edge, edge.nextUp, edge.nextDown])
        case 7, 8:
            let center = (Float(Int.random(in: -n...3 * n, using: &random)) + 0.5) / Float(n)
            return pick([center, center.nextUp, center.nextDown])
        default: return Float.random(in: -0.25...1.25, using: &random)
        }
    }
    private mutating func direction() -> [Float] {
        var v = (0..<3).map { _ in Float.random(in: -1...1, using: &random) }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: v[Int.random(in: 0..<3, using: &random)] = pick([.nan, .infinity, 0, -0.0, 1e30, -1e30, 1e-38])
        case 1: // an edge
            let i = Int.random(in: 0..<3, using: &random)
            v[i] = pick([1, -1]); v[(i + 1) % 3] = pick([1, -1, 0.999, -0.999])
        case 2: v = (0..<3).map { _ in pick([1, -1, 0.99, -0.99]) }
        case 3: v = v.map { $0 * pick([1000, 0.001]) }
        default: break
        }
        return v
    }
    private mutating func gradient() -> Float {
        if chance(12) { return 0 }
        if chance(200) { return pick([.nan, .infinity, -.infinity, 1e30]) }
        let value = Float.random(in: -1...1, using: &random)
        return value * Float(sign: .plus, exponent: .random(in: -9...2, using: &random), significand: 1)
    }

    mutating func rows(_ count: Int, sharesUnit: Bool = true) -> LookupRows {
        var rows = LookupRows()
        while rows.count < count {
            var shared: [LookupRows.Field: UInt32] = [:]
            for field in [LookupRows.Field.dsdx, .dtdx, .drdx, .dsdy, .dtdy, .drdy] { shared[field] = gradient().bitPattern }
            // Most footprints are nearly isotropic, as on a surface.
            if chance(2) { shared[.dtdy] = (Float(bitPattern: shared[.dsdx]!) * 1.1).bitPattern; shared[.dsdy] = 0; shared[.dtdx] = 0 }
            let unit = UInt32.random(in: 0..<UInt32(unitCount), using: &random)
            let mixes = !sharesUnit && chance(2)
            var generator = self
            rows.append { _ in generator.lane(shared, unit: unit, mixes: mixes) }
            self = generator
        }
        return rows
    }

    private mutating func lane(_ shared: [LookupRows.Field: UInt32], unit: UInt32, mixes: Bool) -> [LookupRows.Field: UInt32] {
        var values = shared
        values[.unit] = mixes ? UInt32.random(in: 0..<UInt32(unitCount), using: &random) : unit
        let place = dimension == .cube || dimension == .cubeArray ? direction() : dimension == .d2Array || dimension == .d1Array
            ? [coordinate(size.0), coordinate(size.1), chance(3) ? coordinate(1) : Float.random(in: -1...Float(size.2), using: &random)]
            : [coordinate(size.0), coordinate(size.1), coordinate(size.2)]
        values[.layer] = (chance(3) ? coordinate(1) : Float.random(in: -1...3, using: &random)).bitPattern
        values[.sample] = UInt32(bitPattern: chance(20) ? pick([Int32.min, .max, -1, 4]) : Int32.random(in: 0...3, using: &random))
        let scale: (Float, Float) = dimension == .rectangle ? (Float(size.0), Float(size.1)) : (1, 1)
        values[.s] = (place[0] * scale.0).bitPattern; values[.t] = (place[1] * scale.1).bitPattern; values[.r] = place[2].bitPattern
        func index(_ n: Int) -> UInt32 { UInt32(bitPattern: chance(20) ? pick([Int32.min, .max, -1]) : Int32.random(in: -2...Int32(n) + 1, using: &random)) }
        values[.i] = index(size.0); values[.j] = index(size.1); values[.k] = index(size.2)
        values[.level] = UInt32(bitPattern: chance(10) ? pick([Int32.min, .max, -1, 9, 31, 32, 33]) : Int32.random(in: 0...3, using: &random))
        values[.reference] = (chance(20) ? pick([Float.nan, .infinity, -1, 2, 0, 1]) : Float.random(in: 0...1, using: &random)).bitPattern
        values[.lod] = (chance(20) ? pick([Float.nan, .infinity, -.infinity, 0, -0.0, 1, 2, 0.5, 1.5, 1e-20]) : Float.random(in: -2...5, using: &random))
            .bitPattern
        for field in [LookupRows.Field.offsetS, .offsetT, .offsetR] {
            values[field] = UInt32(bitPattern: wildOffsets && chance(4) ? pick([Int32.min, .max, 100_000, -100_000, 1 << 24])
                                   : Int32.random(in: -8...7, using: &random))
        }
        return values
    }
}

// MARK: Textures, samplers and operands of the tests

/// Every wrap mode occurs on each axis, with another mode on the next axis.
let samplerTestWraps: [(WrapMode, WrapMode, WrapMode)] = [
    (.repeat, .clampToEdge, .mirroredRepeat), (.clampToEdge, .repeat, .clampToBorder), (.mirroredRepeat, .clampToBorder, .repeat),
    (.clampToBorder, .mirrorClampToEdge, .clampToEdge), (.mirrorClampToEdge, .mirroredRepeat, .mirrorClampToEdge), (.clampToEdge, .clampToEdge, .clampToEdge),
]
func samplerTestSampler(_ wrap: Int, _ min: FilterMode, _ mag: FilterMode, _ mip: MipFilterMode) -> Sampler {
    var result = Sampler(min: min, mag: mag, mip: mip)
    (result.wrapS, result.wrapT, result.wrapR) = samplerTestWraps[wrap]
    result.borderColor = SIMD4(0.3, 1.5, -0.25, 0.7)
    return result
}
func samplerTestType(_ dimension: TextureDimension) -> TextureType {
    switch dimension {
    case .d2, .d2Multisample: .d2
    case .d3: .d3
    case .cube: .cube
    case .d2Array, .d2MultisampleArray: .d2Array
    case .d1: .d1
    case .d1Array: .d1Array
    case .rectangle: .rectangle
    case .buffer: .buffer
    case .cubeArray: .cubeArray
    }
}
func samplerTestResult(_ format: PixelFormat) -> ScalarType {
    format.kind == .int ? .int : format.kind == .uint || format.kind == .stencil ? .uint : .float
}
private func size(_ dimension: TextureDimension) -> (Int, Int, Int) {
    switch dimension {
    case .d2, .rectangle, .d2Multisample: (13, 7, 1)
    case .d3: (6, 9, 5)
    case .cube: (11, 11, 1)
    case .cubeArray: (7, 7, 3)
    case .d2Array, .d2MultisampleArray: (12, 8, 3)
    case .d1, .buffer: (13, 1, 1)
    case .d1Array: (12, 1, 3)
    }
}
func samplerTestTexture(_ dimension: TextureDimension, _ format: PixelFormat, levels: Int, seed: UInt64 = 1) throws -> Texture {
    var random = SeededGenerator(state: seed)
    let (w, h, d) = size(dimension)
    // This device only makes the texture, and draws nothing.
    let device = Device(.reference)
    return try randomTexture(device, samplerTestType(dimension), format, w, h, d, mipLevels: dimension == .rectangle ? 1 : levels, using: &random)
}
func samplerTestRows(_ dimension: TextureDimension, _ count: Int = 384, seed: UInt64 = 9, wildOffsets: Bool = false, units: Int = 1,
                     sharesUnit: Bool = true) -> LookupRows {
    var generator = LookupGenerator(random: SeededGenerator(state: seed), size: size(dimension), dimension: dimension, unitCount: units,
                                    wildOffsets: wildOffsets)
    return generator.rows(count, sharesUnit: sharesUnit)
}

/// Checks that compiled lookups agree with lookups of the reference renderer.
/// - Parameter lanes: The numbers of lanes to test; if nil, the text `what` selects a single number of lanes.
func checkSampler(_ comparison: SamplerComparison, _ rows: LookupRows, _ what: String, asksSize: Bool = false, lanes: [Int]? = nil) throws {
    let width = [4, 8, 16, 32][what.utf8.reduce(0) { $0 + Int($1) } % 4]
    let found = try comparison.differences(rows, asksSize: asksSize, lanes: lanes ?? [width])
    #expect(found.isEmpty, "\(what): \(found.joined(separator: "\n"))")
}
