// SRGB: the transfer curve of sRGB textures and framebuffers (OpenGL 3.3 §3.8.15 and §4.1.8), by tables.
//
// Promises: decoding gives the binary32 nearest to the curve. Encoding gives the code nearest to the curve; a tie rounds up. The
// tables are computed once, in a fixed order, only with additions, multiplications and divisions of doubles. The tables are
// therefore the same on every machine. No library power function is used.

import Memory

/// Returns the fifth root of `a` in 0…1 by Newton's method. The sequence starts at 1 and never rises; the last steps no longer change the
/// result.
private func fifthRoot(_ a: Double) -> Double {
    if a <= 0 { return 0 }
    var y = 1.0
    for _ in 0..<80 {
        let square = y * y
        y = (4 * y + a / (square * square)) / 5
    }
    return y
}

/// Converts an encoded value in 0…1 to linear light.
private func linearFromEncoded(_ encoded: Double) -> Double {
    if encoded <= 0.04045 { return encoded / 12.92 }
    let base = (encoded + 0.055) / 1.055
    let square = base * base
    return square * fifthRoot(square)   // base^2.4
}

/// The table for decoding and the thresholds for encoding. The tables are never freed, so hot loops may keep the pointers.
package struct SRGBTables: @unchecked Sendable {   // immutable memory
    /// 256 linear values. The same floats follow at `planeOffset`, divided into four planes of 256 bytes; plane k has byte k of each float.
    package let decode: UnsafePointer<Float>
    /// 256 thresholds. The code of a value is k if the value lies between thresholds[k] (inclusive) and thresholds[k + 1]. thresholds[0] is
    /// −infinity.
    package let thresholds: UnsafePointer<Float>

    package static let shared = SRGBTables()
    /// The number of bytes from `decode` to the planes. The planes begin at a multiple of 64 bytes.
    package static let planeOffset = 1024

    private init() {
        let decode = Allocation(byteCount: 2 * Self.planeOffset, alignment: 64, name: "SRGBTables.decode").elements(Float.self)
        let planes = UnsafeMutableRawPointer(decode) + Self.planeOffset
        let thresholds = Allocation(of: Float.self, count: 256, name: "SRGBTables.thresholds").elements(Float.self)
        for code in 0..<256 {
            decode[code] = Float(linearFromEncoded(Double(code) / 255))
            for plane in 0..<4 {
                planes.storeBytes(of: UInt8(truncatingIfNeeded: decode[code].bitPattern >> UInt32(8 * plane)), toByteOffset: 256 * plane + code, as: UInt8.self)
            }
            let exact = linearFromEncoded((Double(code) - 0.5) / 255)
            let nearest = Float(exact)
            thresholds[code] = code == 0 ? -.infinity : Double(nearest) < exact ? nearest.nextUp : nearest
        }
        self.decode = UnsafePointer(decode)
        self.thresholds = UnsafePointer(thresholds)
    }
}

/// The linear light of each 16-bit sRGB code. The table is computed when it is first used.
package let linearFromWideSRGB: [Float] = (0...65535).map { Float(linearFromEncoded(Double($0) / 65535)) }

/// Returns the linear light of an 8-bit sRGB code.
package func linearFromSRGB(_ code: UInt8) -> Float { SRGBTables.shared.decode[Int(code)] }

/// Returns the 8-bit sRGB code nearest to a linear value. Values below 0 and NaN give 0, values above 1 give 255.
package func sRGBFromLinear(_ linear: Float) -> UInt8 {
    let thresholds = SRGBTables.shared.thresholds
    return UInt8(truncatingIfNeeded: TexelEncoding.sRGB(linear) { thresholds[Int($0)] })
}
