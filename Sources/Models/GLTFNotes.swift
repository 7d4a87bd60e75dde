// GLTFNotes: finds the contents of a glTF file that are not drawn. The importer leaves unsupported contents out without a
// message; this file makes the warnings. This file reads the JSON description in the glTF file.

import FoundationEssentials
import Raster

struct GLTFNotes {
    /// A sentence for each kind of content that is left out.
    private(set) var warnings: [String] = []

    private struct Anything: Decodable { init(from decoder: any Decoder) {} }
    private struct Document: Decodable {
        struct Asset: Decodable { var version: String? }
        struct Skin: Decodable { var joints: [Int]?; var inverseBindMatrices: Int? }
        struct Node: Decodable { var skin: Int? }
        struct Primitive: Decodable { var mode: Int?; var targets: [Anything]? }
        struct Mesh: Decodable { var primitives: [Primitive]? }
        struct Roughness: Decodable { var metallicRoughnessTexture: Anything? }
        struct Material: Decodable { var normalTexture, occlusionTexture, emissiveTexture: Anything?; var pbrMetallicRoughness: Roughness? }
        var asset: Asset?
        var extensionsUsed, extensionsRequired: [String]?
        var animations, cameras: [Anything]?
        var skins: [Skin]?
        var nodes: [Node]?
        var meshes: [Mesh]?
        var materials: [Material]?
    }
    /// Compression extensions. Without support for these extensions, no geometry can be read.
    private static let compressions = ["KHR_draco_mesh_compression", "EXT_meshopt_compression"]
    /// Extensions that affect only the appearance, with the resulting warning.
    private static let ignored = [
        ("KHR_materials_pbrSpecularGlossiness", "specular-glossiness materials are drawn by their base colour"),
        ("KHR_texture_transform", "texture transforms are ignored"), ("EXT_mesh_gpu_instancing", "instances of this extension are drawn once"),
        ("KHR_lights_punctual", "lights are ignored"), ("KHR_materials_variants", "variants of materials are ignored"),
    ]

    /// - Parameter bytes: The file. If the file's description cannot be read, there are no notes: the importer reports the error.
    /// - Throws: `unsupported` if nothing of the file can be drawn, `invalidModel` for a skin without joints.
    init(_ bytes: [UInt8], name: String) throws(RasterError) {
        guard let json = GLTFNotes.json(bytes), let document = try? JSONDecoder().decode(Document.self, from: Data(json)) else { return }
        func refuse(_ problem: String, _ remedy: String) -> RasterError { RasterError(.unsupported, name, problem, remedy: remedy) }
        if document.asset?.version?.hasPrefix("1") == true { throw refuse("is glTF 1.0, which is not supported", "export it as glTF 2.0") }
        for compression in GLTFNotes.compressions where document.extensionsRequired?.contains(compression) == true {
            throw refuse("uses \(compression), which is not supported", "export it without compression")
        }
        // The importer crashes on skins without joints.
        for (number, skin) in (document.skins ?? []).enumerated() where document.nodes?.contains(where: { $0.skin == number }) == true {
            if skin.joints?.isEmpty ?? true {
                throw RasterError(.invalidModel, name, "has skin \(number) without joints", remedy: "export it without the skin")
            }
            if skin.inverseBindMatrices == nil {
                throw refuse("has skin \(number) without inverse bind matrices, which is not supported", "export it with them, or without the skin")
            }
        }
        let primitives = (document.meshes ?? []).flatMap { $0.primitives ?? [] }
        if !primitives.isEmpty, primitives.allSatisfy({ ($0.mode ?? 4) < 4 }) { throw Model.pointsAlone(name) }

        func note(_ isThere: Bool, _ text: String) { if isThere { warnings.append(text) } }
        let materials = document.materials ?? []
        note(document.skins?.isEmpty == false, "skins are ignored: the model keeps its original pose")
        note(document.animations?.isEmpty == false, "animations are ignored")
        note(primitives.contains { $0.targets?.isEmpty == false }, "morph targets are ignored")
        note(document.cameras?.isEmpty == false, "cameras are ignored")
        note(primitives.contains { ($0.mode ?? 4) < 4 }, "points and lines are left out")
        let maps = [
            ("normal", materials.contains { $0.normalTexture != nil }),
            ("metallic and roughness", materials.contains { $0.pbrMetallicRoughness?.metallicRoughnessTexture != nil }),
            ("emissive", materials.contains { $0.emissiveTexture != nil }), ("occlusion", materials.contains { $0.occlusionTexture != nil }),
        ].filter(\.1).map(\.0)
        note(!maps.isEmpty, "maps are ignored: \(maps.joined(separator: ", "))")
        for (used, text) in GLTFNotes.ignored { note(document.extensionsUsed?.contains(used) == true, text) }
    }

    /// Returns the JSON description: the whole of a .gltf file, the first chunk of a .glb file; nil if a .glb file is too short.
    private static func json(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
        guard bytes.starts(with: Array("glTF".utf8)) else { return bytes[...] }
        guard bytes.count >= 20 else { return nil }
        let length = (0..<4).reduce(0) { $0 | Int(bytes[12 + $1]) << (8 * $1) }
        return length <= bytes.count - 20 ? bytes[20 ..< 20 + length] : nil
    }
}
