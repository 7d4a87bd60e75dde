// Compares the pages of all catalogues with the tests and the sources: the tests compile the code of the pages, programs print the
// output that the pages show, and all pictures, links and types on the pages exist.

import Foundation
import Raster
import TestSupport
import Testing

/// Returns the lines without indentation, and without empty lines.
private func normalized(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.joined(separator: "\n")
}

@Suite("Pages") struct PageTests {
    @Test("every product has a catalogue whose first page describes it", arguments: Catalogue.all)
    func firstPage(catalogue: Catalogue) throws {
        let page = try #require(try catalogue.pages().first { $0.name == catalogue.module })
        #expect(page.text.hasPrefix("# ``\(catalogue.module)``\n"))
        #expect(page.text.contains("\n## Overview\n") && page.text.contains("\n## Topics\n"))
    }

    @Test("every library of the package has a catalogue")
    func products() throws {
        let manifest = try String(contentsOf: packageFolder.appendingPathComponent("Package.swift"), encoding: .utf8)
        // This expression leaves out libraries whose product states that the library is static or dynamic. A script links such a library,
        // or a test loads it, and no program imports it.
        let libraries = Set(manifest.matches(of: /\.library\(name: "(\w+)", targets:/).map { String($0.1) })
        #expect(!libraries.isEmpty && libraries == Set(Catalogue.all.map(\.module)))
    }

    @Test("all code on the pages is compiled by the tests", arguments: Catalogue.all + Catalogue.inner)
    func code(catalogue: Catalogue) throws {
        let compiled = try catalogue.samples().map(normalized)
        for page in try catalogue.pages() {
            for block in page.blocks("swift") {
                let wanted = normalized(block)
                #expect(compiled.contains { $0.contains(wanted) }, "\(page.name) has code that no sample has:\n\(wanted)")
            }
        }
        #expect(try catalogue.pages().contains { !$0.blocks("swift").isEmpty }, "\(catalogue.module) shows no code")
    }

    @Test("all shaders on the pages are in the samples", arguments: Catalogue.all + Catalogue.inner)
    func shaders(catalogue: Catalogue) throws {
        let compiled = try catalogue.samples().map(normalized)
        for page in try catalogue.pages() {
            for block in page.blocks("glsl") {
                let wanted = normalized(block)
                #expect(compiled.contains { $0.contains(wanted) }, "\(page.name) has a shader that no sample has:\n\(wanted)")
            }
        }
    }

    @Test("programs print the output that a page shows")
    func outputs() throws {
        let device = Device()
        let printed = [
            FirstProgram.shaderMistake(on: device), try FirstProgram.drawMistake(on: device), try Uniforms.mistake(on: device),
            try ShaderToCode.printed(), try endlessLoop(on: .jit),
        ]
        let shown = try Catalogue.all.flatMap { try $0.pages() }.flatMap { page in page.blocks("text").map { (page.name, $0) } }
        for (page, block) in shown {
            #expect(printed.contains { normalized($0) == normalized(block) }, "\(page) shows what nothing prints:\n\(block)")
        }
        for text in printed {
            #expect(shown.contains { normalized($0.1) == normalized(text) }, "no page shows this:\n\(text)")
        }
    }

    @Test("every picture is on a page, and every page's picture exists", arguments: Catalogue.all + Catalogue.inner)
    func pictures(catalogue: Catalogue) throws {
        let shown = try catalogue.pages().flatMap { $0.text.matches(of: /!\[[^\]]+\]\(([a-z0-9-]+)\)/).map { String($0.1) } }
        #expect(Set(shown) == (try catalogue.pictureFiles()))
    }

    @Test("links between pages have targets", arguments: Catalogue.all + Catalogue.inner)
    func links(catalogue: Catalogue) throws {
        let names = Set(try catalogue.pages().map(\.name))
        for page in try catalogue.pages() {
            for link in page.text.matches(of: /<doc:([^>#\/]+)>/) {
                #expect(names.contains(String(link.1)), "\(page.name) links to \(link.1)")
            }
        }
    }

    /// These pages have tables of names for users of other libraries, who copy the names into their programs.
    @Test("members named on the pages for newcomers are public", arguments: ["ComingFromMetal", "ComingFromRaylib", "GLKitNames"])
    func members(name: String) throws {
        let page = try #require(try Catalogue.all.flatMap { try $0.pages() }.first { $0.name == name })
        let files = try SwiftSources.all()
        for match in page.text.matches(of: /`([A-Z]\w+)\.([a-z]\w+)/) {
            let (type, member) = (String(match.1), String(match.2))
            let own = files.filter { file in
                ["struct", "class", "enum", "extension"].contains { file.declarations.contains(.init(kind: $0, name: Substring(type))) }
            }
            let isPublic = own.contains { file in
                file.text.split(separator: "\n").contains { line in
                    line.contains("public ") && ["func \(member)(", "var \(member)", "let \(member)"].contains { line.contains($0) }
                        || line.contains("case \(member)")
                }
            }
            #expect(isPublic, "\(name) names \(type).\(member)")
        }
    }

    /// The pages about Raster's code name types. If a type is renamed, it must also be renamed on these pages.
    @Test("types named on the pages about the code exist", arguments: [
        "FollowingADrawCall", "HowAShaderBecomesCode", "TheKernelLanguage", "HowCanvasWorks", "HowEffectsWork", "HowCapturesWork",
    ])
    func types(name: String) throws {
        let page = try #require(try (Catalogue.all + Catalogue.inner).flatMap { try $0.pages() }.first { $0.name == name })
        var declared: Set<String> = []
        for file in try SwiftSources.all() {
            for declaration in file.declarations where declaration.kind != "extension" { declared.insert(String(declaration.name)) }
        }
        // A word in code voice is the name of a type if it begins with a capital letter and contains a small letter.
        // Paths of files are not names of types.
        let text = page.text.replacing(/`[\w ]+(?:\/[\w+]+)+`/, with: "")
        let named = Set(text.matches(of: /`([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)(?:\.\w+)?[`(\/]/).map { String($0.1) })
        #expect(named.count >= 8)
        #expect(named.subtracting(declared).isEmpty, "\(name) names types that are not in Sources: \(named.subtracting(declared).sorted())")
    }
}
