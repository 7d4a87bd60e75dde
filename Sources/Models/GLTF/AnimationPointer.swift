// AnimationPointer: finds the property of a Model that a JSON pointer of KHR_animation_pointer names.

import Raster

struct AnimationPointer {
    /// The parts of the pointer between its slashes.
    private let parts: [String]

    /// The property that a channel animates.
    enum Goal: Hashable {
        case node(Int, Model.Track.Property)
        case parameter(Model.Parameter)
    }

    init(_ pointer: String) {
        // RFC 6901 §3: ~1 means a slash, and ~0 means a tilde.
        parts = pointer.split(separator: "/", omittingEmptySubsequences: true).map {
            $0.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
                .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
        }
    }

    /// The pointer for messages, with a star in place of each index, so that one warning covers all materials.
    var kind: String { parts.map { Int($0) == nil ? String($0.prefix(40)) : "*" }.prefix(8).joined(separator: "/") }

    /// Returns the animated properties; empty if a Model has no such property. If the pointer names the weights of a mesh, the result
    /// contains each node that shows this mesh and has no weights of its own.
    func goals(nodes: [Model.Node], materialCount: Int, lightCount: Int, cameraCount: Int) -> [Goal] {
        let lights = ["extensions", "KHR_lights_punctual"], isLight = parts.starts(with: lights)
        let path = isLight ? Array(parts.dropFirst(lights.count)) : parts
        guard path.count >= 3, let index = Int(path[1]), index >= 0 else { return [] }
        let name = path[2...].joined(separator: "/")
        func parameter(_ owner: Model.Parameter.Owner, below count: Int) -> [Goal] {
            let parameter = Model.Parameter(owner, name)
            return index < count && parameter.width != nil ? [.parameter(parameter)] : []
        }
        switch (path[0], isLight) {
        case ("lights", true): return parameter(.light(index), below: lightCount)
        case ("materials", false): return parameter(.material(index), below: materialCount)
        case ("cameras", false): return parameter(.camera(index), below: cameraCount)
        case ("meshes", false) where name == "weights":
            return nodes.indices.filter { nodes[$0].mesh == index && nodes[$0].weights == nil }.map { .node($0, .weights) }
        case ("nodes", false):
            guard let property = Model.Track.Property(rawValue: name) else { return parameter(.node(index), below: nodes.count) }
            return index < nodes.count ? [.node(index, property)] : []
        default: return []
        }
    }
}
