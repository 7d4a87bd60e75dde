// VertexKernel: fetches vertices, runs the vertex shader and writes its results as rows, for W vertices at a time (W is the number of
// lanes). If the program has a geometry shader, the geometry shader reads the rows. If the program has no geometry shader, set-up reads the
// rows. Each pair of program and VertexKey has its own kernel.
//
// This file follows the order of the work. First come the kernel and the code that fetches attributes (VertexFetchKernel), then the rows
// and the code that writes the rows (RowKernel).

import Kernel
import Shading
import ShadingKernel

struct VertexKernel {
    let builder: KernelBuilder
    let program: LinkedProgram
    let key: VertexKey
    let context: RecordPointer<DrawContext>
    let report: RecordPointer<KernelReport>
    let transform: RecordPointer<TransformRecord>

    static func build(_ builder: KernelBuilder, program: LinkedProgram, key: VertexKey) {
        let contextByteCount = DrawContext.byteCount(blockCount: program.interface.uniformBlocks.count, fetchCount: key.fetch.count)
        builder.define(VertexArguments.entry) { arguments in
            let kernel = VertexKernel(builder: builder, program: program, key: key,
                                      context: arguments.record(\.context, byteCount: contextByteCount, "DrawContext"),
                                      report: arguments.record(\.report, "KernelReport"), transform: arguments.record(\.transform, "TransformRecord"))
            let numbers = arguments.load(\.numbers, .constant), instances = arguments.load(\.instances, .constant)
            let count = arguments.load(\.count, .constant), rows = arguments.load(\.rows, .constant)
            let rowKernel = key.rows.map {
                RowKernel(builder, program: program, key: $0, transform: kernel.transform, rows: rows, capacity: arguments.load(\.capacity, .constant))
            }
            builder.forEach(from: builder.scalar(Int32(0)), to: count, step: Int32(builder.lanes)) { first in
                let vertices = numbers.element(first, stride: 4).loadLanes(Int32.self, alignment: 4)
                let instance = instances.element(first, stride: 4).loadLanes(Int32.self, alignment: 4)
                let emitter = kernel.shade(vertices, instance, first: first, count: count)
                if let rowKernel {
                    rowKernel.store(first: first, emitter.slot)
                } else {
                    kernel.storeInputs(rows, first: first, emitter.slot)
                }
            }
        }
    }

    private var module: ShaderModule { program.vertex }

    /// Fetches the shader's inputs, and returns the inputs by component.
    private func inputs(_ vertices: IntLanes, _ instance: IntLanes) -> [Int: UIntLanes] {
        let attributes = VertexFetchKernel(builder: builder, context: context, blockCount: program.interface.uniformBlocks.count)
        let baseInstance = transform.load(\.baseInstance, .constant)
        var inputs: [Int: UIntLanes] = [:]
        for (number, fetch) in key.fetch.enumerated() {
            let values = attributes.fetch(fetch, number: number, divisor: key.divisors[number], vertices: vertices, instance: instance,
                                          baseInstance: baseInstance)
            for k in 0..<fetch.componentCount { inputs[fetch.firstComponent + k] = values[k] }
        }
        return inputs
    }

    private func shade(_ vertices: IntLanes, _ instance: IntLanes, first: Scalar<Int32>, count: Scalar<Int32>) -> ShaderEmitter {
        let isVertex = module.writesMemory ? builder.firstLanes(count - first) : builder.mask(true)
        let environment = VertexEnvironment(kernel: self, vertices: vertices, instance: instance, inputs: inputs(vertices, instance), isVertex: isVertex)
        let emitter = ShaderEmitter(module, builder: builder, environment: environment)
        emitter.emit()
        return emitter
    }

    /// Writes the outputs that the geometry shader reads, for W vertices: one row for each vertex.
    private func storeInputs(_ rows: Pointer, first: Scalar<Int32>, _ slot: (Int) -> UIntLanes) {
        let stride = GeometryInputRows.stride(program), row = rows.element(first, stride: stride), slots = program.interface.geometryInputs
        for start in Swift.stride(from: 0, to: slots.count, by: 4) {
            let words = (start..<start + 4).map { $0 < slots.count && slots[$0] >= 0 ? slot(slots[$0]) : builder.lanes(UInt32(0)) }
            row.storeRows(words, stride: stride, at: 4 * start, alignment: 16)
        }
    }
}

/// All facts, except the program, on which a vertex kernel's code depends.
struct VertexKey: Sendable, Hashable {
    var fetch: [VertexFetch]
    var divisors: [Int]
    /// The facts that determine the code that writes the rows for set-up; nil if a geometry shader reads the vertices.
    var rows: RowKey?
    /// The key of each texture unit; nil for a unit that is empty or not read.
    var units: [SamplerKey?]
    /// Which texture units are alike; see `AlikeUnits`. Lookups in alike units at the same coordinate share work.
    var alikeUnits: AlikeUnits
    /// The key of each image unit; nil for a unit that is empty or not used.
    var images: [ImageKey?]
}

/// The arguments of one call of a vertex kernel. The call shades a chunk's vertices.
struct VertexArguments: KernelRecord {
    static let entry = EntryPoint<VertexArguments>("vertices")
    var context: UnsafePointer<DrawContext>
    var report: UnsafeMutablePointer<KernelReport>
    var transform: UnsafePointer<TransformRecord>
    /// For each vertex, its number (`numbers`) and the instance to which it belongs (`instances`). Both lists are padded to whole groups of
    /// W vertices.
    var numbers: UnsafePointer<Int32>, instances: UnsafePointer<Int32>
    var count: Int32
    /// The number of vertices for which `rows` has room.
    var capacity: Int32
    /// The results; see VertexRows or, if the program has a geometry shader, GeometryInputRows.
    var rows: UnsafeMutableRawPointer
}

/// The values of a draw that vertex kernels need besides the context: the window transform, the size of points, and the base vertex
/// and instance.
struct TransformRecord: KernelRecord {
    var scaleX: Float, translateX: Float, scaleY: Float, translateY: Float, scaleZ: Float, translateZ: Float
    var guardX: Float, guardY: Float
    /// The size of points in pixels. Kernels do not read this field if points get the size that the shader writes.
    var pointSize: Float
    var baseVertex: Int32, baseInstance: Int32

    init(_ transform: ViewportTransform, _ call: DrawCall) {
        scaleX = transform.scaleX; translateX = transform.translateX
        scaleY = transform.scaleY; translateY = transform.translateY
        scaleZ = transform.scaleZ; translateZ = transform.translateZ
        guardX = transform.guardX; guardY = transform.guardY
        pointSize = call.pipeline.state.pointSize
        baseVertex = Int32(truncatingIfNeeded: call.baseVertex); baseInstance = Int32(truncatingIfNeeded: call.baseInstance)
    }
}

/// Gives a vertex shader in a kernel its attributes, uniforms, textures, images and storage blocks.
struct VertexEnvironment: StageEnvironment {
    let kernel: VertexKernel
    let vertices: IntLanes
    let instance: IntLanes
    let stepBudget: Variable<Scalar<Int32>>
    /// The attributes, by input component. There is no element for a component without an attribute.
    let inputs: [Int: UIntLanes]
    /// The lanes whose writes to memory have an effect: the lanes that have a vertex. (If the shader writes no memory, this mask has all
    /// lanes.) If the number of vertices is no multiple of W, the last group of lanes has lanes without a vertex.
    let isVertex: LaneMask
    private var builder: KernelBuilder { kernel.builder }

    init(kernel: VertexKernel, vertices: IntLanes, instance: IntLanes, inputs: [Int: UIntLanes], isVertex: LaneMask) {
        self.kernel = kernel; self.vertices = vertices; self.instance = instance; self.inputs = inputs; self.isVertex = isVertex
        stepBudget = kernel.builder.variable(kernel.context.load(\.stepLimit, .constant))
    }
    var report: RecordPointer<KernelReport> { kernel.report }
    var textures: SamplerKernel {
        SamplerKernel(builder: builder, units: kernel.key.units, alike: kernel.key.alikeUnits, records: kernel.context.load(\.textures, .constant), block: nil)
    }
    var memory: any MemoryEnvironment {
        MemoryKernel(storageBlocks: kernel.context.load(\.storageBlocks, .constant),
                     images: ImageKernel(builder: builder, units: kernel.key.images, records: kernel.context.load(\.images, .constant),
                                         sRGB: (kernel.context.load(\.sRGBDecode, .constant), kernel.context.load(\.sRGBEncode, .constant))),
                     writers: isVertex, workGroup: nil)
    }
    func input(_ component: Int) -> UIntLanes { inputs[component] ?? builder.lanes(UInt32(0)) }
    func builtin(_ builtin: BuiltinInput) -> UIntLanes {
        func scalar(_ value: Scalar<Int32>) -> UIntLanes { value.withSign(of: UInt32.self).broadcast() }
        switch builtin {
        case .vertexID: return vertices.withSign(of: UInt32.self)
        case .instanceID: return instance.withSign(of: UInt32.self)
        case .baseVertex: return scalar(kernel.transform.load(\.baseVertex, .constant))
        case .baseInstance: return scalar(kernel.transform.load(\.baseInstance, .constant))
        default: return builder.lanes(UInt32(0))
        }
    }
    func uniformBlock(_ index: Int) -> (base: Pointer, words: Scalar<UInt32>) { kernel.context.uniformBlock(index) }
}

// MARK: Attributes

/// Does the work of VertexFetcher in kernels: converts attributes in memory to the bits of shader inputs. An attribute outside of its
/// buffer is zero.
struct VertexFetchKernel {
    let builder: KernelBuilder
    let context: RecordPointer<DrawContext>
    let blockCount: Int

    /// Returns the four words of an attribute in each lane, as register bits.
    func fetch(_ fetch: VertexFetch, number: Int, divisor: Int, vertices: IntLanes, instance: IntLanes, baseInstance: Scalar<Int32>) -> [UIntLanes] {
        switch fetch.source {
        case .constant(let value):
            return (0..<4).map { builder.lanes(fetch.type == .float ? value[$0].bitPattern : UInt32(bitPattern: Int32(saturating: value[$0]))) }
        case .given:
            // If the draw gives the attribute's value, the stream's base is the address of the value's four words.
            let words = context.vertexStream(number, blockCount: blockCount).load(\.base, .constant)
            return (0..<4).map { words.load(UInt32.self, at: 4 * $0, .constant).broadcast() }
        case .buffer(_, _, let format):
            let stream = context.vertexStream(number, blockCount: blockCount)
            let base = stream.load(\.base, .constant), limit = stream.load(\.count, .constant), stride = stream.load(\.stride, .constant)
            let element: IntLanes
            if divisor == 0 { element = vertices } else {
                let step = divisor == 1 ? instance.withSign(of: UInt32.self) : instance.withSign(of: UInt32.self).divided(by: builder.lanes(UInt32(divisor)))
                element = baseInstance.broadcast() + step.withSign(of: Int32.self)
            }
            let inside = element.withSign(of: UInt32.self) .< limit.broadcast()
            let offsets = inside.choose(element, 0) * stride.broadcast()
            let decoder = LaneVertexDecoder(builder: builder, words: words(format.byteCount, base, offsets.withSign(of: UInt32.self)))
            // All components of an attribute outside of the buffer are zero, even a fourth component that the format lacks.
            return (0..<4).map { inside.choose(format.decode($0, in: decoder), 0) }
        }
    }

    /// Loads the words that contain an attribute. If a lane's element lies outside of the buffer, the lane loads the first element
    /// instead. Every buffer has readable bytes after its end, because whole vectors are loaded.
    private func words(_ byteCount: Int, _ base: Pointer, _ offsets: UIntLanes) -> [UIntLanes] {
        switch byteCount {
        case ...4: [base.gather(UInt32.self, byteOffsets: offsets.widened(to: UInt64.self).withSign(of: Int64.self))]
        case ...8: base.loadPairs(offsets.offsets())
        case ...16: base.loadRows(offsets.offsets())
        default: wideRows(base, offsets.offsets())
        }
    }
    /// Loads the eight words of three or four doubles.
    private func wideRows(_ base: Pointer, _ offsets: [Scalar<Int64>]) -> [UIntLanes] { base.loadRows(offsets) + base.loadRows(offsets, at: 16) }
}

/// Decodes the attribute of each lane from the words that contain the attribute.
private struct LaneVertexDecoder: VertexDecoder {
    let builder: KernelBuilder
    let words: [UIntLanes]
    func constant(_ bits: UInt32) -> UIntLanes { builder.lanes(bits) }
    func component(_ component: VertexComponent, _ i: Int) -> UIntLanes {
        let position = i * component.byteCount
        return field(words[position / 4], shift: UInt32(8 * (position % 4)), bits: UInt32(8 * component.byteCount), isSigned: component.isSigned)
    }
    func field(shift: UInt32, bits: UInt32, isSigned: Bool) -> UIntLanes { field(words[0], shift: shift, bits: bits, isSigned: isSigned) }
    private func field(_ word: UIntLanes, shift: UInt32, bits: UInt32, isSigned: Bool) -> UIntLanes {
        if bits == 32 { return word }
        let top = shift + bits == 32 ? word : word << (32 - bits - shift)
        return isSigned ? (top.withSign(of: Int32.self) >> Int32(32 - bits)).withSign(of: UInt32.self) : top >> (32 - bits)
    }
    func float(half code: UIntLanes) -> UIntLanes { code.numberOfHalf.bits }
    func float(double i: Int) -> UIntLanes {
        let low = words[2 * i].widened(to: UInt64.self), high = words[2 * i + 1].widened(to: UInt64.self)
        let number = (low | high << 32).reinterpreted(as: Double.self).converted(to: Float.self)
        return number.isNaN.choose(builder.lanes(Float.nan.bitPattern), number.bits)
    }
    func float(_ integer: UIntLanes, isUInt32: Bool) -> UIntLanes {
        (isUInt32 ? integer.converted(to: Float.self) : integer.withSign(of: Int32.self).converted(to: Float.self)).bits
    }
    func fraction(_ integer: UIntLanes, isUInt32: Bool, maximum: UInt32) -> UIntLanes {
        if maximum < 1 << 23 { return (integer.withSign(of: Int32.self).converted(to: Float.self) / Float(maximum)).bits }
        let wide = isUInt32 ? integer.converted(to: Double.self) : integer.withSign(of: Int32.self).converted(to: Double.self)
        return (wide / Double(maximum)).converted(to: Float.self).bits
    }
    func atLeastMinusOne(_ float: UIntLanes) -> UIntLanes { float.reinterpreted(as: Float.self).greater(builder.lanes(Float(-1))).bits }
}

// MARK: Rows

/// The layout, in memory, of a chunk's vertices. If the program has a geometry shader, the geometry shader computes these vertices. If
/// the program has no geometry shader, the vertex shader computes these vertices. First there is one row per vertex, because set-up reads
/// corners one by one. A row has the window position and then the varyings, padded to whole vectors of four words. After the rows there
/// are the words that only clipping, scalar set-up and transform feedback read: one array of `capacity` words for each word that
/// VertexRowLayout has before the varyings.
struct VertexRows: Sendable, Hashable {
    /// Byte offsets in a row: the window position in 1/256 pixel (Int32), depth and 1/w (Float). The coordinate x takes the lower
    /// 27 bits of its word; flags take the other bits.
    static let x = 0, y = 4, z = 8, inverseW = 12, varyings = 16
    static let positionBits: UInt32 = 27
    let layout: VertexRowLayout
    /// The number of bytes per row.
    var stride: Int { Self.stride(varyings: layout.varyingCount) }
    static func stride(varyings: Int) -> Int { self.varyings + 16 * ((varyings + 3) / 4) }
    func byteCount(capacity: Int) -> Int { capacity * (stride + 4 * layout.varyings) }

    /// Returns the flag that marks a vertex as outside of the given side of the view volume. `outsideMask` has the flags of all sides.
    static func outside(_ side: ViewSide) -> UInt32 { 1 << (positionBits + side.rawValue) }
    static let outsideMask = ViewSide.allCases.reduce(0) { $0 | outside($1) }
    /// The flag that marks a vertex as not finite, or as outside of a plane at which primitives are cut. A primitive that has a vertex
    /// with this flag goes to the scalar clipper, and the vertex's window position is meaningless.
    static let needsClipping: UInt32 = 1 << 31
}

/// The memory of a chunk's vertices, for clipping, scalar set-up and transform feedback.
struct ShadedVertices {
    let rows: UnsafeMutableRawPointer
    let capacity: Int
    let layout: VertexRows

    /// Returns a word that transform feedback writes.
    @inline(__always)
    func feedback(_ word: Int, of vertex: Int) -> UInt32 {
        (rows + capacity * layout.stride).load(fromByteOffset: 4 * ((layout.layout.feedback + word) * capacity + vertex), as: UInt32.self)
    }
    /// Copies the words of a vertex to `row`, in the order of VertexRowLayout.
    func copy(_ vertex: Int, to row: VertexRow) {
        let before = layout.layout.varyings
        let columns = (rows + capacity * layout.stride).assumingMemoryBound(to: Float.self) + vertex
        for k in 0..<before { row[k] = columns[k * capacity] }
        let varyings = (rows + vertex * layout.stride + VertexRows.varyings).assumingMemoryBound(to: Float.self)
        for k in 0..<layout.layout.varyingCount { row[before + k] = varyings[k] }
    }
}

/// The layout of the vertices that a geometry shader reads: one row for each vertex. A row has the scalars of
/// `ProgramInterface.geometryInputs`, padded to whole vectors of four words.
enum GeometryInputRows {
    /// Returns the number of bytes per row.
    static func stride(_ program: LinkedProgram) -> Int { 16 * ((program.interface.geometryInputs.count + 3) / 4) }
}

/// All facts, except the program, on which the code of a RowKernel depends.
struct RowKey: Sendable, Hashable {
    var limits: PrimitiveLimits
    /// The indices of the elements of gl_ClipDistance at which primitives are clipped.
    var clipDistances: [Int]
    /// Whether points get the size that the shader writes.
    var hasPointSize: Bool

    init(_ pipeline: Pipeline) {
        let program = pipeline.program.linked, state = pipeline.state
        limits = PrimitiveLimits(state)
        clipDistances = state.clipDistances.numbers(below: VertexRowLayout(program: program).clipDistanceCount)
        hasPointSize = state.programPointSize && program.lastVertexStage.builtinOutputs.pointSize != nil
    }
}

/// Writes W shaded vertices as VertexRows: positions in the window, flags of the view volume, varyings, and the words that only
/// clipping, scalar set-up and transform feedback read. The outputs come from the last stage that computes vertices.
struct RowKernel {
    let builder: KernelBuilder
    let program: LinkedProgram
    let key: RowKey
    let transform: RecordPointer<TransformRecord>
    /// The memory of all rows, and the number of vertices for which there is room.
    let rows: Pointer, capacity: Scalar<Int32>
    private let layout: VertexRows
    /// The memory after the rows, with the words that only clipping, scalar set-up and transform feedback read.
    private let columns: Pointer

    init(_ builder: KernelBuilder, program: LinkedProgram, key: RowKey, transform: RecordPointer<TransformRecord>, rows: Pointer, capacity: Scalar<Int32>) {
        self.builder = builder; self.program = program; self.key = key; self.transform = transform; self.rows = rows; self.capacity = capacity
        layout = VertexRows(layout: VertexRowLayout(program: program))
        columns = rows.element(capacity, stride: layout.stride)
    }

    /// Writes W vertices.
    /// - Parameters:
    ///   - first: The number of the first vertex's row.
    ///   - slot: Returns the words of a local slot of the program's `lastVertexStage`.
    func store(first: Scalar<Int32>, _ slot: (Int) -> UIntLanes) {
        let rows = rows.element(first, stride: layout.stride)
        func floatSlot(_ index: Int) -> FloatLanes { slot(index).reinterpreted(as: Float.self) }
        func number(_ field: KeyPath<TransformRecord, Float>) -> FloatLanes { transform.load(field, .constant).broadcast() }
        func store(_ column: Int, _ value: FloatLanes) {
            let start = columns.element(capacity.widened(to: Int64.self) * Int64(column) + first.widened(to: Int64.self), stride: 4)
            start.store(value, alignment: 4)
        }
        let outputs = program.lastVertexStage.builtinOutputs
        let zero = builder.lanes(Float(0))
        let position = (0..<4).map { k in outputs.position.map { floatSlot($0 + k) } ?? zero }
        let pointSize = key.hasPointSize ? outputs.pointSize.map { floatSlot($0) } ?? zero : number(\.pointSize)
        let distances = (0..<layout.layout.clipDistanceCount).map { floatSlot(outputs.clipDistance! + $0) }
        for k in 0..<4 { store(VertexRowLayout.position + k, position[k]) }
        store(VertexRowLayout.pointSize, pointSize)
        for (k, distance) in distances.enumerated() { store(VertexRowLayout.clipDistances + k, distance) }
        for (k, slot) in (program.interface.transformFeedback?.slots ?? []).enumerated() {
            store(layout.layout.feedback + k, slot < 0 ? zero : floatSlot(slot))
        }
        var varyings = program.interface.varyings.map { $0.vertexSlot < 0 ? builder.lanes(UInt32(0)) : slot($0.vertexSlot) }
        while varyings.count % 4 != 0 { varyings.append(builder.lanes(UInt32(0))) }
        for k in stride(from: 0, to: varyings.count, by: 4) {
            rows.storeRows(Array(varyings[k..<k + 4]), stride: layout.stride, at: VertexRows.varyings + 4 * k, alignment: 16)
        }

        let clip = ClipPosition(x: position[0], y: position[1], z: position[2], w: position[3])
        let window = clip.window(WindowTransform(scaleX: number(\.scaleX), translateX: number(\.translateX), scaleY: number(\.scaleY),
                                                 translateY: number(\.translateY), scaleZ: number(\.scaleZ), translateZ: number(\.translateZ)))
        // Triangles with a vertex that is not finite go to the scalar clipper, which draws nothing for such triangles.
        var inside: LaneMask = window.isDrawable(clip)
        let guardX = number(\.guardX), guardY = number(\.guardY)
        for plane in ClipPlane.planes(key.limits) { inside = inside & (clip.distance(plane, guardX: guardX, guardY: guardY) .>= 0) }
        for number in key.clipDistances { inside = inside & (distances[number] .>= 0) }
        var flags: UIntLanes = (~inside).ones(UInt32.self) & VertexRows.needsClipping
        for side in ViewSide.allCases { flags = flags | (clip.isOutside(side).ones(UInt32.self) & VertexRows.outside(side)) }
        func fixed(_ coordinate: FloatLanes) -> UIntLanes {
            WindowPosition.fixed(coordinate).roundedToEven().convertedInRange(to: Int32.self).withSign(of: UInt32.self)
        }
        let first = fixed(window.x) & ((1 << VertexRows.positionBits) - 1) | flags
        rows.storeRows([first, fixed(window.y), window.z.bits, window.inverseW.bits], stride: layout.stride, alignment: 16)
    }
}
