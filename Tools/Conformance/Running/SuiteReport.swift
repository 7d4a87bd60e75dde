// SuiteReport: the result of a run, as text and as JSON.

import Foundation

package struct SuiteReport {
    package let records: [SuiteRun.Record]
    package let errors: [CaseFileError]
    package init(records: [SuiteRun.Record], errors: [CaseFileError]) { self.records = records; self.errors = errors }

    package struct Counts: Codable, Hashable, Sendable {
        package var pass = 0, fail = 0, skip = 0, built = 0, crash = 0, timeout = 0
        package mutating func add(_ outcome: CaseResult.Outcome) {
            switch outcome {
            case .pass: pass += 1
            case .fail: fail += 1
            case .skip: skip += 1
            case .built: built += 1
            case .crash: crash += 1
            case .timeout: timeout += 1
            }
        }
        package var total: Int { pass + fail + skip + built + crash + timeout }
    }
    package var counts: Counts { counts(of: records) }
    private func counts(of records: [SuiteRun.Record]) -> Counts {
        var result = Counts()
        for record in records { result.add(record.result.outcome) }
        return result
    }

    /// The exit status: 0 if no case failed, 1 if a case failed, 2 if a file could not be understood or no case was found.
    package var exitCode: Int32 {
        if !errors.isEmpty || records.isEmpty { return 2 }
        return records.contains { $0.result.outcome.isFailure } ? 1 : 0
    }

    // MARK: Text

    /// Returns a line for each failure, and for each program that OpenGL builds but Raster refuses; then a table of groups and
    /// devices with sums.
    /// - Parameter showsSkipped: Whether to add a line for each skipped case.
    package func text(showsSkipped: Bool = false) -> String {
        var lines: [String] = []
        for record in records where record.result.outcome.isFailure || record.result.outcome == .built || (showsSkipped && record.result.outcome == .skip) {
            lines.append("\(record.task.test.file):\(record.task.test.line): \(record.result.outcome.rawValue): \(record.task.test.name) on \(record.task.device.rawValue): \(record.result.reason)")
        }
        if !lines.isEmpty { lines.append("") }
        lines += table()
        return lines.joined(separator: "\n")
    }

    private func table() -> [String] {
        struct Key: Hashable { var group: String; var device: CaseDevice.Kind }
        var order: [Key] = [], grouped: [Key: Counts] = [:]
        for record in records {
            let key = Key(group: record.task.test.group, device: record.task.device)
            if grouped[key] == nil { order.append(key) }
            grouped[key, default: Counts()].add(record.result.outcome)
        }
        let heads = ["group", "device", "pass", "fail", "skip", "built", "crash", "timeout"]
        func cells(_ group: String, _ device: String, _ c: Counts) -> [String] {
            [group, device] + [c.pass, c.fail, c.skip, c.built, c.crash, c.timeout].map(String.init)
        }
        var rows = order.map { cells($0.group, $0.device.rawValue, grouped[$0]!) }
        var devices: [CaseDevice.Kind] = []
        for record in records where !devices.contains(record.task.device) { devices.append(record.task.device) }
        for device in devices { rows.append(cells("all", device.rawValue, counts(of: records.filter { $0.task.device == device }))) }
        let widths = heads.indices.map { column in ([heads] + rows).map { $0[column].count }.max() ?? 0 }
        return ([heads] + rows).map { row in
            row.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return column < 2 ? row[column] + space : space + row[column]
            }.joined(separator: "  ")
        }
    }

    // MARK: JSON

    private struct Document: Encodable {
        struct Case: Encodable {
            var name: String, file: String, line: Int, device: String, outcome: String, reason: String, milliseconds: Double
        }
        struct Problem: Encodable { var file: String, line: Int, message: String }
        var cases: [Case]
        var errors: [Problem]
        /// The counts by device.
        var summary: [String: Counts]
    }

    /// Returns one object with `cases`, `errors` (files that could not be understood) and `summary` by device.
    package func json() throws -> String {
        let cases = records.map { record in
            Document.Case(name: record.task.test.name, file: record.task.test.file, line: record.task.test.line, device: record.task.device.rawValue,
                          outcome: record.result.outcome.rawValue, reason: record.result.reason, milliseconds: (record.milliseconds * 1000).rounded() / 1000)
        }
        let summary = Dictionary(grouping: records) { $0.task.device.rawValue }.mapValues { counts(of: $0) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let document = Document(cases: cases, errors: errors.map { Document.Problem(file: $0.file, line: $0.line, message: $0.message) }, summary: summary)
        return String(decoding: try encoder.encode(document), as: UTF8.self)
    }
}
