// GLTFReader: reads a glTF 2.0 file as a Model. For each list of the description, such as nodes or meshes, there is a separate
// source file.

import Effects
import Raster

struct GLTFReader {
    let gltf: GLTFFile
    let file: ModelFile
    let buffers: GLTFBuffers
    let accessors: GLTFAccessors
    var notes = ModelNotes()

    var materials: [Model.Material] = []
    var images: [Image] = []
    /// The number of materials in the file. If a primitive has no material, a default material is added after these materials.
    let materialCount: Int
    var defaultMaterial: Int?
    /// How many vertices, indices, influences and vertices of morph targets all primitives have that have been read so far.
    var vertexCount = 0, indexCount = 0, influenceCount = 0, targetVertexCount = 0
    /// The number of all times and values in the keyframes that have been read so far.
    var keyframeNumberCount = 0

    /// - Throws: `invalidModel` if the file is damaged or shows nothing, `unsupported` for a version or a required extension that is
    ///   not supported, `invalidSize` if a limit of `Model` is exceeded, `fileNotReadable` for a missing buffer file.
    static func read(_ bytes: [UInt8], _ file: ModelFile) throws(RasterError) -> Model {
        let gltf = try GLTFFile(bytes, file: file)
        var reader = try GLTFReader(gltf, file)
        return try reader.model()
    }

    private init(_ gltf: GLTFFile, _ file: ModelFile) throws(RasterError) {
        self.gltf = gltf; self.file = file
        buffers = try GLTFBuffers(gltf)
        accessors = try GLTFAccessors(gltf, buffers)
        materialCount = try gltf.root.objects("materials").count
    }

    private mutating func model() throws(RasterError) -> Model {
        let root = gltf.root
        try GLTFExtensions.check(root, notes: &notes)
        try readMaterials()
        let meshes = try root.objects("meshes")
        var read: [Model.Mesh] = []
        for mesh in meshes { read.append(try self.mesh(mesh)) }
        let scene = try GLTFScene(root, meshes: read, accessors: accessors, file: file, notes: &notes)
        var model = Model(meshes: read, nodes: scene.nodes, roots: scene.roots, skins: scene.skins, materials: materials, images: images)
        model.cameras = scene.cameras
        model.lights = scene.lights
        model.animations = try animations(of: scene, meshes: read)
        model.variants = try root.extension("KHR_materials_variants")?.objects("variants").map { $0.label("name") } ?? []
        model.warnings = notes.warnings
        return model
    }

    /// Returns the index of glTF's default material. The first call of this function adds the material.
    mutating func defaultMaterialIndex() -> Int {
        if let defaultMaterial { return defaultMaterial }
        defaultMaterial = materials.count
        materials.append(Model.Material())
        return materials.count - 1
    }
}
