// ContentHash: 128 bits that name some bytes: XXH3 in its form of 128 bits, seed 0 (xxHash 0.8's specification), which reads memory as fast as the
// processor does: whoever records a frame waits for it.
//
// Different bytes have different hashes but by a chance of 2⁻¹²⁸. It does not withstand someone who makes two contents of one hash
// on purpose; who writes a capture can put any contents in it anyway.

import CXXHash

package struct ContentHash: Sendable, Hashable, CustomStringConvertible {
    package var low: UInt64
    package var high: UInt64
    package init(low: UInt64, high: UInt64) { self.low = low; self.high = high }

    package static let none = ContentHash(low: 0, high: 0)
    /// 32 digits as xxHash writes them: those of `high` first.
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

/// Bytes that stand in a capture once, whoever needs them.
package struct BlobReference: Sendable, Hashable {
    package var hash: ContentHash
    package var byteCount: Int
    package init(hash: ContentHash, byteCount: Int) { self.hash = hash; self.byteCount = byteCount }
}
