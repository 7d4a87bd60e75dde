// GLTFReader+Animations: channels and samplers (glTF 2.0 §3.11; KHR_animation_pointer).

import Raster

extension GLTFReader {
    mutating func animations(of scene: GLTFScene, meshes: [Model.Mesh]) throws(RasterError) -> [Model.Animation] {
        var result: [Model.Animation] = []
        for object in try gltf.root.objects("animations") {
            let samplers = try object.objects("samplers")
            var animation = Model.Animation(name: object.label("name"), tracks: [])
            for channel in try object.objects("channels") {
                for goal in try goals(of: channel, scene) { try add(goal, channel, samplers, scene.nodes, meshes, to: &animation) }
            }
            result.append(animation)
        }
        return result
    }

    /// Returns the properties that a channel animates; empty if a Model has no such properties.
    private mutating func goals(of channel: GLTFObject, _ scene: GLTFScene) throws(RasterError) -> [AnimationPointer.Goal] {
        let target = try channel.required("target", try channel.object("target")), path = try target.required("path", try target.text("path"))
        if path == "pointer", let text = try target.extension("KHR_animation_pointer")?.text("pointer") {
            let pointer = AnimationPointer(text)
            let goals = pointer.goals(nodes: scene.nodes, materialCount: materialCount, lightCount: scene.lights.count, cameraCount: scene.cameras.count)
            notes.add(goals.isEmpty, "animations of '\(pointer.kind)' are ignored")
            return goals
        }
        guard let property = Model.Track.Property(rawValue: path) else {
            notes.add("animations of '\(path.prefix(40))' are ignored")
            return []
        }
        guard let node = try target.index("node", below: scene.nodes.count, of: "nodes") else { return [] }
        return [.node(node, property)]
    }

    private mutating func add(_ goal: AnimationPointer.Goal, _ channel: GLTFObject, _ samplers: [GLTFObject], _ nodes: [Model.Node],
                              _ meshes: [Model.Mesh], to animation: inout Model.Animation) throws(RasterError) {
        let width: Int
        switch goal {
        case .parameter(let parameter): width = parameter.width ?? 0
        case .node(let node, let property):
            if nodes[node].transform.fixed != nil, property != .weights {
                notes.add("animations of nodes with a matrix are ignored")
                return
            }
            width = property == .weights ? nodes[node].mesh.map { meshes[$0].targetCount } ?? 0 : property == .rotation ? 4 : 3
        }
        let sampler = samplers[try channel.required("sampler", try channel.index("sampler", below: samplers.count, of: "samplers"))]
        guard let keyframes = try keyframes(sampler, width: width, isList: { if case .node(_, .weights) = goal { true } else { false } }()) else { return }
        switch goal {
        case .parameter(let parameter):
            animation.parameterTracks.append(Model.ParameterTrack(parameter, interpolation: keyframes.interpolation, times: keyframes.times,
                                                                  values: keyframes.values))
        case .node(let node, let property):
            animation.tracks.append(Model.Track(node: node, property: property, interpolation: keyframes.interpolation, times: keyframes.times,
                                                values: keyframes.values))
        }
    }

    /// Returns the keyframes of a sampler; nil if the sampler has no keyframes. A value has `width` floats. If `isList` is true, an element
    /// of the accessor is one float of a value; otherwise, an element is a whole value.
    private mutating func keyframes(_ sampler: GLTFObject, width: Int, isList: Bool) throws(RasterError) -> Keyframes? {
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
        if times.isEmpty || width == 0 { return nil }
        let values = try accessors.floats(try accessor("output"), components: isList ? 1...1 : width...width)
        let perKey = interpolation == .cubic ? 3 : 1
        guard values.count == times.count * perKey * width else {
            throw sampler.damaged("output", "has \(values.count) numbers, but \(times.count) keyframes need \(times.count * perKey * width)")
        }
        guard values.allSatisfy(\.isFinite) else { throw sampler.damaged("output", "has a value that is not a number") }
        keyframeNumberCount += times.count + values.count
        guard keyframeNumberCount <= Model.maximumIndexCount else {
            throw file.tooLarge("has animations of more than \(Model.maximumIndexCount) numbers")
        }
        return Keyframes(interpolation: interpolation, times: times, values: values, areRotations: false)
    }
}
