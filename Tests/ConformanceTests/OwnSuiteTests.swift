// Runs Raster's own cases, Tests/Conformance, on both renderers and on the system's OpenGL.

import Conformance
import Foundation
import SystemGL
import Testing

/// Reads the cases, and the files of known failures. A file of known failures gives a reason for each name.
enum OwnSuite {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Conformance").path

    static func cases() throws -> [ConformanceCase] {
        try CaseSuite.sources(under: folder).flatMap { try CaseSuite.cases(of: $0) }
    }
    /// Reads `name: reason` lines; names may be patterns.
    static func known(_ file: String) throws -> [(filter: CaseFilter, name: String)] {
        try String(contentsOfFile: folder + "/" + file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let name = String(line.prefix { $0 != ":" })
            return (CaseFilter([name]), name)
        }
    }
    /// Runs all cases in parallel, each thread with its own device.
    static func results(_ cases: [ConformanceCase], _ makeDevice: @escaping @Sendable (Int) throws -> CaseDevice) throws -> [CaseResult] {
        let threads = ProcessInfo.processInfo.activeProcessorCount
        let box = Box(count: cases.count)
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            do {
                let runner = CaseRunner(try makeDevice(thread))
                while let index = box.next() { box.set(index, runner.run(cases[index])) }
            } catch { box.fail(error) }
        }
        if let error = box.error { throw error }
        return box.results.map { $0 ?? CaseResult(.fail, "it was not run") }
    }
    /// `@unchecked`, because the compiler does not see that all properties are read and written with the lock held.
    private final class Box: @unchecked Sendable {
        private let lock = NSLock()
        private var position = 0
        private var stored: [CaseResult?]
        private var failure: (any Error)?
        init(count: Int) { stored = Array(repeating: nil, count: count) }
        func next() -> Int? { lock.withLock { guard position < stored.count else { return nil }; defer { position += 1 }; return position } }
        func set(_ index: Int, _ result: CaseResult) { lock.withLock { stored[index] = result } }
        func fail(_ error: any Error) { lock.withLock { failure = error } }
        var results: [CaseResult?] { lock.withLock { stored } }
        var error: (any Error)? { lock.withLock { failure } }
    }
    /// Compares results with the known failures: a failing case must be known, and a known case must fail.
    static func check(_ cases: [ConformanceCase], _ results: [CaseResult], known file: String) throws {
        let known = try Self.known(file)
        var hit: Set<String> = []
        for (test, result) in zip(cases, results) {
            let entries = known.filter { $0.filter.accepts(test.name) && ($0.name.contains("*") || $0.name == test.name) }
            if result.outcome.isFailure {
                if entries.isEmpty { Issue.record("\(test.file):\(test.line): \(test.name): \(result.reason)") }
                hit.formUnion(entries.map(\.name))
            }
        }
        for entry in known where !hit.contains(entry.name) && cases.contains(where: { entry.filter.accepts($0.name) }) {
            Issue.record("\(entry.name) no longer fails: remove it from \(file)")
        }
    }
}

@Suite("Raster's own conformance cases")
struct OwnSuiteTests {
    /// Whether the system has OpenGL. Tells Mesa to prefer accuracy to speed. This happens before the first OpenGL call of the process,
    /// because Mesa reads the setting only once. Other tests run in the same process.
    private static let isOpenGLThere: Bool = {
        SystemGL.preferAccuracy()
        return SystemGL.unavailableReason == nil
    }()

    @Test("both renderers pass them, with the same bits at 4, 8 and 16 lanes")
    func renderers() throws {
        let cases = try OwnSuite.cases()
        #expect(cases.count >= 800)
        #expect(Set(cases.map(\.name)).count == cases.count)
        let reference = try OwnSuite.results(cases) { _ in try CaseDevice(.reference) }
        try OwnSuite.check(cases, reference, known: "known-failures.txt")
        // Only cases that draw are run with other lane counts, because building a program does not depend on the lane count.
        let drawn = cases.indices.filter { reference[$0].outcome == .pass && reference[$0].digest != 0 }
        #expect(drawn.count >= 800)
        for (number, lanes) in [4, 8, 16].enumerated() {
            let part = drawn.filter { $0 % 3 == number }
            let compiled = try OwnSuite.results(part.map { cases[$0] }) { _ in try CaseDevice(.jit, lanes: lanes, form: .quick) }
            for (index, result) in zip(part, compiled) {
                #expect(result.outcome == .pass, "\(cases[index].name): \(result.reason)")
                #expect(result.digest == reference[index].digest, "\(cases[index].name): other bits at \(lanes) lanes")
            }
        }
    }

    @Test("the system's OpenGL agrees, except for known differences", .enabled(if: OwnSuiteTests.isOpenGLThere, "there is no OpenGL here"))
    func oracle() throws {
        // Running all cases takes the driver's compiler most of a minute. With CONFORMANCE_OPENGL=all all cases are run. Without
        // CONFORMANCE_OPENGL=all, two groups of cases are run: the cases that only build a program, because such cases are fast, and one
        // eighth of the other cases.
        let runsAll = ProcessInfo.processInfo.environment["CONFORMANCE_OPENGL"] == "all"
        let cases = try OwnSuite.cases().enumerated().filter { index, test in
            if case .shaders(let shaders) = test.content, shaders.expectation != .pass { return true }
            return runsAll || index % 8 == 0
        }.map(\.element)
        let results = try OwnSuite.results(cases) { _ in try CaseDevice(.opengl) }
        try OwnSuite.check(cases, results, known: "opengl-differences.txt")
    }
}
