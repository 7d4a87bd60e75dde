// ContentHash: a 128-bit hash that identifies a sequence of bytes. The hash is XXH3's 128-bit form with seed 0 (xxHash 0.8's specification).
// The hash is computed as fast as the processor reads memory. The speed of the hash matters, because the captured program waits while a
// frame is recorded.
//
// Two different sequences have the same hash with a probability of 2⁻¹²⁸. The hash does not protect against an attacker who constructs two
// contents with the same hash. Such an attack gains nothing, because whoever writes a capture can put any contents into the capture without
// an attack on the hash.

import CXXHash

package struct ContentHash: Sendable, Hashable, CustomStringConvertible {
    package var low: UInt64
    package var high: UInt64
    package init(low: UInt64, high: UInt64) { self.low = low; self.high = high }

    package static let none = ContentHash(low: 0, high: 0)
    /// 32 hexadecimal digits, the digits of `high` first, as xxHash writes them.
    package var description: String { ContentHash.digits(high) + ContentHash.digits(low) }
    private static func digits(_ word: UInt64) -> String {
        let text = String(word, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }

    package init(of bytes: UnsafeRawBufferPointer) {
        let hash = RasterHash128(bytes.baseAddress, bytes.count)
        self.init(low: hash.low64, high: hash.high64)
    }
}

/// A reference to bytes that a capture stores only once, even if several resources contain the same bytes.
package struct BlobReference: Sendable, Hashable {
    package var hash: ContentHash
    package var byteCount: Int
    package init(hash: ContentHash, byteCount: Int) { self.hash = hash; self.byteCount = byteCount }
}
