// PixelComponents: pixels in any format and type of desktop OpenGL (OpenGL 3.3 §3.7.2, tables 3.2 to 3.8; §4.3.1). Pixels that OpenGL ES
// allows have faster conversions in TexelConversion.

import Raster

/// The form of a pixel in the program's memory: its components, their order, and the type of their numbers.
struct PixelComponents {
    /// The components in the order of memory. The numbers 0 to 3 mean red, green, blue and alpha; depth and luminance have the number 0, like
    /// red.
    let order: [Int]
    let isLuminance: Bool
    let isInteger: Bool
    let type: GLenum
    let swapsBytes: Bool
    /// For a packed type, the number of bits of each component, beginning with the first component; empty for other types.
    private let fields: [UInt32]
    private let isReversed: Bool
    /// The number of bytes of a component. If the type is packed, the number of bytes of a whole pixel.
    let numberSize: Int

    init(_ format: GLenum, _ type: GLenum, swapsBytes: Bool = false) {
        order = Self.orders[format] ?? [0]
        isLuminance = format == GL_LUMINANCE || format == GL_LUMINANCE_ALPHA
        isInteger = Self.isInteger(format)
        self.type = type; self.swapsBytes = swapsBytes
        (fields, isReversed) = Self.packed[type] ?? ([], false)
        numberSize = PixelLayout.size(ofType: type)
    }

    static func isInteger(_ format: GLenum) -> Bool {
        switch format {
        case GL_RED_INTEGER, GL_GREEN_INTEGER, GL_BLUE_INTEGER, GL_RG_INTEGER, GL_RGB_INTEGER, GL_RGBA_INTEGER, GL_BGR_INTEGER, GL_BGRA_INTEGER,
             GL_STENCIL_INDEX: true
        default: false
        }
    }
    static let orders: [GLenum: [Int]] = [
        GL_RED: [0], GL_GREEN: [1], GL_BLUE: [2], GL_ALPHA: [3], GL_RG: [0, 1], GL_RGB: [0, 1, 2], GL_BGR: [2, 1, 0], GL_RGBA: [0, 1, 2, 3],
        GL_BGRA_EXT: [2, 1, 0, 3], GL_LUMINANCE: [0], GL_LUMINANCE_ALPHA: [0, 3], GL_RED_INTEGER: [0], GL_GREEN_INTEGER: [1], GL_BLUE_INTEGER: [2],
        GL_RG_INTEGER: [0, 1], GL_RGB_INTEGER: [0, 1, 2], GL_BGR_INTEGER: [2, 1, 0], GL_RGBA_INTEGER: [0, 1, 2, 3], GL_BGRA_INTEGER: [2, 1, 0, 3],
        GL_DEPTH_COMPONENT: [0], GL_STENCIL_INDEX: [0], GL_DEPTH_STENCIL: [0],
    ]
    /// For each packed type: how many bits each component has (table 3.8), and whether the first component has the lowest bits.
    static let packed: [GLenum: ([UInt32], Bool)] = [
        GL_UNSIGNED_BYTE_3_3_2: ([3, 3, 2], false), GL_UNSIGNED_BYTE_2_3_3_REV: ([3, 3, 2], true),
        GL_UNSIGNED_SHORT_5_6_5: ([5, 6, 5], false), GL_UNSIGNED_SHORT_5_6_5_REV: ([5, 6, 5], true),
        GL_UNSIGNED_SHORT_4_4_4_4: ([4, 4, 4, 4], false), GL_UNSIGNED_SHORT_4_4_4_4_REV_EXT: ([4, 4, 4, 4], true),
        GL_UNSIGNED_SHORT_5_5_5_1: ([5, 5, 5, 1], false), GL_UNSIGNED_SHORT_1_5_5_5_REV_EXT: ([5, 5, 5, 1], true),
        GL_UNSIGNED_INT_8_8_8_8: ([8, 8, 8, 8], false), GL_UNSIGNED_INT_8_8_8_8_REV: ([8, 8, 8, 8], true),
        GL_UNSIGNED_INT_10_10_10_2: ([10, 10, 10, 2], false), GL_UNSIGNED_INT_2_10_10_10_REV: ([10, 10, 10, 2], true),
    ]

    // MARK: Numbers

    private func word(_ p: UnsafeRawPointer) -> UInt32 {
        switch numberSize {
        case 1: return UInt32(p.load(as: UInt8.self))
        case 2:
            let value = p.loadUnaligned(as: UInt16.self)
            return UInt32(swapsBytes ? value.byteSwapped : value)
        default:
            let value = p.loadUnaligned(as: UInt32.self)
            return swapsBytes ? value.byteSwapped : value
        }
    }
    private func store(_ word: UInt32, _ p: UnsafeMutableRawPointer) {
        switch numberSize {
        case 1: p.storeBytes(of: UInt8(truncatingIfNeeded: word), as: UInt8.self)
        case 2:
            let value = UInt16(truncatingIfNeeded: word)
            p.storeBytes(of: swapsBytes ? value.byteSwapped : value, as: UInt16.self)
        default: p.storeBytes(of: swapsBytes ? word.byteSwapped : word, as: UInt32.self)
        }
    }
    /// Returns the value of a component: the bits of a float, or an integer if the pixel has integers.
    private func component(_ word: UInt32) -> UInt32 {
        let shift = UInt32(32 - 8 * numberSize)
        let isSigned = type == GL_BYTE || type == GL_SHORT || type == GL_INT
        if isInteger { return isSigned ? UInt32(bitPattern: Int32(bitPattern: word << shift) >> Int32(shift)) : word }
        switch type {
        case GL_FLOAT: return word
        case GL_HALF_FLOAT, GL_HALF_FLOAT_OES: return Float(Float16(bitPattern: UInt16(truncatingIfNeeded: word))).bitPattern
        default: break
        }
        if isSigned {
            let value = Double(Int32(bitPattern: word << shift) >> Int32(shift)), maximum = Double(UInt32(0x7FFF_FFFF) >> shift)
            return Float(Swift.max(-1, value / maximum)).bitPattern
        }
        return Float(Double(word) / Double(UInt32.max >> shift)).bitPattern
    }
    private func number(_ component: UInt32) -> UInt32 {
        let shift = UInt32(32 - 8 * numberSize)
        if isInteger { return component }
        let value = Float(bitPattern: component)
        switch type {
        case GL_FLOAT: return component
        case GL_HALF_FLOAT, GL_HALF_FLOAT_OES: return UInt32(Float16(value).bitPattern)
        case GL_BYTE, GL_SHORT, GL_INT:
            let clamped = value.isNaN ? 0 : Double(Swift.max(-1, Swift.min(value, 1)))
            return UInt32(bitPattern: Int32((clamped * Double(UInt32(0x7FFF_FFFF) >> shift)).rounded(.toNearestOrEven)))
        default:
            return UInt32((Double(value.clampedToUnit) * Double(UInt32.max >> shift)).rounded(.toNearestOrEven))
        }
    }

    // MARK: Pixels

    /// Returns the pixel at `p` as red, green, blue and alpha: float bits, or integers. Missing colours are 0, a missing alpha is 1.
    func load(_ p: UnsafeRawPointer) -> SIMD4<UInt32> {
        var result = SIMD4<UInt32>(0, 0, 0, isInteger ? 1 : Float(1).bitPattern)
        switch type {
        case GL_UNSIGNED_INT_10F_11F_11F_REV, GL_UNSIGNED_INT_5_9_9_9_REV:
            var bits = word(p)
            return withUnsafeBytes(of: &bits) { PixelCodec.loadTexel(floatFormat, $0.baseAddress!) }
        case _ where !fields.isEmpty:
            let word = word(p)
            for (place, (bits, shift)) in placedFields where place < order.count {
                let code = (word >> shift) & (1 << bits - 1)
                result[order[place]] = isInteger ? code : (Float(code) / Float(1 << bits - 1)).bitPattern
            }
        default:
            for (place, component) in order.enumerated() { result[component] = self.component(word(p + place * numberSize)) }
        }
        if isLuminance { result.y = result.x; result.z = result.x }
        return result
    }
    /// Writes red, green, blue and alpha as a pixel at `p`.
    func store(_ value: SIMD4<UInt32>, _ p: UnsafeMutableRawPointer) {
        var value = value
        if isLuminance, !isInteger {
            // The luminance of a colour is the sum of its components (§4.3.1).
            value.x = (Float(bitPattern: value.x) + Float(bitPattern: value.y) + Float(bitPattern: value.z)).bitPattern
        }
        switch type {
        case GL_UNSIGNED_INT_10F_11F_11F_REV, GL_UNSIGNED_INT_5_9_9_9_REV:
            var bits: UInt32 = 0
            withUnsafeMutableBytes(of: &bits) { PixelCodec.storeTexel(floatFormat, $0.baseAddress!, value) }
            store(bits, p)
        case _ where !fields.isEmpty:
            var word: UInt32 = 0
            for (place, (bits, shift)) in placedFields where place < order.count {
                let component = value[order[place]], maximum = UInt32(1) << bits - 1
                let code = isInteger ? component & maximum
                    : UInt32((Float(bitPattern: component).clampedToUnit * Float(maximum)).rounded(.toNearestOrEven))
                word |= code << shift
            }
            store(word, p)
        default:
            for (place, component) in order.enumerated() { store(number(value[component]), p + place * numberSize) }
        }
    }
    private var floatFormat: PixelFormat { type == GL_UNSIGNED_INT_5_9_9_9_REV ? .rgb9e5 : .rg11b10Float }
    /// For each component of a packed pixel: the number of its bits, and the position of these bits in the pixel's number.
    private var placedFields: [(Int, (UInt32, UInt32))] {
        var shift: UInt32 = isReversed ? 0 : fields.reduce(0, +)
        return fields.enumerated().map { place, bits in
            if isReversed { defer { shift += bits }; return (place, (bits, shift)) }
            shift -= bits
            return (place, (bits, shift))
        }
    }

    // MARK: Depth and stencil

    /// Returns the depth and the stencil of the pixel at `p`.
    func loadDepthStencil(_ p: UnsafeRawPointer) -> (depth: Float, stencil: UInt8) {
        switch type {
        case GL_UNSIGNED_INT_24_8:
            let word = word(p)
            return (Float(Double(word >> 8) / 0xFFFFFF), UInt8(truncatingIfNeeded: word))
        case GL_FLOAT_32_UNSIGNED_INT_24_8_REV:
            let depth = p.loadUnaligned(as: UInt32.self), stencil = p.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
            return (Float(bitPattern: swapsBytes ? depth.byteSwapped : depth), UInt8(truncatingIfNeeded: swapsBytes ? stencil.byteSwapped : stencil))
        default:
            let value = component(word(p))
            return isInteger ? (0, UInt8(truncatingIfNeeded: value)) : (Float(bitPattern: value), 0)
        }
    }
    func storeDepthStencil(_ depth: Float, _ stencil: UInt8, _ p: UnsafeMutableRawPointer) {
        switch type {
        case GL_UNSIGNED_INT_24_8:
            store(UInt32((Double(depth.clampedToUnit) * 0xFFFFFF).rounded(.toNearestOrEven)) << 8 | UInt32(stencil), p)
        case GL_FLOAT_32_UNSIGNED_INT_24_8_REV:
            let bits = depth.bitPattern, word = UInt32(stencil)
            p.storeBytes(of: swapsBytes ? bits.byteSwapped : bits, as: UInt32.self)
            p.storeBytes(of: swapsBytes ? word.byteSwapped : word, toByteOffset: 4, as: UInt32.self)
        default: store(number(isInteger ? UInt32(stencil) : depth.bitPattern), p)
        }
    }
}
