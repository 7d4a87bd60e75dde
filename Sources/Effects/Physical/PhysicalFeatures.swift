// PhysicalFeatures: the parts of the physical shaders that a draw needs, as preprocessor definitions. Numbers and matrices are uniforms, so
// draws that differ only in numbers share a program.

import Raster
import Shading

struct PhysicalFeatures {
    private(set) var defines: [ShaderDefine] = []
    /// The textures that the program reads, each with the name of its sampler.
    private(set) var textures: [(sampler: String, use: MaterialTexture<Texture>)] = []
    /// The transforms of texture coordinates that are not the identity, in the order of `placed` in physical-surface.glsl.
    private(set) var transforms: [TextureTransform] = []
    /// The lights whose intensity and colour are not zero.
    let lights: [PunctualLight]
    let isUnlit: Bool
    /// Whether the emitted light is added to the base colour of points and lines that no light can fall on (`PhysicalEffect.lacksSurface`).
    private let addsEmission: Bool
    let usesEnvironment: Bool
    let usesTable: Bool
    let usesScene: Bool

    private mutating func define(_ name: String, _ value: String = "1", if holds: Bool = true) {
        if holds { defines.append(ShaderDefine(name, value)) }
    }

    init(of effect: PhysicalEffect, layout: VertexLayout, encodes: Bool) {
        let material = effect.material
        isUnlit = material.isUnlit || effect.lacksSurface
        addsEmission = effect.lacksSurface && !material.isUnlit && any(material.emissive .> 0)
        lights = isUnlit ? [] : effect.lights.filter { $0.intensity > 0 && any($0.color .> 0) }
        usesEnvironment = !isUnlit && effect.environment != nil
        usesScene = usesEnvironment && effect.sceneBehind != nil && material.isTransmissive
        usesTable = usesEnvironment || (!isUnlit && material.hasSheen)

        var coordinates: Set<Int> = []
        addTextures(of: material, coordinates: &coordinates)
        if !isUnlit { addSurface(of: material, coordinates: &coordinates) }
        for set in 0...1 { define("COORDINATE_\(set)", if: coordinates.contains(set)) }
        addVertices(of: effect, layout: layout)

        define("UNLIT", if: isUnlit)
        define("EMISSION", if: addsEmission)
        define("LIGHT_COUNT", "\(lights.count)", if: !lights.isEmpty)
        define("POSITIONAL_LIGHTS", if: lights.contains { $0.kind != .directional })
        define("SPOT_LIGHTS", if: lights.contains { $0.cone != nil })
        define("ENVIRONMENT", if: usesEnvironment)
        define("ENVIRONMENT_TURNED", if: usesEnvironment && effect.environmentRotation != 0)
        define("SCENE", if: usesScene)
        if effect.output == .display { defines += effect.toneMapping.defines(encodes: encodes) }
    }

    private func reads(_ slot: MaterialSlot, of material: PhysicalMaterial<Texture>) -> Bool {
        guard isUnlit, !material.isUnlit else { return material.reads(slot) }
        return switch slot {
        case .baseColor, .diffuse: material.reads(slot)
        case .emissive: addsEmission
        default: false
        }
    }

    private mutating func addTextures(of material: PhysicalMaterial<Texture>, coordinates: inout Set<Int>) {
        let isOcclusionShared = material.sharesOcclusion
        for slot in MaterialSlot.allCases {
            guard let use = material.textures[slot], reads(slot, of: material) else { continue }
            if slot == .occlusion && isOcclusionShared {
                define("OCCLUSION_SHARED")
                continue
            }
            var place = "coordinate\(use.texCoord)"
            if use.transform != TextureTransform() {
                place = "placed(\(place), \(transforms.count))"
                transforms.append(use.transform)
            }
            coordinates.insert(use.texCoord)
            define("\(slot.define)_PLACE", place)
            textures.append((slot.sampler, use))
        }
        define("PLACE_COUNT", "\(transforms.count)", if: !transforms.isEmpty)
    }

    private mutating func addSurface(of material: PhysicalMaterial<Texture>, coordinates: inout Set<Int>) {
        define("SPECULAR_GLOSSINESS", if: material.specularGlossiness != nil)
        define("DIELECTRIC", if: material.isDielectric)
        define("METAL", if: material.isMetal)
        define("SPECULAR", if: material.hasSpecular)
        define("CLEARCOAT", if: material.hasClearcoat)
        define("SHEEN", if: material.hasSheen)
        define("TRANSMISSION", if: material.isTransmissive)
        define("VOLUME", if: material.hasVolume)
        define("DISPERSION", if: material.hasVolume && material.dispersion > 0)
        define("ANISOTROPY", if: material.isAnisotropic)
        define("IRIDESCENCE", if: material.isIridescent)
        let directions: [MaterialSlot] = [.normal, .clearcoatNormal, .anisotropy]
        let first = directions.first { material.textures[$0] != nil && material.reads($0) }
        if first != nil || material.isAnisotropic {
            let set = first.flatMap { material.textures[$0]?.texCoord } ?? 0
            coordinates.insert(set)
            define("FRAME_COORDINATE", "coordinate\(set)")
        }
    }

    private mutating func addVertices(of effect: PhysicalEffect, layout: VertexLayout) {
        let material = effect.material
        define("NORMAL", if: layout.gives(.normal) && !isUnlit)
        define("TANGENT", if: layout.gives(.tangent) && defines.contains { $0.name == "FRAME_COORDINATE" })
        define("VERTEX_COLOR", if: layout.gives(.color))
        define("DOUBLE_SIDED", if: material.isDoubleSided)
        define("ALPHA_MASK", if: material.alphaMode == .mask)
        define("ALPHA_BLEND", if: material.alphaMode == .blend)
        defines += PhysicalFeatures.shape(of: effect, layout: layout)
    }

    /// Returns the preprocessor definitions for skins, instances and morph targets. The variant of physical.vert that computes only the
    /// position needs no other definitions.
    static func shape(of effect: PhysicalEffect, layout: VertexLayout) -> [ShaderDefine] {
        var defines: [ShaderDefine] = []
        if effect.joints != nil, layout.gives(.joints0), layout.gives(.weights0) {
            defines.append(ShaderDefine("SKIN_SETS", layout.gives(.joints1) && layout.gives(.weights1) ? "2" : "1"))
        }
        if layout.gives(name: "instanceMatrix[0]") { defines.append(ShaderDefine("INSTANCES")) }
        if let targets = effect.morphTargets {
            defines.append(ShaderDefine("MORPH_CAPACITY", "\(capacity(targets.count))"))
            defines.append(ShaderDefine("MORPH_STRIDE", "\(targets.stride)"))
            let names: [MorphTargets.Part: String] = [.normal: "NORMAL", .tangent: "TANGENT", .color: "COLOR", .coordinates: "COORDINATES"]
            for (place, part) in targets.parts.enumerated() {
                if let name = names[part] { defines.append(ShaderDefine("MORPH_\(name)", "\(place)")) }
            }
        }
        return defines
    }
    /// Returns the length of the shader's list for `count` morph targets. The length is a power of 4, so that meshes with different numbers
    /// of targets can share a program.
    private static func capacity(_ count: Int) -> Int {
        var capacity = 4
        while capacity < count { capacity *= 4 }
        return capacity
    }
}

extension PhysicalMaterial {
    var isDielectric: Bool { specularGlossiness != nil || metallic == 0 }
    var isMetal: Bool { specularGlossiness == nil && metallic == 1 && textures[.metallicRoughness] == nil }
    var hasSpecular: Bool { !isMetal && specularGlossiness == nil && specular != nil }
    var hasClearcoat: Bool { !isUnlit && clearcoat.map { $0.factor > 0 } ?? false }
    var hasSheen: Bool { !isUnlit && sheen.map { any($0.color .> 0) } ?? false }
    /// True if light passes through the surface.
    public var isTransmissive: Bool { !isUnlit && !isMetal && transmission > 0 }
    var hasVolume: Bool { isTransmissive && volume.map { $0.thickness > 0 } ?? false }
    var isAnisotropic: Bool { !isUnlit && anisotropy.map { $0.strength > 0 } ?? false }
    var isIridescent: Bool { !isUnlit && iridescence.map { $0.factor > 0 } ?? false }

    /// Returns whether the program reads a texture in this slot.
    func reads(_ slot: MaterialSlot) -> Bool {
        switch slot {
        case .baseColor: specularGlossiness == nil
        case .diffuse: specularGlossiness != nil
        case .metallicRoughness: !isUnlit && specularGlossiness == nil
        case .specularGlossiness: !isUnlit && specularGlossiness != nil
        case .normal, .occlusion, .emissive: !isUnlit
        case .clearcoat, .clearcoatRoughness, .clearcoatNormal: hasClearcoat
        case .sheenColor, .sheenRoughness: hasSheen
        case .specular, .specularColor: !isUnlit && hasSpecular
        case .transmission: isTransmissive
        case .thickness: hasVolume
        case .anisotropy: isAnisotropic
        case .iridescence, .iridescenceThickness: isIridescent
        }
    }
}
extension PhysicalMaterial where Image == Texture {
    /// Whether one lookup gives occlusion, roughness and metalness: both slots have the same texture, sampler, coordinates and transform.
    var sharesOcclusion: Bool {
        guard reads(.metallicRoughness), let occlusion = textures[.occlusion], let other = textures[.metallicRoughness] else { return false }
        return occlusion.image === other.image && occlusion.sampler == other.sampler && occlusion.texCoord == other.texCoord
            && occlusion.transform == other.transform
    }
}

extension MaterialSlot {
    /// The slot's name in preprocessor definitions, such as METALLIC_ROUGHNESS. The shader treats the diffuse colour as a base colour.
    var define: String {
        self == .diffuse ? MaterialSlot.baseColor.define : rawValue.reduce(into: "") { $0 += $1.isUppercase ? "_\($1)" : $1.uppercased() }
    }
    /// The slot's name as a sampler in the shader.
    var sampler: String { self == .diffuse ? MaterialSlot.baseColor.sampler : "\(rawValue)Texture" }
}

extension PunctualLight {
    /// The angles of a spot light; nil for other lights.
    var cone: (inner: Float, outer: Float)? {
        if case .spot(let inner, let outer) = kind { (inner, outer) } else { nil }
    }
}
