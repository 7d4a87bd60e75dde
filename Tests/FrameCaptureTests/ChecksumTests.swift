// Compares checksums and hashes with published values.

import CaptureFile
import SeededRandom
import Testing

@Suite("Checksums") struct ChecksumTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("CRC-32C has the values of RFC 3720, appendix B.4")
    func checksum() {
        #expect(bytes("123456789").withUnsafeBytes { Checksum.of($0) } == 0xE306_9283)
        #expect([UInt8](repeating: 0, count: 32).withUnsafeBytes { Checksum.of($0) } == 0x8A91_36AA)
        #expect([UInt8](repeating: 0xFF, count: 32).withUnsafeBytes { Checksum.of($0) } == 0x62A8_AB43)
        #expect((0..<32).map { UInt8($0) }.withUnsafeBytes { Checksum.of($0) } == 0x46DD_794E)
    }

    @Test("a checksum of pieces equals the checksum of the whole")
    func pieces() {
        var random = SeededGenerator(state: 1)
        let data = (0..<1000).map { _ in UInt8.random(in: 0...255, using: &random) }
        data.withUnsafeBytes { data in
            for cut in [0, 1, 7, 8, 9, 500, 999, 1000] {
                var sum = Checksum()
                sum.add(UnsafeRawBufferPointer(rebasing: data[..<cut]))
                sum.add(UnsafeRawBufferPointer(rebasing: data[cut...]))
                #expect(sum.value == Checksum.of(data))
            }
        }
    }

    @Test("content hashes have the values that xxHash's own tool prints")
    func hash() {
        #expect("\(bytes("").withUnsafeBytes { ContentHash(of: $0) })" == "99aa06d3014798d86001c324468d497f")
        #expect("\(bytes("hello").withUnsafeBytes { ContentHash(of: $0) })" == "b5e9c1ad071b3e7fc779cfaa5e523818")
        #expect("\(bytes("The quick brown fox jumps over the lazy dog").withUnsafeBytes { ContentHash(of: $0) })" == "ddd650205ca3e7fa24a1cc2e3a8a7651")
        // The hashed contents are longer than one block of the hash function.
        #expect("\((0..<1280).map { UInt8($0 & 255) }.withUnsafeBytes { ContentHash(of: $0) })" == "d92ab3a1cb0542a74844b009e164352e")
    }

    @Test("every bit of the contents changes their hash")
    func bits() {
        var data = [UInt8](repeating: 0x5A, count: 50)
        var seen: Set<ContentHash> = [data.withUnsafeBytes { ContentHash(of: $0) }]
        for bit in 0..<400 {
            data[bit / 8] ^= 1 << UInt8(bit % 8)
            seen.insert(data.withUnsafeBytes { ContentHash(of: $0) })
            data[bit / 8] ^= 1 << UInt8(bit % 8)
        }
        #expect(seen.count == 401)
    }
}
