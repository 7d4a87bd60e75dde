// InputMeaning: the meanings of a fragment shader's inputs, derived from the names and types of the inputs. The vertex shader of
// the rectangle writes these values.

/// The meaning of an input, and the GLSL expressions for its value.
enum InputMeaning: Equatable {
    /// The place in the picture, 0…1.
    case place
    /// The place in the picture in pixels.
    case pixel
    /// The position in clip space, −1…1.
    case position
    /// Half the position: −0.5…0.5.
    case halfPosition
    /// The vertex colour, which is white.
    case white
    /// The normal of the rectangle or mesh.
    case normal
    /// The direction to the viewer or to a light.
    case towardsViewer
    /// The directions in which the two components of the place grow.
    case tangent, bitangent

    private static let exact: [String: InputMeaning] = [
        "surfacePosition": .halfPosition, "v_texcoord": .place, "v_normal": .normal, "v_position": .position, "v_color": .white,
        "vertTexCoord": .place, "vertColor": .white, "fragTexCoord": .place, "fragColor": .white, "vTextureCoord": .place, "vFilterCoord": .place,
    ]

    /// Finds the meaning of an input; nil if the name of the input gives no hint.
    init?(_ input: Declaration) {
        if let exact = InputMeaning.exact[input.name] { self = exact; return }
        guard ["float", "vec2", "vec3", "vec4"].contains(input.type) else { return nil }
        let name = input.name.lowercased()
        func has(_ words: String...) -> Bool { words.contains { name.contains($0) } }
        if has("bitangent", "binormal") { self = .bitangent }
        else if has("tangent") { self = .tangent }
        else if has("normal"), input.type != "vec2" { self = .normal }
        else if has("uv", "tex", "coord", "_st") || name == "st" { self = .place }
        else if has("col", "tint", "diffuse", "alpha", "opacity") { self = .white }
        else if has("light", "eye", "view", "camera"), input.type == "vec3" { self = .towardsViewer }
        else if has("pos", "vertex", "ndc", "screen", "world", "local", "point", "clip") { self = .position }
        else { return nil }
    }

    /// Returns the expression for a type. The vertex shader has variables for the place, the corner (the position in the picture), the
    /// position and the normal.
    func expression(type: String) -> String {
        let (two, three, four): (String, String, String) = switch self {
        case .place: ("shaderPlace", "vec3(shaderPlace, 0.0)", "vec4(shaderPlace, 0.0, 1.0)")
        case .pixel:
            ("shaderPlace * shaderProjectSize", "vec3(shaderPlace * shaderProjectSize, 0.0)", "vec4(shaderPlace * shaderProjectSize, 0.0, 1.0)")
        case .position: ("shaderPosition.xy", "shaderPosition", "vec4(shaderPosition, 1.0)")
        case .halfPosition: ("shaderPosition.xy * 0.5", "shaderPosition * 0.5", "vec4(shaderPosition * 0.5, 1.0)")
        case .normal: ("shaderNormal.xy", "shaderNormal", "vec4(shaderNormal, 0.0)")
        case .white: ("vec2(1.0)", "vec3(1.0)", "vec4(1.0)")
        case .towardsViewer: ("vec2(0.0)", "vec3(0.0, 0.0, 1.0)", "vec4(0.0, 0.0, 1.0, 0.0)")
        case .tangent: ("vec2(1.0, 0.0)", "vec3(1.0, 0.0, 0.0)", "vec4(1.0, 0.0, 0.0, 1.0)")
        case .bitangent: ("vec2(0.0, 1.0)", "vec3(0.0, 1.0, 0.0)", "vec4(0.0, 1.0, 0.0, 1.0)")
        }
        switch type {
        case "vec2": return two
        case "vec3": return three
        case "vec4": return four
        default: return self == .white ? "1.0" : "(\(two)).x"
        }
    }

    /// Returns the statements that write an input, and a sentence if the meaning of the input is unknown. The meaning of a block's member
    /// follows from the member's name.
    static func statements(for input: Declaration, host: ShaderHost) -> (text: String, notes: [String]) {
        guard let members = input.members else {
            let (text, note) = statement(for: input, prefix: "", host: host)
            return (text, note.map { [$0] } ?? [])
        }
        let prefix = input.name.isEmpty ? "" : input.name + "."
        let all = members.map { statement(for: $0, prefix: prefix, host: host) }
        return (all.map(\.text).joined(separator: " "), all.compactMap(\.note))
    }
    private static func statement(for input: Declaration, prefix: String, host: ShaderHost) -> (text: String, note: String?) {
        let known = ["float", "vec2", "vec3", "vec4", "int", "ivec2", "ivec3", "ivec4", "uint", "uvec2", "uvec3", "uvec4", "mat2", "mat3", "mat4"]
        guard known.contains(input.type) else { return ("", "the input '\(input.name)' has the type \(input.type), and nothing writes it.") }
        var meaning = InputMeaning(input)
        if host == .picom, meaning == .place { meaning = .pixel }
        let value = meaning?.expression(type: input.type) ?? "\(input.type)(\(input.type.hasPrefix("u") ? "0u" : input.type.hasPrefix("i") ? "0" : "0.0"))"
        let count = Int(input.array.dropFirst().dropLast())
        let name = prefix + input.name
        let text = input.array.isEmpty ? "\(name) = \(value);"
            : (0..<min(max(count ?? 0, 0), 64)).map { "\(name)[\($0)] = \(value);" }.joined(separator: " ")
        return (text, meaning == nil ? "the input '\(input.name)' has no meaning that is known here, and is zero." : nil)
    }
}
