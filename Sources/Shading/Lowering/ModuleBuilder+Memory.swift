// ModuleBuilder+Memory: nodes that access memory which invocations share. The builder never reuses the node of one access for another
// access, because the memory may change between the two accesses.

extension ModuleBuilder {
    func load(_ memory: SharedMemory, _ index: Node, _ type: ScalarType) -> Node {
        switch memory {
        case .storage(let block): append(Instruction(.storageLoad, type, a: use(index), c: Int32(block)))
        case .shared: append(Instruction(.sharedLoad, type, a: use(index)))
        }
    }

    @discardableResult
    func store(_ memory: SharedMemory, _ index: Node, _ value: Node) -> Node {
        let (index, value) = (use(index), use(value))
        return switch memory {
        case .storage(let block): append(Instruction(.storageStore, .void, a: index, b: value, c: Int32(block)))
        case .shared: append(Instruction(.sharedStore, .void, a: index, b: value))
        }
    }

    /// Returns a node with the number of bytes of the buffer that is bound to a storage block. This number does not change during a run.
    func storageSize(_ block: Int) -> Node { shared(Instruction(.storageSize, .int, c: Int32(block))) }

    func addEffect(_ opcode: Opcode) { _ = append(Instruction(opcode, .void)) }

    /// Adds an atomic operation. Returns the node of the operation's result. The result is the old value.
    /// - Parameter image: The texel, if the operation changes an image.
    func atomic(_ operation: AtomicOperation, image: ImageOperation? = nil) -> Node {
        var operation = operation
        operation.replaceOperands(use)
        if let image { operation.memory = .image(operation: add(image)) }
        atomicOperations.append(operation)
        return append(Instruction(.atomic, operation.type, c: Int32(atomicOperations.count - 1)))
    }

    /// Adds a load of a texel. Returns the nodes of the texel's four components.
    func loadImage(_ operation: ImageOperation) -> [Node] { results(.imageLoad, operation.type, operation) }
    /// Adds a query of an image's size. Returns the nodes of the width, the height, the depth or number of layers, and the number of samples.
    func imageSize(_ operation: ImageOperation) -> [Node] { results(.imageSize, .int, operation) }

    func storeImage(_ operation: ImageOperation) { _ = append(Instruction(.imageStore, .void, c: Int32(add(operation)))) }

    private func results(_ opcode: Opcode, _ type: ScalarType, _ operation: ImageOperation) -> [Node] {
        let first = append(Instruction(opcode, type, c: Int32(add(operation))))
        return [first] + (1...opcode.extraResults).map { append(Instruction(.component, type, c: Int32($0))) }
    }

    private func add(_ operation: ImageOperation) -> Int {
        var operation = operation
        operation.replaceOperands(use)
        imageOperations.append(operation)
        return imageOperations.count - 1
    }
}
