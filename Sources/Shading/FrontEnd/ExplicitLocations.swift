// ExplicitLocations: the locations that a stage's source gives to variables, and the conflicts between uniforms of two stages.
//
// Two uniforms must not share a location, even if no code uses the uniforms (GLSL 4.60, 4.4.3; GLSL ES 3.10, 4.4.3). An array takes a
// location for each element, and a structure takes a location for each member, recursively. glslang checks that a uniform has the same
// location in both stages. But glslang compares the locations of different uniforms only within one stage, and counts a structure as one
// location.

struct ExplicitLocations {
    struct Uniform {
        var name: String
        var first: Int
        var count: Int
        var end: Int { first + count }
        var text: String { count == 1 ? "location \(first)" : "the locations \(first) to \(end - 1)" }
    }

    /// The locations of inputs and outputs, by name. For a block, the key is the block's name.
    var inputs: [String: Int] = [:]
    var outputs: [String: Int] = [:]
    var uniforms: [Uniform] = []
    /// The bindings of samplers, images and blocks, by name. For a block, the key is the block's name.
    var bindings: [String: Int] = [:]

    /// Finds the variables and blocks to which the stages give different bindings. Returns the names of these variables and blocks, each
    /// with an error message (GLSL ES 3.10, 4.4.4).
    /// - Parameters first, second: The two stages. Each has the stage's locations and the stage's name for messages.
    static func differentBindings(_ first: (locations: ExplicitLocations, stage: String),
                                  _ second: (locations: ExplicitLocations, stage: String)) -> [(name: String, message: String)] {
        first.locations.bindings.sorted { $0.key < $1.key }.compactMap { name, binding in
            guard let other = second.locations.bindings[name], other != binding else { return nil }
            return (name, "has binding \(binding) in the \(first.stage) and \(other) in the \(second.stage); give it one binding")
        }
    }
    /// Finds the uniforms whose locations conflict. Returns the names of these uniforms, each with an error message.
    static func conflicts(_ first: [Uniform], _ second: [Uniform]) -> [(name: String, message: String)] {
        let names = Set(first.map(\.name))
        let all = (first + second.filter { !names.contains($0.name) }).sorted { ($0.first, $0.name) < ($1.first, $1.name) }
        guard var last = all.first else { return [] }
        var found: [(name: String, message: String)] = []
        for uniform in all.dropFirst() {
            if uniform.first < last.end {
                found.append((uniform.name, "has \(uniform.text), but '\(last.name)' has \(last.text); give one of them another layout(location = …)"))
            }
            if uniform.end > last.end { last = uniform }
        }
        return found
    }
}
