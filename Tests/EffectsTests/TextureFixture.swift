// Common parts of the texture tests: pictures, a shader that reads a texture, and ImageMagick.

import Effects
import Foundation
import Raster
import TestSupport
import Testing

extension TemporaryFolder {
    /// Writes the picture as a PNG and returns its path.
    func write(_ image: Image, _ name: String) throws -> String {
        try image.writePNG(to: path(name))
        return path(name)
    }
}

/// Returns a picture whose bytes differ from pixel to pixel and channel to channel.
func scrambled(width: Int, height: Int, format: Image.Format, seed: UInt64 = 7) -> Image {
    var state = seed
    var image = Image(width: width, height: height, format: format)
    for i in image.bytes.indices {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        image.bytes[i] = UInt8(truncatingIfNeeded: state >> 33)
    }
    return image
}

/// Returns a picture of one colour.
func plain(_ size: Int, _ color: SIMD4<UInt8>) -> Image {
    var image = Image(width: size, height: size)
    for y in 0..<size { for x in 0..<size { image[x, y] = color } }
    return image
}

extension Image {
    /// Returns a picture that contains this picture `count` times, from top to bottom.
    func stacked(_ count: Int) -> Image {
        Image(width: width, height: height * count, format: format, bytes: Array(repeatElement(bytes, count: count).joined()))
    }
    /// Returns the channels of a pixel as numbers in 0…1. y is counted from the top. Red, green and blue of a grey picture are the
    /// grey value. Without an alpha channel, alpha is 1.
    func value(_ x: Int, _ y: Int) -> SIMD4<Double> {
        let bytesPerChannel = format.bytesPerChannel, n = format.channelCount
        func channel(_ c: Int) -> Double {
            let at = (y * width + x) * format.bytesPerPixel + c * bytesPerChannel
            return bytesPerChannel == 1 ? Double(bytes[at]) / 255 : Double(Int(bytes[at]) | Int(bytes[at + 1]) << 8) / 65535
        }
        return n < 3 ? SIMD4(channel(0), channel(0), channel(0), n == 2 ? channel(1) : 1) : SIMD4(channel(0), channel(1), channel(2), n == 4 ? channel(3) : 1)
    }
}

/// Reads a texture in a fragment shader, with the sampler from the loader.
struct TextureProbe {
    let device: Device
    private let flat: Pipeline
    private let cube: Pipeline

    init(device: Device) throws {
        self.device = device
        let vertex = "uniform vec4 area; out vec2 at; void main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0; at = mix(area.xy, area.zw, p); gl_Position = vec4(p * 2.0 - 1.0, 0, 1); }"
        flat = try device.makePipeline(program: device.makeProgram(
            vertex: vertex, fragment: "in vec2 at; uniform sampler2D image; out vec4 c; void main() { c = texture(image, at); }"), vertexLayout: .none)
        cube = try device.makePipeline(program: device.makeProgram(
            vertex: vertex, fragment: "in vec2 at; uniform vec3 direction; uniform samplerCube image; out vec4 c; void main() { c = texture(image, direction) + at.x * 0.0; }"), vertexLayout: .none)
    }
    /// Returns width × height values of the part `area` (s0, t0, s1, t1) of the texture. The first row is at t0.
    func look(_ info: TextureInfo, width: Int, height: Int, area: SIMD4<Float> = .init(0, 0, 1, 1)) throws -> [SIMD4<Float>] {
        let target = try device.makeFramebuffer(width: width, height: height, color: [.rgba32Float])
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target) { pass in
            pass.setPipeline(flat); pass.setUniform("area", area); pass.setTexture("image", info.texture, info.sampler)
            pass.draw(count: 3)
        }
        try device.submit(encoder)
        return try target.readPixels()
    }
    func look(_ info: TextureInfo, direction: SIMD3<Float>) throws -> SIMD4<Float> {
        let target = try device.makeFramebuffer(width: 1, height: 1, color: [.rgba32Float])
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target) { pass in
            pass.setPipeline(cube); pass.setUniform("area", SIMD4<Float>(0, 0, 1, 1)); pass.setUniform("direction", direction)
            pass.setTexture("image", info.texture, info.sampler)
            pass.draw(count: 3)
        }
        try device.submit(encoder)
        return try target.readPixels()[0]
    }
    /// Compares every texel of a texture with the expected pixel (x, y) of a picture. y is counted from the top of the picture.
    func expectTexels(_ info: TextureInfo, topRowAtZero: Bool, tolerance: Double = 1e-6, _ expected: (Int, Int) -> SIMD4<Double>,
                      sourceLocation: SourceLocation = #_sourceLocation) throws {
        let seen = try look(info, width: info.width, height: info.height)
        for row in 0..<info.height {
            for x in 0..<info.width {
                let difference = SIMD4<Double>(seen[row * info.width + x]) - expected(x, topRowAtZero ? row : info.height - 1 - row)
                let largest = (0..<4).map { abs(difference[$0]) }.max()!
                #expect(largest <= tolerance, "texel \(x), \(row) is off by \(difference)", sourceLocation: sourceLocation)
            }
        }
    }
}

enum ImageMagickProgram {
    static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        .map { "\($0)/convert" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Returns the bytes that `convert` writes to its standard output.
    static func convert(_ arguments: [String]) throws -> [UInt8] {
        let result = try ProgramRun([path!] + arguments)
        struct Failed: Error { let arguments: [String], errors: String }
        guard result.status == 0 else { throw Failed(arguments: arguments, errors: result.errors) }
        return [UInt8](result.data)
    }
}
