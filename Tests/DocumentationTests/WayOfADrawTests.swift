// The page FollowingADrawCall has three tables of the functions that are called for a draw, in order. This test finds each function in
// the sources.

import Foundation
import TestSupport
import Testing

@Suite("The way of a draw") struct WayOfADrawTests {
    private struct Row {
        var number: Int, function: String, caller: Int, file: String
    }

    private func rows() throws -> [Row] {
        let page = packageFolder.appendingPathComponent("Sources/Raster/Raster.docc/Articles/FollowingADrawCall.md")
        let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "<!-- way -->")
        try #require(parts.count == 7, "the page does not have three tables of the way")
        return (parts[1] + parts[3] + parts[5]).matches(of: /\n\| (\d+) \| `(\w+)`(?: \((\d+|—)\))? \| `([\w\/+]+)` \|/).map { match in
            let number = Int(match.1)!
            // A number in parentheses is the row of the caller; a dash means that another module calls the function. Without parentheses,
            // the caller is the function of the previous row.
            return Row(number: number, function: String(match.2), caller: match.3.map { Int($0) ?? 0 } ?? number - 1, file: String(match.4))
        }
    }

    private func text(_ row: Row) throws -> String {
        try String(contentsOf: packageFolder.appendingPathComponent("Sources/Raster/\(row.file).swift"), encoding: .utf8)
    }

    @Test("the rows are numbered, no file has two rows, and there are at most 20 rows")
    func numbers() throws {
        let rows = try rows()
        #expect(rows.map(\.number) == Array(1...rows.count) && Set(rows.map(\.file)).count == rows.count)
        #expect(rows.count <= 20)
    }

    @Test("each file declares its function, and the caller's file calls it")
    func calls() throws {
        let rows = try rows()
        try #require(rows.count > 10)
        for row in rows {
            #expect(try text(row).contains(Regex("func \(row.function)[(<]")), "\(row.file) declares no \(row.function)")
            guard row.caller > 0, row.number > 2 else { continue }
            try #require(row.caller < row.number, "row \(row.number) is called by a later row")
            let caller = rows[row.caller - 1]
            #expect(try text(caller).contains(Regex("[^A-Za-z_]\(row.function)\\(")), "\(caller.file) does not call \(row.function)")
        }
    }
}
