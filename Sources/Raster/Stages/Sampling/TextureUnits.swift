// TextureUnits: computes the results of a shader's lookups in the texture units of one draw (OpenGL 3.3 §3.8.9 to §3.8.16; textureGather as
// in OpenGL 4.0). LevelOfDetail, Probes, TexelAddressing and TexelFiltering define the parts of a lookup; this file combines the parts.
//
// Every lookup has a result. A lookup in an empty unit gives (0, 0, 0, 1), and a fetch out of range gives zeros. No coordinate, level or
// derivative traps. Within a level, the probes of a lookup are averaged (see Probes). Two mip levels are mixed in binary32, as
// a + (b − a)·τ. TextureUnits applies the rules of lookups in Swift. SamplerKernel emits kernel code that applies the same rules and gives
// the same bits.

import Memory
import Shading

package struct TextureUnits: TextureSampling {
    /// The object that owns the units and retains the texels to which the units point.
    private let table: UnitTable
    private let units: UnsafePointer<BoundTexture>
    private let count: Int
    private let log: TexelLog?

    /// - Parameters:
    ///   - bindings: The binding of each texture unit; nil for an empty unit.
    ///   - log: Records the texels and levels that lookups read; nil if nothing is recorded.
    package init(bindings: [TextureBinding?], log: TexelLog? = nil) {
        self.log = log
        table = UnitTable(bindings, log)
        units = UnsafePointer(table.units)
        count = bindings.count
    }

    package func size(unit: Int, level: Int) -> (width: Int, height: Int, depth: Int) {
        guard unit >= 0, unit < count, level >= 0, level < units[unit].levelCount else { return (0, 0, 0) }
        let l = units[unit].levels[level]
        switch units[unit].dimension {
        case .d2, .cube, .d1, .rectangle, .buffer, .d2Multisample: return (l.width, l.height, 1)
        case .d3, .d2Array, .d1Array, .d2MultisampleArray: return (l.width, l.height, l.slices)
        case .cubeArray: return (l.width, l.height, l.slices / 6)
        }
    }

    package func sample(_ operation: TextureOperation, _ request: TextureRequest, isFragment: Bool) -> TextureResult {
        var result = TextureResult()
        let quadFootprint = sharedFootprint(operation, request, isFragment: isFragment)
        for lane in 0..<4 {
            let index = Int(request.unit[lane])
            var value: SIMD4<UInt32>
            log?.begin(lane: lane, unit: index)
            if index < 0 || index >= count || units[index].levelCount == 0 {
                value = operation.emptyResult
            } else {
                let unit = units + index
                switch operation.kind {
                case .fetch: value = swizzled(fetch(unit, request, lane), unit, operation)
                case .gather: value = gather(unit, operation, request, lane)
                case .levelOfDetail:
                    let levels = unit.pointee.queriedLevels(quadFootprint ?? footprint(unit, operation, request, lane, isFragment: isFragment))
                    value = SIMD4(levels.accessed.bitPattern, levels.detail.bitPattern, 0, operation.oneBits)
                case .levelCount: value = SIMD4(UInt32(unit.pointee.levelCount), 0, 0, operation.oneBits)
                case .sampleCount: value = SIMD4(UInt32(unit.pointee.samples), 0, 0, operation.oneBits)
                case .sample:
                    value = swizzled(lookUp(unit, operation, request, lane,
                                            quadFootprint ?? footprint(unit, operation, request, lane, isFragment: isFragment)), unit, operation)
                }
            }
            result.x[lane] = value.x; result.y[lane] = value.y; result.z[lane] = value.z; result.w[lane] = value.w
        }
        return result
    }

    private func swizzled(_ unordered: SIMD4<UInt32>, _ unit: UnsafePointer<BoundTexture>, _ operation: TextureOperation) -> SIMD4<UInt32> {
        let swizzle = unit.pointee.swizzle
        let value = operation.repeatsOutcome ? SIMD4(unordered.x, unordered.x, unordered.x, unordered.w) : unordered
        if swizzle == .identity { return value }
        return SIMD4(swizzle.ordered([value.x, value.y, value.z, value.w], zero: 0, one: operation.oneBits))
    }

    // MARK: Level of detail

    /// If the quad has common derivatives and all lanes read one unit, returns the footprint of lane 0 for the whole quad; else
    /// nil.
    private func sharedFootprint(_ operation: TextureOperation, _ request: TextureRequest, isFragment: Bool) -> Footprint? {
        guard isFragment, operation.readsWholeQuad else { return nil }
        let index = Int(request.unit[0])
        guard index >= 0, index < count, units[index].levelCount > 0,
              request.unit == QuadInt(repeating: request.unit[0]) else { return nil }
        return footprint(units + index, operation, request, 0, isFragment: true)
    }

    private func footprint(_ unit: UnsafePointer<BoundTexture>, _ operation: TextureOperation, _ request: TextureRequest, _ lane: Int,
                           isFragment: Bool) -> Footprint {
        switch operation.levelOfDetail {
        case .explicit: return Footprint(lambda: request.lod[lane])
        case .implicit, .bias: if !isFragment { return Footprint() }
        case .gradient: break
        }
        return unit.pointee.footprint(SIMD3(request.s[lane], request.t[lane], request.r[lane]),
                                      dx: SIMD3(request.dsdx[lane], request.dtdx[lane], request.drdx[lane]),
                                      dy: SIMD3(request.dsdy[lane], request.dtdy[lane], request.drdy[lane]))
    }

    /// Returns a number for each lane: the finer mip level that the lookup reads, counted from the unit's base level, plus the
    /// weight of the next level. Returns NaN if the unit is empty or has one level, or if the level of a fetch is out of range.
    func levels(_ operation: TextureOperation, _ request: TextureRequest, isFragment: Bool) -> QuadFloat {
        var result = QuadFloat(repeating: .nan)
        let shared = sharedFootprint(operation, request, isFragment: isFragment)
        for lane in 0..<4 {
            let index = Int(request.unit[lane])
            guard index >= 0, index < count, units[index].levelCount > 1 else { continue }
            let unit = units + index
            switch operation.kind {
            case .fetch: if request.level[lane] >= 0, Int(request.level[lane]) < unit.pointee.levelCount { result[lane] = Float(request.level[lane]) }
            case .gather: result[lane] = 0
            case .levelOfDetail, .levelCount, .sampleCount: break
            case .sample:
                let footprint = shared ?? footprint(unit, operation, request, lane, isFragment: isFragment)
                let choice = unit.pointee.levelChoice(detail(unit, operation, request, lane, footprint), isAnisotropic: footprint.probes > 1)
                result[lane] = Float(choice.level) + choice.weight
            }
        }
        return result
    }
    /// Returns the level of detail λ': λ plus the sampler's bias and the shader's bias, limited to the sampler's bounds.
    private func detail(_ unit: UnsafePointer<BoundTexture>, _ operation: TextureOperation, _ request: TextureRequest, _ lane: Int,
                        _ footprint: Footprint) -> Float {
        unit.pointee.biased(footprint.lambda, operation.levelOfDetail == .bias ? request.lod[lane] : 0)
    }

    // MARK: Lookups

    @inline(__always) private func offset(_ request: TextureRequest, _ lane: Int) -> SIMD3<Int> {
        SIMD3(Int(request.offsetS[lane]), Int(request.offsetT[lane]), Int(request.offsetR[lane]))
    }
    private func reference(_ unit: UnsafePointer<BoundTexture>, _ request: TextureRequest, _ lane: Int) -> Float {
        unit.pointee.clampsReference ? clamp(request.reference[lane], 0, 1) : request.reference[lane]
    }

    private func lookUp(_ unit: UnsafePointer<BoundTexture>, _ operation: TextureOperation, _ request: TextureRequest, _ lane: Int,
                        _ footprint: Footprint) -> SIMD4<UInt32> {
        let detail = detail(unit, operation, request, lane, footprint)
        let choice = unit.pointee.levelChoice(detail, isAnisotropic: footprint.probes > 1)
        log?.note(detail: detail, choice, probes: footprint.probes(inLevel: choice.level))
        let place = LookupPlace(coordinate: SIMD4(request.s[lane], request.t[lane], request.r[lane], request.layer[lane]), offset: offset(request, lane),
                                reference: operation.isShadow ? reference(unit, request, lane) : nil)
        let finer = average(unit, choice.level, choice.filter, place, footprint)
        if choice.weight == 0 { return finer }
        let coarser = average(unit, choice.level + 1, choice.filter, place, footprint)
        let a = unsafeBitCast(finer, to: SIMD4<Float>.self), b = unsafeBitCast(coarser, to: SIMD4<Float>.self)
        return unsafeBitCast(a.addingProduct(b - a, SIMD4(repeating: choice.weight)), to: SIMD4<UInt32>.self)
    }

    /// Returns the result of one probe in one level.
    func oneLevel(_ unit: UnsafePointer<BoundTexture>, _ level: Int, _ filter: FilterMode, _ place: LookupPlace) -> SIMD4<UInt32> {
        if let reference = place.reference {
            return SIMD4(unit.pointee.shadow(level, place.coordinate, place.offset, reference, filter).bitPattern, 0, 0, Float(1).bitPattern)
        }
        if filter == .nearest { return unit.pointee.nearest(level, place.coordinate, place.offset) }
        return unsafeBitCast(unit.pointee.linear(level, place.coordinate, place.offset), to: SIMD4<UInt32>.self)
    }

    private func gather(_ unit: UnsafePointer<BoundTexture>, _ operation: TextureOperation, _ request: TextureRequest, _ lane: Int) -> SIMD4<UInt32> {
        switch unit.pointee.swizzle.gathered(component: operation.gatherComponent & 3, isShadow: operation.isShadow) {
        case .zero: .zero
        case .one: SIMD4(repeating: operation.oneBits)
        case .channel(let channel):
            unit.pointee.gather(SIMD4(request.s[lane], request.t[lane], request.r[lane], request.layer[lane]), offset(request, lane),
                                component: channel, reference: operation.isShadow ? reference(unit, request, lane) : nil)
        }
    }

    /// Returns one texel, unfiltered. Levels count from the base level, and offsets are added to the indices.
    private func fetch(_ unit: UnsafePointer<BoundTexture>, _ request: TextureRequest, _ lane: Int) -> SIMD4<UInt32> {
        let levelIndex = Int(request.level[lane])
        guard levelIndex >= 0, levelIndex < unit.pointee.levelCount else { return .zero }
        let level = unit.pointee.levels[levelIndex]
        let shift = offset(request, lane)
        let i = Int(request.i[lane]) + shift.x, j = Int(request.j[lane]) + shift.y
        let k: Int = switch unit.pointee.dimension {
        case .d2, .cube, .cubeArray, .d1, .rectangle, .buffer, .d2Multisample: 0
        case .d2Array, .d1Array, .d2MultisampleArray: Int(request.k[lane])
        case .d3: Int(request.k[lane]) + shift.z
        }
        let sample = Int(request.sample[lane])
        guard i >= 0, i < level.width, j >= 0, j < level.height, k >= 0, k < level.slices, sample >= 0, sample < unit.pointee.samples else { return .zero }
        return unit.pointee.texel(level, i, j, k, sample: sample)
    }
}

extension TextureBinding {
    /// Makes a binding as `RenderPass.setTexture` does. If `levels` is nil, lookups read all levels.
    package init(_ texture: Texture, _ sampler: Sampler = .linear, levels: ClosedRange<Int>? = nil) {
        self.init(TextureView(texture, levels: levels), sampler: sampler)
    }
}

/// The memory of the units and their levels. This memory is freed together with the last TextureUnits object that uses it.
private final class UnitTable {
    let units: UnsafeMutablePointer<BoundTexture>
    private let levels: UnsafeMutablePointer<SampledLevel>
    private let unitMemory: Allocation, levelMemory: Allocation
    /// The objects that own the texels of the units. This list keeps the texels alive.
    private let storages: [TexelStorage]

    init(_ bindings: [TextureBinding?], _ log: TexelLog?) {
        // Returns the levels of a binding. A binding may name levels that do not exist in the texture; these levels are left out.
        func range(_ binding: TextureBinding) -> Range<Int> {
            (binding.levels.lowerBound..<(binding.levels.upperBound + 1)).clamped(to: binding.texture.storage.levels.indices)
        }
        storages = bindings.compactMap { $0?.texture.storage }
        unitMemory = Allocation(of: BoundTexture.self, count: bindings.count, name: "UnitTable.units")
        levelMemory = Allocation(of: SampledLevel.self, count: bindings.reduce(0) { $0 + ($1.map { range($0).count } ?? 0) }, name: "UnitTable.levels")
        units = unitMemory.elements(); levels = levelMemory.elements()
        var next = levels
        for (i, binding) in bindings.enumerated() {
            guard let binding else {
                (units + i).initialize(to: BoundTexture(emptyWith: levels))
                continue
            }
            let storage = binding.texture.storage
            let first = next
            for level in range(binding) {
                let l = storage.levels[level]
                next.initialize(to: SampledLevel(base: UnsafeRawPointer(storage.base) + binding.view.start(ofLevel: level), width: l.width, height: l.height,
                                                 slices: binding.view.sliceCount(ofLevel: level), bytesPerRow: l.bytesPerRow, bytesPerPlane: l.bytesPerPlane,
                                                 bytesPerSlice: l.bytesPerSlice))
                next += 1
            }
            var unit = BoundTexture(binding, levels: first, levelCount: next - first)
            unit.log = log.map { Unmanaged.passUnretained($0) }
            (units + i).initialize(to: unit)
        }
    }
    deinit {
        unitMemory.free()
        levelMemory.free()
    }
}
