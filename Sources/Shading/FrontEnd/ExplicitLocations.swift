// ExplicitLocations: what a stage's source gives locations to, and which uniforms of both stages share some.
//
// No two uniforms share a location, whether in use or not (GLSL 4.60, 4.4.3; GLSL ES 3.10, 4.4.3). An array takes one for each element, a
// structure one for each member, and so on inside of them. glslang compares what a uniform has in one stage and in the other; different
// uniforms it compares within one stage alone, and takes a structure for a single location.

struct ExplicitLocations {
    struct Uniform {
        var name: String
        var first: Int
        var count: Int
        var end: Int { first + count }
        var text: String { count == 1 ? "location \(first)" : "the locations \(first) to \(end - 1)" }
    }

    /// Inputs and outputs by name, blocks by the block's.
    var inputs: [String: Int] = [:]
    var outputs: [String: Int] = [:]
    var uniforms: [Uniform] = []

    /// The names of uniforms that cannot have the location that they ask for, with what to say of each.
    static func conflicts(vertex: [Uniform], fragment: [Uniform]) -> [(name: String, message: String)] {
        let names = Set(vertex.map(\.name))
        let all = (vertex + fragment.filter { !names.contains($0.name) }).sorted { ($0.first, $0.name) < ($1.first, $1.name) }
        guard var last = all.first else { return [] }
        var found: [(name: String, message: String)] = []
        for uniform in all.dropFirst() {
            if uniform.first < last.end {
                found.append((uniform.name, "has \(uniform.text), and '\(last.name)' has \(last.text); give one of them another layout(location = …)"))
            }
            if uniform.end > last.end { last = uniform }
        }
        return found
    }
}
