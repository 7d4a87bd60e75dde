// RGTCBlock: decodes one channel of RGTC, also called BC4 and BC5 (Khronos Data Format Specification, chapter 19). Eight bytes hold two
// endpoints of 8 bits, then 3 bits for each texel. Values between the endpoints are rounded to the nearest code.

enum RGTCBlock {
    static func decode(_ block: UnsafeRawPointer, isSigned: Bool, channel: Int, to texels: BlockTexels) {
        let word = UInt64(littleEndian: block.loadUnaligned(as: UInt64.self))
        func endpoint(_ shift: UInt64) -> Int {
            let byte = UInt8(truncatingIfNeeded: word >> shift)
            // The codes −128 and −127 both mean −1.
            return isSigned ? max(-127, Int(Int8(bitPattern: byte))) : Int(byte)
        }
        let first = endpoint(0), second = endpoint(8)
        // The number of steps between the endpoints. With five steps, two further codes mean the ends of the range of values.
        let steps = first > second ? 7 : 5
        func value(_ code: Int) -> Int {
            switch code {
            case 0: return first
            case 1: return second
            case 6 where steps == 5: return isSigned ? -127 : 0
            case 7 where steps == 5: return isSigned ? 127 : 255
            default:
                let sum = (steps + 1 - code) * first + (code - 1) * second
                return (2 * sum + (sum < 0 ? -steps : steps)) / (2 * steps)
            }
        }
        let palette = (0..<8).map { UInt8(truncatingIfNeeded: value($0)) }
        for texel in 0..<16 { texels.store(texel, channel: channel, palette[Int(word >> UInt64(16 + 3 * texel) & 7)]) }
    }
}
