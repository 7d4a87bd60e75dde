// Contraction: if only a single sum uses a product, replaces the product and the sum by a fused multiply-add, which is rounded
// once. GLSL allows the fusion unless `precise` forbids it (GLSL 4.60 §4.9.2). The fusion changes the module, so that every
// renderer and every processor give the same results.
//
// - x·y + z and z + x·y become fma(x, y, z); if both operands are products, the left product is fused.
// - x·y − z becomes fma(x, y, −z), z − x·y becomes fma(−x, y, z). The difference of two products is not fused, because with fused
//   differences the cross product of a vector with itself would not be zero.
// - The product must be in the same construct as the sum.

struct Contraction {
    private let builder: ModuleBuilder
    private var live: [Bool]
    private let useCounts: [Int32]
    /// For each node that needs a negated operand: the negation, which must be emitted directly before the node.
    private var before: [Node: Node] = [:]

    /// Rewrites nodes of `builder`. Returns, for each node, whether it is live after the contraction.
    static func apply(to builder: ModuleBuilder, live: [Bool], useCounts: [Int32]) -> [Bool] {
        var contraction = Contraction(builder: builder, live: live, useCounts: useCounts)
        for node in builder.entry + builder.body { contraction.contract(node) }
        contraction.insertNegations()
        return contraction.live
    }

    private init(builder: ModuleBuilder, live: [Bool], useCounts: [Int32]) {
        self.builder = builder; self.live = live; self.useCounts = useCounts
    }

    /// Returns the factors of the node if the node is a product that only `user` uses and that is in the same construct as `user`; else
    /// nil.
    private func factors(_ node: Node, for user: Node) -> (Node, Node)? {
        let n = Int(node)
        guard builder.nodes[n].opcode == .fmul, n < useCounts.count, useCounts[n] == 1, builder.carriers[node] == nil,
              builder.nodeParents[n] == builder.nodeParents[Int(user)] else { return nil }
        return (builder.nodes[n].a, builder.nodes[n].b)
    }

    private mutating func contract(_ node: Node) {
        guard live[Int(node)] else { return }
        let sum = builder.nodes[Int(node)]
        func fused(_ x: Node, _ y: Node, _ z: Node) { builder.nodes[Int(node)] = Instruction(.fma, .float, a: x, b: y, c: z) }
        switch sum.opcode {
        case .fadd:
            if let (x, y) = factors(sum.a, for: node) {
                live[Int(sum.a)] = false
                fused(x, y, sum.b)
            } else if let (x, y) = factors(sum.b, for: node) {
                live[Int(sum.b)] = false
                fused(x, y, sum.a)
            }
        case .fsub:
            let isProduct = (builder.nodes[Int(sum.a)].opcode == .fmul, builder.nodes[Int(sum.b)].opcode == .fmul)
            if isProduct == (true, false), let (x, y) = factors(sum.a, for: node) {
                live[Int(sum.a)] = false
                fused(x, y, negated(sum.b, before: node))
            } else if isProduct == (false, true), let (x, y) = factors(sum.b, for: node) {
                live[Int(sum.b)] = false
                // The negation of a constant factor is a constant and adds no instruction, so y is negated if y is a constant.
                if builder.constantBits(y) != nil { fused(x, negated(y, before: node), sum.a) } else { fused(negated(x, before: node), y, sum.a) }
            }
        default: break
        }
    }

    private mutating func negated(_ value: Node, before node: Node) -> Node {
        if let bits = builder.constantBits(value) {
            let constant = builder.constant(bits ^ 0x8000_0000, .float)
            while live.count < builder.nodes.count { live.append(true) }
            live[Int(constant)] = true
            return constant
        }
        let negation = builder.appendDetached(Instruction(.fneg, .float, a: value), like: node)
        live.append(true)
        before[node] = negation
        return negation
    }

    private func insertNegations() {
        if before.isEmpty { return }
        func with(_ nodes: [Node]) -> [Node] { nodes.flatMap { node in before[node].map { [$0, node] } ?? [node] } }
        builder.entry = with(builder.entry)
        builder.body = with(builder.body)
    }
}
