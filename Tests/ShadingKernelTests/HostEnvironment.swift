// HostEnvironment: the environment of compiled shaders in tests. Inputs, outputs and uniforms are in arrays. Texture lookups call
// back into Swift and use the same TextureSampling as the interpreter.

import Kernel
import Shading
import ShadingKernel

/// The layout of a batch in memory. A batch consists of rows. A row has the W lanes of one value, in words of 32 bits.
struct BatchLayout {
    let lanes: Int
    let inputCount: Int
    let slotCount: Int

    static let builtinCount = BuiltinInput.allCases.count
    static let requestRows = 19

    var inputs: Int { 0 }
    var builtins: Int { inputCount }
    var slots: Int { inputCount + Self.builtinCount }
    /// The first row of the texture request. The rows of the lookup's four results follow after the rows of the request.
    var request: Int { slots + slotCount }
    var rowCount: Int { request + Self.requestRows + 4 }
    /// Returns the offset of a row in bytes from the start of the batch.
    func offset(_ row: Int) -> Int { row * lanes * 4 }
}

/// The environment of a compiled shader. `blocks` points to a table. At byte 16·k the table has a pointer to uniform block k,
/// followed by the block's number of words in 64 bits.
struct HostEnvironment: ShaderEnvironment {
    let module: ShaderModule
    let layout: BatchLayout
    let batch: Pointer
    let blocks: Pointer
    /// The pointer that the callback gets as an argument.
    let context: Pointer
    let callback: KernelFunction
    let stepBudget: Variable<Scalar<Int32>>

    static let callbackName = "raster_test_texture"
    static let callbackSignature = KernelSignature([.pointer, .int32, .int32, .pointer])
    /// The return value of a stopped run.
    static let stopped: UInt32 = 1 << 31

    private var builder: KernelBuilder { batch.builder }

    func input(_ component: Int) -> UIntLanes { batch.loadLanes(UInt32.self, at: layout.offset(layout.inputs + component)) }
    func builtin(_ builtin: BuiltinInput) -> UIntLanes {
        batch.loadLanes(UInt32.self, at: layout.offset(layout.builtins + Int(builtin.rawValue)))
    }
    func uniformBlock(_ index: Int) -> (base: Pointer, words: Scalar<UInt32>) {
        (blocks.loadPointer(at: 16 * index, .constant), blocks.load(UInt32.self, at: 16 * index + 8, .constant))
    }
    func stopForStepLimit(loopEnd: Int) { builder.returnNow([builder.scalar(Self.stopped)]) }
    /// The modules of these tests use no memory that invocations share.
    var memory: any MemoryEnvironment { HostMemory(storage: blocks, sharedWords: blocks, wait: {}) }

    func textures(_ operations: [TextureOperation], _ operands: TextureOperands, mask: LaneMask) -> [[UIntLanes]] {
        operations.map { texture($0, operands) }
    }
    private func texture(_ operation: TextureOperation, _ operands: TextureOperands) -> [UIntLanes] {
        let scratch = batch + layout.offset(layout.request)
        func lanes(_ gradient: FloatLanes) -> UIntLanes { (operation.levelOfDetail == .gradient ? gradient : gradient.onQuads).bits }
        func put(_ row: Int, _ lanes: UIntLanes?) { scratch.store(lanes ?? builder.lanes(UInt32(0)), at: layout.offset(row)) }
        put(0, unit(operation, operands.unitOffset))
        for k in 0 ..< 3 {
            put(1 + k, k < operands.coordinate.count ? operands.coordinate[k].bits : nil)
            put(4 + k, k < operands.texel.count ? operands.texel[k].withSign(of: UInt32.self) : nil)
            put(10 + k, k < operands.gradientX.count ? lanes(operands.gradientX[k]) : nil)
            put(13 + k, k < operands.gradientY.count ? lanes(operands.gradientY[k]) : nil)
            put(16 + k, k < operands.offset.count ? operands.offset[k].withSign(of: UInt32.self) : nil)
        }
        put(7, operands.reference?.bits)
        put(8, operands.lod?.bits)
        put(9, operands.level?.withSign(of: UInt32.self))
        ask(operation, isSize: false, scratch)
        return (0 ..< 4).map { scratch.loadLanes(UInt32.self, at: layout.offset(BatchLayout.requestRows + $0)) }
    }
    func textureSize(_ operation: TextureOperation, unitOffset: IntLanes?, level: IntLanes) -> [UIntLanes] {
        let scratch = batch + layout.offset(layout.request)
        scratch.store(unit(operation, unitOffset))
        scratch.store(level, at: layout.offset(9))
        ask(operation, isSize: true, scratch)
        return (0 ..< 3).map { scratch.loadLanes(UInt32.self, at: layout.offset(BatchLayout.requestRows + $0)) }
    }
    private func unit(_ operation: TextureOperation, _ offset: IntLanes?) -> UIntLanes {
        ((offset ?? builder.lanes(Int32(0))) + Int32(operation.unit)).withSign(of: UInt32.self)
    }
    private func ask(_ operation: TextureOperation, isSize: Bool, _ scratch: Pointer) {
        let index = module.textureOperations.firstIndex(of: operation)!
        builder.call(callback, [context, builder.scalar(Int32(index)), builder.scalar(Int32(isSize ? 1 : 0)), scratch])
    }
}

/// The data that the callback needs.
final class TextureContext {
    let module: ShaderModule
    let lanes: Int
    let textures: any TextureSampling
    init(module: ShaderModule, lanes: Int, textures: any TextureSampling) {
        self.module = module
        self.lanes = lanes
        self.textures = textures
    }

    static let callback: @convention(c) (UnsafeRawPointer, Int32, Int32, UnsafeMutablePointer<UInt32>) -> Void = { context, operation, isSize, scratch in
        let context = Unmanaged<TextureContext>.fromOpaque(context).takeUnretainedValue()
        context.answer(context.module.textureOperations[Int(operation)], isSize: isSize != 0, scratch)
    }

    private func answer(_ operation: TextureOperation, isSize: Bool, _ scratch: UnsafeMutablePointer<UInt32>) {
        let results = scratch + BatchLayout.requestRows * lanes
        for quad in stride(from: 0, to: lanes, by: 4) {
            func row(_ row: Int) -> QuadUInt { QuadUInt((0 ..< 4).map { scratch[row * lanes + quad + $0] }) }
            func int(_ index: Int) -> QuadInt { unsafeBitCast(row(index), to: QuadInt.self) }
            func float(_ index: Int) -> QuadFloat { unsafeBitCast(row(index), to: QuadFloat.self) }
            if isSize {
                for lane in 0 ..< 4 {
                    let size = textures.size(unit: Int(int(0)[lane]), level: Int(int(9)[lane]))
                    for (row, value) in [size.width, size.height, size.depth].enumerated() {
                        results[row * lanes + quad + lane] = UInt32(truncatingIfNeeded: value)
                    }
                }
                continue
            }
            var request = TextureRequest()
            request.unit = int(0)
            request.s = float(1); request.t = float(2); request.r = float(3)
            request.i = int(4); request.j = int(5); request.k = int(6)
            request.reference = float(7); request.lod = float(8); request.level = int(9)
            request.dsdx = float(10); request.dtdx = float(11); request.drdx = float(12)
            request.dsdy = float(13); request.dtdy = float(14); request.drdy = float(15)
            request.offsetS = int(16); request.offsetT = int(17); request.offsetR = int(18)
            let texel = textures.sample(operation, request, isFragment: module.stage == .fragment)
            for (row, value) in [texel.x, texel.y, texel.z, texel.w].enumerated() {
                for lane in 0 ..< 4 { results[row * lanes + quad + lane] = value[lane] }
            }
        }
    }
}

/// A module, compiled to machine code.
struct CompiledShader {
    let module: ShaderModule
    let layout: BatchLayout
    private let kernel: Kernel
    private let function: @convention(c) (UnsafeMutablePointer<UInt32>, UnsafeRawPointer, UnsafeRawPointer) -> UInt32

    init(_ module: ShaderModule, _ target: KernelTarget, stepLimit: Int32 = 100_000) throws {
        self.module = module
        layout = BatchLayout(lanes: target.lanes, inputCount: module.inputComponentCount, slotCount: module.localSlotCount)
        let builder = try KernelBuilder(name: "shader", target: target)
        let callback = builder.hostFunction(HostEnvironment.callbackName, HostEnvironment.callbackSignature)
        let layout = layout
        // The function returns the live lanes, or `stopped`.
        builder.entry("run", [.pointer, .pointer, .pointer], results: [.int32]) { arguments in
            let environment = HostEnvironment(
                module: module, layout: layout, batch: arguments[0].pointer, blocks: arguments[1].pointer,
                context: arguments[2].pointer, callback: callback, stepBudget: builder.variable(builder.scalar(stepLimit)))
            let shader = ShaderEmitter(module, builder: builder, environment: environment)
            shader.emit()
            for slot in 0 ..< module.localSlotCount { arguments[0].pointer.store(shader.slot(slot), at: layout.offset(layout.slots + slot)) }
            return [shader.alive.bits]
        }
        var options = KernelOptions()
        options.verifies = true
        kernel = try Kernel(name: "shader", object: try builder.compile(options),
                            hostFunctions: [HostEnvironment.callbackName: unsafeBitCast(TextureContext.callback, to: UnsafeRawPointer.self)])
        function = try kernel.function("run")
    }

    /// Runs W lanes with a batch of the layout, and returns the live lanes; nil if a loop ran too many turns.
    func run(_ batch: inout [UInt32], uniformBlocks: [UnsafeRawBufferPointer], textures: any TextureSampling) -> UInt32? {
        let context = TextureContext(module: module, lanes: layout.lanes, textures: textures)
        var blocks: [UInt] = []
        for block in uniformBlocks { blocks += [UInt(bitPattern: block.baseAddress), UInt(block.count / 4)] }
        blocks += [0, 0]
        let result = withExtendedLifetime((kernel, context)) {
            function(&batch, blocks, Unmanaged.passUnretained(context).toOpaque())
        }
        return result == HostEnvironment.stopped ? nil : result
    }
}
