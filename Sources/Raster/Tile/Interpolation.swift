// Interpolation: the attributes of a primitive at the pixels or samples of a block, as FragmentStage computes them.

import Kernel
import Shading
import ShadingKernel

struct Interpolation {
    let position: BlockPosition
    private let kernel: FragmentKernel
    private let record: Pointer
    private let sample: Int?
    private let covered: [LaneMask]
    private var builder: KernelBuilder { kernel.builder }
    private var isMultisampled: Bool { kernel.key.samples > 1 }
    private let samplePositions: [(x: Int, y: Int)]
    /// w at each place where smooth varyings are taken.
    private var perspective: [InterpolationSampling: FloatLanes] = [:]

    init(kernel: FragmentKernel, record: Pointer, position: BlockPosition, covered: [LaneMask], sample: Int?) {
        self.kernel = kernel; self.record = record; self.position = position; self.covered = covered; self.sample = sample
        samplePositions = kernel.key.samples == 4 ? FragmentStage.samplePositions4 : [(0, 0)]
    }

    private func number(_ offset: Int) -> FloatLanes { record.load(Float.self, at: offset).broadcast() }
    private var centerDX: FloatLanes { position.pixelX - number(PrimitiveRecord.originX) }
    private var centerDY: FloatLanes { position.pixelY - number(PrimitiveRecord.originY) }

    private func plane(_ offset: Int, _ dx: FloatLanes, _ dy: FloatLanes) -> FloatLanes {
        number(offset + 4).fusedMultiply(dx, add: number(offset + 8).fusedMultiply(dy, add: number(offset)))
    }

    /// Where centre, centroid or sample inputs are taken, relative to the record's origin.
    private func place(_ sampling: InterpolationSampling) -> (FloatLanes, FloatLanes) {
        let dx = centerDX, dy = centerDY
        guard isMultisampled else { return (dx, dy) }
        switch sampling {
        case .center: return (dx, dy)
        case .sample:
            guard let sample else { return (dx, dy) }
            return (dx + Float(samplePositions[sample].x) / 256, dy + Float(samplePositions[sample].y) / 256)
        case .centroid:
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

    /// To be called where the code is that every `input` follows. Where 1/w is the same everywhere, as in a view without
    /// perspective, one division serves the block; the planes' sums add zeros then.
    mutating func findPerspective() {
        let samplings = Set(kernel.program.interface.varyings.filter { $0.interpolation == .smooth }.map(\.sampling))
        if samplings.isEmpty { return }
        let inverseW = PrimitiveRecord.inverseW
        let slopes = record.load(UInt32.self, at: inverseW + 4) | record.load(UInt32.self, at: inverseW + 8)
        let isConstant = (slopes << 1) .== 0
        for sampling in samplings.sorted(by: { $0.rawValue < $1.rawValue }) {
            let (dx, dy) = place(sampling)
            perspective[sampling] = builder.choose(isConstant, {
                (builder.scalar(Float(1)) / record.load(Float.self, at: inverseW)).broadcast()
            }, else: {
                builder.lanes(Float(1)) / plane(inverseW, dx, dy)
            })
        }
    }

    func clampDepth(_ z: FloatLanes) -> FloatLanes {
        let low = kernel.context.load(Float.self, at: DrawContext.depthMinimum, .constant).broadcast()
        let high = kernel.context.load(Float.self, at: DrawContext.depthMaximum, .constant).broadcast()
        return (z .> low).choose(z.lesser(high), low)
    }

    /// Clamped depth at a sample.
    func depth(sample s: Int) -> FloatLanes {
        // The order of FragmentStage: (pixel + offset) − origin.
        let dx = position.pixelX + Float(samplePositions[s].x) / 256 - number(PrimitiveRecord.originX)
        let dy = position.pixelY + Float(samplePositions[s].y) / 256 - number(PrimitiveRecord.originY)
        return clampDepth(plane(PrimitiveRecord.depth, dx, dy))
    }

    func input(_ component: Int, _ varying: VaryingComponent) -> UIntLanes {
        let offset = PrimitiveRecord.attributes + 12 * component
        switch varying.interpolation {
        case .flat: return record.load(UInt32.self, at: offset).broadcast()
        case .noPerspective:
            let (dx, dy) = place(varying.sampling)
            return plane(offset, dx, dy).bits
        case .smooth:
            let (dx, dy) = place(varying.sampling)
            return (plane(offset, dx, dy) * perspective[varying.sampling]!).bits
        }
    }

    func builtin(_ builtin: BuiltinInput, isFront: Condition) -> UIntLanes {
        let offset: (x: Int, y: Int) = sample.map { samplePositions[$0] } ?? (0, 0)
        func both(_ value: Float) -> UIntLanes { builder.lanes(value).bits }
        switch builtin {
        case .fragCoordX: return (position.pixelX + (0.5 + Float(offset.x) / 256)).bits
        case .fragCoordY: return (position.pixelY + (0.5 + Float(offset.y) / 256)).bits
        case .fragCoordZ:
            let (dx, dy) = place(.sample)
            return clampDepth(plane(PrimitiveRecord.depth, dx, dy)).bits
        case .fragCoordW:
            let (dx, dy) = place(.sample)
            return plane(PrimitiveRecord.inverseW, dx, dy).bits
        case .frontFacing: return isFront.broadcast().ones(UInt32.self)
        case .pointCoordX: return point(PrimitiveRecord.pointX, position.pixelX) { $0 + 0.5 }
        case .pointCoordY: return point(PrimitiveRecord.pointY, position.pixelY) { builder.lanes(Float(0.5)) - $0 }
        case .primitiveID: return record.load(UInt32.self, at: PrimitiveRecord.primitiveID).broadcast()
        case .sampleID: return builder.lanes(UInt32(sample ?? 0))
        case .samplePositionX: return both(0.5 + Float(offset.x) / 256)
        case .samplePositionY: return both(0.5 + Float(offset.y) / 256)
        case .helperInvocation:
            return (~covered.dropFirst().reduce(covered[0]) { $0 | $1 }).ones(UInt32.self)
        case .layer, .vertexID, .instanceID, .baseVertex, .baseInstance, .drawID: return builder.lanes(UInt32(0))
        }
    }
    private func point(_ center: Int, _ pixel: FloatLanes, _ finish: (FloatLanes) -> FloatLanes) -> UIntLanes {
        let size = number(PrimitiveRecord.pointSize)
        return (size .> 0).choose(finish((pixel - number(center)) / size), 0).bits
    }
}

/// The fragment shader's surroundings.
struct FragmentEnvironment: ShaderEnvironment {
    let kernel: FragmentKernel
    let interpolation: Interpolation
    let isFront: Condition
    let stepBudget: Variable<Scalar<Int32>>

    init(kernel: FragmentKernel, interpolation: Interpolation, isFront: Condition) {
        self.kernel = kernel; self.interpolation = interpolation; self.isFront = isFront
        stepBudget = kernel.builder.variable(kernel.context.load(Int32.self, at: DrawContext.stepLimit, .constant))
    }
    private var textures: SamplerKernel {
        SamplerKernel(builder: kernel.builder, units: kernel.key.units, records: kernel.context.loadPointer(at: DrawContext.textures, .constant), isFragment: true)
    }
    func input(_ component: Int) -> UIntLanes { interpolation.input(component, kernel.program.interface.varyings[component]) }
    func builtin(_ builtin: BuiltinInput) -> UIntLanes { interpolation.builtin(builtin, isFront: isFront) }
    func uniformBlock(_ index: Int) -> (base: Pointer, words: Scalar<UInt32>) { DrawContext.uniformBlock(index, kernel.context) }
    func texture(_ operation: TextureOperation, _ operands: TextureOperands, mask: LaneMask) -> [UIntLanes] {
        textures.sample(operation, operands, mask: mask)
    }
    func textureSize(_ operation: TextureOperation, unitOffset: IntLanes?, level: IntLanes) -> [UIntLanes] {
        textures.size(operation, unitOffset: unitOffset, level: level, mask: kernel.builder.mask(true))
    }
    func stopForStepLimit(loopEnd: Int) {
        kernel.report.store(kernel.builder.scalar(Int32(loopEnd)), at: KernelReport.failedLoop)
        kernel.builder.returnNow()
    }
}

extension DrawContext {
    static func uniformBlock(_ index: Int, _ context: Pointer) -> (base: Pointer, words: Scalar<UInt32>) {
        (context.loadPointer(at: uniformBlocks + 16 * index, .constant), context.load(UInt32.self, at: uniformBlocks + 16 * index + 8, .constant))
    }
}
