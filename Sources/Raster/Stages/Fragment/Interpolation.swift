// Interpolation: computes the attributes of primitives at pixels or samples, with the operations of FragmentStage. The pixels of the lanes
// form a block, or quads that may belong to several primitives.

import Kernel
import Shading

struct Interpolation {
    let position: LanePixels
    private let builder: KernelBuilder
    private let block: TileBlock
    /// See DrawContext.
    private let context: RecordPointer<DrawContext>
    /// The program's varyings; empty if only the depth is needed.
    private let varyings: [VaryingComponent]
    /// The index of the varying component that carries gl_Layer; nil if no shader writes gl_Layer.
    private let layerComponent: Int?
    /// The addresses of the primitives' records: one record for all lanes, or one record for each quad.
    private var records: [Pointer]
    /// The sample for which the shader runs; nil if the shader runs once for each pixel.
    private let sample: RunningSample?
    private let covered: [LaneMask]
    private let isMultisampled: Bool
    /// Whether the state makes the shader run for each sample. In this case, inputs that would be evaluated at the pixel's centre are
    /// evaluated at the sample.
    private let shadesSamples: Bool
    private let samplePositions: [(x: Int, y: Int)]
    private let pointSpriteOrigin: PointSpriteOrigin
    /// The inputs that `findInputs` computed, indexed by component.
    var inputs: [Int: UIntLanes] = [:]

    init(_ kernel: some PixelKernel, varyings: [VaryingComponent] = [], layerComponent: Int? = nil, records: [Pointer], position: LanePixels,
         covered: [LaneMask], sample: RunningSample?) {
        builder = kernel.builder; block = kernel.block; context = kernel.context
        self.varyings = varyings; self.layerComponent = layerComponent
        self.records = records; self.position = position; self.covered = covered; self.sample = sample
        samplePositions = kernel.positions; isMultisampled = kernel.isMultisampled
        shadesSamples = kernel.key.state.shadesSamples(kernel.samples)
        pointSpriteOrigin = kernel.key.state.pointSpriteOrigin
    }

    /// Returns one word of each lane's record. If there are several records, four words of each record are loaded at once, and each
    /// quad's word is copied to the quad's lanes.
    private func word(at offset: Int) -> UIntLanes {
        if records.count == 1 { return records[0].load(UInt32.self, at: offset, .constant).broadcast() }
        var rows = records.map { $0.loadLanes(UInt32.self, at: offset & ~15, count: 4, alignment: 4, .constant) }
        while rows.count > 1 { rows = stride(from: 0, to: rows.count, by: 2).map { rows[$0].joined(rows[$0 + 1]) } }
        return rows[0].shuffled((0..<builder.lanes).map { ($0 & ~3) + (offset >> 2) % 4 })
    }
    private func word(_ field: KeyPath<PrimitiveRecord, Int32>) -> UIntLanes { word(at: PrimitiveRecord.offset(of: field)) }
    private func number(at offset: Int) -> FloatLanes { word(at: offset).reinterpreted(as: Float.self) }
    private func number(_ field: KeyPath<PrimitiveRecord, Float>) -> FloatLanes { number(at: PrimitiveRecord.offset(of: field)) }
    /// Returns, for each lane, the distance in pixels from the origin of the lane's record to the lane's pixel.
    private func fromOrigin() -> (x: FloatLanes, y: FloatLanes) {
        func ofLanes() -> (x: FloatLanes, y: FloatLanes) {
            (position.floatX - number(\.originX), position.floatY - number(\.originY))
        }
        guard let isBlock = position.isBlock, records.count == 1 else { return ofLanes() }
        // For a block, the distance is computed at the block's corner, and each lane's offset is added. Origins are multiples of 1/256
        // pixel. If the origin's coordinates are below 2¹⁵ pixels, nothing is rounded, so the sum equals the distance that a direct
        // computation gives.
        let record = RecordPointer<PrimitiveRecord>(array: records[0])
        func isNear(_ field: KeyPath<PrimitiveRecord, Float>) -> Condition {
            (records[0].load(UInt32.self, at: PrimitiveRecord.offset(of: field), .constant) & 0x7FFF_FFFF) .< Float(0x1p15).bitPattern
        }
        let x = builder.variable(builder.lanes(Float(0))), y = builder.variable(builder.lanes(Float(0)))
        builder.if(isBlock & isNear(\.originX) & isNear(\.originY), {
            func set(_ variable: Variable<FloatLanes>, _ corner: Scalar<Int32>, _ field: KeyPath<PrimitiveRecord, Float>, _ lanes: [Int32]) {
                let distance = corner.converted(to: Float.self) - record.load(field, .constant)
                variable.value = distance.broadcast() + builder.lanes(lanes.map { Float($0) })
            }
            set(x, position.corner.x, \.originX, block.laneX)
            set(y, position.corner.y, \.originY, block.laneY)
        }, else: { (x.value, y.value) = ofLanes() })
        return (x.value, y.value)
    }
    var isFront: LaneMask { word(\.isFrontFacing) .!= 0 }
    /// All lanes of each quad that has a covered pixel or sample.
    var coveredQuads: LaneMask { coveredPixels.inWholeQuads }
    /// The pixels in which the primitive covers at least one sample.
    var coveredPixels: LaneMask { covered.dropFirst().reduce(covered[0]) { $0 | $1 } }

    private func plane(at offset: Int, _ dx: FloatLanes, _ dy: FloatLanes) -> FloatLanes {
        number(at: offset + 4).fusedMultiply(dx, add: number(at: offset + 8).fusedMultiply(dy, add: number(at: offset)))
    }
    private func plane(_ field: KeyPath<PrimitiveRecord, AttributePlane>, _ dx: FloatLanes, _ dy: FloatLanes) -> FloatLanes {
        plane(at: PrimitiveRecord.offset(of: field), dx, dy)
    }

    /// Returns the point, relative to the record's origin, where inputs are evaluated: the centre, the centroid or the sample.
    private func samplingOffset(_ sampling: InterpolationSampling, _ center: (x: FloatLanes, y: FloatLanes)? = nil) -> (FloatLanes, FloatLanes) {
        let (dx, dy) = center ?? fromOrigin()
        guard isMultisampled else { return (dx, dy) }
        switch sampling {
        case .pixelCenter: return (dx, dy)
        case .center where !shadesSamples: return (dx, dy)
        case .centroid where shadesSamples: return samplingOffset(.sample, (dx, dy))
        case .center, .sample:
            guard let sample else { return (dx, dy) }
            return (sample.movedX(dx, samplePositions), sample.movedY(dy, samplePositions))
        case .centroid:
            if case .counted = sample {
                let (x, y) = samplingOffset(.sample, (dx, dy))
                return (covered[0].choose(x, dx), covered[0].choose(y, dy))
            }
            var x = dx, y = dy
            let all = covered.dropFirst().reduce(covered[0]) { $0 & $1 }
            var taken = all
            for (s, mask) in covered.enumerated() {
                let first = mask & ~taken
                x = first.choose(dx + Float(samplePositions[s].x) / 256, x)
                y = first.choose(dy + Float(samplePositions[s].y) / 256, y)
                taken = taken | mask
            }
            return (x, y)
        }
    }

    /// Emits the computation of the given inputs before the code that reads them.
    /// - Parameter isOneRecord: A condition at run time: whether all quads belong to one primitive. If the condition holds, faster code
    ///   runs, which reads only this primitive's record. nil if no faster code is emitted.
    mutating func findInputs(_ components: [Int], isOneRecord: Condition?) {
        guard let isOneRecord else {
            for (component, value) in zip(components, values(components)) { inputs[component] = value }
            return
        }
        if components.isEmpty { return }
        let found = components.map { _ in builder.variable(builder.lanes(UInt32(0))) }
        var one = self
        one.records = [records[0]]
        builder.if(isOneRecord, {
            for (variable, value) in zip(found, one.values(components)) { variable.value = value }
        }, else: {
            for (variable, value) in zip(found, values(components)) { variable.value = value }
        })
        for (component, variable) in zip(components, found) { inputs[component] = variable.value }
    }

    private func values(_ components: [Int]) -> [UIntLanes] {
        /// The value of w at each point where smooth varyings are evaluated.
        var perspective: [InterpolationSampling: FloatLanes] = [:]
        let hasPlanes = components.contains { varyings[$0].interpolation != .flat }, center = hasPlanes ? fromOrigin() : nil
        return components.map { component in
            let varying = varyings[component], offset = PrimitiveRecord.attribute(component)
            if varying.interpolation == .flat { return word(at: offset) }
            let (dx, dy) = samplingOffset(varying.sampling, center), linear = plane(at: offset, dx, dy)
            if varying.interpolation == .noPerspective { return linear.bits }
            let w = perspective[varying.sampling] ?? w(dx, dy)
            perspective[varying.sampling] = w
            return (linear * w).bits
        }
    }

    private func w(_ dx: FloatLanes, _ dy: FloatLanes) -> FloatLanes {
        func quotients() -> FloatLanes { builder.lanes(Float(1)) / plane(\.inverseW, dx, dy) }
        guard records.count == 1 else { return quotients() }
        // A plane without slope has the same value everywhere, so one division is enough for all lanes. For a plane of zeros, all divisions
        // are computed, because the zeros at different points may have different signs.
        func bits(_ field: KeyPath<PrimitiveRecord, Float>) -> Scalar<UInt32> {
            records[0].load(UInt32.self, at: PrimitiveRecord.offset(of: field), .constant) << 1
        }
        let isConstant = ((bits(\.inverseW.dx) | bits(\.inverseW.dy)) .== 0) & (bits(\.inverseW.value) .!= 0)
        return builder.choose(isConstant, {
            (builder.scalar(Float(1)) / RecordPointer<PrimitiveRecord>(array: records[0]).load(\.inverseW.value, .constant)).broadcast()
        }, else: quotients)
    }

    func clampDepth(_ z: FloatLanes) -> FloatLanes {
        FragmentDepth.clamped(z, context.load(\.depthMinimum, .constant).broadcast(), context.load(\.depthMaximum, .constant).broadcast())
    }

    /// Returns the clamped depth at a sample of `covered`.
    func depth(sample s: Int) -> FloatLanes {
        // The operations have the same order as in FragmentStage: (pixel + offset) − origin.
        var sample = RunningSample.fixed(s)
        if let running = self.sample, case .counted = running { sample = running }
        let dx = sample.movedX(position.floatX, samplePositions) - number(\.originX)
        let dy = sample.movedY(position.floatY, samplePositions) - number(\.originY)
        return clampDepth(plane(\.depth, dx, dy))
    }

    func builtin(_ builtin: BuiltinInput) -> UIntLanes {
        /// Returns the place in the pixel at which the shader runs, in pixels from the pixel's corner.
        func placeX() -> FloatLanes { sample?.movedX(builder.lanes(Float(0.5)), samplePositions) ?? builder.lanes(Float(0.5)) }
        func placeY() -> FloatLanes { sample?.movedY(builder.lanes(Float(0.5)), samplePositions) ?? builder.lanes(Float(0.5)) }
        switch builtin {
        case .fragCoordX: return (position.floatX + placeX()).bits
        case .fragCoordY: return (position.floatY + placeY()).bits
        case .fragCoordZ:
            let (dx, dy) = samplingOffset(.sample)
            return clampDepth(plane(\.depth, dx, dy)).bits
        case .fragCoordW:
            let (dx, dy) = samplingOffset(.sample)
            return plane(\.inverseW, dx, dy).bits
        case .frontFacing: return isFront.ones(UInt32.self)
        case .pointCoordX:
            let x = shadesSamples ? sample?.movedX(position.floatX, samplePositions) : nil
            return point(\.pointX, x ?? position.floatX) { $0 + 0.5 }
        case .pointCoordY:
            let y = shadesSamples ? sample?.movedY(position.floatY, samplePositions) : nil
            return point(\.pointY, y ?? position.floatY) { pointSpriteOrigin == .upperLeft ? builder.lanes(Float(0.5)) - $0 : $0 + 0.5 }
        case .primitiveID: return word(\.primitiveID)
        case .sampleCount: return builder.lanes(UInt32(samplePositions.count))
        case .sampleID: return sample?.number(builder) ?? builder.lanes(UInt32(0))
        case .samplePositionX: return placeX().bits
        case .samplePositionY: return placeY().bits
        case .helperInvocation:
            return (~covered.dropFirst().reduce(covered[0]) { $0 | $1 }).ones(UInt32.self)
        case .sampleMask:
            if let sample, case .counted = sample { return covered[0].ones(UInt32.self) & (builder.lanes(UInt32(1)) << sample.number(builder)) }
            return covered.enumerated().dropFirst().reduce(covered[0].ones(UInt32.self) & 1) { $0 | ($1.element.ones(UInt32.self) & 1 << UInt32($1.offset)) }
        case .layer: return layerComponent.map { word(at: PrimitiveRecord.attribute($0)) } ?? builder.lanes(UInt32(0))
        case .vertexID, .instanceID, .baseVertex, .baseInstance, .drawID, .workGroupCountX, .workGroupCountY, .workGroupCountZ, .workGroupX,
             .workGroupY, .workGroupZ, .localInvocationX, .localInvocationY, .localInvocationZ, .invocationID:
            return builder.lanes(UInt32(0))
        }
    }
    /// Returns gl_FragCoord.x or gl_FragCoord.y, rounded down to an integer; nil for other inputs. The result is the pixel's coordinate,
    /// because samples lie inside of their pixels.
    func wholeBuiltin(_ builtin: BuiltinInput) -> UIntLanes? {
        switch builtin {
        case .fragCoordX: position.x().withSign(of: UInt32.self)
        case .fragCoordY: position.y().withSign(of: UInt32.self)
        default: nil
        }
    }
    private func point(_ center: KeyPath<PrimitiveRecord, Float>, _ pixel: FloatLanes, _ finish: (FloatLanes) -> FloatLanes) -> UIntLanes {
        let size = number(\.pointSize)
        return (size .> 0).choose(finish((pixel - number(center)) / size), 0).bits
    }
}
