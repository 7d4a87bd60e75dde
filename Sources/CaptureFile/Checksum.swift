// Checksum: CRC-32C (Castagnoli; reflected polynomial 0x82F63B78), computed with eight tables, eight bytes at a time. The checksum
// finds accidental damage. The checksum does not protect against deliberate changes.

package struct Checksum: Sendable {
    private var state: UInt32 = 0xFFFF_FFFF
    package init() {}
    package var value: UInt32 { ~state }

    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var sum = Checksum()
        sum.add(bytes)
        return sum.value
    }

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var crc = state
        Checksum.tables.withUnsafeBufferPointer { t in
            var i = 0
            while i + 8 <= bytes.count {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self)) ^ UInt64(crc)
                func look(_ table: Int) -> UInt32 { t[(7 - table) << 8 | Int(word >> (8 * UInt64(table)) & 0xFF)] }
                crc = look(0) ^ look(1) ^ look(2) ^ look(3) ^ look(4) ^ look(5) ^ look(6) ^ look(7)
                i += 8
            }
            while i < bytes.count {
                crc = crc >> 8 ^ t[Int((crc ^ UInt32(bytes[i])) & 0xFF)]
                i += 1
            }
        }
        state = crc
    }

    /// Table k holds the checksums of one byte followed by k zeros.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 << 8)
        for byte in 0..<256 {
            var crc = UInt32(byte)
            for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 0 ? 0 : 0x82F6_3B78) }
            tables[byte] = crc
        }
        for k in 1..<8 {
            for byte in 0..<256 {
                let before = tables[(k - 1) << 8 | byte]
                tables[k << 8 | byte] = before >> 8 ^ tables[Int(before & 0xFF)]
            }
        }
        return tables
    }()
}
