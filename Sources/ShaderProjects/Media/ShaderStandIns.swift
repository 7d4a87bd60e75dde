// ShaderStandIns: the built-in pictures that take the places of pictures that a project does not have.

public import Raster

/// The pictures for channels whose files are missing. An application can replace each of these pictures.
public struct ShaderStandIns: Sendable {
    /// The picture for channels whose content is unknown.
    public var picture: @Sendable () -> Image
    /// The name of `picture` in sentences.
    public var pictureName: String
    /// Returns the input picture: the picture that a project of the given host changes.
    public var input: @Sendable (ShaderHost) -> Image
    /// Returns noise with the given number of texels per side, in four channels or grey.
    public var noise: @Sendable (_ size: Int, _ isGrey: Bool) -> Image
    /// Returns six faces in the order +X −X +Y −Y +Z −Z. The first row of each face is t = 0.
    public var sky: @Sendable () -> [Image]

    /// Creates the default pictures: a test card, noise by a generator with this seed, and a sky of two gradients.
    public init(seed: UInt64 = 1) {
        picture = { ShaderStandIns.card(width: 512, height: 512) }
        pictureName = "test card"
        input = { host in
            switch host {
            case .ghostty: TerminalPicture.image(width: 1280, height: 720)
            case .libretro: ShaderStandIns.card(width: 320, height: 240)
            default: ShaderStandIns.card(width: 640, height: 360)
            }
        }
        noise = { size, isGrey in ShaderStandIns.noise(size: size, isGrey: isGrey, seed: seed) }
        sky = { ShaderStandIns.sky(size: 64) }
    }

    private struct Random {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var x = state
            x = (x ^ x >> 30) &* 0xBF58_476D_1CE4_E5B9
            x = (x ^ x >> 27) &* 0x94D0_49BB_1331_11EB
            return x ^ x >> 31
        }
    }
    private static func noise(size: Int, isGrey: Bool, seed: UInt64) -> Image {
        var random = Random(state: seed &+ 77)
        var image = Image(width: size, height: size)
        for at in stride(from: 0, to: image.bytes.count, by: 4) {
            let value = random.next() >> 32
            for k in 0..<4 { image.bytes[at + k] = UInt8(truncatingIfNeeded: isGrey ? value : value >> UInt64(8 * k)) }
            if isGrey { image.bytes[at + 3] = 255 }
        }
        return image
    }
    /// Colours over a ring and a grid, so that a turned, mirrored or blurred picture is easy to recognise.
    private static func card(width: Int, height: Int) -> Image {
        var image = Image(width: width, height: height)
        let w = Double(width), h = Double(height)
        for y in 0..<height {
            for x in 0..<width {
                let u = (Double(x) + 0.5) / w, v = (Double(y) + 0.5) / h
                let dx = (u - 0.42) * w / h, dy = v - 0.45, distance = (dx * dx + dy * dy).squareRoot()
                var color = SIMD3<Double>(0.12 + 0.75 * u, 0.2 + 0.5 * (1 - v), 0.55 + 0.35 * v - 0.3 * u)
                if Int(u * w / h * 10) % 5 == 0 || Int(v * 10) % 5 == 0 { color = color * 0.8 + SIMD3(repeating: 0.06) }
                if distance < 0.3 { color = SIMD3(0.98 - 0.5 * distance, 0.72 - 0.9 * distance, 0.25) }
                if distance > 0.3, distance < 0.32 { color = SIMD3(repeating: 0.97) }
                if v > 0.82 { color = Int(u * 16) % 2 == 0 ? SIMD3(0.08, 0.09, 0.13) : SIMD3(0.93, 0.94, 0.9) }
                let at = 4 * (y * width + x)
                for k in 0..<3 { image.bytes[at + k] = UInt8((min(max(color[k], 0), 1) * 255).rounded()) }
                image.bytes[at + 3] = 255
            }
        }
        return image
    }
    private static func sky(size: Int) -> [Image] {
        CubeFace.allCases.map { face in
            var image = Image(width: size, height: size)
            for row in 0..<size {
                for column in 0..<size {
                    let a = 2 * (Double(column) + 0.5) / Double(size) - 1, b = 2 * (Double(row) + 0.5) / Double(size) - 1
                    let height: Double = switch face {
                    case .positiveY: 1
                    case .negativeY: -1
                    default: -b
                    }
                    let up = height / (1 + a * a + b * b).squareRoot()
                    let color: SIMD3<Double> = up > 0 ? SIMD3(0.75, 0.82, 0.9) * (1 - up) + SIMD3(0.2, 0.4, 0.78) * up
                        : SIMD3(0.42, 0.4, 0.36) * (1 + up) + SIMD3(0.16, 0.15, 0.14) * -up
                    let at = 4 * (row * size + column)
                    for k in 0..<3 { image.bytes[at + k] = UInt8((color[k] * 255).rounded()) }
                    image.bytes[at + 3] = 255
                }
            }
            return image
        }
    }
}
