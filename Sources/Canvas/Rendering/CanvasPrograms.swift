import Raster
import Shading

/// The pipelines of a device's canvas renderers. The pipelines are made on first use, shared by all renderers, and live as long as
/// the device.
final class CanvasPrograms {
    private struct Key: Hashable {
        var shader: CanvasShader
        var blend: BlendState?
    }
    private unowned let device: Device
    private var programs: [CanvasShader: Program] = [:]
    private var pipelines: [Key: Pipeline] = [:]
    private var quads: Buffer?
    /// The maximum number of pieces whose corners 16-bit indices can address.
    static let piecesPerDraw = 16384

    private init(device: Device) { self.device = device }
    static func of(_ device: Device) -> CanvasPrograms { device.companion(CanvasPrograms.self) { CanvasPrograms(device: device) } }

    func pipeline(_ key: BatchKey) throws -> Pipeline {
        let key = Key(shader: CanvasShader(paint: key.paint.shader, hasManyStops: key.paint.hasManyStops,
                                           second: key.composite.second, formula: key.composite.formula),
                      blend: key.composite.blend)
        if let known = pipelines[key] { return known }
        let program: Program
        if let known = programs[key.shader] { program = known } else {
            program = try device.makeProgram(vertex: ShaderSource(text: CanvasShader.vertex, name: "canvas.vert"),
                                             fragment: ShaderSource(text: key.shader.fragment, name: "canvas-\(key.shader.paint).frag"),
                                             label: "canvas \(key.shader.paint)")
            programs[key.shader] = program
        }
        let layout = VertexLayout(stride: MemoryLayout<PieceVertex>.stride, VertexAttribute("corner", .scaled(.int16, 2)),
                                  VertexAttribute("maskBase", .integer(.int32, 1), offset: 4), VertexAttribute("maskStep", .integer(.int16, 2), offset: 8),
                                  VertexAttribute("tint", .normalized(.uint16, 4), offset: 12))
        var state = RasterState()
        state.colorTargets = [ColorTargetState(blend: key.blend)]
        let pipeline = try device.makePipeline(program: program, vertexLayout: layout, state: state, label: "canvas")
        pipelines[key] = pipeline
        return pipeline
    }
    /// Returns the indices of two triangles for every four corners.
    func quadIndices() throws -> Buffer {
        if let quads { return quads }
        var indices: [UInt16] = []
        indices.reserveCapacity(6 * CanvasPrograms.piecesPerDraw)
        for piece in 0..<CanvasPrograms.piecesPerDraw {
            let first = UInt16(4 * piece)
            indices += [first, first + 1, first + 2, first + 2, first + 1, first + 3]
        }
        let buffer = try device.makeBuffer(indices, label: "canvas quads")
        quads = buffer
        return buffer
    }
}

extension BatchPaint {
    var shader: CanvasShader.Paint {
        switch self {
        case .color: .color
        case .gradient(let gradient): gradient.shader
        case .pattern: .pattern
        case .layer: .layer
        case .shadow(let shadow): shadow.unit == nil ? .shadow : .softShadow
        case .blur: .blur
        case .shrink: .shrink
        }
    }
    var hasManyStops: Bool { if case .gradient(let gradient) = self { gradient.texture != nil } else { false } }
}
