// WorkRunner: runs the fragment shaders of a draw for a WorkCounter. The runner observes which texels of counted images the shaders
// read, and adds these texels' counts to the pixels that the shaders write.

import Raster
import Shading

/// The images with counts that a draw may read.
struct ReadSheets {
    /// The sheets of the counted images, without duplicates.
    let all: [WorkSheet]
    /// For each counted image, keyed by the texture's unit, level and slice: `sheet` is the index in `all` of the image's sheet,
    /// and `first` is the number of the image's first pixel in this sheet.
    private let places: [Key: (sheet: Int, first: Int)]
    private struct Key: Hashable { var unit: Int, level: Int, slice: Int }
    var isEmpty: Bool { all.isEmpty }

    init(_ bindings: [TextureBinding?], _ sheets: [WorkCounter.ImageKey: LayerOfSheet]) {
        var all: [WorkSheet] = [], places: [Key: (sheet: Int, first: Int)] = [:]
        for (unit, binding) in bindings.enumerated() {
            guard let binding else { continue }
            let levels = binding.texture.storage.levels
            for level in levels.indices where binding.levels.contains(level) {
                for slice in 0..<levels[level].slices {
                    guard let image = sheets[WorkCounter.ImageKey(binding.texture, level: level, slice: slice)] else { continue }
                    let sheet = image.sheet, place = all.firstIndex { $0 === sheet } ?? all.count
                    if place == all.count { all.append(sheet) }
                    places[Key(unit: unit, level: level, slice: slice)] = (place, image.layer * sheet.width * sheet.height)
                }
            }
        }
        self.all = all; self.places = places
    }
    func place(unit: Int, level: Int, slice: Int) -> (sheet: Int, first: Int)? { places[Key(unit: unit, level: level, slice: slice)] }
}

final class WorkRunner: DrawObserver {
    private let log = TexelLog(keeps: true)
    var texels: TexelLog? { log }
    private let sheet: WorkSheet
    private let reads: ReadSheets
    private let isOpaque: Bool
    /// For each texture unit: the first level that the unit's binding shows to the shader, and whether the binding shows several
    /// levels.
    private let levels: [(first: Int, isSeveral: Bool)]
    /// `written` and `killed` are the indices of these two quantities in the lists of the counter and of the sheet; `killed` is nil if that
    /// quantity is not counted. The counter always counts written fragments.
    private let written: Int, killed: Int?
    private let runs: Int?, quads: Int?, operations: Int?, discards: Int?, mipLevel: Int?
    /// For each sheet in `reads`: the texels of the sheet's images that the draw has read, and their counts.
    private var shares: [Share]
    private struct Share {
        /// For each texel of the sheet, whether the draw read the texel. `distinct` is the number of texels that the draw read; `fragments`
        /// is the number of fragments that read any texel.
        var isRead: [Bool]
        var distinct = 0, fragments = 0
        /// For each quantity, a list with a number for each pixel: the mean count of the texels that a fragment read, summed over
        /// the pixel's fragments. The list is empty if no counts were read.
        var sums: [[Double]]
    }
    /// The current quad, and the results of the finished runs for this quad; nil if there is no current quad.
    private var quad: Quad?
    private struct Quad {
        var x: Int, y: Int, layer: Int, primitive: Int, instance: Int
        var runs = SIMD4<Int>.zero, quadRuns = 0
        var isDiscarded = SIMD4<UInt32>.zero
        var operations = SIMD4<UInt64>.zero
        var level = SIMD4<Float>(repeating: .nan)
        /// The log of lookups in counted images.
        var lookups: [(lane: Int, image: Int, texel: Int)] = []
        /// `written` and `killed` are the values that the counter had for these two quantities before the current quad, for each lane's pixel.
        var written = SIMD4<Double>.zero, killed = SIMD4<Double>.zero
    }

    init(_ sheet: WorkSheet, _ reads: ReadSheets, _ bindings: [TextureBinding?], isOpaque: Bool) {
        self.sheet = sheet; self.reads = reads; self.isOpaque = isOpaque
        levels = bindings.map { binding in
            guard let binding else { return (0, false) }
            let there = binding.levels.clamped(to: 0...(binding.texture.storage.levels.count - 1))
            return (there.lowerBound, there.count > 1)
        }
        written = sheet.counter.quantities.firstIndex(of: .written) ?? 0
        killed = sheet.place(of: .earlyKilled)
        runs = sheet.place(of: .shaded); quads = sheet.place(of: .shadedQuads); operations = sheet.place(of: .operations)
        discards = sheet.place(of: .discarded); mipLevel = sheet.place(of: .mipLevel)
        shares = reads.all.map { Share(isRead: [Bool](repeating: false, count: $0.width * $0.height * $0.layerCount), sums: sheet.quantities.map { _ in [] }) }
    }

    func run(_ interpreter: Interpreter, active: SIMDMask<SIMD4<Int32>>, vertices: VertexQuad) throws {
        _ = try interpreter.run(active: active)
        log.clear()
    }
    func run(_ interpreter: Interpreter, fragments: FragmentQuad) throws -> SIMDMask<SIMD4<Int32>> {
        var current: Quad
        if let known = quad, known.x == fragments.x, known.y == fragments.y, known.layer == fragments.layer, known.primitive == fragments.primitive,
           known.instance == fragments.instance, fragments.sample ?? 0 > 0 {
            current = known
        } else {
            settle()
            current = Quad(x: fragments.x, y: fragments.y, layer: fragments.layer, primitive: fragments.primitive, instance: fragments.instance)
            for lane in 0..<4 {
                guard let pixel = pixel(current, lane) else { continue }
                current.written[lane] = sheet.counter.values[written][pixel]
                if let killed { current.killed[lane] = sheet.counter.values[killed][pixel] }
            }
        }
        quad = nil
        log.clear()
        var watch = Watch(runner: self, module: interpreter.module, own: fragments.samples, quad: current)
        let alive = try interpreter.run(active: SIMDMask(repeating: true), observer: &watch)
        current = watch.quad
        current.quadRuns += 1
        for lane in 0..<4 where fragments.samples[lane] != 0 {
            current.runs[lane] += 1
            current.operations[lane] += UInt64(watch.operations[lane])
            if !alive[lane] { current.isDiscarded[lane] = 1 }
        }
        quad = current
        return alive
    }

    private func pixel(_ quad: Quad, _ lane: Int) -> Int? {
        let x = quad.x + (lane & 1), y = quad.y + (lane >> 1)
        // At the edge of an image of odd size, a quad has pixels outside of the image.
        return x < sheet.width && y < sheet.height ? (quad.layer * sheet.height + y) * sheet.width + x : nil
    }

    /// Takes the texels of a lookup from the log, and clears the log. The method `took` is called after each lookup.
    private func took(_ active: QuadUInt, own: SIMD4<UInt32>, _ quad: inout Quad) {
        defer { log.clear() }
        for lane in 0..<4 where active[lane] != 0 && own[lane] != 0 {
            guard let texel = log.texels.first(where: { $0.lane == lane }), levels.indices.contains(texel.unit) else { continue }
            let level = levels[texel.unit]
            if level.isSeveral {
                let chosen = log.levels.last { $0.lane == lane }
                let finest = chosen.map { Float($0.level) + $0.nextWeight } ?? Float(texel.level)
                quad.level[lane] = Float.minimum(quad.level[lane], finest + Float(level.first))
            }
            // If a filter mixes several texels, only the counts of one of these texels are read, because a mixture of counts could give
            // fractions.
            guard !texel.isBorder, let image = reads.place(unit: texel.unit, level: level.first + texel.level, slice: texel.slice) else { continue }
            quad.lookups.append((lane, image.sheet, image.first + texel.y * reads.all[image.sheet].width + texel.x))
        }
    }

    /// Adds the counts of the last quad, whose runs are complete.
    private func settle() {
        guard let quad else { return }
        self.quad = nil
        for lane in 0..<4 {
            guard let pixel = pixel(quad, lane) else { continue }
            let isWritten = sheet.counter.values[written][pixel] > quad.written[lane]
            if isWritten && isOpaque { sheet.replace(pixel) }
            addOwn(quad, lane, pixel)
            if isWritten && !quad.lookups.isEmpty { addRead(quad, lane, pixel) }
        }
    }
    /// Adds the quantities that the counter cannot count, because this runner, and not the counter, runs the shader.
    private func addOwn(_ quad: Quad, _ lane: Int, _ pixel: Int) {
        func add(_ place: Int?, _ value: Double) {
            if value != 0, let place { sheet.add(place, pixel, value) }
        }
        add(runs, Double(quad.runs[lane]))
        add(quads, Double(quad.quadRuns))
        add(operations, Double(quad.operations[lane]))
        add(discards, Double(quad.isDiscarded[lane]))
        if let mipLevel, !quad.level[lane].isNaN { sheet.add(mipLevel, pixel, Double(quad.level[lane])) }
        // The counter does not see that this runner runs the shader. If only some samples of a fragment fail the early test, the counter
        // therefore counts the fragment as removed. The runner corrects the count by −1.
        if let killed, quad.runs[lane] > 0, sheet.counter.values[killed][pixel] > quad.killed[lane] { add(killed, -1) }
    }
    private func addRead(_ quad: Quad, _ lane: Int, _ pixel: Int) {
        for image in shares.indices {
            var count = 0
            for lookup in quad.lookups where lookup.lane == lane && lookup.image == image {
                count += 1
                if shares[image].isRead[lookup.texel] { continue }
                shares[image].isRead[lookup.texel] = true
                shares[image].distinct += 1
            }
            if count == 0 { continue }
            shares[image].fragments += 1
            for (place, quantity) in sheet.quantities.enumerated() {
                var sum = 0.0
                for lookup in quad.lookups where lookup.lane == lane && lookup.image == image {
                    let value = reads.all[image].value(place, lookup.texel)
                    if quantity == .mipLevel { sheet.add(place, pixel, value) } else { sum += value }
                }
                if sum == 0 { continue }
                if shares[image].sums[place].isEmpty {
                    shares[image].sums[place] = [Double](repeating: 0, count: sheet.width * sheet.height * sheet.layerCount)
                }
                shares[image].sums[place][pixel] += sum / Double(count)
            }
        }
    }
    /// Ends the draw. For each sheet that the draw read, the counts of the texels that were read are divided among the fragments
    /// that read texels of the sheet.
    func finish() {
        settle()
        for share in shares where share.fragments > 0 {
            let part = Double(share.distinct) / Double(share.fragments)
            for (place, sums) in share.sums.enumerated() {
                for (pixel, sum) in sums.enumerated() where sum != 0 { sheet.add(place, pixel, sum * part) }
            }
        }
    }

    /// Observes one run of a fragment shader.
    private struct Watch: InterpreterObserver {
        let runner: WorkRunner
        let module: ShaderModule
        let own: SIMD4<UInt32>
        var quad: Quad
        var operations = QuadUInt()
        /// The lanes that were active before the current instruction. A control-flow instruction changes the active lanes, so the lanes
        /// after the instruction differ from the lanes that executed the instruction.
        private var before = QuadUInt(repeating: .max)

        init(runner: WorkRunner, module: ShaderModule, own: SIMD4<UInt32>, quad: Quad) {
            self.runner = runner; self.module = module; self.own = own; self.quad = quad
        }
        mutating func executed(instruction: Int, result: QuadUInt, active: QuadUInt) {
            let opcode = module.instructions[instruction].opcode
            let executing = opcode.definition.kind == .flow ? before : active
            before = active
            if opcode.isOperation { operations &+= executing & QuadUInt(repeating: 1) }
            if opcode == .texture { runner.took(active, own: own, &quad) }
        }
    }
}
