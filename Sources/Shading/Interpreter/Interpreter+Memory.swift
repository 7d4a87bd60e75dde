// Interpreter+Memory: storage blocks, the memory of work groups, images, and atomic operations on all this memory.
//
// Each access checks its index. A read outside of the memory gives 0, and a write outside of the memory does nothing. Lanes write in
// ascending order, and only lanes that are active and neither discarded nor helpers write.

extension Interpreter {
    /// Returns one word of a storage block for each lane.
    @inline(never)
    func storageWords(block: Int, _ index: QuadUInt) -> QuadUInt { Self.words(storage[block], index) }

    /// Writes one word of a storage block for each lane in `lanes`.
    @inline(never)
    func setStorageWords(block: Int, _ index: QuadUInt, _ value: QuadUInt, _ lanes: QuadUInt) { Self.set(storage[block], index, value, lanes) }

    /// Returns one word of the work group's memory for each lane.
    @inline(never)
    func sharedWords(_ index: QuadUInt) -> QuadUInt { Self.words(groupWords, index) }

    /// Writes one word of the work group's memory for each lane in `lanes`.
    @inline(never)
    func setSharedWords(_ index: QuadUInt, _ value: QuadUInt, _ lanes: QuadUInt) { Self.set(groupWords, index, value, lanes) }

    private static func words(_ memory: UnsafeMutableBufferPointer<UInt32>, _ index: QuadUInt) -> QuadUInt {
        var result = QuadUInt()
        for lane in 0 ..< 4 where Int(index[lane]) < memory.count { result[lane] = memory[Int(index[lane])] }
        return result
    }

    private static func set(_ memory: UnsafeMutableBufferPointer<UInt32>, _ index: QuadUInt, _ value: QuadUInt, _ lanes: QuadUInt) {
        for lane in 0 ..< 4 where lanes[lane] != 0 && Int(index[lane]) < memory.count { memory[Int(index[lane])] = value[lane] }
    }

    /// Executes atomic operation `number` for the lanes in `lanes`, one lane after another. Other lanes get 0.
    @inline(never)
    func performAtomic(_ number: Int, _ operands: AtomicOperands, lanes: QuadUInt) -> QuadUInt {
        let operation = module.atomicOperations[number]
        var result = QuadUInt()
        let place = operation.imageOperation.map { request(module.imageOperations[$0], operands.image) } ?? ImageRequest()
        for lane in 0 ..< 4 where lanes[lane] != 0 {
            let word: UnsafeMutablePointer<UInt32>?
            switch operation.memory {
            case .storage(let block, _): word = Self.word(storage[block], register(operands.index).pointee[lane])
            case .shared: word = Self.word(groupWords, register(operands.index).pointee[lane])
            case .image(let image): word = images.word(module.imageOperations[image], place, lane: lane)
            }
            guard let word else { continue }
            let old = word.pointee
            result[lane] = old
            word.pointee = operation.newValue(old: old, value: register(operands.value).pointee[lane],
                                              comparator: operands.comparator >= 0 ? register(operands.comparator).pointee[lane] : 0)
        }
        return result
    }

    private static func word(_ memory: UnsafeMutableBufferPointer<UInt32>, _ index: UInt32) -> UnsafeMutablePointer<UInt32>? {
        Int(index) < memory.count ? memory.baseAddress.map { $0 + Int(index) } : nil
    }

    /// Reads a texel for each lane and writes its components to the four registers that begin at byte offset `result`.
    @inline(never)
    func loadImage(_ number: Int, _ operands: ImageOperands, result: Int32) {
        let operation = module.imageOperations[number]
        let texel = images.load(operation, request(operation, operands)), target = register(result)
        target[0] = texel.x
        target[1] = texel.y
        target[2] = texel.z
        target[3] = texel.w
    }

    @inline(never)
    func storeImage(_ number: Int, _ operands: ImageOperands, lanes: QuadUInt) {
        let operation = module.imageOperations[number]
        guard QuadArithmetic.any(lanes) else { return }
        var texel = TextureResult()
        (texel.x, texel.y, texel.z, texel.w) = (word(operands.red), word(operands.green), word(operands.blue), word(operands.alpha))
        images.store(operation, request(operation, operands), texel: texel, lanes: lanes)
    }

    /// Writes the size of an image to the four registers that begin at byte offset `result`.
    @inline(never)
    func imageSize(_ number: Int, _ operands: ImageOperands, result: Int32) {
        let operation = module.imageOperations[number], unit = request(operation, operands).unit, target = register(result)
        for lane in 0 ..< 4 {
            let size = images.size(operation, unit: Int(unit[lane]))
            target[0][lane] = UInt32(truncatingIfNeeded: size.width)
            target[1][lane] = UInt32(truncatingIfNeeded: size.height)
            target[2][lane] = UInt32(truncatingIfNeeded: size.depth)
            target[3][lane] = UInt32(truncatingIfNeeded: size.samples)
        }
    }

    private func request(_ operation: ImageOperation, _ operands: ImageOperands) -> ImageRequest {
        func int(_ offset: Int32) -> QuadInt { unsafeBitCast(word(offset), to: QuadInt.self) }
        var request = ImageRequest()
        request.unit = unit(operation.unit, count: operation.unitCount, index: operands.unitIndex)
        request.x = int(operands.x); request.y = int(operands.y); request.z = int(operands.z)
        request.sample = int(operands.sample)
        return request
    }

    /// Returns the value of the register at a byte offset; zero if the operand is absent.
    private func word(_ offset: Int32) -> QuadUInt { offset >= 0 ? register(offset).pointee : QuadUInt() }
}
