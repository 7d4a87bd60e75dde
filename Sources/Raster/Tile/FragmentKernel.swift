// FragmentKernel: the code that turns the primitives of one draw in one tile into pixels: coverage, early tests,
// interpolation, the fragment shader, late tests, blending. One kernel per program, raster state and target formats.
//
// It computes what FragmentStage does, W pixels at a time, with the same operations in the same order.

import Kernel
import Shading
import ShadingKernel

/// Everything a fragment kernel's code depends on.
struct FragmentKernelState: Sendable, Hashable {
    var state: RasterState
    var colorFormats: [PixelFormat?]
    var depthFormat: PixelFormat?
    var stencilFormat: PixelFormat?
    var samples: Int
    var countsSamples: Bool
    /// 3 for filled triangles; lines, points and the outlines of polygons have four.
    var edgeCount: Int
    /// Per texture unit: what the sampling code depends on; nil for a unit that is empty or not read.
    var units: [TextureUnitState?]

    init(call: DrawCall, target: Framebuffer) {
        state = call.pipeline.state
        // Not part of the code: these are settled before the kernel runs.
        state.cull = .none; state.frontFace = .counterClockwise; state.polygonMode = .fill; state.provokingVertex = .last
        state.polygonOffset = .none; state.lineWidth = 1; state.pointSize = 1; state.primitiveRestart = false
        colorFormats = target.color.map { $0?.texture.format }
        depthFormat = target.depth?.texture.format
        stencilFormat = target.stencil?.texture.format
        samples = target.samples
        countsSamples = call.query != nil
        edgeCount = call.primitive.isTriangles && call.pipeline.state.polygonMode == .fill ? 3 : 4
        units = TextureUnitState.states(of: call, readBy: call.pipeline.program.linked.fragment)
    }

    /// See `DrawKernels.replacesColor`.
    func replacesColor(_ module: ShaderModule) -> Bool {
        guard samples == 1, stencilFormat == nil || state.stencil == nil, !module.usesDiscard else { return false }
        if depthFormat != nil, let depth = state.depth, depth.compare != .always { return false }
        return colorFormats.enumerated().allSatisfy { location, format in
            guard format != nil else { return true }
            let target = state.colorTarget(location)
            return target.blend == nil && target.writeMask == .all && OutputMerger.slot(of: module.outputs, location: location, blendIndex: 0) != nil
        }
    }
}

/// Arguments of the kernel's entry:
/// context, report, records, indices of the records (UInt32), their count, tile x0 y0 x1 y1 (pixels, inclusive).
typealias FragmentEntry = @convention(c) (
    UnsafeRawPointer, UnsafeMutableRawPointer, UnsafeRawPointer, UnsafePointer<UInt32>, Int32, Int32, Int32, Int32, Int32
) -> Void

struct FragmentKernel {
    let builder: KernelBuilder
    let program: LinkedProgram
    let key: FragmentKernelState
    let block: TileBlock
    /// Fixed while the entry is built.
    let context: Pointer
    let report: Pointer

    static let entryName = "fragments"

    static func build(_ builder: KernelBuilder, program: LinkedProgram, key: FragmentKernelState) {
        let parameters: [KernelType] = [.pointer, .pointer, .pointer, .pointer, .int32, .int32, .int32, .int32, .int32]
        builder.entry(entryName, parameters) { arguments in
            let kernel = FragmentKernel(builder: builder, program: program, key: key, block: TileBlock(lanes: builder.lanes),
                                        context: arguments[0].pointer, report: arguments[1].pointer)
            let records = arguments[2].pointer, indices = arguments[3].pointer
            let tile = (4...8).map { arguments[$0].scalar(Int32.self) }
            let planes = Planes(kernel)
            builder.forEach(from: builder.scalar(Int32(0)), to: tile[0]) { i in
                let index = indices.element(i, stride: 4).load(Int32.self)
                let record = records.element(index, stride: PrimitiveRecord.stride(varyings: program.interface.varyings.count))
                kernel.draw(record, tile: (tile[1], tile[2], tile[3], tile[4]), planes)
            }
        }
    }

    private var module: ShaderModule { program.fragment }
    fileprivate var samples: Int { key.samples }
    fileprivate var positions: [(x: Int, y: Int)] { samples == 4 ? FragmentStage.samplePositions4 : [(0, 0)] }
    private var usesCoverageOutput: Bool { module.builtinOutputs.sampleMask != nil || (key.state.alphaToCoverage && samples > 1) }
    private var testsEarly: Bool {
        module.earlyFragmentTests || (!module.usesDiscard && module.builtinOutputs.fragmentDepth == nil && !usesCoverageOutput)
    }

    /// The attachments' planes, one per sample, loaded once per call.
    struct Planes {
        var color: [[TexelPlane]?] = []
        var depth: [TexelPlane]?
        var stencil: [TexelPlane]?
        var colorCodes: [TexelCodeKernel?] = []
        var depthCode: TexelCodeKernel?
        var stencilCode: TexelCodeKernel?

        init(_ kernel: FragmentKernel) {
            let builder = kernel.builder, context = kernel.context
            let lastRow = context.load(Int32.self, at: DrawContext.lastRow, .constant)
            let decode = context.loadPointer(at: DrawContext.sRGBDecode, .constant)
            let thresholds = context.loadPointer(at: DrawContext.sRGBThresholds, .constant)
            func planes(_ offset: Int, _ format: PixelFormat?) -> [TexelPlane]? {
                guard let format else { return nil }
                let base = context.loadPointer(at: offset, .constant)
                let row = context.load(Int64.self, at: offset + 8, .constant)
                let plane = context.load(Int64.self, at: offset + 16, .constant)
                return (0..<kernel.samples).map {
                    TexelPlane(builder: builder, block: kernel.block, base: $0 == 0 ? base : base + plane * Int64($0), bytesPerRow: row,
                               lastRow: lastRow, bytesPerTexel: format.bytesPerTexel)
                }
            }
            func code(_ format: PixelFormat?) -> TexelCodeKernel? {
                format.map { TexelCodeKernel(builder: builder, format: $0, sRGBDecode: decode, sRGBThresholds: thresholds) }
            }
            for (i, format) in kernel.key.colorFormats.enumerated() {
                color.append(planes(DrawContext.color + 24 * i, format))
                colorCodes.append(code(format))
            }
            depth = planes(DrawContext.depth, kernel.key.depthFormat)
            stencil = planes(DrawContext.stencil, kernel.key.stencilFormat)
            depthCode = code(kernel.key.depthFormat)
            stencilCode = code(kernel.key.stencilFormat)
        }

        /// The same with the addresses of a row of blocks at hand.
        func atRows(_ y: Scalar<Int32>) -> Planes {
            var result = self
            result.color = color.map { $0.map { $0.map { $0.atRows(y) } } }
            result.depth = depth.map { $0.map { $0.atRows(y) } }
            return result
        }
    }

    // MARK: Coverage

    /// Widest change of an edge function within a tile; beyond it the sign is settled for the whole tile.
    fileprivate static let settled: Int64 = 1 << 30

    private func draw(_ record: Pointer, tile: (x0: Scalar<Int32>, y0: Scalar<Int32>, x1: Scalar<Int32>, y1: Scalar<Int32>), _ planes: Planes) {
        func bound(_ i: Int) -> Scalar<Int32> { record.load(Int32.self, at: PrimitiveRecord.bounds + 4 * i) }
        let minX = bound(0).maximum(tile.x0), minY = bound(1).maximum(tile.y0)
        let maxX = bound(2).minimum(tile.x1), maxY = bound(3).minimum(tile.y1)

        let edges = (0..<key.edgeCount).map { Edge(self, record, number: $0, tile: (tile.x0, tile.y0)) }
        let laneX = builder.lanes(block.laneX), laneY = builder.lanes(block.laneY)
        let floatX = laneX.converted(to: Float.self), floatY = laneY.converted(to: Float.self)
        let isFront = record.load(Int32.self, at: PrimitiveRecord.isFrontFacing) .!= 0

        let firstX = minX & ~Int32(block.width - 1), firstY = minY & ~Int32(block.height - 1)
        let rowStep = Int32(block.height * builder.lanes), rowOffsets = builder.laneIndices * Int32(block.height)
        let lastStep = (maxX & ~Int32(block.width - 1)) - firstX
        /// The blocks of the row that begins at `y`.
        func drawRow(_ y: Scalar<Int32>) {
            let dy = y - tile.y0
            // As many blocks of the row at a time as there are lanes.
            builder.forEach(from: firstX, to: maxX + 1, step: Int32(block.width * builder.lanes)) { groupX in
                let blockX = groupX.broadcast() + builder.laneIndices * Int32(block.width)
                let steps = edges.map { ($0.a * (groupX - tile.x0) + $0.b * dy) }
                // Negative where some edge leaves out the whole block.
                let most = zip(edges, steps).map { ($0.most + $1).broadcast() + $0.blocks }.reduce(maxX.broadcast() - blockX, |)
                let live = most .>= 0
                builder.if(live.any) {
                    // Not negative where the primitive covers the whole block.
                    let insideY = (y - minY) | (maxY - (y + Int32(block.height - 1)))
                    let inside = insideY.broadcast() | (blockX - minX.broadcast()) | ((maxX - Int32(block.width - 1)).broadcast() - blockX)
                    let least = zip(edges, steps).map { ($0.least + $1).broadcast() + $0.blocks }.reduce(inside, |)
                    let whole = (least .>= 0).bits
                    let planes = planes.atRows(y)
                    builder.forEachLane(live) { number in
                        let x = groupX + number * Int32(block.width)
                        let pixelX = x.broadcast() + laneX, pixelY = y.broadcast() + laneY
                        let masks = (0..<samples).map { s in
                            let isLeftOut = samples > 1 && key.state.sampleMask & (1 << UInt32(s)) == 0
                            return builder.variable(builder.mask(!isLeftOut))
                        }
                        builder.if(((whole >> number.withSign(of: UInt32.self)) & 1) .== 0) {
                            let isInBounds = (pixelX .>= minX.broadcast()) & (pixelX .<= maxX.broadcast()) & (pixelY .>= minY.broadcast()) & (pixelY .<= maxY.broadcast())
                            let dx = x - tile.x0
                            for s in 0..<samples {
                                let signs = edges.map { ($0.corner[s] + $0.a * dx + $0.b * dy).broadcast() + $0.lanes }.reduce(builder.lanes(Int32(0)), |)
                                masks[s].value = masks[s].value & (signs .>= 0) & isInBounds
                            }
                        }
                        let position = BlockPosition(x: x, y: y, pixelX: x.converted(to: Float.self).broadcast() + floatX,
                                                     pixelY: y.converted(to: Float.self).broadcast() + floatY)
                        shadeCovered(record, position, masks: masks.map(\.value), isFront: isFront, planes)
                    }
                }
            }
        }

        // As many rows of blocks at a time as there are lanes. A few are taken as they are; of more, those that some edge
        // leaves out are found first: long thin triangles miss most of them.
        let isLow = maxY - firstY .< Int32(3 * block.height)
        builder.forEach(from: firstY, to: maxY + 1, step: rowStep) { groupY in
            let rowY = groupY.broadcast() + rowOffsets
            let inBounds: IntLanes = maxY.broadcast() - rowY
            let rows: IntLanes = builder.choose(isLow, { inBounds }, else: {
                edges.map { edge -> IntLanes in
                    let start: Scalar<Int32> = edge.most + edge.a * (firstX - tile.x0) + edge.b * (groupY - tile.y0)
                    let most: Scalar<Int32> = start + edge.a.maximum(0) * lastStep
                    return most.broadcast() + edge.b.broadcast() * rowOffsets
                }.reduce(inBounds, |)
            })
            builder.forEachLane(rows .>= 0) { row in drawRow(groupY + row * Int32(block.height)) }
        }
    }

    /// One edge function in a tile, in whole pixels. A sample is inside when a·256x + b·256y + (a·ox + b·oy + c) ≥ 0, which is
    /// a·x + b·y + ⌊(a·ox + b·oy + c) / 256⌋ ≥ 0.
    private struct Edge {
        let a: Scalar<Int32>, b: Scalar<Int32>
        /// Value at the tile's corner, per sample.
        let corner: [Scalar<Int32>]
        /// What the lanes add to the value at their block's first pixel.
        let lanes: IntLanes
        /// What the blocks of a row add to the value of the first.
        let blocks: IntLanes
        /// Bounds of the values in the tile's first block.
        let most: Scalar<Int32>, least: Scalar<Int32>

        init(_ kernel: FragmentKernel, _ record: Pointer, number: Int, tile: (x0: Scalar<Int32>, y0: Scalar<Int32>)) {
            let offset = PrimitiveRecord.edges + 16 * number
            let a = record.load(Int32.self, at: offset), b = record.load(Int32.self, at: offset + 4)
            let c = record.load(Int64.self, at: offset + 8)
            let wideA = a.widened(to: Int64.self), wideB = b.widened(to: Int64.self)
            let atCorner = wideA * tile.x0.widened(to: Int64.self) + wideB * tile.y0.widened(to: Int64.self)
            corner = kernel.positions.map { position in
                let constant = kernel.samples == 1 ? c : c + wideA * Int64(position.x) + wideB * Int64(position.y)
                return (atCorner + (constant >> 8)).maximum(-FragmentKernel.settled).minimum(FragmentKernel.settled).narrowed(to: Int32.self)
            }
            let block = kernel.block, builder = kernel.builder
            lanes = a.broadcast() * builder.lanes(block.laneX) + b.broadcast() * builder.lanes(block.laneY)
            blocks = a.broadcast() * (builder.laneIndices * Int32(block.width))
            let width = Int32(block.width - 1), height = Int32(block.height - 1)
            most = corner.dropFirst().reduce(corner[0]) { $0.maximum($1) } + a.maximum(0) * width + b.maximum(0) * height
            least = corner.dropFirst().reduce(corner[0]) { $0.minimum($1) } + a.minimum(0) * width + b.minimum(0) * height
            self.a = a; self.b = b
        }
    }

    private func shadeCovered(_ record: Pointer, _ position: BlockPosition, masks: [LaneMask], isFront: Condition, _ planes: Planes) {
        builder.if(union(masks).any) {
            if module.runsPerSample && samples > 1 {
                for s in 0..<samples {
                    builder.if(masks[s].any) {
                        let one = (0..<samples).map { $0 == s ? masks[s] : builder.mask(false) }
                        shade(record, position, masks: one, sample: s, isFront: isFront, planes)
                    }
                }
            } else {
                shade(record, position, masks: masks, sample: nil, isFront: isFront, planes)
            }
        }
    }

    private func union(_ masks: [LaneMask]) -> LaneMask { masks.dropFirst().reduce(masks[0]) { $0 | $1 } }

    // MARK: Shading

    private func shade(_ record: Pointer, _ position: BlockPosition, masks covered: [LaneMask], sample: Int?, isFront: Condition, _ planes: Planes) {
        let depthStencil = DepthStencilKernel(
            builder: builder, depth: key.depthFormat == nil ? nil : key.state.depth, stencil: key.stencilFormat == nil ? nil : key.state.stencil,
            depthCode: planes.depthCode, stencilCode: planes.stencilCode,
            referenceFront: context.load(UInt32.self, at: DrawContext.stencilReferenceFront, .constant),
            referenceBack: context.load(UInt32.self, at: DrawContext.stencilReferenceBack, .constant))
        var interpolation = Interpolation(kernel: self, record: record, position: position, covered: covered, sample: sample)

        var masks = covered
        if testsEarly {
            masks = test(depthStencil, interpolation, masks, isFront: isFront, shaderDepth: nil, planes)
            count(masks)
        }
        let usesShader = module.instructions.count > module.constantCount
        guard usesShader || !testsEarly else { return }
        builder.if(union(masks).any) {
            interpolation.findPerspective()
            let environment = FragmentEnvironment(kernel: self, interpolation: interpolation, isFront: isFront)
            let emitter = ShaderEmitter(module, builder: builder, environment: environment)
            emitter.emit()
            if module.usesDiscard { let alive = emitter.alive; masks = masks.map { $0 & alive } }
            if samples > 1 {
                if let slot = module.builtinOutputs.sampleMask {
                    let bits = emitter.slot(slot)
                    masks = masks.enumerated().map { $1 & ((bits & (1 << UInt32($0))) .!= 0) }
                }
                let alphaSlot = outputSlot(0, index: 0).map { $0.count == 4 && $0.type == .float ? $0.slot + 3 : -1 } ?? -1
                if key.state.alphaToCoverage, alphaSlot >= 0 {
                    let alpha = emitter.floatSlot(alphaSlot)
                    masks = masks.enumerated().map { $1 & (alpha .> Float($0) / 4) }
                }
            }
            if !testsEarly {
                masks = test(depthStencil, interpolation, masks, isFront: isFront,
                             shaderDepth: module.builtinOutputs.fragmentDepth.map { emitter.floatSlot($0) }, planes)
                count(masks)
            }
            write(emitter, position, masks, planes)
        }
    }

    private func count(_ masks: [LaneMask]) {
        guard key.countsSamples else { return }
        var sum = report.load(UInt64.self, at: KernelReport.passedSamples)
        for mask in masks { sum = sum + mask.bits.bitCount().widened(to: UInt64.self) }
        report.store(sum, at: KernelReport.passedSamples)
    }

    private func test(_ depthStencil: DepthStencilKernel, _ interpolation: Interpolation, _ masks: [LaneMask], isFront: Condition,
                      shaderDepth: FloatLanes?, _ planes: Planes) -> [LaneMask] {
        if depthStencil.isTrivial { return masks }
        return masks.enumerated().map { s, mask in
            let z = shaderDepth.map { key.state.depthClamp ? interpolation.clampDepth($0) : $0 } ?? interpolation.depth(sample: s)
            return depthStencil.test(depthPlane: planes.depth?[s], stencilPlane: planes.stencil?[s], interpolation.position, z: z,
                                     isFront: isFront, mask: mask)
        }
    }

    // MARK: Output

    private func outputSlot(_ location: Int, index: Int) -> (slot: Int, count: Int, type: ScalarType)? {
        OutputMerger.slot(of: module.outputs, location: location, blendIndex: index)
    }

    private func write(_ emitter: ShaderEmitter, _ position: BlockPosition, _ masks: [LaneMask], _ planes: Planes) {
        for (location, format) in key.colorFormats.enumerated() {
            guard let format, let output = outputSlot(location, index: 0) else { continue }
            let state = key.state.colorTarget(location)
            if state.writeMask.isEmpty { continue }
            let code = planes.colorCodes[location]!
            let color = self.color(emitter, output.slot, output.count, output.type)
            let second = outputSlot(location, index: 1).map { self.color(emitter, $0.slot, $0.count, .float) }
                ?? (0..<4).map { builder.lanes($0 == 3 ? Float(1).bitPattern : 0) }
            for s in 0..<samples {
                let plane = planes.color[location]![s], mask = masks[s]
                func floats(_ v: [UIntLanes]) -> [FloatLanes] { v.map { $0.reinterpreted(as: Float.self) } }
                func blender(_ blend: BlendState) -> BlendKernel {
                    BlendKernel(builder: builder, state: blend, format: format,
                                constant: (0..<4).map { context.load(Float.self, at: DrawContext.blendConstant + 4 * $0, .constant) })
                }
                /// The channels that are not written stay as they are.
                func masked(_ written: [UIntLanes], _ stored: [UIntLanes]) -> [UIntLanes] {
                    (0..<4).map { state.writeMask.contains(ColorWriteMask(rawValue: 1 << UInt8($0))) ? written[$0] : stored[$0] }
                }
                func merge() {
                    if state.blend == nil && state.writeMask == .all { return code.store(color, plane, position, mask: mask) }
                    if Blender.blendsInIntegers(format) {
                        let stored = code.loadCodes(plane, position, mask: mask)
                        let written = state.blend.map { blender($0).blendCodes(source: floats(color), source1: floats(second), destination: stored) }
                            ?? floats(color).map { TexelCodeKernel.unorm($0, 255) }
                        code.storeCodes(masked(written, stored), plane, position, mask: mask)
                    } else {
                        let stored = code.load(plane, position, mask: mask)
                        let written = state.blend.map {
                            blender($0).blend(source: floats(color), source1: floats(second), destination: floats(stored)).map(\.bits)
                        } ?? color
                        code.store(masked(written, stored), plane, position, mask: mask)
                    }
                }
                if samples == 1 { merge() } else { builder.if(mask.any) { merge() } }
            }
        }
    }

    private func color(_ emitter: ShaderEmitter, _ slot: Int, _ count: Int, _ type: ScalarType) -> [UIntLanes] {
        (0..<4).map { k in
            k < count ? emitter.slot(slot + k) : builder.lanes(k == 3 ? (type == .float ? Float(1).bitPattern : 1) : 0)
        }
    }
}
