// EffectPrograms: the programs and pipelines that all effects of one device share. Programs and pipelines are made on demand.

import Raster
import Shading

/// The programs and pipelines for the effects of one device. An `EffectPrograms` object lives as long as its device.
final class EffectPrograms {
    enum ProgramKey: Hashable {
        case base(EffectKey), skybox
        case physical([ShaderDefine]), groundShadowCaster([ShaderDefine])
    }
    private struct PipelineKey: Hashable {
        var program: ProgramKey
        var layout: VertexLayout
        var state: RasterState
    }
    private unowned let device: Device
    private var programs: [ProgramKey: Program] = [:]
    private var pipelines: [PipelineKey: Pipeline] = [:]
    private var cube: Buffer?
    /// The maximum number of pipelines. If this maximum is reached, a number in the state probably differs in every frame, so the old pipelines
    /// will not be used again. Therefore all pipelines are discarded when the maximum is reached. Programs stay.
    private static let pipelineLimit = 512

    private init(device: Device) { self.device = device }

    static func of(_ device: Device) -> EffectPrograms {
        device.companion(EffectPrograms.self) { EffectPrograms(device: device) }
    }

    /// Returns the pipeline for a program, a layout and a state. Throws the errors of `Device.makePipeline` if layout or state is invalid
    /// for the program.
    func pipeline(_ key: ProgramKey, layout: VertexLayout, state: RasterState) throws -> Pipeline {
        try device.access.held("device") { try heldPipeline(key, layout: layout, state: state) }
    }
    private func heldPipeline(_ key: ProgramKey, layout: VertexLayout, state: RasterState) throws -> Pipeline {
        let pipelineKey = PipelineKey(program: key, layout: layout, state: state)
        if let known = pipelines[pipelineKey] { return known }
        let program = try program(key)
        let pipeline = try device.makePipeline(program: program, vertexLayout: EffectPrograms.completed(layout), state: state, label: program.label)
        if pipelines.count >= EffectPrograms.pipelineLimit { pipelines.removeAll() }
        pipelines[pipelineKey] = pipeline
        return pipeline
    }

    private func program(_ key: ProgramKey) throws -> Program {
        if let known = programs[key] { return known }
        let new = switch key {
        case .base(let key):
            try device.makeProgram(vertex: EffectShader.baseVertex, fragment: EffectShader.baseFragment,
                                   options: ShaderCompileOptions(defines: key.defines, includeResolver: EffectShader.includes), label: "effect")
        case .physical(let defines): try physical(EffectShader.physicalFragment, defines, label: "physical effect")
        case .groundShadowCaster(let defines): try physical(EffectShader.groundShadowCasterFragment, defines, label: "ground shadow")
        case .skybox: try device.makeProgram(vertex: EffectShader.skyboxVertex, fragment: EffectShader.skyboxFragment, label: "skybox")
        }
        programs[key] = new
        return new
    }

    private func physical(_ fragment: ShaderSource, _ defines: [ShaderDefine], label: String) throws -> Program {
        try device.makeProgram(vertex: EffectShader.physicalVertex, fragment: fragment,
                               options: ShaderCompileOptions(defines: defines, includeResolver: EffectShader.includes), label: label)
    }

    /// Returns the layout, with constants for missing attributes: the current values of ES 1.1.
    private static func completed(_ layout: VertexLayout) -> VertexLayout {
        var layout = layout
        for (attribute, value) in [(EffectAttribute.normal, SIMD4<Float>(0, 0, 1, 0)), (.texCoord0, .init(0, 0, 0, 1)), (.texCoord1, .init(0, 0, 0, 1))]
        where layout.constants[attribute.name] == nil { layout.constants[attribute.name] = value }
        return layout
    }

    /// Returns the vertices of the skybox: a cube of side 2 about the origin, as 12 triangles, counter-clockwise as seen from inside.
    func cubeBuffer() throws -> Buffer {
        try device.access.held("device") { try heldCubeBuffer() }
    }
    private func heldCubeBuffer() throws -> Buffer {
        if let cube { return cube }
        var corners: [Float] = []
        for axis in 0..<3 {
            for sign: Float in [1, -1] {
                // If `sign` is 1, the vectors `across`, `up` and the face's axis form a right-handed system.
                func corner(_ across: Float, _ up: Float) {
                    var p = SIMD3<Float>.zero
                    p[axis] = sign; p[(axis + 1) % 3] = across; p[(axis + 2) % 3] = up
                    corners += [p.x, p.y, p.z]
                }
                let square: [(Float, Float)] = sign > 0 ? [(-1, -1), (-1, 1), (1, 1), (1, -1)] : [(-1, -1), (1, -1), (1, 1), (-1, 1)]
                for i in [0, 1, 2, 0, 2, 3] { corner(square[i].0, square[i].1) }
            }
        }
        let buffer = try device.makeBuffer(corners, label: "skybox")
        cube = buffer
        return buffer
    }
    static let cubeLayout = VertexLayout(stride: 12, .position(.float3))
    static let cubeVertexCount = 36
}

/// The GLSL files of Shaders/effects, embedded in the library.
enum EffectShader {
    static let baseVertex = source("base.vert", PackageResources.base_vert)
    static let baseFragment = source("base.frag", PackageResources.base_frag)
    static let skyboxVertex = source("skybox.vert", PackageResources.skybox_vert)
    static let skyboxFragment = source("skybox.frag", PackageResources.skybox_frag)
    static let screenVertex = source("screen.vert", PackageResources.screen_vert)
    static let litImageFragment = source("lit-image.frag", PackageResources.lit_image_frag)
    static let reliefFragment = source("relief.frag", PackageResources.relief_frag)
    static let shadowCasterFragment = source("shadow-caster.frag", PackageResources.shadow_caster_frag)
    static let shadowBlurFragment = source("shadow-blur.frag", PackageResources.shadow_blur_frag)
    static let lightShadowFragment = source("light-shadow.frag", PackageResources.light_shadow_frag)
    static let physicalVertex = source("physical.vert", PackageResources.physical_vert)
    static let physicalFragment = source("physical.frag", PackageResources.physical_frag)
    static let environmentSource = source("environment-source.frag", PackageResources.environment_source_frag)
    static let environmentBlur = source("environment-blur.frag", PackageResources.environment_blur_frag)
    static let environmentHarmonics = source("environment-harmonics.frag", PackageResources.environment_harmonics_frag)
    static let environmentTable = source("environment-table.frag", PackageResources.environment_table_frag)
    static let environmentBackground = source("environment-background.frag", PackageResources.environment_background_frag)
    static let groundShadowCasterFragment = source("ground-shadow-caster.frag", PackageResources.ground_shadow_caster_frag)
    static let groundShadowBlur = source("ground-shadow-blur.frag", PackageResources.ground_shadow_blur_frag)
    static let groundShadowFragment = source("ground-shadow.frag", PackageResources.ground_shadow_frag)
    static let includes = DictionaryIncludeResolver([
        "lighting.glsl": text(PackageResources.lighting_glsl), "filters.glsl": text(PackageResources.filters_glsl),
        "microfacets.glsl": text(PackageResources.microfacets_glsl), "tone-mapping.glsl": text(PackageResources.tone_mapping_glsl),
        "physical-surface.glsl": text(PackageResources.physical_surface_glsl), "physical-brdf.glsl": text(PackageResources.physical_brdf_glsl),
        "physical-lights.glsl": text(PackageResources.physical_lights_glsl),
        "environment-lookup.glsl": text(PackageResources.environment_lookup_glsl),
        "physical-environment.glsl": text(PackageResources.physical_environment_glsl),
    ])

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    private static func source(_ name: String, _ bytes: [UInt8]) -> ShaderSource { ShaderSource(text: text(bytes), name: name) }
}
