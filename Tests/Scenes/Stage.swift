// Stage: the device on which a scene is drawn, with short functions that make resources.

import Raster

public struct Stage {
    public let device: Device
    public init(_ device: Device) { self.device = device }

    func program(_ vertex: String, _ fragment: String) throws -> Program {
        try device.makeProgram(vertex: vertex, fragment: fragment)
    }
    func pipeline(_ program: Program, _ layout: VertexLayout = Mesh.layout, _ configure: (inout RasterState) -> Void = { _ in }) throws -> Pipeline {
        var state = RasterState()
        configure(&state)
        return try device.makePipeline(program: program, vertexLayout: layout, state: state)
    }
    /// Returns a pipeline for coloured triangles without lighting; see `Mesh`.
    func colorPipeline(_ configure: (inout RasterState) -> Void = { _ in }) throws -> Pipeline {
        try pipeline(try program(Mesh.vertexShader, Mesh.fragmentShader), Mesh.layout, configure)
    }
    func target(_ width: Int, _ height: Int, _ formats: [PixelFormat] = [.rgba8], depth: PixelFormat? = nil, samples: Int = 1) throws -> Framebuffer {
        try device.makeFramebuffer(width: width, height: height, color: formats, depth: depth, samples: samples)
    }

    /// Returns a texture whose texels are given by a function of x, y, slice and level. The function returns floats, which are
    /// encoded in the format, or truncated to integers for integer formats.
    func texture(_ type: TextureType = .d2, _ format: PixelFormat = .rgba8, _ width: Int, _ height: Int, depth: Int = 1, levels: Int = 1,
                 _ texel: (_ x: Int, _ y: Int, _ z: Int, _ level: Int) -> SIMD4<Float>) throws -> Texture {
        let texture = try device.makeTexture(TextureDescriptor(type: type, format: format, width: width, height: height, depth: depth, mipLevels: levels))
        for (index, level) in texture.storage.levels.enumerated() {
            for z in 0..<level.slices {
                for y in 0..<level.height {
                    for x in 0..<level.width {
                        let value = texel(x, y, z, index)
                        var words = SIMD4<UInt32>()
                        for c in 0..<4 {
                            words[c] = switch format.kind {
                            case .int: UInt32(bitPattern: Int32(value[c]))
                            case .uint, .stencil: UInt32(value[c])
                            default: value[c].bitPattern
                            }
                        }
                        PixelCodec.storeTexel(format, texture.storage.address(level: index, slice: z, x: x, y: y), words)
                    }
                }
            }
        }
        texture.hostVersion &+= 1
        return texture
    }

    /// Records one pass, submits it, and reads every colour attachment.
    func picture(_ target: Framebuffer, clear: ClearValues = .color(0.1, 0.15, 0.2), _ body: (inout RenderPass) throws -> Void) throws -> [SceneOutput] {
        var encoder = device.makeCommandEncoder(label: "scene")
        try encoder.render(to: target, clear: clear, body)
        try device.submit(encoder)
        return try read(target)
    }
    /// Returns every colour attachment, resolved first if it is multisampled.
    func read(_ target: Framebuffer) throws -> [SceneOutput] {
        try target.color.enumerated().compactMap { index, attachment in
            guard let attachment else { return nil }
            let name = "color \(index)"
            guard target.samples > 1 else { return try SceneOutput(attachment.texture, level: attachment.level, slice: attachment.slice, name: name) }
            let resolved = try device.makeTexture(TextureDescriptor(format: attachment.texture.format, width: target.width, height: target.height))
            var encoder = device.makeCommandEncoder(label: "resolve")
            encoder.resolve(attachment, to: Attachment(resolved))
            try device.submit(encoder)
            return try SceneOutput(resolved, name: name)
        }
    }
    func depthOutput(_ target: Framebuffer) throws -> SceneOutput {
        guard let attachment = target.depth ?? target.stencil else { preconditionFailure("the scene's target has no depth") }
        return try SceneOutput(attachment.texture, name: "depth")
    }
    /// Returns the words of a buffer as numbers. Of each group of `period` words, the words at the given places are integers.
    func words(_ buffer: Buffer, _ name: String, integers: Set<Int> = [], of period: Int = 1) -> SceneOutput {
        SceneOutput(name: name, numbers: (0..<(buffer.byteCount / 4)).map { index in
            let word = buffer.bytes.load(fromByteOffset: 4 * index, as: UInt32.self)
            return integers.contains(index % period) ? Float(Int32(bitPattern: word)) : Float(bitPattern: word)
        })
    }
    /// Records one pass of dispatches and submits it.
    func compute(_ body: (inout ComputePass) throws -> Void) throws {
        var encoder = device.makeCommandEncoder(label: "scene")
        try encoder.compute(body)
        try device.submit(encoder)
    }
    /// Draws the whole target with a fragment shader that computes a colour from gl_FragCoord alone.
    func fullScreen(_ width: Int, _ height: Int, vertex: String = Stage.fullScreenVertex, fragment: String, format: PixelFormat = .rgba8,
                    _ bind: (inout RenderPass) throws -> Void = { _ in }) throws -> [SceneOutput] {
        let pipeline = try pipeline(try program(vertex, fragment), .none)
        return try picture(try target(width, height, [format])) { pass in
            pass.setPipeline(pipeline)
            try bind(&pass)
            pass.draw(count: 3)
        }
    }
    /// The vertex shader for one triangle that covers the whole target, without buffers. `place` runs from 0 to 1 over the target.
    static let fullScreenVertex = """
        #version 330
        out vec2 place;
        void main() {
            vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
            place = corner * 0.5 + 0.5;
            gl_Position = vec4(corner, 0.0, 1.0);
        }
        """
}

extension PrimitiveType {
    /// The types of draws without adjacent vertices.
    static let withoutAdjacency: [PrimitiveType] = [.points, .lines, .lineStrip, .lineLoop, .triangles, .triangleStrip, .triangleFan]
}

/// A target divided into cells of equal size. Each cell has its own viewport.
struct Grid {
    let columns: Int
    let cellWidth: Int
    let cellHeight: Int
    init(columns: Int, cell width: Int, _ height: Int) { self.columns = columns; cellWidth = width; cellHeight = height }

    func viewport(_ index: Int) -> Viewport {
        Viewport(x: Float(index % columns * cellWidth), y: Float(index / columns * cellHeight), width: Float(cellWidth), height: Float(cellHeight))
    }
    func rect(_ index: Int) -> PixelRect {
        PixelRect(x: index % columns * cellWidth, y: index / columns * cellHeight, width: cellWidth, height: cellHeight)
    }
}

/// Numbers that look random and are the same on every machine. This generator must not be replaced by another generator, such as
/// SeededGenerator, because `Tools/Determinism/table.txt` contains hashes of pictures that depend on the numbers.
struct SceneRandom {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
    mutating func next() -> UInt32 {
        state ^= state << 13; state ^= state >> 7; state ^= state << 17
        return UInt32(truncatingIfNeeded: state >> 24)
    }
    /// Returns a number in 0 ..< 1, in steps of 1/4096.
    mutating func unit() -> Float { Float(next() & 4095) / 4096 }
    /// Returns a multiple of 1/16 in the range, which eight subpixel bits represent exactly.
    mutating func pixel(_ range: ClosedRange<Float>) -> Float {
        (range.lowerBound * 16 + unit() * (range.upperBound - range.lowerBound) * 16).rounded() / 16
    }
}
