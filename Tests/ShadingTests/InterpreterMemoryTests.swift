// Uniforms, local arrays, initial zeros and textures: the memory that the interpreter reads and writes, and the memory that it must
// not access.

import Shading
import Testing

private struct CoordinateTextures: TextureSampling {
    /// Returns a texel that contains the values of the request: the unit, the coordinate, and the derivatives of the coordinate.
    func sample(_ operation: TextureOperation, _ request: TextureRequest, isFragment: Bool) -> TextureResult {
        var result = TextureResult()
        result.x = unsafeBitCast(request.s, to: QuadUInt.self)
        result.y = unsafeBitCast(request.dsdx, to: QuadUInt.self)
        result.z = unsafeBitCast(request.dsdy, to: QuadUInt.self)
        result.w = unsafeBitCast(request.unit, to: QuadUInt.self)
        return result
    }
    func size(unit: Int, level: Int) -> (width: Int, height: Int, depth: Int) { (100 >> level, 50 >> level, unit) }
}

private func withBlock(_ words: [UInt32], _ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    try words.withUnsafeBytes { try body($0) }
}

private func output(_ slot: Int) -> InterfaceVariable {
    InterfaceVariable(name: "slot\(slot)", type: .scalar(.uint), location: slot, firstSlot: slot)
}

@Test("uniforms are read when they are bound; out-of-range reads and missing blocks give zero")
func uniforms() throws {
    var builder = ModuleBuilder()
    builder.store(0, builder.emit(.uniform, b: 0, c: 2))
    builder.store(1, builder.emit(.uniform, b: 0, c: 3))
    builder.store(2, builder.emit(.uniform, b: 1, c: 0))
    builder.store(3, builder.emit(.uniformIndexed, builder.input(0), b: 0))
    let sum = builder.emit(.iadd, builder.emit(.uniform, b: 0, c: 0), builder.emit(.uniform, b: 0, c: 1))
    builder.store(4, builder.emit(.imul, sum, sum))
    builder.outputs = (0 ..< 5).map(output)
    let interpreter = Interpreter(module: builder.build(), stepLimit: 1)
    interpreter.inputs[0] = QuadUInt(0, 2, 3, .max)

    try withBlock([10, 20, 30]) { block in
        interpreter.bind(uniformBlocks: [block], textures: CoordinateTextures())
        _ = try interpreter.run(active: .all)
        #expect(interpreter.locals[0] == QuadUInt(repeating: 30))
        #expect(interpreter.locals[1] == QuadUInt())
        #expect(interpreter.locals[2] == QuadUInt())
        #expect(interpreter.locals[3] == QuadUInt(10, 30, 0, 0))
        #expect(interpreter.locals[4] == QuadUInt(repeating: 900))
    }
    try withBlock([1, 2]) { block in
        interpreter.bind(uniformBlocks: [block, block], textures: CoordinateTextures())
        _ = try interpreter.run(active: .all)
        #expect(interpreter.locals[0] == QuadUInt())
        #expect(interpreter.locals[2] == QuadUInt(repeating: 1))
        #expect(interpreter.locals[4] == QuadUInt(repeating: 9))
    }
    try withBlock([7, 8]) { block in
        // The size of the block is not a multiple of four, and its address is odd.
        interpreter.bind(uniformBlocks: [UnsafeRawBufferPointer(rebasing: block[1 ..< 8])], textures: CoordinateTextures())
        _ = try interpreter.run(active: .all)
        #expect(interpreter.locals[3] == QuadUInt(8 << 24, 0, 0, 0))
    }
}

@Test("outside of its bounds a local array ignores writes and reads zero")
func localArrays() throws {
    var builder = ModuleBuilder()
    builder.localArrays = [LocalArray(firstSlot: 1, count: 2)]
    let seven = builder.constant(UInt32(7))
    builder.store(0, seven)
    builder.store(3, seven)
    builder.emit(.storeIndexed, builder.input(0), builder.input(1), c: 0, type: .void)
    builder.store(4, builder.emit(.loadIndexed, builder.input(0), c: 0))
    builder.store(5, builder.emit(.loadIndexed, builder.input(2), c: 0))
    builder.outputs = (0 ..< 6).map(output)
    let interpreter = Interpreter(module: builder.build(), stepLimit: 1)
    interpreter.inputs[0] = QuadUInt(0, 1, 2, .max)
    interpreter.inputs[1] = QuadUInt(10, 11, 12, 13)
    interpreter.inputs[2] = QuadUInt(1, 0, 0x8000_0000, 1 << 28)
    _ = try interpreter.run(active: .all)
    #expect(interpreter.locals[0] == QuadUInt(repeating: 7))
    #expect(interpreter.locals[1] == QuadUInt(10, 0, 0, 0))
    #expect(interpreter.locals[2] == QuadUInt(0, 11, 0, 0))
    #expect(interpreter.locals[3] == QuadUInt(repeating: 7))
    #expect(interpreter.locals[4] == QuadUInt(10, 11, 0, 0))
    #expect(interpreter.locals[5] == QuadUInt())
}

@Test("local slots are zero when a run starts, even if only some lanes write them")
func zeroedLocals() throws {
    var builder = ModuleBuilder()
    let x = builder.input(0)
    _ = builder.begin(.ifBegin, x)
    builder.store(0, x)
    let inner = builder.load(0)
    builder.store(1, inner)
    builder.end()
    // The derivative reads the slot in lanes that did not run the branch.
    builder.store(2, builder.emit(.ddxFine, builder.emit(.bitcast, builder.load(0), type: .float), type: .float))
    builder.outputs = [output(1), output(2)]
    let interpreter = Interpreter(module: builder.build(), stepLimit: 1)
    interpreter.inputs[0] = QuadUInt(repeating: .max)
    _ = try interpreter.run(active: .all)
    interpreter.inputs[0] = QuadUInt(.max, 0, 0, 0)
    _ = try interpreter.run(active: .all)
    #expect(interpreter.locals[0] == QuadUInt(.max, 0, 0, 0))
    #expect(interpreter.locals[1] == QuadUInt(.max, 0, 0, 0))
}

@Test("a value loaded before a store keeps the old content, also in loops")
func loadBeforeStore() throws {
    var builder = ModuleBuilder()
    let x = builder.input(0), y = builder.input(1), one = builder.constant(UInt32(1)), three = builder.constant(UInt32(3))
    builder.store(0, x)
    builder.store(1, y)
    // Exchanges the values of two slots.
    let a = builder.load(0), b = builder.emit(.bitcast, builder.load(1))
    builder.store(0, b)
    builder.store(1, a)
    // A loop uses the loaded value, and stores to the slot after the use.
    let old = builder.load(0)
    let block = builder.begin(.blockBegin)
    _ = builder.begin(.loopBegin)
    builder.store(2, builder.emit(.iadd, builder.load(2), old))
    builder.store(0, one)
    builder.store(3, builder.emit(.iadd, builder.load(3), one))
    let isDone = builder.emit(.ileU, three, builder.load(3))
    _ = builder.begin(.ifBegin, isDone)
    builder.exit(block)
    builder.end()
    builder.end()
    builder.end()
    builder.outputs = (0 ..< 3).map(output)
    let interpreter = Interpreter(module: builder.build(), stepLimit: 10)
    interpreter.inputs[0] = QuadUInt(1, 2, 3, 4)
    interpreter.inputs[1] = QuadUInt(10, 20, 30, 40)
    _ = try interpreter.run(active: .all)
    #expect(interpreter.locals[0] == QuadUInt(repeating: 1))
    #expect(interpreter.locals[1] == QuadUInt(1, 2, 3, 4))
    #expect(interpreter.locals[2] == QuadUInt(30, 60, 90, 120))
}

@Test("built-in inputs are found by their raw values")
func builtinInputs() throws {
    var builder = ModuleBuilder()
    for input in BuiltinInput.allCases { builder.store(Int(input.rawValue), builder.emit(.builtin, c: Int(input.rawValue))) }
    builder.outputs = BuiltinInput.allCases.map { output(Int($0.rawValue)) }
    let interpreter = Interpreter(module: builder.build(), stepLimit: 1)
    for input in BuiltinInput.allCases { interpreter.builtins[Int(input.rawValue)] = QuadUInt(repeating: UInt32(input.rawValue) + 5) }
    _ = try interpreter.run(active: .all)
    for input in BuiltinInput.allCases { #expect(interpreter.locals[Int(input.rawValue)][2] == UInt32(input.rawValue) + 5) }
}

@Test("a texture lookup gets the coordinate, the quad's coarse differences and a clamped unit")
func textureLookup() throws {
    var builder = ModuleBuilder()
    let s = builder.input(0), unit = builder.input(1)
    var operation = TextureOperation(kind: .sample, dimension: .d2, unit: 4, unitCount: 3)
    operation.unitIndex = 2
    // The builder numbers constants before inputs, so this constant is value 0, and `unitIndex`, which is 2, refers to input 1.
    _ = builder.constant(UInt32(0))
    _ = unit
    let results = builder.texture(operation, coordinate: [s])
    for (slot, value) in results.enumerated() { builder.store(slot, value) }
    builder.outputs = (0 ..< 4).map(output)
    let interpreter = Interpreter(module: builder.build(), stepLimit: 1)
    interpreter.bind(uniformBlocks: [], textures: CoordinateTextures())
    interpreter.inputs[0] = unsafeBitCast(QuadFloat(1, 3, 10, 30), to: QuadUInt.self)
    interpreter.inputs[1] = QuadUInt(0, 2, 9, .max)
    _ = try interpreter.run(active: .all)
    func result(_ slot: Int) -> QuadFloat { unsafeBitCast(interpreter.locals[slot], to: QuadFloat.self) }
    #expect(result(0) == QuadFloat(1, 3, 10, 30))
    #expect(result(1) == QuadFloat(repeating: 2))
    #expect(result(2) == QuadFloat(repeating: 9))
    #expect(interpreter.locals[3] == QuadUInt(4, 6, 6, 4))
}

@Test("textureSize is called for each lane's level")
func textureSizes() throws {
    var builder = ModuleBuilder()
    let level = builder.input(0)
    _ = builder.texture(TextureOperation(kind: .sample, dimension: .d2, unit: 3), coordinate: [level])
    let width = builder.emit(.textureSize, level, c: 0, type: .int)
    let height = builder.emit(.component, c: 1, type: .int), depth = builder.emit(.component, c: 2, type: .int)
    builder.store(0, width)
    builder.store(1, height)
    builder.store(2, depth)
    builder.outputs = (0 ..< 3).map(output)
    let interpreter = Interpreter(module: builder.build(), stepLimit: 1)
    interpreter.bind(uniformBlocks: [], textures: CoordinateTextures())
    interpreter.inputs[0] = QuadUInt(0, 1, 2, 3)
    _ = try interpreter.run(active: .all)
    #expect(interpreter.locals[0] == QuadUInt(100, 50, 25, 12))
    #expect(interpreter.locals[1] == QuadUInt(50, 25, 12, 6))
    #expect(interpreter.locals[2] == QuadUInt(repeating: 3))
}
