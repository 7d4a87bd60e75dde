// The pages outside of the catalogues: README, ARCHITECTURE, CHANGELOG, CONTRIBUTING and docs.

import Foundation
import TestSupport
import Testing

@Suite("Repository pages") struct RepositoryPageTests {
    static let pages = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"]
        + ((try? FileManager.default.contentsOfDirectory(atPath: packageFolder.appendingPathComponent("docs").path)) ?? [])
        .filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }

    @Test("links and pictures lead to files of the repository", arguments: pages)
    func links(page: String) throws {
        let url = packageFolder.appendingPathComponent(page), text = try String(contentsOf: url, encoding: .utf8)
        for match in text.matches(of: /\]\(([^)#]+)(?:#[^)]*)?\)/) where !match.1.contains("://") {
            let target = url.deletingLastPathComponent().appendingPathComponent(String(match.1))
            #expect(FileManager.default.fileExists(atPath: target.path), "\(page) links to \(match.1)")
        }
    }

    @Test("README is short")
    func readme() throws {
        let text = try String(contentsOf: packageFolder.appendingPathComponent("README.md"), encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 121, "move what only some readers need to docs")
    }

    @Test("the changelog has a line for each feature")
    func changelog() throws {
        let text = try String(contentsOf: packageFolder.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
        for line in text.split(separator: "\n") {
            #expect(line.hasPrefix("- ") || line.hasPrefix("#"), "'\(line)' goes on with the line before")
            #expect(line.count <= 132, "'\(line)' is longer than 132 characters")
        }
    }
}
