// Cache targets: files of the code cache, and the objects in them. The targets load code, but never execute it.

import Glibc
import Kernel

enum CacheTargets {
    private static let name = Digest(of: Array("fuzz".utf8))

    /// Reads the bytes as a cache file. The expected name is the name in the seeds.
    static func file(_ bytes: [UInt8]) {
        guard let object = CodeCache.content(of: bytes, named: name) else { return }
        CacheTargets.object(object)
    }

    static func object(_ bytes: [UInt8]) { _ = try? Kernel(name: "fuzz", object: bytes) }

    static func objectSeeds() throws -> [[UInt8]] {
        func object(_ build: (KernelBuilder) -> Void) throws -> [UInt8] {
            let builder = try KernelBuilder(name: "sample", target: KernelTarget(lanes: 4))
            build(builder)
            return try builder.compile()
        }
        return [
            try object { k in k.entry("run", [.float], results: [.float]) { [$0[0].scalar(Float.self) * 1.5 + 2] } },
            try object { k in
                k.entry("run", [.pointer], results: []) { arguments in
                    let lanes = arguments[0].pointer.loadLanes(Float.self) * 3.25
                    arguments[0].pointer.store(lanes + k.table((0 ..< 64).map { Float($0) }).gather(indices: k.laneIndices * 2))
                    return []
                }
            },
        ]
    }

    static func fileSeeds() throws -> [[UInt8]] { try objectSeeds().map { CodeCache.file(of: $0, named: name) } }
}
