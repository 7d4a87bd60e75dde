// FuzzWorker: the process that draws. It tells each case on standard output before it begins, so that the process that started it
// knows the case that killed it.

import Foundation
import Fuzzing

struct FuzzWorker {
    let kinds: [FuzzKind]
    let reduces: Bool

    /// "begin" and "end" lines around each case, where "end" has the report as JSON, and "drawing" lines as it goes on.
    func run(seed: UInt64, count: Int) throws {
        let encoder = JSONEncoder(), fuzzer = Fuzzer(progress: { Self.say("drawing") })
        for number in seed..<seed + UInt64(count) {
            for kind in kinds {
                Self.say("begin \(number) \(kind.rawValue)")
                let report = try kind.report(seed: number, reduces: reduces, fuzzer: fuzzer)
                Self.say("end " + String(decoding: try encoder.encode(report), as: UTF8.self))
            }
        }
    }

    private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
