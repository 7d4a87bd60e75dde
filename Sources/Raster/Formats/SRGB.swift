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

/// The tables for decoding and encoding. The tables are never freed, so hot loops may keep the pointers.
package struct SRGBTables: @unchecked Sendable {   // immutable memory
    /// 256 linear values. The same floats follow at `planeOffset`, divided into four planes of 256 bytes; plane k has byte k of each float.
    package let decode: UnsafePointer<Float>
    /// One entry for each interval of linear values from `lowestEncoded` to 1. The values of an interval have the same high 16 bits, and an
    /// interval has at most two codes. Bits 17 and above of an entry are the code of the interval's first value. Bits 0 to 16 are the low 16
    /// bits of the first value with the next code; 2¹⁶ if the interval has only one code.
    package let encode: UnsafePointer<UInt32>

    package static let shared = SRGBTables()
    /// The number of bytes from `decode` to the planes. The planes begin at a multiple of 64 bytes.
    package static let planeOffset = 1024
    /// A power of two that has the code 0, as all smaller values have.
    static let lowestEncoded: Float = 0x1p-13

    /// Returns the smallest linear value that has the code, for the codes 1…255.
    package static func threshold(_ code: Int) -> Float {
        let exact = linearFromEncoded((Double(code) - 0.5) / 255), nearest = Float(exact)
        return Double(nearest) < exact ? nearest.nextUp : nearest
    }

    private init() {
        let decode = Allocation(byteCount: 2 * Self.planeOffset, alignment: 64, name: "SRGBTables.decode").elements(Float.self)
        let planes = UnsafeMutableRawPointer(decode) + Self.planeOffset
        for code in 0..<256 {
            decode[code] = Float(linearFromEncoded(Double(code) / 255))
            for plane in 0..<4 {
                planes.storeBytes(of: UInt8(truncatingIfNeeded: decode[code].bitPattern >> UInt32(8 * plane)), toByteOffset: 256 * plane + code, as: UInt8.self)
            }
        }
        let thresholds = (1...255).map { Self.threshold($0).bitPattern }
        let first = Self.lowestEncoded.bitPattern >> 16, last = Float(1).bitPattern >> 16
        let encode = Allocation(of: UInt32.self, count: Int(last - first) + 1, name: "SRGBTables.encode").elements(UInt32.self)
        var code = 0
        for high in first...last {
            while code < 255, thresholds[code] <= high << 16 { code += 1 }
            let next = code < 255 && thresholds[code] >> 16 == high ? thresholds[code] & 0xFFFF : 1 << 16
            precondition(code >= 254 || thresholds[code + 1] >> 16 > high, "an interval has three codes")
            encode[Int(high - first)] = UInt32(code) << 17 | next
        }
        self.decode = UnsafePointer(decode)
        self.encode = UnsafePointer(encode)
    }
}

/// The linear light of each 16-bit sRGB code. The table is computed when it is first used.
package let linearFromWideSRGB: [Float] = (0...65535).map { Float(linearFromEncoded(Double($0) / 65535)) }

/// Returns the linear light of an 8-bit sRGB code.
package func linearFromSRGB(_ code: UInt8) -> Float { SRGBTables.shared.decode[Int(code)] }

/// Returns the 8-bit sRGB code nearest to a linear value. Values below 0 and NaN give 0, values above 1 give 255.
package func sRGBFromLinear(_ linear: Float) -> UInt8 {
    let table = SRGBTables.shared.encode
    return UInt8(truncatingIfNeeded: TexelEncoding.sRGB(linear) { table[Int($0)] })
}
