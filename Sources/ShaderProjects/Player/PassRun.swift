// PassRun: a pass with its program and pipelines.

import Raster
import Shading

final class PassRun {
    let pass: ShaderProject.Pass
    let program: Program
    let dialect: Dialect
    /// The channels of the pass and of the project.
    let channels: [String: ShaderProject.Channel]
    /// Whether the text seems to make random numbers.
    let makesNoise: Bool
    /// Sentences about inputs without a known meaning.
    let notes: [String]
    /// Whether the pass has a vertex shader of its own.
    let isOwnVertex: Bool
    /// Whether the pass is drawn on a mesh, with depth.
    let hasMesh: Bool
    /// `pipeline` writes all channels. `picturePipeline` keeps the alpha of the target, which is 1.
    let pipeline: Pipeline, picturePipeline: Pipeline
    /// The textures that the pass draws; nil if it draws only to the target.
    var targets: PassTargets?
    /// Whether a pass reads this pass's picture of the last frame.
    var remembers = false

    init(device: Device, index: Int, pass: ShaderProject.Pass, compiled: PassProgram, channels: [String: ShaderProject.Channel], makesNoise: Bool,
         isLast: Bool, hasMesh: Bool) throws {
        self.pass = pass; program = compiled.program; dialect = compiled.dialect; notes = compiled.notes
        self.channels = channels; self.makesNoise = makesNoise
        self.hasMesh = hasMesh
        isOwnVertex = !hasMesh && (!program.attributes.isEmpty && program.attributes.first?.name != PassRun.corner || pass.vertex != nil)
        let program = compiled.program
        let layout = hasMesh ? ShaderMesh.layout(for: program) : isOwnVertex ? PassRun.layout(for: program, isLast: isLast)
            : VertexLayout(stride: 8, VertexAttribute(PassRun.corner, .float2))
        func pipeline(_ mask: ColorWriteMask) throws -> Pipeline {
            var state = RasterState()
            state.colorTargets = [ColorTargetState(writeMask: mask)]
            if hasMesh { state.depth = .less }
            return try device.makePipeline(program: program, vertexLayout: layout, state: state, label: pass.source.name)
        }
        self.pipeline = try pipeline(.all)
        picturePipeline = try pipeline([.red, .green, .blue])
    }

    static let corner = "shaderProjectCorner"
    /// Two triangles over the whole picture: position, place from the bottom left, place from the top left.
    static let rectangle: [Float] = {
        let corners: [(Float, Float)] = [(-1, -1), (1, -1), (1, 1), (-1, -1), (1, 1), (-1, 1)]
        var numbers: [Float] = []
        for (x, y) in corners {
            let s = x * 0.5 + 0.5, t = y * 0.5 + 0.5
            numbers += [x, y, s, t, s, 1 - t]
        }
        return numbers
    }()
    /// The layout for a vertex shader of the file: attributes get the position or the place by their names.
    /// - Parameter isLast: Whether the pass draws the picture. RetroArch keeps pictures between passes with the first row at the top,
    ///   and turns the last one.
    private static func layout(for program: Program, isLast: Bool) -> VertexLayout {
        var layout = VertexLayout(buffers: [VertexBufferLayout(stride: 24)], attributes: [])
        for attribute in program.attributes {
            let name = attribute.name.lowercased()
            func has(_ words: String...) -> Bool { words.contains { name.contains($0) } }
            if has("tex", "uv", "coord") && !has("vertexcoord") && attribute.name != "VertexCoord" {
                layout.attributes.append(VertexAttribute(attribute.name, .float2, offset: attribute.name == "TexCoord" && isLast ? 16 : 8))
            } else if has("col") { layout.constants[attribute.name] = SIMD4(1, 1, 1, 1)
            } else if has("norm") { layout.constants[attribute.name] = SIMD4(0, 0, 1, 0)
            } else if has("tangent") { layout.constants[attribute.name] = SIMD4(1, 0, 0, 1)
            } else if has("pos", "vert", "corner", "point") { layout.attributes.append(VertexAttribute(attribute.name, .float2, offset: 0))
            } else { layout.constants[attribute.name] = .zero }
        }
        return layout
    }

    /// Draws a texture over the whole target.
    static func copyPipeline(_ device: Device, mask: ColorWriteMask) throws -> Pipeline {
        let program = try device.makeProgram(
            vertex: "in vec2 shaderProjectCorner; out vec2 place; void main() { place = shaderProjectCorner * 0.5 + 0.5; gl_Position = vec4(shaderProjectCorner, 0.0, 1.0); }",
            fragment: "uniform sampler2D picture; in vec2 place; out vec4 color; void main() { color = texture(picture, place); }",
            label: "picture")
        var state = RasterState()
        state.colorTargets = [ColorTargetState(writeMask: mask)]
        return try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute(corner, .float2)), state: state,
                                       label: "picture")
    }
}
