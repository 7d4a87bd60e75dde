// ModuleBuilder: builds the instructions of one ShaderModule, and ensures that they follow the module's rules.
//
// Guarantees:
// - A value may be used everywhere after its definition. If the value's construct has ended, the builder adds a local slot that
//   carries the value.
// - Pure instructions on constants are evaluated (see ConstantFolding). If an equal pure instruction is requested again, the
//   builder reuses the node of the first request, provided that this node dominates the new use. A load adds no node if the builder
//   knows the slot's value from an earlier store or load; the builder then returns the node of the known value.
// - `finish` removes nodes that nothing observes. Exits, stores to variables of the source, and stores to outputs are observable.
//
// In the builder, instructions are called nodes, because their numbers differ from the instruction numbers in the module.

typealias Node = Int32

final class ModuleBuilder {
    // MARK: Nodes, in parallel arrays
    var nodes: [Instruction] = []
    var nodeLocations: [Int32] = []
    /// The begin node of the innermost construct that contains the node, or -1.
    var nodeParents: [Node] = []
    private var nodeScopes: [Int32] = []
    /// The nodes in order of execution: `entry` runs first, then `body`. Constants are in neither of the two lists.
    var entry: [Node] = []
    var body: [Node] = []
    private var emitsAtEntry = false

    var textureOperations: [TextureOperation] = []
    var imageOperations: [ImageOperation] = []
    var atomicOperations: [AtomicOperation] = []
    var localArrays: [LocalArray] = []
    var slotCount = 0
    var localVariables: [LocalVariable] = []
    var namedValues: [NamedValue] = []
    /// The words of the default block that nodes may read with a dynamic index.
    var indexedUniforms: [Node: IndexedUniformWords] = [:]
    /// The source location of the nodes that are added next.
    var location: Int32 = 0
    /// Whether folding must give exactly the bits that the instructions would give when they run. If true, instructions of every opcode are
    /// evaluated. If false, only some opcodes are evaluated, and x + 0 becomes x, which may change the sign of a zero.
    var foldsExactly = false
    /// True if a requested instruction has an operand or a result of a wrong type.
    private(set) var hasTypeMismatch = false

    private struct ConstantKey: Hashable { var type: ScalarType; var bits: UInt32 }
    private var constants: [ConstantKey: Node] = [:]
    private var shared: [Instruction: Node] = [:]
    private struct LookupKey: Hashable { var opcode: Opcode; var operation: TextureOperation; var level: Node }
    private var sharedLookups: [LookupKey: Node] = [:]
    /// For each float that is stored in memory that invocations share: the node of the store and the node of the float; see `storeFloat`.
    var floatStores: [(store: Node, value: Node)] = []
    /// For each value that is used after its construct has ended, the slot that carries the value out of the construct.
    var carriers: [Node: Int] = [:]

    /// One open construct, the construct's scope, and the known values of slots.
    private struct OpenScope {
        var begin: Node
        var scope: Int32
        /// The values of slots that were known before the construct.
        var known: [Int: Node]
        var stored: Set<Int> = []
        var storedArrays: Set<Int> = []
    }
    private var open: [OpenScope] = []
    private var scopeIsOpen: [Bool] = [true]
    private var parent: Node = -1
    private var scope: Int32 = 0
    /// The known value of each slot at this point, for the active lanes.
    private var known: [Int: Node] = [:]

    // MARK: Slots

    func allocateSlots(_ count: Int) -> Int {
        defer { slotCount += count }
        return slotCount
    }

    /// Returns the index of the local array with these slots. Adds the array at the first request.
    func localArray(firstSlot: Int, count: Int) -> Int {
        if let index = localArrays.firstIndex(where: { $0.firstSlot == firstSlot && $0.count == count }) { return index }
        localArrays.append(LocalArray(firstSlot: firstSlot, count: count))
        return localArrays.count - 1
    }

    // MARK: Values

    func type(_ node: Node) -> ScalarType { nodes[Int(node)].type }

    func constantBits(_ node: Node) -> UInt32? {
        nodes[Int(node)].opcode == .constant ? UInt32(bitPattern: nodes[Int(node)].c) : nil
    }

    func constant(_ bits: UInt32, _ type: ScalarType) -> Node {
        if let node = constants[ConstantKey(type: type, bits: bits)] { return node }
        let node = Node(nodes.count)
        nodes.append(Instruction(.constant, type, c: Int32(bitPattern: bits)))
        nodeLocations.append(location)
        nodeParents.append(-1)
        nodeScopes.append(0)
        constants[ConstantKey(type: type, bits: bits)] = node
        return node
    }

    func float(_ value: Float) -> Node { constant(value.bitPattern, .float) }
    func int(_ value: Int) -> Node { constant(UInt32(truncatingIfNeeded: value), .int) }
    func uint(_ value: UInt32) -> Node { constant(value, .uint) }
    func bool(_ value: Bool) -> Node { constant(value ? .max : 0, .bool) }

    /// Returns a node with the value of `node` that may be used at the current place: the node itself, or a load of the slot that carries
    /// the value.
    func use(_ node: Node) -> Node {
        if scopeIsOpen[Int(nodeScopes[Int(node)])] { return node }
        let slot: Int
        if let carrier = carriers[node] {
            slot = carrier
        } else {
            slot = allocateSlots(1)
            carriers[node] = slot
        }
        return append(Instruction(.load, type(node), c: Int32(slot)))
    }

    /// Returns a node with the value of a pure instruction. If the operands are constants, the node may be a constant; if the builder
    /// already has an equal instruction, the node is reused.
    func pure(_ opcode: Opcode, _ type: ScalarType, _ a: Node = -1, _ b: Node = -1, _ c: Node = -1) -> Node {
        var instruction = Instruction(opcode, type, a: a, b: b, c: c)
        if !isWellTyped(instruction) {
            hasTypeMismatch = true
            return constant(0, type)
        }
        if let folded = folded(instruction) { return folded }
        let definition = opcode.definition
        if definition.a.isValue { instruction.a = use(a) }
        if definition.b.isValue { instruction.b = use(b) }
        if definition.c.isValue { instruction.c = use(c) }
        return shared(instruction)
    }

    /// Returns a node with this instruction: an earlier equal node if the earlier node dominates the current place, else a new node.
    func shared(_ instruction: Instruction) -> Node {
        if let node = shared[instruction], scopeIsOpen[Int(nodeScopes[Int(node)])] { return node }
        let node = append(instruction)
        shared[instruction] = node
        return node
    }

    private func isWellTyped(_ i: Instruction) -> Bool {
        let definition = i.opcode.definition
        func fits(_ kind: OperandKind, _ node: Node) -> Bool {
            !kind.isValue || node >= 0 && kind.accepts(type(node), result: i.type)
        }
        return fits(definition.a, i.a) && fits(definition.b, i.b) && fits(definition.c, i.c) && definition.result.accepts(i.type)
    }

    /// Adds a texture instruction. Returns the nodes of the instruction's results: four values, or three sizes.
    func texture(_ opcode: Opcode, _ operation: TextureOperation, level: Node = -1) -> [Node] {
        var operation = operation
        operation.replaceOperands(use)
        let level = level < 0 ? level : use(level)
        // Textures do not change during an invocation, so a lookup reuses the result of an earlier equal lookup if the scope of the
        // earlier lookup is still open.
        let key = LookupKey(opcode: opcode, operation: operation, level: level)
        if let first = sharedLookups[key], scopeIsOpen[Int(nodeScopes[Int(first)])] {
            return (0...opcode.extraResults).map { first + Node($0) }
        }
        textureOperations.append(operation)
        let type = opcode == .textureSize ? .int : operation.resultType
        let first = append(Instruction(opcode, type, a: level, c: Int32(textureOperations.count - 1)))
        sharedLookups[key] = first
        return [first] + (1...opcode.extraResults).map { append(Instruction(.component, type, c: Int32($0))) }
    }

    // MARK: Local slots

    func load(_ slot: Int, _ type: ScalarType) -> Node {
        if let value = known[slot], self.type(value) == type, scopeIsOpen[Int(nodeScopes[Int(value)])] { return value }
        let node = append(Instruction(.load, type, c: Int32(slot)))
        known[slot] = node
        return node
    }

    func store(_ slot: Int, _ value: Node) {
        let value = use(value)
        _ = append(Instruction(.store, .void, a: value, c: Int32(slot)))
        guard !emitsAtEntry else { return }
        known[slot] = value
        if !open.isEmpty { open[open.count - 1].stored.insert(slot) }
    }

    func loadIndexed(_ array: Int, _ index: Node, _ type: ScalarType) -> Node {
        append(Instruction(.loadIndexed, type, a: use(index), c: Int32(array)))
    }

    func storeIndexed(_ array: Int, _ index: Node, _ value: Node) {
        let (index, value) = (use(index), use(value))
        _ = append(Instruction(.storeIndexed, .void, a: index, b: value, c: Int32(array)))
        forget(array)
        if !open.isEmpty { open[open.count - 1].storedArrays.insert(array) }
    }

    private func forget(_ array: Int) {
        let slots = localArrays[array].firstSlot ..< localArrays[array].firstSlot + localArrays[array].count
        if slots.count < known.count {
            for slot in slots { known[slot] = nil }
        } else {
            known = known.filter { !slots.contains($0.key) }
        }
    }

    // MARK: Control flow

    /// The begin node of the innermost open construct; nil outside of all constructs.
    var innermostConstruct: Node? { open.last?.begin }
    /// Returns the constant that the slot holds at this point in all active lanes; nil if no such constant is known.
    func knownBits(_ slot: Int) -> UInt32? { known[slot].flatMap(constantBits) }

    /// - Parameter stored: For a loop, the slots to which the loop may store; nil if these slots are unknown.
    func begin(_ opcode: Opcode, condition: Node = -1, forgetting stored: Set<Int>? = nil) -> Node {
        let condition = condition < 0 ? condition : use(condition)
        let node = append(Instruction(opcode, .void, a: condition))
        open.append(OpenScope(begin: node, scope: newScope(), known: known))
        scope = open[open.count - 1].scope
        parent = node
        // From the second iteration on, the loop's body may read values that an earlier iteration has stored. So at the loop's begin, the
        // slots to which the loop may store have no known value.
        if opcode == .loopBegin { known = stored.map { stored in known.filter { !stored.contains($0.key) } } ?? [:] }
        return node
    }

    func beginElse() {
        let last = open.count - 1
        scopeIsOpen[Int(scope)] = false
        _ = append(Instruction(.elseBegin, .void, c: open[last].begin))
        open[last].scope = newScope()
        scope = open[last].scope
        known = open[last].known
    }

    func end() {
        let closed = open.removeLast()
        scopeIsOpen[Int(closed.scope)] = false
        _ = append(Instruction(.end, .void, c: closed.begin))
        parent = open.last?.begin ?? -1
        scope = open.last?.scope ?? 0
        known = closed.known
        for slot in closed.stored { known[slot] = nil }
        for array in closed.storedArrays { forget(array) }
        if !open.isEmpty {
            open[open.count - 1].stored.formUnion(closed.stored)
            open[open.count - 1].storedArrays.formUnion(closed.storedArrays)
        }
    }

    func exit(_ block: Node) { _ = append(Instruction(.exit, .void, c: block)) }
    func discard() { _ = append(Instruction(.discard, .void)) }

    /// Places the instructions that `emit` adds at the entry. The instructions at the entry run once, before all other instructions.
    func atEntry(_ emit: () -> Void) {
        let saved = (parent, scope)
        (parent, scope, emitsAtEntry) = (-1, 0, true)
        emit()
        (parent, scope, emitsAtEntry) = (saved.0, saved.1, false)
    }

    /// Adds a node unchanged, without folding or sharing.
    func append(_ instruction: Instruction) -> Node {
        let node = Node(nodes.count)
        nodes.append(instruction)
        nodeLocations.append(location)
        nodeParents.append(parent)
        nodeScopes.append(scope)
        if emitsAtEntry { entry.append(node) } else { body.append(node) }
        return node
    }

    /// Adds a node that belongs to the construct of node `other`. The node is in neither of the lists `entry` and `body` yet.
    func appendDetached(_ instruction: Instruction, like other: Node) -> Node {
        nodes.append(instruction)
        nodeLocations.append(nodeLocations[Int(other)])
        nodeParents.append(nodeParents[Int(other)])
        nodeScopes.append(nodeScopes[Int(other)])
        return Node(nodes.count - 1)
    }

    private func newScope() -> Int32 {
        scopeIsOpen.append(true)
        return Int32(scopeIsOpen.count - 1)
    }
}
