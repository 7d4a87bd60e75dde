// ShaderGenerator: makes valid GLSL from random numbers. Both renderers must give equal results, even if GLSL does not define the result:
// for integer overflow, NaN, derivatives in divergent flow, and indices outside of arrays.

import SeededRandom
import Shading

struct ShaderGenerator {
    indirect enum GLSLType: Hashable, Sendable {
        case basic(String), array(GLSLType, Int), structure(Int)
    }
    struct Variable {
        var name: String
        var type: GLSLType
        var isConstant = false
        /// Whether indices are often outside of the array, because the array's length depends on the size of a buffer.
        var isShort = false
    }
    /// The qualifier of each parameter is "", "inout" or "out".
    struct Function { var name: String; var result: GLSLType; var parameters: [(type: GLSLType, way: String)] }

    var random: SeededGenerator
    let stage: ShaderStage
    var isFragment: Bool { stage == .fragment }
    var structures: [[(name: String, type: GLSLType)]] = []
    var functions: [Function] = []
    var scopes: [[Variable]]
    var nextName = 0
    /// The number of statements and expressions that the generator may still make.
    var budget: Int
    var loopDepth = 0, depth = 0
    /// The result type of the current function; nil in main.
    var returned: GLSLType?
    /// The textures and images that the program may read with any of GLSL's functions.
    var textures: [NamedTexture] = []
    var images: ComputeImages?
    /// Whether the program has the words of `ShaderGenerator.tally`, which invocations change in any order.
    var countsInMemory = false
    /// Whether main may return early. The function main must not return before a barrier.
    var mayReturn = true

    static let basics = ["float", "float", "vec2", "vec3", "vec4", "int", "int", "ivec2", "uint", "uvec2", "uvec4", "bool", "mat2", "mat3", "mat4", "mat2x3"]
    static let floats = ["float", "vec2", "vec3", "vec4"]

    init(random: SeededGenerator, stage: ShaderStage, budget: Int) {
        self.random = random; self.stage = stage; self.budget = budget
        var known = [("k", "int"), ("word", "uint"), ("zero", "float"), ("u", "float"), ("turn", "mat3"), ("block.small", "mat2"),
                     ("rows.turn", "mat3"), ("rows.tail", "float"), ("count", "int"), ("many[0].v", "vec4"), ("many[1].w", "vec2")]
        let more: [(String, String)] = switch stage {
        case .fragment: [("place", "vec2"), ("tint", "vec4"), ("number", "int"), ("straight", "float"), ("middle", "vec3"), ("gl_FragCoord", "vec4")]
        case .vertex, .geometry: [("position", "vec4"), ("paint", "vec4"), ("gl_VertexID", "int"), ("gl_InstanceID", "int")]
        case .compute: [("gl_LocalInvocationIndex", "uint"), ("gl_GlobalInvocationID.x", "uint"), ("gl_GlobalInvocationID.yz", "uvec2"),
                        ("gl_WorkGroupID.xy", "uvec2"), ("gl_LocalInvocationID.zx", "uvec2"), ("gl_NumWorkGroups.xz", "uvec2"), ("invocation()", "uint")]
        }
        known += more
        scopes = [known.map { Variable(name: $0.0, type: .basic($0.1), isConstant: true) }
            + [Variable(name: "weights", type: .array(.basic("vec4"), 3), isConstant: true),
               Variable(name: "block.data", type: .array(.basic("vec4"), 4), isConstant: true),
               Variable(name: "rows.wide", type: .array(.basic("mat2x3"), 2), isConstant: true),
               Variable(name: "parts", type: .array(.structure(0), 2), isConstant: true)]]
        structures = [Self.part]
    }

    /// The structure S0, which a uniform block contains.
    private static let part: [(name: String, type: GLSLType)] = [("a", .basic("vec3")), ("b", .array(.basic("float"), 2)), ("c", .basic("mat2"))]

    mutating func name(_ prefix: String) -> String { nextName += 1; return "\(prefix)\(nextName)" }

    // MARK: Types

    /// Returns the declaration of a variable. The parts of the type are before and after the variable's name, as in `float x[2]`.
    func declaration(_ type: GLSLType, _ name: String) -> String {
        switch type {
        case .basic(let text): return "\(text) \(name)"
        case .structure(let index): return "S\(index) \(name)"
        case .array(let element, let count): return declaration(element, "\(name)[\(count)]")
        }
    }
    mutating func type(depth: Int = 0) -> GLSLType {
        switch random.int(0...9) {
        case 0...1 where depth < 2: return .array(type(depth: 3), random.int(2...4))
        case 2...3 where !structures.isEmpty && depth < 3: return .structure(random.int(0...structures.count - 1))
        case 4 where !structures.isEmpty && depth < 2: return .array(.structure(random.int(0...structures.count - 1)), random.int(2...3))
        default: return .basic(random.pick(Self.basics))
        }
    }
    mutating func makeStructures() {
        for _ in 0..<random.int(0...3) {
            let members = (0..<random.int(1...3)).map { i in (name: "m\(i)", type: type(depth: 1)) }
            structures.append(members)
        }
    }
    var structureText: String {
        structures.enumerated().dropFirst().map { index, members in
            "struct S\(index) { \(members.map { declaration($0.type, $0.name) + ";" }.joined(separator: " ")) };"
        }.joined(separator: "\n")
    }

    // MARK: Places

    /// Returns an expression that indexes an array. The index is seldom outside of the array. An index outside of the array comes
    /// from a uniform, because a constant index outside of the array is an error.
    mutating func index(_ count: Int, isShort: Bool = false) -> ShaderNode {
        // Beyond a certain depth, the expression for an index contains no further indices.
        if depth > 4 || budget < 0 || random.once(in: 3) { return .expression("int", "\(random.int(0...count - 1))") }
        let inner = expression("int")
        if isShort && random.once(in: 3) { return .expression("int", "($ + k)", [inner]) }
        if random.once(in: 40) { return .expression("int", "($ + k)", [inner]) }
        return .expression("int", count == 2 ? "(($) & 1)" : count == 4 ? "(($) & 3)" : "clamp($, 0, \(count - 1))", [inner])
    }

    /// Returns an expression for a place of the given type. If `isWritten` is true, the program can write to the place; otherwise the place
    /// may also be constant. Returns nil if a few tries find no place of this type.
    mutating func place(_ wanted: String, isWritten: Bool) -> ShaderNode? {
        let all = scopes.flatMap { $0 }.filter { !(isWritten && $0.isConstant) }
        guard !all.isEmpty else { return nil }
        for _ in 0..<8 {
            let variable = random.pick(all)
            if let found = walk(.basic(wanted), variable.type, pieces: [variable.name], children: [], isShort: variable.isShort) { return found }
        }
        return nil
    }
    private mutating func walk(_ wanted: GLSLType, _ type: GLSLType, pieces: [String], children: [ShaderNode], isShort: Bool = false) -> ShaderNode? {
        var pieces = pieces
        guard case .basic(let name) = wanted else { return nil }
        switch type {
        case .basic(name): return .node(type: "place", pieces: pieces, children: children)
        case .basic(let vector):
            let size: (count: Int, component: String)? = switch vector {
            case "vec2": (2, "float")
            case "vec3": (3, "float")
            case "vec4": (4, "float")
            case "ivec2": (2, "int")
            case "uvec2": (2, "uint")
            case "uvec4": (4, "uint")
            case "mat2": (2, "vec2")
            case "mat3": (3, "vec3")
            case "mat4": (4, "vec4")
            case "mat2x3": (2, "vec3")
            default: nil
            }
            guard let size, size.component == name else { return nil }
            if size.component.hasPrefix("vec") || random.once(in: 3) {
                let index = index(size.count)
                pieces[pieces.count - 1] += "["
                return .node(type: "place", pieces: pieces + ["]"], children: children + [index])
            }
            pieces[pieces.count - 1] += "." + String("xyzw".prefix(size.count).randomElement(using: &random)!)
            return .node(type: "place", pieces: pieces, children: children)
        case .array(let element, let count):
            pieces[pieces.count - 1] += "["
            return walk(wanted, element, pieces: pieces + ["]"], children: children + [index(count, isShort: isShort)])
        case .structure(let index):
            let member = random.pick(structures[index])
            pieces[pieces.count - 1] += "." + member.name
            return walk(wanted, member.type, pieces: pieces, children: children)
        }
    }
}
