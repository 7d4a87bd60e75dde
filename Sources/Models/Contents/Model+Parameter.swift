// Model+Parameter: numbers and colours of materials, lights, cameras and nodes that animations change (KHR_animation_pointer).

import Effects
import Raster

extension Model {
    /// A value that animations can change: a number or a colour of a material, a light or a camera, or the visibility of a node
    /// (KHR_animation_pointer). The transform and the weights of a node are not parameters; a `Track` changes the transform or the weights.
    public struct Parameter: Sendable, Hashable {
        /// The object that has the value.
        public enum Owner: Sendable, Hashable {
            /// The material with this index.
            case material(Int)
            /// The light with this index.
            case light(Int)
            /// The camera with this index.
            case camera(Int)
            /// The node with this index.
            case node(Int)
        }
        /// The object that has the value.
        public var owner: Owner
        /// The place within the owner, as the JSON pointers of glTF files name it: `pbrMetallicRoughness/baseColorFactor` or
        /// `emissiveFactor` of a material, `intensity` of a light, `perspective/yfov` of a camera.
        public var name: String
        /// Creates a parameter from the owner of the value and the name of the value.
        public init(_ owner: Owner, _ name: String) { self.owner = owner; self.name = name }
        /// The number of floats of a value; nil if owners of this kind have no such value.
        public var width: Int? {
            switch owner {
            case .material: MaterialParameters.all[name]?.width
            case .light: LightParameters.all[name]?.width
            case .camera: CameraParameters.all[name]?.width
            case .node: name == Parameter.visibility ? 1 : nil
            }
        }
        static let visibility = "extensions/KHR_node_visibility/visible"
    }

    /// The values of a parameter over time. Values outside of the parameter's range are clamped.
    public struct ParameterTrack: Sendable, Hashable {
        /// The animated value.
        public var parameter: Parameter
        /// The interpolation between keyframes.
        public var interpolation: Track.Interpolation
        /// The times of the keyframes in seconds, in ascending order.
        public var times: [Float]
        /// The values of the keyframes, one after another; for `cubic`, three values for each keyframe.
        public var values: [Float]
        /// Creates a track from its keyframes.
        /// - Precondition: `values` has the same number of floats for each keyframe.
        public init(_ parameter: Parameter, interpolation: Track.Interpolation = .linear, times: [Float], values: [Float]) {
            precondition(times.isEmpty ? values.isEmpty : values.count % times.count == 0)
            self.parameter = parameter; self.interpolation = interpolation; self.times = times; self.values = values
        }
        /// Returns the value at a time in seconds, by the same rules as `Track.value(at:)`.
        public func value(at time: Float) -> [Float] {
            Keyframes(interpolation: interpolation, times: times, values: values, areRotations: false).value(at: time)
        }
    }
}

/// A kind of parameter: the number of floats in a value, and a closure that sets the value in an object.
struct ParameterSetter<Owner>: Sendable {
    let width: Int
    let set: @Sendable (inout Owner, [Float]) -> Void

    static func number(_ set: @escaping @Sendable (inout Owner, Float) -> Void) -> ParameterSetter { ParameterSetter(width: 1) { set(&$0, $1[0]) } }
    static func pair(_ set: @escaping @Sendable (inout Owner, SIMD2<Float>) -> Void) -> ParameterSetter {
        ParameterSetter(width: 2) { set(&$0, SIMD2($1[0], $1[1])) }
    }
    /// Returns the parameter of a colour. The components of the colour are at least 0.
    static func color(_ set: @escaping @Sendable (inout Owner, SIMD3<Float>) -> Void) -> ParameterSetter {
        ParameterSetter(width: 3) { set(&$0, pointwiseMax(SIMD3($1[0], $1[1], $1[2]), .zero)) }
    }
    static func colorWithAlpha(_ set: @escaping @Sendable (inout Owner, SIMD4<Float>) -> Void) -> ParameterSetter {
        ParameterSetter(width: 4) { set(&$0, pointwiseMax(SIMD4($1[0], $1[1], $1[2], $1[3]), .zero)) }
    }
}

extension Float {
    /// The number, clamped to 0…1.
    var asShare: Float { min(max(self, 0), 1) }
    /// The number; 0 if the number is negative.
    var orZero: Float { max(self, 0) }
}

enum MaterialParameters {
    private typealias Setter = ParameterSetter<Model.Material>

    static let all: [String: ParameterSetter<Model.Material>] = {
        var all = surface
        for (name, setter) in layers { all["extensions/KHR_materials_\(name)"] = setter }
        for (path, slot) in slots {
            let transform = "\(path)/extensions/KHR_texture_transform"
            all["\(transform)/offset"] = .pair { $0.textures[slot]?.transform.offset = $1 }
            all["\(transform)/scale"] = .pair { $0.textures[slot]?.transform.scale = $1 }
            all["\(transform)/rotation"] = .number { $0.textures[slot]?.transform.rotation = $1 }
        }
        return all
    }()

    private static let surface: [String: Setter] = [
        "pbrMetallicRoughness/baseColorFactor": .colorWithAlpha { $0.baseColor = $1 },
        "pbrMetallicRoughness/metallicFactor": .number { $0.metallic = $1.asShare },
        "pbrMetallicRoughness/roughnessFactor": .number { $0.roughness = $1.asShare },
        "normalTexture/scale": .number { $0.normalScale = $1 },
        "occlusionTexture/strength": .number { $0.occlusionStrength = $1.asShare },
        "emissiveFactor": .color { $0.emissive = $1 },
        "alphaCutoff": .number { $0.alphaCutoff = $1.orZero },
    ]
    /// The parameters of material extensions. The keys are the names without `extensions/KHR_materials_`.
    private static let layers: [String: Setter] = [
        "emissive_strength/emissiveStrength": .number { $0.emissiveStrength = $1.orZero },
        "pbrSpecularGlossiness/diffuseFactor": .colorWithAlpha { $0.specularGlossiness?.diffuse = $1 },
        "pbrSpecularGlossiness/specularFactor": .color { $0.specularGlossiness?.specular = $1 },
        "pbrSpecularGlossiness/glossinessFactor": .number { $0.specularGlossiness?.glossiness = $1.asShare },
        "clearcoat/clearcoatFactor": .number { $0.clearcoat?.factor = $1.asShare },
        "clearcoat/clearcoatRoughnessFactor": .number { $0.clearcoat?.roughness = $1.asShare },
        "clearcoat/clearcoatNormalTexture/scale": .number { $0.clearcoat?.normalScale = $1 },
        "sheen/sheenColorFactor": .color { $0.sheen?.color = $1 },
        "sheen/sheenRoughnessFactor": .number { $0.sheen?.roughness = $1.asShare },
        "specular/specularFactor": .number { $0.specular?.factor = $1.asShare },
        "specular/specularColorFactor": .color { $0.specular?.color = $1 },
        "ior/ior": .number { $0.ior = $1 == 0 ? 0 : max($1, 1) },
        "transmission/transmissionFactor": .number { $0.transmission = $1.asShare },
        "volume/thicknessFactor": .number { $0.volume?.thickness = $1.orZero },
        "volume/attenuationDistance": .number { $0.volume?.attenuationDistance = $1 > 0 ? $1 : .infinity },
        "volume/attenuationColor": .color { $0.volume?.attenuationColor = $1 },
        "anisotropy/anisotropyStrength": .number { $0.anisotropy?.strength = $1.asShare },
        "anisotropy/anisotropyRotation": .number { $0.anisotropy?.rotation = $1 },
        "iridescence/iridescenceFactor": .number { $0.iridescence?.factor = $1.asShare },
        "iridescence/iridescenceIor": .number { $0.iridescence?.ior = max($1, 1) },
        "iridescence/iridescenceThicknessMinimum": .number { $0.iridescence?.thicknessMinimum = $1.orZero },
        "iridescence/iridescenceThicknessMaximum": .number { $0.iridescence?.thicknessMaximum = $1.orZero },
        "dispersion/dispersion": .number { $0.dispersion = $1.orZero },
    ]
    /// The texture slots of a material, keyed by the paths of the textures in the material's JSON.
    private static let slots: [String: MaterialSlot] = [
        "pbrMetallicRoughness/baseColorTexture": .baseColor, "pbrMetallicRoughness/metallicRoughnessTexture": .metallicRoughness,
        "normalTexture": .normal, "occlusionTexture": .occlusion, "emissiveTexture": .emissive,
        "extensions/KHR_materials_pbrSpecularGlossiness/diffuseTexture": .diffuse,
        "extensions/KHR_materials_pbrSpecularGlossiness/specularGlossinessTexture": .specularGlossiness,
        "extensions/KHR_materials_clearcoat/clearcoatTexture": .clearcoat,
        "extensions/KHR_materials_clearcoat/clearcoatRoughnessTexture": .clearcoatRoughness,
        "extensions/KHR_materials_clearcoat/clearcoatNormalTexture": .clearcoatNormal,
        "extensions/KHR_materials_sheen/sheenColorTexture": .sheenColor, "extensions/KHR_materials_sheen/sheenRoughnessTexture": .sheenRoughness,
        "extensions/KHR_materials_specular/specularTexture": .specular, "extensions/KHR_materials_specular/specularColorTexture": .specularColor,
        "extensions/KHR_materials_transmission/transmissionTexture": .transmission, "extensions/KHR_materials_volume/thicknessTexture": .thickness,
        "extensions/KHR_materials_anisotropy/anisotropyTexture": .anisotropy,
        "extensions/KHR_materials_iridescence/iridescenceTexture": .iridescence,
        "extensions/KHR_materials_iridescence/iridescenceThicknessTexture": .iridescenceThickness,
    ]
}

enum LightParameters {
    static let all: [String: ParameterSetter<PunctualLight>] = [
        "color": .color { $0.color = $1 },
        "intensity": .number { $0.intensity = $1.orZero },
        "range": .number { $0.range = $1 > 0 ? $1 : nil },
        "spot/innerConeAngle": .number { light, angle in
            if case .spot(_, let outer) = light.kind { light.kind = .cone(inner: angle, outer: outer) }
        },
        "spot/outerConeAngle": .number { light, angle in
            if case .spot(let inner, _) = light.kind { light.kind = .cone(inner: inner, outer: angle) }
        },
    ]
}

extension PunctualLight.Kind {
    /// Creates a spot light. The angles are clamped to the range that can be drawn.
    static func cone(inner: Float, outer: Float) -> PunctualLight.Kind {
        let outer = min(max(outer, 1e-4), .pi / 2)
        return .spot(innerConeAngle: min(max(inner, 0), outer * 0.9999), outerConeAngle: outer)
    }
}

enum CameraParameters {
    static let all: [String: ParameterSetter<Model.Camera>] = [
        "perspective/yfov": .number { camera, angle in
            if case .perspective(_, let aspect) = camera.projection { camera.projection = .perspective(fovy: min(max(angle, 1e-3), 3.14), aspect: aspect) }
        },
        "perspective/aspectRatio": .number { camera, aspect in
            if case .perspective(let fovy, _) = camera.projection { camera.projection = .perspective(fovy: fovy, aspect: aspect > 0 ? aspect : nil) }
        },
        "orthographic/xmag": .number { camera, half in
            if case .orthographic(_, let other) = camera.projection { camera.projection = .orthographic(halfWidth: max(abs(half), 1e-6), halfHeight: other) }
        },
        "orthographic/ymag": .number { camera, half in
            if case .orthographic(let other, _) = camera.projection { camera.projection = .orthographic(halfWidth: other, halfHeight: max(abs(half), 1e-6)) }
        },
        "perspective/znear": .number { $0.near = min(max($1, 1e-6), ($0.far ?? .infinity) * 0.999) },
        "perspective/zfar": .number { $0.far = max($1, $0.near * 1.001) },
        "orthographic/znear": .number { $0.near = min($1, ($0.far ?? .infinity) - 1e-3) },
        "orthographic/zfar": .number { $0.far = max($1, $0.near + 1e-3) },
    ]
}
