// Texels that compiled code reads and writes have the same bits as texels of PixelCodec. Compiled code and PixelCodec use the rules
// of TexelEncoding, but compiled code has shortcuts for fractions and for four bytes at once.

import Raster
import SeededRandom
import Testing

@Suite("Texel encoding") struct TexelEncodingTests {
    private static let vertexShader = """
        #version 330
        void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }
        """
    private static let width = 256

    private static func devices() throws -> [(name: String, device: Device)] {
        try [4, 8, 16].map { lanes in ("\(lanes) lanes", try TileConfiguration(lanes: lanes, threads: 1).makeDevice()) }
    }

    /// Draws each pixel with the value of the texel at the same position in `image`.
    private static func draw(_ device: Device, _ image: Texture, into target: Framebuffer, _ body: String, sampler: String, depth: DepthState? = nil,
                             blend: BlendState? = nil) throws {
        let program = try device.makeProgram(vertex: vertexShader, fragment: """
            #version 330
            uniform highp \(sampler) image;
            out vec4 color;
            void main() { \(body) }
            """)
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none, depth: depth, blend: blend)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(0, 0, 0, 0)) { pass in
            pass.setPipeline(pipeline)
            pass.setTexture("image", image, .nearest)
            pass.draw(.triangles, count: 3)
        }
        try device.submit(encoder)
    }

    /// Returns a texture that contains the words, four in each texel. Zeros fill the texture's last row.
    private static func image(_ device: Device, of words: [UInt32]) throws -> Texture {
        let height = (words.count / 4 + width) / width
        let texture = try device.makeTexture(TextureDescriptor(format: .rgba32Uint, width: width, height: height))
        try texture.replace(bytes: words + [UInt32](repeating: 0, count: 4 * width * height - words.count))
        return texture
    }

    /// Random numbers of every sign and exponent, and the numbers at which encodings switch between cases.
    private static let everywhere: [UInt32] = {
        var random = SeededGenerator(state: 11)
        let special: [Float] = [0, 1, 0.5, 2, 65504, 65519.996, 65520, 65536, 64512, 65024, 0x1p-14, 0x1p-24, 0x1p-25, 0x1p-20, 0x1p-19, 0x1p-126,
                                .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, .nan]
        var words: [UInt32] = [0x7f80_0001, 0xff80_0001, 0x7fff_ffff]
        for number in special {
            for v in [number.nextDown, number, number.nextUp] { words += [v.bitPattern, v.bitPattern ^ 0x8000_0000] }
        }
        for high in UInt32(0)..<8192 { words.append(high << 19 | UInt32.random(in: 0..<1 << 19, using: &random)) }
        return words
    }()

    /// Returns the borders between neighbouring codes of a format's channels: the numbers half-way between two codes, and the next
    /// number on either side.
    private static func borders(of format: PixelFormat) -> [UInt32] {
        var middles: [Float] = []
        for bits in Set((0..<format.channelCount).map { Int(format.layout.channel($0).bits) }).sorted() {
            switch format.layout.encoding {
            case .unorm: middles += (0..<1 << bits).map { (Float($0) + 0.5) / Float(1 << bits - 1) }
            case .snorm: middles += (-128..<128).map { (Float($0) + 0.5) / 127 }
            case .sRGB: middles += (1..<256).map(SRGBTables.threshold) + (0..<256).map { (Float($0) + 0.5) / 255 }
            case .float where bits == 16: middles += (UInt16(0)..<0x7BFF).map { (floatFromHalf($0) + floatFromHalf($0 + 1)) / 2 }
            case .float where bits < 16:
                let mantissaBits = UInt32(bits - 5)
                middles += (UInt32(0)..<31 << mantissaBits - 1).map { code in
                    (floatFromUnsignedSmallFloat(code, mantissaBits: mantissaBits) + floatFromUnsignedSmallFloat(code + 1, mantissaBits: mantissaBits)) / 2
                }
            default: break
            }
        }
        return middles.flatMap { [$0.nextDown.bitPattern, $0.bitPattern, $0.nextUp.bitPattern] }
    }

    @Test("compiled code stores the codes of PixelCodec, at every border between two codes",
          arguments: PixelFormat.allCases.filter { $0.isColorRenderable && !$0.isInteger })
    func stores(format: PixelFormat) throws {
        var random = SeededGenerator(state: 3)
        let words = Self.everywhere.shuffled(using: &random) + Self.borders(of: format).shuffled(using: &random)
        // Formats of bytes are also drawn with a blending that keeps the colour, because compiled code then blends all channels at
        // once.
        for blend in format.byteChannelCount > 0 ? [nil, BlendState.additive] : [nil] {
            for (name, device) in try Self.devices() {
                let image = try Self.image(device, of: words), texel = format.bytesPerTexel
                let target = try device.makeFramebuffer(width: Self.width, height: image.descriptor.height, color: [format])
                try Self.draw(device, image, into: target, "color = uintBitsToFloat(texelFetch(image, ivec2(gl_FragCoord.xy), 0));", sampler: "usampler2D", blend: blend)
                let bytes = try #require(target.color[0]).texture.read()
                for i in 0..<words.count / 4 {
                    let registers = SIMD4(words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3])
                    var expected = [UInt8](repeating: 0, count: texel)
                    expected.withUnsafeMutableBytes { PixelCodec.storeTexel(format, $0.baseAddress!, registers) }
                    let found = bytes[i * texel..<(i + 1) * texel]
                    if expected.elementsEqual(found) { continue }
                    Issue.record("\(format), \(name), \(blend == nil ? "stored" : "blended"): \(registers) gives \(Array(found)), should be \(expected)")
                    break
                }
            }
        }
    }

    @Test("compiled code loads the numbers of PixelCodec from every code of up to 16 bits",
          arguments: PixelFormat.allCases.filter { !$0.isInteger && $0.kind != .stencil && $0 != .depth24 && $0 != .depth24Stencil8 })
    func loads(format: PixelFormat) throws {
        // Every half word of texel i is i, so every channel inside a half word, and every packed field, takes all its codes.
        let texel = format.bytesPerTexel, bytes = (0..<65536 * texel).map { UInt8(truncatingIfNeeded: ($0 / texel) >> (8 * ($0 % texel % 2))) }
        var expected: [UInt32] = []
        expected.reserveCapacity(4 * 65536)
        bytes.withUnsafeBytes { raw in
            for i in 0..<65536 {
                let numbers = PixelCodec.loadTexel(format, raw.baseAddress! + i * texel)
                for c in 0..<4 { expected.append(Self.observed(numbers[c])) }
            }
        }
        for (name, device) in try Self.devices() {
            let image = try device.makeTexture(TextureDescriptor(format: format, width: 256, height: 256))
            bytes.withUnsafeBytes { raw in
                for i in 0..<65536 {
                    image.storage.address(level: 0, slice: 0, x: i % 256, y: i / 256).copyMemory(from: raw.baseAddress! + i * texel, byteCount: texel)
                }
            }
            let found = try Self.read(device, image)
            if let wrong = expected.indices.first(where: { expected[$0] != found[$0] }) {
                let i = wrong / 4
                Issue.record("\(format), \(name): texel \(Array(bytes[i * texel..<(i + 1) * texel])) gives \(found[4 * i..<4 * i + 4]), not \(expected[4 * i..<4 * i + 4])")
            }
        }
    }

    @Test("compiled code loads the numbers of PixelCodec from every depth of 24 bits")
    func loadsDepth24() throws {
        let device = try TileConfiguration(lanes: 8, threads: 2).makeDevice(), size = 1024
        for part in 0..<UInt32(16) {
            let first = part << 20
            let image = try device.makeTexture(TextureDescriptor(format: .depth24, width: size, height: size))
            for y in 0..<size {
                let row = image.storage.address(level: 0, slice: 0, x: 0, y: y)
                for x in 0..<size { row.storeBytes(of: (first + UInt32(y * size + x)).littleEndian, toByteOffset: 4 * x, as: UInt32.self) }
            }
            let found = try Self.read(device, image, format: .r32Float)
            let wrong = found.indices.first { Float(bitPattern: found[$0]) != PixelCodec.depthValue(.depth24, first + UInt32($0)) }
            #expect(wrong == nil, "code \(first + UInt32(wrong ?? 0)) gives \(found[wrong ?? 0])")
        }
    }

    /// Returns the words that a shader reads from all texels of an image.
    private static func read(_ device: Device, _ image: Texture, format: PixelFormat = .rgba32Float) throws -> [UInt32] {
        let target = try device.makeFramebuffer(width: image.descriptor.width, height: image.descriptor.height, color: [format])
        try draw(device, image, into: target, "color = texelFetch(image, ivec2(gl_FragCoord.xy), 0);", sampler: "sampler2D")
        let bytes = try #require(target.color[0]).texture.read()
        return bytes.withUnsafeBytes { raw in (0..<bytes.count / 4).map { UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)) } }
    }

    /// Returns the bits that a shader's result has in memory: every NaN is stored with the same bits.
    private static func observed(_ bits: UInt32) -> UInt32 { Float(bitPattern: bits).isNaN ? 0x7FC0_0000 : bits }

    @Test("compiled code stores the depths of the reference renderer, at borders between two keys", arguments: PixelFormat.allCases.filter(\.hasDepth))
    func depths(format: PixelFormat) throws {
        let maximum = format.layout.encoding == .float ? 1 : Float((try #require(format.layout.depth)).maximum)
        let step = max(1, Int(maximum) >> 14)
        let middles = stride(from: 0, to: Int(maximum), by: step).map { (Float($0) + 0.5) / maximum }
        let words = Self.everywhere + middles.flatMap { [$0.nextDown.bitPattern, $0.bitPattern, $0.nextUp.bitPattern] }
        func stored(_ device: Device) throws -> [UInt8] {
            // The shader reads only the first word of each texel.
            let image = try Self.image(device, of: words.flatMap { [$0, 0, 0, 0] })
            let target = try device.makeFramebuffer(width: Self.width, height: image.descriptor.height, color: [.rgba8], depth: format)
            try Self.draw(device, image, into: target, "color = vec4(1.0); gl_FragDepth = uintBitsToFloat(texelFetch(image, ivec2(gl_FragCoord.xy), 0).r);",
                          sampler: "usampler2D", depth: .always)
            return try #require(target.depth).texture.read()
        }
        let expected = try stored(Device(.reference))
        for (name, device) in try Self.devices() {
            let found = try stored(device), place = zip(expected, found).enumerated().first { $1.0 != $1.1 }?.offset
            #expect(place == nil, "\(format), \(name): the depth of bits \(words[min(words.count - 1, (place ?? 0) / format.bytesPerTexel)]) differs")
        }
    }
}
