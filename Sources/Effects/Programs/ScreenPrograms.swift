// ScreenPrograms: a triangle that covers a whole target, and programs that draw this triangle. The programs are made on demand. All
// code that processes pictures on the same device shares these programs.

import Raster
import Shading

/// The programs that draw over a whole target, for one device. A `ScreenPrograms` object lives as long as its device.
final class ScreenPrograms {
    /// The key of a program: its fragment shader, its preprocessor definitions, and its blending.
    struct Key: Hashable {
        var fragment: ShaderSource
        var defines: [ShaderDefine] = []
        var blend: BlendState?

        // A pass may ask for a program before each of its draws, and hashing the shader's long text each time would take too long.
        // Therefore only the text's length is part of the hash.
        func hash(into hasher: inout Hasher) {
            hasher.combine(fragment.name)
            hasher.combine(fragment.text.utf8.count)
            hasher.combine(defines)
            hasher.combine(blend)
        }
    }
    private unowned let device: Device
    private var pipelines: [Key: Pipeline] = [:]
    private var triangle: Buffer?
    /// The maximum number of pipelines. If this maximum is reached, the caller probably makes a new shader text for every draw, so the old
    /// pipelines will not be used again. Therefore all pipelines are discarded when the maximum is reached.
    private static let limit = 256

    private init(device: Device) { self.device = device }

    static func of(_ device: Device) -> ScreenPrograms { device.companion(ScreenPrograms.self) { ScreenPrograms(device: device) } }

    /// Returns the pipeline for a key. Throws the errors of `Device.makeProgram` and `Device.makePipeline`.
    func pipeline(_ key: Key, includes: (any IncludeResolver)? = nil) throws -> Pipeline {
        try device.access.held("device") {
            if let known = pipelines[key] { return known }
            let program = try device.makeProgram(vertex: EffectShader.screenVertex, fragment: key.fragment,
                                                 options: ShaderCompileOptions(defines: key.defines, includeResolver: includes), label: key.fragment.name)
            var state = RasterState()
            state.colorTargets = [ColorTargetState(blend: key.blend)]
            let pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute("position", .float2)),
                                                   state: state, label: key.fragment.name)
            if pipelines.count >= ScreenPrograms.limit { pipelines.removeAll() }
            pipelines[key] = pipeline
            return pipeline
        }
    }

    /// Returns a triangle in clip space that covers the whole target.
    func triangleBuffer() throws -> Buffer {
        try device.access.held("device") {
            if let triangle { return triangle }
            let buffer = try device.makeBuffer([-1, -1, 3, -1, -1, 3] as [Float], label: "whole target")
            triangle = buffer
            return buffer
        }
    }
}
