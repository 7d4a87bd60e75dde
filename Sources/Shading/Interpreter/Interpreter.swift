// Interpreter: runs a ShaderModule on one quad of four lanes at a time. The interpreter is the reference for all other executors.
//
// To use an interpreter, call `bind`, fill `inputs` and `builtins`, call `run`, and read the slots of outputs in `locals`. The outputs
// of a geometry shader are the vertices in `emitted`. A compute shader runs by work groups, without inputs. Call `bind` again if other
// memory is to be used, or if uniforms or textures change; the memory passed to `bind` must stay in place until the next call of `bind`. An
// interpreter belongs to one thread. An interpreter owns one
// allocation for all its registers (see InterpreterLayout).
//
// No module or input causes a trap or a read out of bounds. The result depends only on the module, the bound memory, `inputs`,
// `builtins` and the active lanes.

import Memory

package final class Interpreter {
    package let module: ShaderModule
    /// The maximum number of loop iterations in a single run, for all loops together.
    package let stepLimit: Int
    /// One register for each input component. The caller fills the registers.
    package let inputs: UnsafeMutablePointer<QuadUInt>
    /// One register for each case of BuiltinInput, at the index of the case's raw value. The caller fills the registers.
    package let builtins: UnsafeMutablePointer<QuadUInt>
    /// One register for each local slot. After a run, the registers of the shader's outputs hold the results. Only observers read
    /// the other registers.
    package let locals: UnsafeMutablePointer<QuadUInt>

    let program: InterpreterProgram
    private(set) lazy var observedProgram = InterpreterProgram(module, layout: layout, everyInstruction: true)
    let layout: InterpreterLayout
    let registers: UnsafeMutablePointer<QuadUInt>
    private let registerMemory: Allocation
    /// The memory of each uniform block, by index. The memory of a block that is not bound is empty.
    let uniformBlocks: UnsafeMutableBufferPointer<UnsafeRawBufferPointer>
    private(set) var textures: any TextureSampling = NoTextures()
    /// The words of each storage block, by index. The memory of a block without a buffer is empty.
    let storage: UnsafeMutableBufferPointer<UnsafeMutableBufferPointer<UInt32>>
    /// The size, in bytes, of the buffer range that is bound to each storage block.
    private(set) var storageByteCounts: [Int] = []
    private(set) var images: any ImageAccess = NoImages()
    /// The words that the invocations of a work group share.
    let groupWords: UnsafeMutableBufferPointer<UInt32>
    private let groupMemory: Allocation
    /// The vertices that the last run of a geometry shader emitted; nil for other stages.
    package let emitted: EmittedVertices?

    /// - Precondition: the module is valid, as every module from the lowering is.
    package init(module: ShaderModule, stepLimit: Int) {
        self.module = module
        self.stepLimit = stepLimit
        layout = InterpreterLayout(module)
        program = InterpreterProgram(module, layout: layout, everyInstruction: false)
        registerMemory = Allocation(of: QuadUInt.self, count: layout.count, name: "Interpreter.registers")
        registers = registerMemory.elements()
        registers.initialize(repeating: QuadUInt(), count: layout.count)
        inputs = registers + layout.inputs
        builtins = registers + layout.builtins
        locals = registers + layout.locals
        let blockCount = module.instructions.reduce(0) { count, instruction in
            switch instruction.opcode {
            case .uniform, .uniformIndexed: max(count, Int(instruction.b) + 1)
            default: count
            }
        }
        uniformBlocks = .allocate(capacity: blockCount)
        uniformBlocks.initialize(repeating: UnsafeRawBufferPointer(start: nil, count: 0))
        storage = .allocate(capacity: module.storageBlockCount)
        storage.initialize(repeating: UnsafeMutableBufferPointer(start: nil, count: 0))
        groupMemory = Allocation(of: UInt32.self, count: module.sharedWordCount, name: "Interpreter.groupWords")
        groupWords = UnsafeMutableBufferPointer(start: groupMemory.elements(), count: module.sharedWordCount)
        groupWords.initialize(repeating: 0)
        emitted = module.geometryLayout.map { EmittedVertices(slots: module.outputSlots, vertexLimit: $0.maximumVertexCount) }
        for index in 0 ..< module.constantCount {
            registers[index] = QuadUInt(repeating: UInt32(bitPattern: module.instructions[index].c))
        }
        prepare()
    }

    deinit {
        registerMemory.free()
        groupMemory.free()
        uniformBlocks.deallocate()
        storage.deallocate()
    }

    /// Binds the uniform blocks (in the order of their indices), the texture units, the storage blocks and the image units. Words outside a
    /// block, and missing blocks, read as zero. This call also computes the values that depend only on uniforms.
    /// - Parameters:
    ///   - uniformBlocks: memory that lives longer than the runs. Call `bind` again after a change of this memory.
    ///   - memory: the memory that the shader may write. Runs read the present values in this memory.
    package func bind(uniformBlocks blocks: [UnsafeRawBufferPointer], textures: any TextureSampling, memory: ShaderMemory = ShaderMemory()) {
        for index in uniformBlocks.indices {
            uniformBlocks[index] = index < blocks.count ? blocks[index] : UnsafeRawBufferPointer(start: nil, count: 0)
        }
        self.textures = textures
        for index in storage.indices {
            let bytes = index < memory.storage.count ? memory.storage[index] : UnsafeMutableRawBufferPointer(start: nil, count: 0)
            storage[index] = UnsafeMutableBufferPointer(start: bytes.baseAddress?.assumingMemoryBound(to: UInt32.self), count: bytes.count / 4)
        }
        storageByteCounts = memory.storage.map(\.count)
        images = memory.images
        prepare()
    }

    /// Runs the shader for one quad.
    /// - Parameter active: the lanes that exist, helper lanes included.
    /// - Returns: the active lanes that were not discarded.
    /// - Throws: an error that names the loop, if all loops together take more than `stepLimit` iterations.
    package func run(active: SIMDMask<SIMD4<Int32>>) throws(ShaderExecutionError) -> SIMDMask<SIMD4<Int32>> {
        var observer = NoObserver()
        let lanes = unsafeBitCast(active, to: QuadUInt.self)
        zeroLocals(program.zeroRanges, lanes)
        emitted?.removeAll()
        return try finish(execute(program, from: QuadPlace(active: lanes, remaining: stepLimit), observer: &observer), lanes)
    }

    /// Runs the shader like `run(active:)`, and reports each instruction to the observer. The observed run is slower and gives the same bits.
    package func run(
        active: SIMDMask<SIMD4<Int32>>, observer: inout some InterpreterObserver
    ) throws(ShaderExecutionError) -> SIMDMask<SIMD4<Int32>> {
        let lanes = unsafeBitCast(active, to: QuadUInt.self)
        zeroLocals(observedProgram.zeroRanges, lanes)
        emitted?.removeAll()
        let outcome = execute(observedProgram, from: QuadPlace(active: lanes, remaining: stepLimit), observer: &observer)
        return try finish(outcome, lanes)
    }

    private func prepare() {
        for (index, instruction) in module.instructions.enumerated() where instruction.opcode == .uniform {
            registers[index] = QuadUInt(repeating: uniformWord(block: Int(instruction.b), word: UInt32(bitPattern: instruction.c)))
        }
        var observer = NoObserver()
        _ = execute(program, program.preparation, from: QuadPlace(active: QuadUInt(repeating: .max), remaining: stepLimit), observer: &observer)
    }

    @inline(__always)
    func zeroLocals(_ ranges: [Range<Int>], _ active: QuadUInt) {
        if active == QuadUInt(repeating: .max) {
            for range in ranges {
                (locals + range.lowerBound).update(repeating: QuadUInt(), count: range.count)
            }
        } else {
            // Derivatives also read lanes that are not active in this run, so the slots of these lanes must not contain values of the last
            // run.
            locals.update(repeating: QuadUInt(), count: module.localSlotCount)
        }
    }

    @inline(__always)
    func finish(
        _ outcome: ExecutionOutcome, _ active: QuadUInt
    ) throws(ShaderExecutionError) -> SIMDMask<SIMD4<Int32>> {
        if outcome.endlessLoop >= 0 { throw ShaderExecutionError(module: module, loopEnd: outcome.endlessLoop, stepLimit: stepLimit) }
        return unsafeBitCast(active & ~outcome.killed, to: SIMDMask<SIMD4<Int32>>.self)
    }

    /// Returns the lanes of `lanes` that are not helper lanes.
    @inline(__always)
    func writers(_ lanes: QuadUInt) -> QuadUInt { lanes & ~builtins[Int(BuiltinInput.helperInvocation.rawValue)] }

    /// Returns the size, in bytes, of the buffer range that is bound to a storage block; at most the largest int.
    func storageByteCount(block: Int) -> UInt32 { block < storageByteCounts.count ? UInt32(clamping: min(storageByteCounts[block], Int(Int32.max))) : 0 }

    /// Returns the 32-bit word with index `word` in a uniform block; zero outside of the block.
    func uniformWord(block: Int, word: UInt32) -> UInt32 {
        let memory = uniformBlocks[block]
        guard Int(word) < memory.count / 4 else { return 0 }
        return memory.loadUnaligned(fromByteOffset: Int(word) * 4, as: UInt32.self)
    }
}

/// Texture units that are all empty. An interpreter uses these empty units until `bind` is called.
private struct NoTextures: TextureSampling {
    func sample(_ operation: TextureOperation, _ request: TextureRequest, isFragment: Bool) -> TextureResult {
        var result = TextureResult()
        result.w = QuadUInt(repeating: operation.resultType == .float ? Float(1).bitPattern : 1)
        return result
    }
    func size(unit: Int, level: Int) -> (width: Int, height: Int, depth: Int) { (0, 0, 0) }
}
