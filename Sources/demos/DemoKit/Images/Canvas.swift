// Canvas: makes pictures from functions of x and y in 0…1; y grows upward. The functions return colour components from 0 to 1. The image
// stores these components as bytes, without converting them to another colour space.

import Raster

extension Image {
    /// Calls `color` for the middle of every pixel. The closure's y grows upward, but the image stores the top row first.
    static func painted(width: Int, height: Int, _ color: (_ x: Float, _ y: Float) -> SIMD3<Float>) -> Image {
        var image = Image(width: width, height: height)
        image.bytes.withUnsafeMutableBufferPointer { bytes in
            for row in 0..<height {
                let y = (Float(height - 1 - row) + 0.5) / Float(height)
                for column in 0..<width {
                    let c = color((Float(column) + 0.5) / Float(width), y)
                    let i = (row * width + column) * 4
                    bytes[i] = unorm8(c.x); bytes[i + 1] = unorm8(c.y); bytes[i + 2] = unorm8(c.z); bytes[i + 3] = 255
                }
            }
        }
        return image
    }
    static func painted(size: Int, _ color: (_ x: Float, _ y: Float) -> SIMD3<Float>) -> Image {
        painted(width: size, height: size, color)
    }
}

func unorm8(_ x: Float) -> UInt8 { UInt8((clamp(x) * 255).rounded()) }
/// Returns the colour of a number 0xRRGGBB.
func rgb(_ hex: UInt32) -> SIMD3<Float> {
    SIMD3(Float(hex >> 16 & 255), Float(hex >> 8 & 255), Float(hex & 255)) / 255
}
