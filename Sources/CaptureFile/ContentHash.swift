// ContentHash: 128 bits that name some bytes: MurmurHash3 in its form for 64-bit processors, seed 0.
//
// Different bytes have different hashes but by a chance of 2⁻¹²⁸. It does not withstand someone who makes two contents of one hash
// on purpose; who writes a capture can put any contents in it anyway.

package struct ContentHash: Sendable, Hashable, CustomStringConvertible {
    package var low: UInt64
    package var high: UInt64
    package init(low: UInt64, high: UInt64) { self.low = low; self.high = high }

    package static let none = ContentHash(low: 0, high: 0)
    /// 32 digits, those of `low` first.
    package var description: String { ContentHash.digits(low) + ContentHash.digits(high) }
    private static func digits(_ word: UInt64) -> String {
        let text = String(word, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }

    package init(of bytes: UnsafeRawBufferPointer) {
        var hasher = Hasher()
        hasher.add(bytes)
        self = hasher.hash
    }

    /// Takes bytes piece by piece; each piece but the last has a multiple of 16 bytes.
    package struct Hasher: Sendable {
        private static let c1: UInt64 = 0x87C3_7B91_1142_53D5, c2: UInt64 = 0x4CF5_AD43_2745_937F
        private var h1: UInt64 = 0, h2: UInt64 = 0
        private var count: UInt64 = 0
        package init() {}

        package mutating func add(_ bytes: UnsafeRawBufferPointer) {
            precondition(count % 16 == 0, "only the last piece may have a broken block")
            var h1 = h1, h2 = h2
            let blocks = bytes.count / 16
            for block in 0..<blocks {
                let k1 = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 16 * block, as: UInt64.self))
                let k2 = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 16 * block + 8, as: UInt64.self))
                h1 ^= Hasher.first(k1)
                h1 = (Hasher.rotate(h1, 27) &+ h2) &* 5 &+ 0x52DC_E729
                h2 ^= Hasher.second(k2)
                h2 = (Hasher.rotate(h2, 31) &+ h1) &* 5 &+ 0x3849_5AB5
            }
            let tail = bytes.count - 16 * blocks
            if tail > 0 {
                var k1: UInt64 = 0, k2: UInt64 = 0
                for i in 0..<tail {
                    let byte = UInt64(bytes[16 * blocks + i])
                    if i < 8 { k1 |= byte << (8 * UInt64(i)) } else { k2 |= byte << (8 * UInt64(i - 8)) }
                }
                h2 ^= Hasher.second(k2)
                h1 ^= Hasher.first(k1)
            }
            self.h1 = h1; self.h2 = h2
            count += UInt64(bytes.count)
        }

        package var hash: ContentHash {
            var h1 = h1 ^ count, h2 = h2 ^ count
            h1 = h1 &+ h2
            h2 = h2 &+ h1
            h1 = Hasher.mixed(h1)
            h2 = Hasher.mixed(h2)
            h1 = h1 &+ h2
            h2 = h2 &+ h1
            return ContentHash(low: h1, high: h2)
        }

        private static func rotate(_ x: UInt64, _ n: UInt64) -> UInt64 { x << n | x >> (64 - n) }
        private static func first(_ k: UInt64) -> UInt64 { rotate(k &* c1, 31) &* c2 }
        private static func second(_ k: UInt64) -> UInt64 { rotate(k &* c2, 33) &* c1 }
        private static func mixed(_ word: UInt64) -> UInt64 {
            var x = word
            x = (x ^ x >> 33) &* 0xFF51_AFD7_ED55_8CCD
            x = (x ^ x >> 33) &* 0xC4CE_B9FE_1A85_EC53
            return x ^ x >> 33
        }
    }
}

/// Bytes that stand in a capture once, whoever needs them.
package struct BlobReference: Sendable, Hashable {
    package var hash: ContentHash
    package var byteCount: Int
    package init(hash: ContentHash, byteCount: Int) { self.hash = hash; self.byteCount = byteCount }
}
