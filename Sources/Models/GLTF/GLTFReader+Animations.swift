// GLTFReader+Animations: channels and samplers (glTF 2.0 §3.11).

import Raster

extension GLTFReader {
    mutating func animations(nodes: [Model.Node], meshes: [Model.Mesh]) throws(RasterError) -> [Model.Animation] {
        var result: [Model.Animation] = []
        for object in try gltf.root.objects("animations") {
            let samplers = try object.objects("samplers")
            var tracks: [Model.Track] = []
            for channel in try object.objects("channels") {
                if let track = try track(channel, samplers, nodes, meshes) { tracks.append(track) }
            }
            result.append(Model.Animation(name: object.label("name"), tracks: tracks))
        }
        return result
    }

    /// Returns nil for a channel that animates nothing in a Model.
    private mutating func track(_ channel: GLTFObject, _ samplers: [GLTFObject], _ nodes: [Model.Node],
                                _ meshes: [Model.Mesh]) throws(RasterError) -> Model.Track? {
        let target = try channel.required("target", try channel.object("target")), path = try target.required("path", try target.text("path"))
        guard let property = Model.Track.Property(rawValue: path) else {
            notes.add("animations of '\(path.prefix(40))' are ignored")
            return nil
        }
        guard let node = try target.index("node", below: nodes.count, of: "nodes") else { return nil }
        if nodes[node].transform.fixed != nil, property != .weights {
            notes.add("animations of nodes with a matrix are ignored")
            return nil
        }
        let sampler = samplers[try channel.required("sampler", try channel.index("sampler", below: samplers.count, of: "samplers"))]
        func accessor(_ key: String) throws(RasterError) -> Int {
            try sampler.required(key, try sampler.index(key, below: accessors.count, of: "accessors"))
        }
        let interpolation: Model.Track.Interpolation
        switch try sampler.text("interpolation") {
        case nil, "LINEAR": interpolation = .linear
        case "STEP": interpolation = .step
        case "CUBICSPLINE": interpolation = .cubic
        case let other?: throw sampler.damaged("interpolation", "is the unknown '\(other.prefix(20))'")
        }
        let times = try accessors.floats(try accessor("input"), components: 1...1)
        for (i, time) in times.enumerated() {
            guard time.isFinite, i == 0 || time >= times[i - 1] else { throw sampler.damaged("input", "has times that are not in ascending order") }
        }
        var width: Int
        switch property {
        case .translation, .scale: width = 3
        case .rotation: width = 4
        case .weights: width = nodes[node].mesh.map { meshes[$0].targetCount } ?? 0
        }
        if times.isEmpty || width == 0 { return nil }
        let output = try accessor("output")
        let values = try accessors.floats(output, components: property == .weights ? 1...1 : width...width)
        let perKey = interpolation == .cubic ? 3 : 1
        guard values.count == times.count * perKey * width else {
            throw sampler.damaged("output", "has \(values.count) numbers, but \(times.count) keyframes need \(times.count * perKey * width)")
        }
        guard values.allSatisfy(\.isFinite) else { throw sampler.damaged("output", "has a value that is not a number") }
        keyframeNumberCount += times.count + values.count
        guard keyframeNumberCount <= Model.maximumIndexCount else {
            throw file.tooLarge("has animations of more than \(Model.maximumIndexCount) numbers")
        }
        return Model.Track(node: node, property: property, interpolation: interpolation, times: times, values: values)
    }
}
