// ComputeText: a random compute shader.

import SeededRandom

package struct ComputeText: Sendable, Hashable {
    /// The number of invocations of a work group along x, y and z.
    var size: SIMD3<Int>
    private var head: String
    var body: ShaderNode
    var text: String {
        "#version 450\nlayout(local_size_x = \(size.x), local_size_y = \(size.y), local_size_z = \(size.z)) in;\n" + head + body.text + "\n"
    }
    var reductions: [ComputeText] {
        var result: [ComputeText] = []
        if size != .one { var copy = self; copy.size = SIMD3(max(1, size.x / 2), max(1, size.y / 2), max(1, size.z / 2)); result.append(copy) }
        return result + body.reductions.map { var copy = self; copy.body = $0; return copy }
    }

    /// - Parameters:
    ///   - images: The images that the program may use.
    ///   - earlier: A sampler for the texture that is also bound as the image `source`.
    init(seed: UInt64, images: ComputeImages, earlier: NamedTexture?) {
        var random = SeededGenerator(state: seed ^ 0xC09)
        size = random.pick([SIMD3(1, 1, 1), SIMD3(3, 1, 1), SIMD3(8, 1, 1), SIMD3(8, 4, 1), SIMD3(5, 3, 2), SIMD3(64, 1, 1), SIMD3(37, 1, 1), SIMD3(1, 17, 1),
                            SIMD3(2, 2, 9), SIMD3(16, 16, 1)])
        if random.once(in: 20) { size = random.pick([SIMD3(1024, 1, 1), SIMD3(1, 1, 64), SIMD3(32, 32, 1), SIMD3(1, 1000, 1)]) }
        let hasBarriers = random.once(in: 2)
        var maker = ShaderGenerator(random: random, stage: .compute, budget: random.int(20...140))
        maker.images = images
        maker.textures = Array((NamedTexture.former + NamedTexture.further).shuffled(using: &random).prefix(5)) + (earlier.map { [$0, $0] } ?? [])
        maker.countsInMemory = true
        maker.mayReturn = !hasBarriers
        (head, body) = maker.computeProgram(invocations: size.x * size.y * size.z, hasBarriers: hasBarriers)
    }
}

extension ShaderGenerator {
    fileprivate mutating func computeProgram(invocations: Int, hasBarriers: Bool) -> (head: String, body: ShaderNode) {
        makeStructures()
        let blocks = makeBlocks()
        var parts = ComputeParts(invocations: invocations), nodes: [ShaderNode] = []
        for _ in 0..<random.int(0...2) where budget > 30 { nodes.append(makeFunction()) }
        scopes.append([])
        var main: [ShaderNode] = []
        for _ in 0..<random.int(1...3) { main.append(declare()) }
        while budget > 0 { main.append(computeStatement(&parts, hasBarriers: hasBarriers)) }
        main += results()
        nodes.append(.statement("void main() {\n$\n}", .list(main)))
        let head = ShaderProgram.plainUniforms + structureText + "\n" + blocks + Self.tally + "layout(std430) buffer Plan { uint planned[]; };\n"
            + Set(textures).map(\.declaration).sorted().joined(separator: "\n") + "\n" + (images?.declarations ?? "")
            + parts.shared.joined(separator: "\n") + """

            uint invocation() {
                return ((gl_WorkGroupID.z * gl_NumWorkGroups.y + gl_WorkGroupID.y) * gl_NumWorkGroups.x + gl_WorkGroupID.x)
                    * (gl_WorkGroupSize.x * gl_WorkGroupSize.y * gl_WorkGroupSize.z) + gl_LocalInvocationIndex;
            }
            \(images?.ownFunctions ?? "")
            layout(std430) readonly buffer Shelf { vec4 first; uint rest[]; } shelf[2];
            layout(rgba8) readonly uniform image2D gallery[2];

            """
        return (head, .list(nodes))
    }

    /// Makes two storage blocks with random members. `Given` is only read. In `Own`, each invocation writes its own element of the array `items`.
    private mutating func makeBlocks() -> String {
        func members(_ prefix: String, _ generator: inout ShaderGenerator) -> String {
            (0..<generator.random.int(0...3)).map { number in
                let type = generator.memoryType(), name = "\(prefix)\(number)"
                generator.scopes[0].append(Variable(name: name, type: type, isConstant: true))
                return generator.declaration(type, name) + ";"
            }.joined(separator: " ")
        }
        func layout(_ generator: inout ShaderGenerator) -> String {
            generator.random.pick(["std430", "std430", "std430, row_major", "std140"])
        }
        let given = memoryType(), item = memoryType(), givenMembers = members("given", &self), ownMembers = members("own", &self)
        scopes[0].append(Variable(name: "givens", type: .array(given, random.pick([1, 4, 16])), isConstant: true, isShort: true))
        scopes[0] += [Variable(name: "items[invocation()]", type: item), Variable(name: "int(givens.length())", type: .basic("int"), isConstant: true),
                      Variable(name: "uint(items.length())", type: .basic("uint"), isConstant: true)]
        for shelf in ["shelf[0]", "shelf[1]", "shelf[k]", "shelf[gl_WorkGroupID.x & 1u]"] {
            scopes[0] += [Variable(name: "\(shelf).first", type: .basic("vec4"), isConstant: true),
                          Variable(name: "\(shelf).rest", type: .array(.basic("uint"), 8), isConstant: true, isShort: true)]
        }
        let access = random.pick(["", "", "coherent ", "restrict ", "volatile "])
        return """
            layout(\(layout(&self))) readonly buffer Given { \(givenMembers) \(declaration(given, "givens[]")); };
            layout(\(layout(&self))) \(access)buffer Own { \(ownMembers) \(declaration(item, "items[]")); };

            """
    }
    /// Returns a random type for a member of a block. Arrays in this type may be nested.
    private mutating func memoryType() -> GLSLType {
        switch random.int(0...7) {
        case 0: .array(.array(.basic(random.pick(Self.basics)), random.int(2...3)), random.int(1...3))
        case 1...2: .structure(random.int(0...structures.count - 1))
        case 3: .basic(random.pick(["vec3", "mat3", "vec2", "mat2x3"]))
        default: type(depth: 1)
        }
    }
    /// Makes the final values of main's variables visible.
    private mutating func results() -> [ShaderNode] {
        (0..<3).compactMap { _ in
            budget = 6
            let type = random.pick(["float", "int", "uint", "vec4"])
            // `target` returns nil if no place of this type is found to which the shader can write. Then this statement is left out.
            guard let target = target(type) else { return nil }
            return .statement("$ = $;", target, expression(type))
        } + checksum() + [memoryStatement(), memoryStatement()]
    }
    /// Returns statements that add the values of main's variables to sums. Each value is multiplied by a factor that depends on the
    /// invocation.
    private mutating func checksum() -> [ShaderNode] {
        let all = scopes
        scopes = [scopes.last ?? []]
        defer { scopes = all }
        let conversions = ["float": "floatBitsToUint($)", "int": "uint($)", "uint": "$", "bool": "uint($)"]
        return (0..<8).compactMap { number in
            budget = 6
            let type = random.pick(["float", "float", "int", "uint", "bool"])
            guard let place = place(type, isWritten: true), case .node(_, let pieces, let children) = place else { return nil }
            return .statement("atomicAdd(adds[\(number & 3)], ($) * (2u * invocation() + 1u));",
                              .expression("uint", conversions[type]!, [.node(type: type, pieces: pieces, children: children)]))
        }
    }
}
