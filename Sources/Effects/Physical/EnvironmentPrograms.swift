// EnvironmentPrograms: the passes that prepare surroundings for shading: a sharp cube map, its blurred levels, the diffuse light.
// The bundled surroundings and the table of reflection are made once for each device.

import Raster
import Shading

final class EnvironmentPrograms {
    enum Source {
        case none
        /// A texture, and the factors that multiply the direction of a lookup.
        case picture(Texture, SIMD3<Float>)
    }
    private unowned let device: Device
    private let programs: ScreenPrograms
    private var bundledLights: [String: EnvironmentLight] = [:]
    private var reflectionTable: Texture?
    private static let tableSize = 64
    /// The side of the smallest level of the prefiltered map. In a smaller level, the texels would be visible.
    private static let smallestSide = 8
    /// The side of the level from which the diffuse light is computed.
    private static let harmonicsSide = 16

    private init(device: Device, programs: ScreenPrograms) { self.device = device; self.programs = programs }
    static func of(_ device: Device) -> EnvironmentPrograms {
        // `device.companion` returns the device's object of a type, and makes this object at the first call. While the closure makes an
        // object, the device's lock is held, so the closure must not ask for another companion. Therefore `ScreenPrograms` is requested
        // first.
        let programs = ScreenPrograms.of(device)
        return device.companion(EnvironmentPrograms.self) { EnvironmentPrograms(device: device, programs: programs) }
    }

    /// Returns the bundled surroundings with the given name. The name is a preprocessor definition of environment-source.frag.
    func bundled(_ name: String, resolution: Int) throws -> EnvironmentLight {
        let key = "\(name) \(resolution)"
        if let known = bundledLights[key] { return known }
        let new = try EnvironmentLight(bundled: name, resolution: resolution, device: device)
        bundledLights[key] = new
        return new
    }

    /// Returns the table of reflection, which environment-table.frag draws.
    func table() throws -> Texture {
        if let reflectionTable { return reflectionTable }
        let size = EnvironmentPrograms.tableSize
        let table = try device.makeTexture(TextureDescriptor(format: .rgba16Float, width: size, height: size, label: "table of reflection"))
        var encoder = device.makeCommandEncoder(label: "table of reflection")
        let points = MicrofacetSamples.points(128)
        try draw(EffectShader.environmentTable, [ShaderDefine("POINTS", "\(points.count)")], to: Attachment(table), in: &encoder) { pass in
            pass.setUniform("texelSize", 1 / Float(size))
            pass.setUniform("points", points)
        }
        try device.submit(encoder)
        reflectionTable = table
        return table
    }

    func prefiltered(_ source: Source, defines: [ShaderDefine], resolution: Int) throws -> (map: Texture, harmonics: [SIMD3<Float>]) {
        func cube(_ side: Int, levels: Int, _ label: String) throws -> Texture {
            try device.makeTexture(TextureDescriptor(type: .cube, format: .rgba16Float, width: side, height: side, mipLevels: levels, label: label))
        }
        let sharp = try cube(resolution, levels: TextureDescriptor.fullMipLevelCount(width: resolution, height: resolution), "sharp surroundings")
        let mapLevels = TextureDescriptor.fullMipLevelCount(width: resolution / EnvironmentPrograms.smallestSide, height: 1)
        let map = try cube(resolution, levels: mapLevels, "surroundings")
        let sums = try device.makeFramebuffer(width: 9, height: 1, color: [.rgba32Float], label: "diffuse light")
        var encoder = device.makeCommandEncoder(label: "surroundings")

        for face in CubeFace.allCases {
            try draw(EffectShader.environmentSource, defines, to: Attachment(sharp, face: face), in: &encoder) { pass in
                pass.setUniform("face", face.matrix)
                pass.setUniform("texelSize", 1 / Float(resolution))
                if case .picture(let texture, let mirror) = source {
                    // The left and the right edge of an equirectangular picture meet, so lookups continue from one edge to the other.
                    var sampler = Sampler.linear
                    if texture.descriptor.type == .d2 { sampler.wrapS = .repeat }
                    pass.setTexture("picture", texture, sampler, levels: 0...0)
                    if texture.descriptor.type == .cube { pass.setUniform("mirror", mirror) }
                }
            }
        }
        encoder.generateMipmaps(sharp)
        let last = map.descriptor.mipLevels - 1
        for level in 0...last {
            // Level 0 is for mirrors, which need only one sample.
            let samples = level == 0 ? [SIMD4<Float>(0, 0, 1, 0)] : MicrofacetSamples.reflection(
                roughness: Double(level) / Double(last), count: level == 1 ? 32 : 64, side: resolution)
            try blur(sharp, to: map, level: level, samples, in: &encoder)
        }
        let side = min(EnvironmentPrograms.harmonicsSide, resolution)
        try draw(EffectShader.environmentHarmonics, [], to: sums, in: &encoder) { pass in
            pass.setTexture("source", sharp, .trilinear)
            pass.setUniform("level", Float((resolution / side).trailingZeroBitCount))
            pass.setUniform("size", Int32(side))
            pass.setUniform("faces", CubeFace.allCases.map(\.matrix))
        }
        try device.submit(encoder)
        return (map, try sums.readPixels().map(\.xyz))
    }

    private func blur(_ source: Texture, to map: Texture, level: Int, _ samples: [SIMD4<Float>], in encoder: inout CommandEncoder) throws {
        for face in CubeFace.allCases {
            try draw(EffectShader.environmentBlur, [ShaderDefine("SAMPLES", "64")], to: Attachment(map, face: face, level: level), in: &encoder) { pass in
                pass.setUniform("face", face.matrix)
                pass.setUniform("spacing", 2 / Float((map.width >> level) - 1))
                pass.setTexture("source", source, .trilinear)
                pass.setUniform("samples", samples)
                pass.setUniform("sampleCount", Int32(samples.count))
            }
        }
    }
    private func draw(_ shader: ShaderSource, _ defines: [ShaderDefine], to attachment: Attachment, in encoder: inout CommandEncoder,
                      _ body: (inout RenderPass) throws -> Void) throws {
        try draw(shader, defines, to: device.makeFramebuffer(color: [attachment], label: attachment.texture.descriptor.label), in: &encoder, body)
    }
    private func draw(_ shader: ShaderSource, _ defines: [ShaderDefine], to target: Framebuffer, in encoder: inout CommandEncoder,
                      _ body: (inout RenderPass) throws -> Void) throws {
        let pipeline = try programs.pipeline(.init(fragment: shader, defines: defines), includes: EffectShader.includes)
        let triangle = try programs.triangleBuffer()
        try encoder.render(to: target, clear: ClearValues(colors: [.float(.zero)]), label: target.label) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(triangle)
            try body(&pass)
            pass.draw(count: 3)
        }
    }
}

extension CubeFace {
    /// The matrix from (s, t, 1), with s and t −1…1 across the face, to the direction of a texel (OpenGL 3.3, table 3.17).
    var matrix: Matrix3 {
        switch self {
        case .positiveX: Matrix3(.init(0, 0, -1), .init(0, -1, 0), .init(1, 0, 0))
        case .negativeX: Matrix3(.init(0, 0, 1), .init(0, -1, 0), .init(-1, 0, 0))
        case .positiveY: Matrix3(.init(1, 0, 0), .init(0, 0, 1), .init(0, 1, 0))
        case .negativeY: Matrix3(.init(1, 0, 0), .init(0, 0, -1), .init(0, -1, 0))
        case .positiveZ: Matrix3(.init(1, 0, 0), .init(0, -1, 0), .init(0, 0, 1))
        case .negativeZ: Matrix3(.init(-1, 0, 0), .init(0, -1, 0), .init(0, 0, -1))
        }
    }
}
