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
    /// The textures that the pass draws; nil if the pass draws only to the target.
    var targets: PassTargets?
    /// Whether any pass of the project reads the picture that this pass drew in the last frame.
    var remembers = false
    /// The steps that change the pass's picture; nil if there are no steps.
    var steps: PassSteps?
    /// If the run draws the steps of another pass: the textures (`stepTextures`) and the values (`stepValues`) that the current step reads,
    /// keyed by the names of the uniforms.
    var stepTextures: [String: Texture] = [:], stepValues: [String: [Double]] = [:]
    var stepSampler = Sampler.linear
    /// Whether the run draws the steps of another pass, or sound.
    var isStep = false
    /// The picture that other passes read from this pass; nil before the first frame.
    var newest: Texture? { steps?.result ?? targets?.newest }

    init(device: Device, pass: ShaderProject.Pass, compiled: PassProgram, text: PassText) throws {
        self.pass = pass; program = compiled.program; dialect = compiled.dialect; notes = compiled.notes
        channels = text.channels
        makesNoise = text.text.makesNoise
        hasMesh = text.hasMesh
        isOwnVertex = !hasMesh && (!program.attributes.isEmpty && program.attributes.first?.name != PassRun.corner || pass.vertex != nil)
        let program = compiled.program
        let layout = hasMesh ? ShaderMesh.layout(for: program) : isOwnVertex ? PassRun.layout(for: program, isTurned: text.isTurned)
            : VertexLayout(stride: 8, VertexAttribute(PassRun.corner, .float2))
        func pipeline(_ mask: ColorWriteMask) throws -> Pipeline {
            var state = RasterState()
            state.colorTargets = [ColorTargetState(writeMask: mask)]
            if text.hasMesh { state.depth = .less }
            return try device.makePipeline(program: program, vertexLayout: layout, state: state, label: pass.source.name)
        }
        self.pipeline = try pipeline(.all)
        picturePipeline = try pipeline([.red, .green, .blue])
    }

    static let corner = "shaderProjectCorner"
    /// Two triangles over the whole picture. Each vertex has its position, its place from the bottom left, and its place from the top left.
    static let rectangle: [Float] = {
        let corners: [(Float, Float)] = [(-1, -1), (1, -1), (1, 1), (-1, -1), (1, 1), (-1, 1)]
        var numbers: [Float] = []
        for (x, y) in corners {
            let s = x * 0.5 + 0.5, t = y * 0.5 + 0.5
            numbers += [x, y, s, t, s, 1 - t]
        }
        return numbers
    }()
    /// Returns the layout for a vertex shader of the file: the name of an attribute determines whether the attribute gets the position or the
    /// place.
    /// - Parameter isTurned: Whether the place is counted from the top left.
    private static func layout(for program: Program, isTurned: Bool) -> VertexLayout {
        var layout = VertexLayout(buffers: [VertexBufferLayout(stride: 24)], attributes: [])
        for attribute in program.attributes {
            switch AttributeMeaning(attribute.name) {
            case .position: layout.attributes.append(VertexAttribute(attribute.name, .float2, offset: 0))
            case .place: layout.attributes.append(VertexAttribute(attribute.name, .float2, offset: isTurned ? 16 : 8))
            case .normal: layout.constants[attribute.name] = SIMD4(0, 0, 1, 0)
            case .tangent: layout.constants[attribute.name] = SIMD4(1, 0, 0, 1)
            case .color: layout.constants[attribute.name] = SIMD4(1, 1, 1, 1)
            case .weights: layout.constants[attribute.name] = SIMD4(1, 0, 0, 0)
            case nil: layout.constants[attribute.name] = .zero
            }
        }
        return layout
    }

    /// Makes the pipeline that draws a texture over the whole target.
    /// - Parameter isTurned: Whether the first row becomes the last row.
    static func copyPipeline(_ device: Device, mask: ColorWriteMask, isTurned: Bool = false) throws -> Pipeline {
        let program = try device.makeProgram(
            vertex: "in vec2 shaderProjectCorner; out vec2 place; void main() { place = shaderProjectCorner * vec2(0.5, \(isTurned ? "-" : "")0.5) + 0.5; gl_Position = vec4(shaderProjectCorner, 0.0, 1.0); }",
            fragment: "uniform sampler2D picture; in vec2 place; out vec4 color; void main() { color = texture(picture, place); }",
            label: "picture")
        var state = RasterState()
        state.colorTargets = [ColorTargetState(writeMask: mask)]
        return try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute(corner, .float2)), state: state,
                                       label: "picture")
    }
}
