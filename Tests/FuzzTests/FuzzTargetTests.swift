import FuzzTargets
import SeededRandom
import Testing

/// Runs the targets of the fuzzers on their seeds and on some mutated inputs, which are the same in every run. If a target does not
/// return, or traps, the test process fails.
@Suite("Fuzz targets") struct FuzzTargetTests {
    @Test("every target has seeds, all different, and accepts them", arguments: FuzzTarget.allCases)
    func seeds(target: FuzzTarget) throws {
        let seeds = try target.seeds()
        #expect(seeds.count >= 2 && Set(seeds).count == seeds.count)
        for seed in seeds {
            #expect(seed.count <= target.usefulSize)
            target.run(seed)
        }
    }

    @Test("the seeds of GLSL are shaders")
    func shaders() throws {
        for seed in try FuzzTarget.glsl.seeds() {
            let compiles = FuzzTarget.glsl.run(seed)
            #expect(compiles, "\(String(decoding: seed, as: UTF8.self))")
        }
    }

    @Test("inputs with a few bytes changed, removed or repeated return", arguments: FuzzTarget.allCases.filter { $0 != .glsl })
    func changed(target: FuzzTarget) throws {
        let seeds = try target.seeds()
        var random = SeededGenerator(state: 11), words = FuzzRandom(seed: 3)
        for _ in 0 ..< 300 {
            var bytes = seeds.randomElement(using: &random)!
            for _ in 0 ... Int.random(in: 0 ..< 4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0 ..< 4, using: &random) {
                case 0: bytes[place] ^= 1 << UInt8.random(in: 0 ..< 8, using: &random)
                case 1: bytes[place] = [0, 1, 0x7f, 0x80, 0xff].randomElement(using: &random)!
                case 2: bytes.removeSubrange(place...)
                default: bytes.insert(contentsOf: bytes[..<place], at: place)
                }
            }
            target.run(target.mutated(bytes, &words) ?? bytes)
            target.run(bytes)
        }
    }

    @Test("the mutations for a format change its inputs")
    func mutations() throws {
        var words = FuzzRandom(seed: 1)
        for target in [FuzzTarget.glsl, .spirv] {
            let seed = try #require(target.seeds().first)
            #expect(Set((0 ..< 40).compactMap { _ in target.mutated(seed, &words) }).count > 30)
        }
        var png = try #require(FuzzTarget.png.seeds().first)
        #expect(FuzzTarget.png.mutated(png, &words) == nil, "its checksums are right")
        // The changed byte is in the header of the PNG, after the signature, a length and a name.
        png[17] ^= 1
        let mended = try #require(FuzzTarget.png.mutated(png, &words))
        #expect(zip(mended, png).enumerated().filter { $1.0 != $1.1 }.allSatisfy { (29 ..< 33).contains($0.offset) })
    }
}
