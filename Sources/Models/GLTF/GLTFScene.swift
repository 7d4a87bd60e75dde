// GLTFScene: nodes, the shown scene, skins, cameras and lights (glTF 2.0 §3.5, §3.7.3, §3.10; KHR_lights_punctual,
// EXT_mesh_gpu_instancing, KHR_node_visibility).

import Effects
import Raster

struct GLTFScene {
    private(set) var nodes: [Model.Node] = []
    private(set) var roots: [Int] = []
    private(set) var skins: [Model.Skin] = []
    private(set) var cameras: [Model.Camera] = []
    private(set) var lights: [PunctualLight] = []

    private let accessors: GLTFAccessors
    private let file: ModelFile
    /// The number of instances of all nodes so far.
    private var instanceCount = 0
    private static let mostInstances = 1 << 20

    init(_ root: GLTFObject, meshes: [Model.Mesh], accessors: GLTFAccessors, file: ModelFile, notes: inout ModelNotes) throws(RasterError) {
        self.accessors = accessors; self.file = file
        for camera in try root.objects("cameras") { cameras.append(try GLTFScene.camera(camera)) }
        if let list = try root.extension("KHR_lights_punctual") {
            for light in try list.objects("lights") { lights.append(try GLTFScene.light(light)) }
        }
        let objects = try root.objects("nodes"), skinObjects = try root.objects("skins")
        for object in objects { nodes.append(try node(object, nodeCount: objects.count, meshes: meshes, skinCount: skinObjects.count)) }
        for object in skinObjects { skins.append(try skin(object, nodeCount: objects.count)) }
        try checkTrees()
        try checkJoints(meshes)
        try chooseRoots(root)
        if !nodes.contains(where: { $0.mesh != nil }), meshes.contains(where: { !$0.primitives.isEmpty }) { standAlone(meshes, &notes) }
        try requireContents(meshes)
    }

    // MARK: Nodes

    private mutating func node(_ object: GLTFObject, nodeCount: Int, meshes: [Model.Mesh], skinCount: Int) throws(RasterError) -> Model.Node {
        var node = Model.Node(name: object.label("name"))
        node.children = try object.indices("children", below: nodeCount, of: "nodes")
        node.mesh = try object.index("mesh", below: meshes.count, of: "meshes")
        node.skin = try object.index("skin", below: skinCount, of: "skins")
        node.camera = try object.index("camera", below: cameras.count, of: "cameras")
        node.weights = try object.numbers("weights")
        if let matrix = try object.numbers("matrix", count: 16) {
            node.transform.fixed = Matrix4(columnMajor: matrix)
        } else {
            node.transform.translation = try object.vector3("translation") ?? .zero
            node.transform.scale = try object.vector3("scale") ?? .one
            if let r = try object.numbers("rotation", count: 4) { node.transform.rotation = Quaternion(r[0], r[1], r[2], r[3]).normalized }
        }
        if let light = try object.extension("KHR_lights_punctual") { node.light = try light.index("light", below: lights.count, of: "lights") }
        if let visibility = try object.extension("KHR_node_visibility") { node.isVisible = try visibility.bool("visible") ?? true }
        if let instancing = try object.extension("EXT_mesh_gpu_instancing") { node.instances = try instances(instancing) }
        return node
    }

    private mutating func instances(_ object: GLTFObject) throws(RasterError) -> [Matrix4] {
        let attributes = try object.required("attributes", try object.object("attributes")), accessors = self.accessors
        func values(_ name: String, _ width: Int) throws(RasterError) -> [Float]? {
            guard let index = try attributes.index(name, below: accessors.count, of: "accessors") else { return nil }
            return try accessors.floats(index, components: width...width)
        }
        let translations = try values("TRANSLATION", 3), rotations = try values("ROTATION", 4), scales = try values("SCALE", 3)
        let counts = [translations.map { $0.count / 3 }, rotations.map { $0.count / 4 }, scales.map { $0.count / 3 }].compactMap { $0 }
        let count = counts.first ?? 0
        guard counts.allSatisfy({ $0 == count }) else { throw file.damaged("\(attributes.place) has lists of different lengths") }
        instanceCount += count
        guard instanceCount <= GLTFScene.mostInstances else { throw file.tooLarge("has more than \(GLTFScene.mostInstances) instances") }
        return (0..<count).map { i in
            var transform = Model.NodeTransform()
            if let t = translations { transform.translation = SIMD3(t[3 * i], t[3 * i + 1], t[3 * i + 2]) }
            if let r = rotations { transform.rotation = Quaternion(r[4 * i], r[4 * i + 1], r[4 * i + 2], r[4 * i + 3]).normalized }
            if let s = scales { transform.scale = SIMD3(s[3 * i], s[3 * i + 1], s[3 * i + 2]) }
            return transform.matrix
        }
    }

    /// Throws if a node has two parents, or is its own ancestor.
    private func checkTrees() throws(RasterError) {
        var parents = [Int?](repeating: nil, count: nodes.count)
        for (index, node) in nodes.enumerated() {
            for child in node.children {
                if let parent = parents[child] { throw file.damaged("nodes[\(child)] is a child of nodes[\(parent)] and of nodes[\(index)]") }
                parents[child] = index
            }
        }
        // Every node has at most one parent. Therefore, a node that cannot be reached from the nodes without parents belongs to a cycle, or
        // lies below a cycle.
        var reached = 0, open = nodes.indices.filter { parents[$0] == nil }
        while let node = open.popLast() {
            reached += 1
            open += nodes[node].children
        }
        if reached < nodes.count { throw file.damaged("its nodes form a cycle") }
    }

    private mutating func chooseRoots(_ root: GLTFObject) throws(RasterError) {
        let scenes = try root.objects("scenes")
        if scenes.isEmpty {
            // If the file has no scenes, all trees are shown.
            let children = Set(nodes.flatMap(\.children))
            roots = nodes.indices.filter { !children.contains($0) }
        } else {
            let shown = try root.index("scene", below: scenes.count, of: "scenes") ?? 0
            // A root of the scene may also be the child of another node; such a root is shown only once.
            roots = try scenes[shown].indices("nodes", below: nodes.count, of: "nodes")
        }
    }

    /// Makes a node for each mesh. `standAlone` is called if no node of the file shows a mesh.
    private mutating func standAlone(_ meshes: [Model.Mesh], _ notes: inout ModelNotes) {
        notes.add("no node shows a mesh, so all meshes are shown at the origin")
        for (index, mesh) in meshes.enumerated() where !mesh.primitives.isEmpty {
            var node = Model.Node(name: mesh.name)
            node.mesh = index
            roots.append(nodes.count)
            nodes.append(node)
        }
    }

    private func requireContents(_ meshes: [Model.Mesh]) throws(RasterError) {
        if meshes.allSatisfy(\.primitives.isEmpty) { throw file.empty("contains no triangles, lines or points", remedy: "export it with meshes") }
        var open = roots, isKnown = [Bool](repeating: false, count: nodes.count)
        while let index = open.popLast() {
            let node = nodes[index]
            if isKnown[index] || !node.isVisible { continue }
            isKnown[index] = true
            if let mesh = node.mesh, !meshes[mesh].primitives.isEmpty, node.instances?.isEmpty != true { return }
            open += node.children
        }
        throw file.empty("has a scene without meshes", remedy: "export it with a scene that shows its meshes")
    }

    // MARK: Skins

    private func skin(_ object: GLTFObject, nodeCount: Int) throws(RasterError) -> Model.Skin {
        let joints = try object.indices("joints", below: nodeCount, of: "nodes")
        guard !joints.isEmpty else { throw object.damaged("joints", "is empty") }
        var skin = Model.Skin(joints: joints)
        skin.name = object.label("name")
        if let index = try object.index("inverseBindMatrices", below: accessors.count, of: "accessors") {
            let values = try accessors.floats(index, components: 16...16)
            guard values.count >= joints.count * 16 else {
                throw object.damaged("inverseBindMatrices", "has \(values.count / 16) matrices for \(joints.count) joints")
            }
            skin.inverseBindMatrices = joints.indices.map { Matrix4(columnMajor: values[(16 * $0)..<(16 * $0 + 16)]) ?? .identity }
        }
        return skin
    }

    /// Throws if a vertex names a joint that its skin does not have.
    private func checkJoints(_ meshes: [Model.Mesh]) throws(RasterError) {
        var largest: [Int: Int] = [:]
        for (index, node) in nodes.enumerated() {
            guard let skin = node.skin, let mesh = node.mesh else { continue }
            let joint = largest[mesh] ?? meshes[mesh].primitives.flatMap(\.influences).reduce(-1) { largest, set in
                set.reduce(largest) { max($0, Int($1.joints.max())) }
            }
            largest[mesh] = joint
            guard joint < skins[skin].joints.count else {
                throw file.damaged("meshes[\(mesh)] names joint \(joint), but skins[\(skin)] of nodes[\(index)] has \(skins[skin].joints.count)")
            }
        }
    }

    // MARK: Cameras and lights

    private static func camera(_ object: GLTFObject) throws(RasterError) -> Model.Camera {
        let type = try object.required("type", try object.text("type"))
        guard type == "perspective" || type == "orthographic" else { throw object.damaged("type", "is the unknown '\(type.prefix(20))'") }
        let lens = try object.required(type, try object.object(type))
        func above0(_ key: String) throws(RasterError) -> Float {
            let value = try lens.required(key, try lens.number(key))
            guard value > 0 else { throw lens.damaged(key, "is \(value), not above 0") }
            return value
        }
        var camera: Model.Camera
        if type == "perspective" {
            let fovy = try above0("yfov")
            guard fovy < .pi else { throw lens.damaged("yfov", "is \(fovy), not below π") }
            let aspect = try lens.number("aspectRatio")
            camera = Model.Camera(.perspective(fovy: fovy, aspect: aspect.flatMap { $0 > 0 ? $0 : nil }), near: try above0("znear"),
                                  far: try lens.number("zfar"))
        } else {
            let x = try lens.required("xmag", try lens.number("xmag")), y = try lens.required("ymag", try lens.number("ymag"))
            guard x != 0, y != 0 else { throw lens.damaged("xmag", "or ymag is 0") }
            let near = try lens.required("znear", try lens.number("znear"))
            camera = Model.Camera(.orthographic(halfWidth: abs(x), halfHeight: abs(y)), near: near, far: try above0("zfar"))
        }
        if let far = camera.far, far <= camera.near { throw lens.damaged("zfar", "is \(far), not above znear") }
        camera.name = object.label("name")
        return camera
    }

    private static func light(_ object: GLTFObject) throws(RasterError) -> PunctualLight {
        let type = try object.required("type", try object.text("type"))
        let kind: PunctualLight.Kind
        switch type {
        case "directional": kind = .directional
        case "point": kind = .point
        case "spot":
            let spot = try object.object("spot")
            kind = .cone(inner: try spot?.number("innerConeAngle") ?? 0, outer: try spot?.number("outerConeAngle") ?? .pi / 4)
        default: throw object.damaged("type", "is the unknown light '\(type.prefix(20))'")
        }
        var light = PunctualLight(kind, color: try object.vector3("color") ?? .one, intensity: try object.number("intensity") ?? 1)
        light.name = object.label("name")
        if let range = try object.number("range"), range > 0 { light.range = range }
        return light
    }
}
