// Runs a module in the interpreter and compiled, on the same random inputs, and compares the bits.

import Kernel
import SeededRandom
import Shading
import ShadingKernel

/// Texture lookups whose results depend on every bit of the request, so that a difference in any operand is visible.
struct HashedTexels: TextureSampling {
    func sample(_ operation: TextureOperation, _ request: TextureRequest, isFragment: Bool) -> TextureResult {
        var result = TextureResult()
        for lane in 0 ..< 4 {
            var hash: UInt32 = 0x811c_9dc5
            func mix(_ word: UInt32) { hash = (hash ^ word) &* 0x0100_0193 ^ hash >> 15 }
            func mixFloat(_ value: Float) { mix(value.isNaN ? 0x7fc0_0000 : value.bitPattern) }
            for word in [request.unit[lane], request.i[lane], request.j[lane], request.k[lane], request.level[lane], request.offsetS[lane],
                         request.offsetT[lane], request.offsetR[lane]] {
                mix(UInt32(bitPattern: word))
            }
            for value in [request.s[lane], request.t[lane], request.r[lane], request.reference[lane], request.lod[lane], request.dsdx[lane], request.dtdx[lane],
                          request.drdx[lane], request.dsdy[lane], request.dtdy[lane], request.drdy[lane]] {
                mixFloat(value)
            }
            func component() -> UInt32 {
                mix(1)
                return operation.resultType == .float ? (Float(hash >> 8) * 0x1p-24).bitPattern : hash >> 20
            }
            result.x[lane] = component()
            result.y[lane] = component()
            result.z[lane] = component()
            result.w[lane] = component()
        }
        return result
    }
    func size(unit: Int, level: Int) -> (width: Int, height: Int, depth: Int) {
        level < 0 || level > 8 ? (0, 0, 0) : (max(1, 256 >> level), max(1, 128 >> level), unit + 1)
    }
}

struct ShaderComparison {
    let module: ShaderModule
    /// Block sizes in bytes.
    var uniformBlockSizes: [Int] = []
    /// The program's interface. Each uniform member of this interface gets a value of the member's type.
    var interface: ProgramInterface?
    var batches = 4
    /// Returns the bit pattern of an input component. If `input` is nil, the bit pattern is chosen by the component's type.
    var input: ((_ component: Int, _ lane: Int, inout SeededGenerator) -> UInt32)?

    /// The compared slots. `isFloat` is true if the slot holds a float.
    private var results: [(slot: Int, isFloat: Bool)] {
        var found: [(Int, Bool)] = []
        for output in module.outputs {
            let isFloat = Self.scalar(output.type) == .float
            for k in 0 ..< output.type.scalarCount { found.append((output.firstSlot + k, isFloat)) }
        }
        let builtin = module.builtinOutputs
        if let slot = builtin.position { for k in 0 ..< 4 { found.append((slot + k, true)) } }
        if let slot = builtin.pointSize { found.append((slot, true)) }
        if let slot = builtin.clipDistance { for k in 0 ..< builtin.clipDistanceCount { found.append((slot + k, true)) } }
        if let slot = builtin.fragmentDepth { found.append((slot, true)) }
        if let slot = builtin.sampleMask { found.append((slot, false)) }
        return found
    }

    /// Returns the scalar type of a value. For a structure, returns the scalar type of the first member, because all members of a
    /// structure in the corpus have the same scalar type.
    private static func scalar(_ type: ValueType) -> ScalarType {
        switch type {
        case .scalar(let scalar), .vector(let scalar, _): scalar
        case .matrix: .float
        case .array(let element, _): scalar(element)
        case .structure(_, let fields): fields.first.map { scalar($0.type) } ?? .float
        }
    }

    private func randomFloat(_ randomness: inout SeededGenerator) -> Float {
        switch Int.random(in: 0 ... 15, using: &randomness) {
        case 0: [0, -0.0, 1, -1, 0.5, 2, .infinity, -.infinity, .nan, 0x1p-133, 1e30, -65536.5].randomElement(using: &randomness)!
        case 1, 2: Float.random(in: -1000 ... 1000, using: &randomness)
        default: Float.random(in: -2 ... 2, using: &randomness)
        }
    }

    private func inputBits(_ component: Int, _ lane: Int, _ randomness: inout SeededGenerator) -> UInt32 {
        if let input { return input(component, lane, &randomness) }
        for variable in module.inputs where (variable.firstSlot ..< variable.firstSlot + variable.type.scalarCount).contains(component) {
            switch Self.scalar(variable.type) {
            case .float: return randomFloat(&randomness).bitPattern
            case .bool: return Bool.random(using: &randomness) ? .max : 0
            default: return UInt32(bitPattern: Int32.random(in: -9 ... 9, using: &randomness))
            }
        }
        return randomFloat(&randomness).bitPattern
    }

    private func uniformMemory(_ randomness: inout SeededGenerator) -> [[UInt32]] {
        if let interface {
            return interface.uniformBlocks.map { block in
                var words = (0 ..< (block.byteCount + 3) / 4).map { _ in randomFloat(&randomness).bitPattern }
                for member in block.members where Self.scalar(member.type) != .float {
                    let isBool = Self.scalar(member.type) == .bool
                    for element in 0 ..< member.arrayCount {
                        for k in 0 ..< member.type.scalarCount {
                            let word = (member.offset + element * member.arrayStride) / 4 + k
                            let value = Int32.random(in: isBool ? 0 ... 1 : -3 ... 7, using: &randomness)
                            if word < words.count { words[word] = UInt32(bitPattern: value) }
                        }
                    }
                }
                return words
            }
        }
        return uniformBlockSizes.map { size in (0 ..< size / 4).map { _ in randomFloat(&randomness).bitPattern } }
    }

    /// Returns descriptions of the differences; empty if all bits are equal. With an odd seed the specialised module is compiled.
    func differences(_ target: KernelTarget, seed: UInt64 = 1) throws -> [String] {
        let compiled = try CompiledShader(seed % 2 == 1 ? module.forKernels : module, target)
        let interpreter = Interpreter(module: module, stepLimit: 100_000)
        let lanes = target.lanes, layout = compiled.layout
        var randomness = SeededGenerator(state: seed)
        var found: [String] = []
        for number in 0 ..< batches {
            let uniforms = uniformMemory(&randomness)
            var batch = [UInt32](repeating: 0xcccc_cccc, count: layout.rowCount * lanes)
            for component in 0 ..< module.inputComponentCount {
                for lane in 0 ..< lanes { batch[(layout.inputs + component) * lanes + lane] = inputBits(component, lane, &randomness) }
            }
            for builtin in BuiltinInput.allCases {
                for lane in 0 ..< lanes {
                    let bits: UInt32 = switch builtin {
                    case .frontFacing, .helperInvocation: Bool.random(using: &randomness) ? .max : 0
                    case .fragCoordX, .fragCoordY, .fragCoordZ, .fragCoordW, .pointCoordX, .pointCoordY, .samplePositionX, .samplePositionY:
                        Float.random(in: 0 ... 100, using: &randomness).bitPattern
                    default: UInt32.random(in: 0 ... 20, using: &randomness)
                    }
                    batch[(layout.builtins + Int(builtin.rawValue)) * lanes + lane] = bits
                }
            }
            let before = batch
            let living = Self.withMemory(uniforms) { compiled.run(&batch, uniformBlocks: $0, textures: HashedTexels()) }
            var endless = false
            Self.withMemory(uniforms) { blocks in
                interpreter.bind(uniformBlocks: blocks, textures: HashedTexels())
                for quad in 0 ..< lanes / 4 {
                    func row(_ row: Int) -> QuadUInt { QuadUInt((0 ..< 4).map { before[row * lanes + 4 * quad + $0] }) }
                    for component in 0 ..< module.inputComponentCount { interpreter.inputs[component] = row(layout.inputs + component) }
                    for builtin in BuiltinInput.allCases { interpreter.builtins[Int(builtin.rawValue)] = row(layout.builtins + Int(builtin.rawValue)) }
                    guard let alive = try? interpreter.run(active: SIMDMask(repeating: true)) else {
                        endless = true
                        continue
                    }
                    guard let living else { continue }
                    for lane in 0 ..< 4 {
                        let isAlive = living >> UInt32(4 * quad + lane) & 1 == 1
                        if isAlive != alive[lane] {
                            found.append("batch \(number), lane \(4 * quad + lane): alive is \(isAlive), should be \(alive[lane])")
                            continue
                        }
                        guard isAlive else { continue }
                        for (slot, isFloat) in results {
                            let expected = interpreter.locals[slot][lane], got = batch[(layout.slots + slot) * lanes + 4 * quad + lane]
                            if expected == got || isFloat && Float(bitPattern: expected).isNaN && Float(bitPattern: got).isNaN { continue }
                            found.append("batch \(number), lane \(4 * quad + lane), slot \(slot) \(module.outputs.first { $0.firstSlot == slot }?.name ?? ""): 0x\(String(got, radix: 16)) (\(Float(bitPattern: got))), should be 0x\(String(expected, radix: 16)) (\(Float(bitPattern: expected)))")
                        }
                    }
                }
            }
            if (living == nil) != endless { found.append("batch \(number): endless is \(living == nil), should be \(endless)") }
        }
        return found
    }

    private static func withMemory<Result>(_ blocks: [[UInt32]], _ body: ([UnsafeRawBufferPointer]) throws -> Result) rethrows -> Result {
        // Adds sixteen unused words after each block, as buffers have.
        let memory = blocks.map { block in
            let memory = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: block.count + 16)
            memory.initialize(repeating: 0xeeee_eeee)
            for (index, word) in block.enumerated() { memory[index] = word }
            return memory
        }
        defer { memory.forEach { $0.deallocate() } }
        return try body(zip(memory, blocks).map { UnsafeRawBufferPointer(start: $0.baseAddress, count: $1.count * 4) })
    }
}
