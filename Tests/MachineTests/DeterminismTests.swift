// Draws a part of the pictures in the table of hashes, and checks that differences are reported.

import Foundation
import TestSupport
import Testing

@Suite("Determinism") struct DeterminismTests {
    @Test("a part of all pictures equals the table, on both renderers, on this processor and on three emulated processors")
    func share() throws {
        let run = try ProgramRun("determinism", ["--every", "32", "--way", "16/3/optimized", "--emulate-every", "512"])
        #expect(run.status == 0, "\(run.output) \(run.errors)")
        for processor in ["Nehalem", "Haswell", "max"] {
            #expect(run.output.contains("emulated \(processor): ") && run.output.contains("pictures drawn as 16/2/optimized"), "\(run.output) \(run.errors)")
        }
    }

    @Test("a picture that differs from the table is named, with the rows in which the difference begins")
    func changedTable() throws {
        let folder = try TemporaryFolder(), changed = folder.url.appendingPathComponent("table.txt")
        let table = packageFolder.appendingPathComponent("Tools/Determinism/table.txt")
        let name = "widgets/folded"
        let lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n").map { line -> String in
            guard line.hasPrefix(name + "\t") else { return String(line) }
            // Changes the hash of the fourth band and the hash of the whole picture. The line ends with the hashes of eight bands,
            // of four digits each.
            var text = Array(line)
            let digit = text.count - 32 + 12
            text[digit] = text[digit] == "0" ? "1" : "0"
            text[text.count - 34] = text[text.count - 34] == "0" ? "1" : "0"
            return String(text)
        }
        try lines.joined(separator: "\n").write(to: changed, atomically: true, encoding: .utf8)
        let arguments = ["--only", name, "--way", "reference", "--table-file"]
        #expect(try ProgramRun("determinism", arguments + [table.path]).status == 0)
        let run = try ProgramRun("determinism", arguments + [changed.path])
        #expect(run.status == 1)
        #expect(run.output.contains("DIFFERS  reference: \(name): differs from the table; the first difference is in rows 37 to 49 of 100"),
                "\(run.output) \(run.errors)")
    }

    @Test("against another machine's pictures, the first differing pixel is reported")
    func changedPicture() throws {
        let folder = try TemporaryFolder(), name = "widgets/folded"
        #expect(try ProgramRun("determinism", ["--only", name, "--way", "reference", "--pictures", folder.url.path]).status == 0)
        let against = ["--only", name, "--way", "reference", "--way", "4/1/baseline", "--against", folder.url.path]
        #expect(try ProgramRun("determinism", against).status == 0)
        let file = try #require(try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil).first)
        var data = try Data(contentsOf: file)
        // The size consists of three numbers, each of four bytes. The rows of 200 pixels with four channels follow, the top row first.
        let place = 12 + ((60 * 200 + 17) * 4 + 2) * 4
        data[place] ^= 1
        try data.write(to: file)
        let run = try ProgramRun("determinism", against)
        #expect(run.status == 1)
        for way in ["reference", "4/1/baseline"] {
            #expect(run.output.contains("DIFFERS  \(way): \(name): 1 of 20000 pixels differ, first at x 17, row 60 from the top, channel 2"),
                    "\(run.output) \(run.errors)")
        }
    }
}
