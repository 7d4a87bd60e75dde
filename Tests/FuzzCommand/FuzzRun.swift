// FuzzRun: starts workers over the seeds, survives their crashes and hangs, and prints what they find.

import Foundation
import Fuzzing

struct FuzzRun {
    let command: FuzzCommand

    /// How many findings there were.
    func run() throws -> Int {
        var next = command.seed, drawn = 0, refused = 0, found = 0
        let end = command.seed + UInt64(command.count)
        while next < end {
            let worker = try WorkerProcess(command, seed: next, count: Int(end - next))
            var begun: (seed: UInt64, kind: FuzzKind)?
            while let line = worker.nextLine(timeout: command.timeout) {
                let words = line.split(separator: " ", maxSplits: 1).map(String.init)
                if words[0] == "begin", let parts = words.last?.split(separator: " "), parts.count == 2,
                   let seed = UInt64(parts[0]), let kind = FuzzKind(rawValue: String(parts[1])) {
                    begun = (seed, kind)
                } else if words[0] == "end", let report = try? JSONDecoder().decode(FuzzReport.self, from: Data(words[1].utf8)) {
                    begun = nil
                    drawn += 1
                    if report.refusal != nil { refused += 1 }
                    if report.finding != nil { found += 1; try tell(report) }
                    if drawn % 50 == 0 { note("\(drawn) cases drawn, \(refused) refused by both renderers, \(found) findings, at seed \(report.seed)") }
                }
            }
            let ending = worker.end()
            guard let begun else {
                if ending != .finished { throw FuzzRunError(description: "the worker that starts at seed \(next) ended before it drew anything: \(ending)") }
                break
            }
            // A worker that ends in the midst of a case died of it.
            drawn += 1; found += 1
            var report = FuzzReport(kind: begun.kind, seed: begun.seed)
            report.finding = ending == .hung ? "hang" : "crash"
            report.difference = "\(ending)"
            report.source = begun.kind.description(seed: begun.seed)
            try tell(report)
            next = begun.seed + 1
        }
        note("\(drawn) cases drawn, \(refused) refused by both renderers, \(found) findings")
        return found
    }

    private func tell(_ report: FuzzReport) throws {
        if command.json { return print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self)) }
        print("\(report.finding ?? ""): \(report.kind.rawValue)s, seed \(report.seed), \(report.configuration ?? "any configuration")\n\(report.difference ?? "")\n\(report.source ?? "")\n")
    }
    private func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}

struct FuzzRunError: Error, CustomStringConvertible { var description: String }
