import Shading

/// A program, a vertex layout and raster state that fit together. `Device.makePipeline` makes a pipeline for one device.
public final class Pipeline {
    /// The shaders.
    public let program: Program
    /// The positions of the vertex attributes in memory.
    public let vertexLayout: VertexLayout
    /// The fixed-function state of the pipeline's draws.
    public let state: RasterState
    /// The pipeline's name in error messages; empty if the pipeline has no name.
    public let label: String
    /// The device that made the pipeline.
    /// - Throws: `RasterError` with `wrongDevice` if the device no longer exists. The application must keep the device alive; resources do
    ///   not keep their device alive.
    public var device: Device { get throws { try maker.device(of: name) } }
    /// The device that made the pipeline; nil if the device no longer exists.
    package var owner: Device? { maker.remembered }
    private let maker: DeviceReference
    /// The source of each input column of the vertex shader.
    package let fetch: [VertexFetch]
    /// The attributes whose values come from no buffer: `number` is the attribute's index in `fetch`, and `name` is the name in GLSL. The
    /// name of a matrix column or of an array element ends with an index.
    private(set) lazy var constantAttributes: [(number: Int, name: String)] = {
        let names = program.linked.vertex.inputs.flatMap { input in Device.columns(of: input.type).map { input.name + $0.suffix } }
        return zip(fetch, names).enumerated().compactMap { number, pair in if case .constant = pair.0.source { (number, pair.1) } else { nil } }
    }()

    /// The pipelines that `with` has made. These pipelines have the same program and layout, but other states.
    private var variants: [RasterState: Pipeline] = [:]

    package init(program: Program, vertexLayout: VertexLayout, state: RasterState, label: String, fetch: [VertexFetch], device: Device) {
        self.program = program; self.vertexLayout = vertexLayout; self.state = state; self.label = label
        self.fetch = fetch; maker = DeviceReference(device)
    }
    /// Returns a pipeline with the state `other`. `other` must be a valid state. A second call with an equal state returns the same
    /// pipeline.
    func with(_ other: RasterState, device: Device) -> Pipeline {
        if other == state { return self }
        if let known = variants[other] { return known }
        let made = Pipeline(program: program, vertexLayout: vertexLayout, state: other, label: label, fetch: fetch, device: device)
        variants[other] = made
        return made
    }
    package var name: String { label.isEmpty ? "pipeline" : "pipeline '\(label)'" }
}

/// The source of one column of a vertex attribute, and the vertex shader's input components (up to four) that receive the column.
package struct VertexFetch: Sendable, Hashable {
    package enum Source: Sendable, Hashable {
        case buffer(slot: Int, offset: Int, format: VertexFormat)
        case constant(SIMD4<Float>)
        /// The draw gives the value. The associated number is the index of the value in `AttributeValues.words`.
        case given(Int)
    }
    package var source: Source
    /// The index, among the vertex module's inputs, of the first component that receives the column.
    package var firstComponent: Int
    package var componentCount: Int
    /// The type that the shader declares: float, int or uint.
    package var type: ScalarType
}
