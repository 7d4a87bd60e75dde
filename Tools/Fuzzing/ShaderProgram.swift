// ShaderProgram: a vertex shader and a fragment shader, made from a seed.

import SeededRandom

package struct ShaderProgram: Sendable, Hashable {
    var vertexHead: String, vertex: ShaderNode
    var fragmentHead: String, fragment: ShaderNode

    init(seed: UInt64) {
        var random = SeededGenerator(state: seed)
        var maker = ShaderGenerator(random: random, stage: .vertex, budget: random.once(in: 3) ? 60 : 8)
        let countsInMemory = random.once(in: 4)
        func further() -> [NamedTexture] { Array(NamedTexture.further.shuffled(using: &random).prefix(3)) }
        func head(_ interface: String, _ textures: [NamedTexture]) -> String {
            interface + textures.map(\.declaration).joined(separator: " ") + "\n" + (countsInMemory ? ShaderGenerator.tally : "")
        }
        let seen = further(), looked = further()
        maker.textures = [.plain] + seen
        maker.countsInMemory = countsInMemory
        (vertexHead, vertex) = maker.program(head: head(Self.vertexInterface, seen), outputs: [
            ("tint = $;", ["vec4"]), ("number = $;", ["int"]), ("straight = $;", ["float"]), ("middle = $;", ["vec3"]),
        ])
        random.state &+= 0x1234_5678
        maker = ShaderGenerator(random: random, stage: .fragment, budget: random.int(30...220))
        maker.textures = [.plain] + NamedTexture.former + looked + looked
        maker.countsInMemory = countsInMemory
        (fragmentHead, fragment) = maker.program(head: head(Self.fragmentInterface, looked), outputs: [
            ("color = vec4($, $, $, $);", ["float", "float", "float", "float"]),
            ("bits = uvec4(floatBitsToUint($), uint($), $, uint($));", ["float", "int", "uint", "bool"]),
        ])
    }

    package var vertexText: String { vertexHead + vertex.text + "\n" }
    package var fragmentText: String { fragmentHead + fragment.text + "\n" }

    var reductions: [ShaderProgram] {
        vertex.reductions.map { var copy = self; copy.vertex = $0; return copy } + fragment.reductions.map { var copy = self; copy.fragment = $0; return copy }
    }

    static let uniforms = "#version 450\n" + plainUniforms
    /// The declarations of the uniforms, without the `#version` line.
    static let plainUniforms = """
        uniform int k; uniform uint word; uniform float zero, u; uniform vec4 weights[3]; uniform mat3 turn;
        layout(std140) uniform Block { vec4 data[4]; mat2 small; } block;
        layout(std140, row_major) uniform Rows { mat3 turn; mat2x3 wide[2]; float tail; } rows;
        struct S0 { vec3 a; float b[2]; mat2 c; };
        layout(shared) uniform Parts { S0 parts[2]; int count; };
        layout(packed) uniform Many { vec2 w; vec4 v; } many[2];
        uniform sampler2D plain;

        """
    static let vertexInterface = uniforms + """
        in vec4 position; in vec4 paint;
        out vec2 place; out vec4 tint; flat out int number; noperspective out float straight; centroid out vec3 middle;

        """
    static let fragmentInterface = uniforms + """
        uniform samplerCube cube; uniform sampler2DArray layers; uniform sampler3D volume; uniform usampler2D words; uniform sampler2DShadow shadow;
        uniform isampler2D signs; uniform sampler2D depths; uniform sampler2D several[3]; uniform samplerCubeShadow cubeShadow; uniform sampler2DArrayShadow layerShadow;
        in vec2 place; in vec4 tint; flat in int number; noperspective in float straight; centroid in vec3 middle;
        layout(location = 0) out vec4 color; layout(location = 1) out uvec4 bits;

        """
}

extension ShaderGenerator {
    /// Returns the program's text as a tree; some parts of the tree are fixed, and the other parts can be reduced.
    fileprivate mutating func program(head: String, outputs: [(String, [String])]) -> (String, ShaderNode) {
        makeStructures()
        var nodes: [ShaderNode] = []
        for _ in 0..<random.int(0...2) where budget > 30 { nodes.append(makeFunction()) }
        scopes.append([])
        var body: [ShaderNode] = []
        if !isFragment { body.append(.statement("gl_Position = position; gl_PointSize = 9.0; place = position.xy * 0.5 + 0.5;")) }
        for _ in 0..<random.int(2...4) { body.append(declare()) }
        while budget > 0 { body.append(statement()) }
        for (template, types) in outputs {
            budget = 6
            let pieces = template.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
            body.append(.node(type: nil, pieces: pieces, children: types.map { expression($0) }))
        }
        if isFragment { body += checksum() }
        nodes.append(.statement("void main() {\n$\n}", .list(body)))
        return (head + structureText + "\n", .list(nodes))
    }

    /// Makes the final values of main's variables visible: each value changes the bits of the last output.
    private mutating func checksum() -> [ShaderNode] {
        // Only the variables of main are added to the checksum.
        let all = scopes
        scopes = [scopes.last ?? []]
        defer { scopes = all }
        let conversions = ["float": "floatBitsToUint($)", "int": "uint($)", "uint": "$", "bool": "uint($)"]
        return (0..<16).compactMap { _ in
            budget = 6
            let type = random.pick(["float", "float", "int", "uint", "bool"])
            guard let place = place(type, isWritten: true), case .node(_, let pieces, let children) = place else { return nil }
            return .statement("bits.\(random.pick(["x", "y", "z", "w"])) ^= $;",
                              .expression("uint", conversions[type]!, [.node(type: type, pieces: pieces, children: children)]))
        }
    }
}
