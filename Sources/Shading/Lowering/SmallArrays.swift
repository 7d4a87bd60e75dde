// SmallArrays: finds accesses to small local arrays. If the index of an access differs between lanes, replaces the access by selections
// among the elements.
//
// If the index differs between lanes, a processor without fast gathers loads the elements lane by lane. For few elements, a selection for
// each element takes fewer instructions. Moreover, if all other accesses to the array have constant indices, the array's slots become plain
// variables. The values of plain variables may be known when the module is specialised.

/// The elements that an instruction `loadIndexed` or `storeIndexed` may access.
struct SmallArrayAccess {
    /// The instruction that computes the number of the accessed element, given by the instruction's index. If the number is not below
    /// `slots.count`, the array has no such element.
    let number: Int32
    /// The slot of each element.
    let slots: [Int]

    /// The largest number of elements for which selections are used; measured with AVX2 and AVX-512 code.
    static let mostElements = 8

    /// Returns nil if the array has too many elements. The instruction's operand for the index must be the number of an element, or
    /// min(number, count) · stride + offset, which `StageLowering` computes for a single index.
    init?(_ module: ShaderModule, _ instruction: Instruction) {
        let array = module.localArrays[Int(instruction.c)]
        func definition(_ value: Int32) -> Instruction { module.instructions[Int(value)] }
        func constant(_ value: Int32) -> Int? { definition(value).opcode == .constant ? Int(definition(value).c) : nil }

        var product = instruction.a, offset = 0
        if definition(product).opcode == .iadd, let added = constant(definition(product).b) { (product, offset) = (definition(product).a, added) }
        if definition(product).opcode == .imul, let stride = constant(definition(product).b),
           definition(definition(product).a).opcode == .iminU, let count = constant(definition(definition(product).a).b),
           stride > 0, (0 ..< stride).contains(offset), count > 0, count <= Self.mostElements, count * stride == array.count {
            number = definition(definition(product).a).a
            slots = (0 ..< count).map { array.firstSlot + $0 * stride + offset }
        } else if array.count > 0, array.count <= Self.mostElements {
            number = instruction.a
            slots = Array(array.firstSlot ..< array.firstSlot + array.count)
        } else {
            return nil
        }
    }
}

extension ModuleBuilder {
    /// Returns a node with the value of an element of the array; zero if there is no such element. The value of the node `number` is the
    /// index of the element.
    func load(_ slots: [Int], number: Node, _ type: ScalarType) -> Node {
        var values = slots.map { load($0, type) }, bit: UInt32 = 0
        let exists = pure(.iltU, .bool, number, constant(UInt32(slots.count), self.type(number)))
        func choose(_ condition: Node, _ a: Node, _ b: Node) -> Node { a == b ? a : pure(.select, type, condition, a, b) }
        // Each turn selects by one bit of the number, and halves the list.
        while values.count > 1 {
            let isOdd = pure(.ine, .bool, pure(.and, self.type(number), number, constant(1 << bit, self.type(number))), constant(0, self.type(number)))
            values = stride(from: 0, to: values.count, by: 2).map { $0 + 1 < values.count ? choose(isOdd, values[$0 + 1], values[$0]) : values[$0] }
            bit += 1
        }
        return choose(exists, values[0], constant(0, type))
    }

    /// Adds nodes that store a value in an element of the array, if the element exists. The value of the node `number` is the index of the element.
    func store(_ slots: [Int], number: Node, _ value: Node) {
        for (k, slot) in slots.enumerated() {
            let isHere = pure(.ieq, .bool, number, constant(UInt32(k), type(number)))
            store(slot, pure(.select, type(value), isHere, value, load(slot, type(value))))
        }
    }
}
