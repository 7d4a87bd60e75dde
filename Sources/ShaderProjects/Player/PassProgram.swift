// PassProgram: compiles a pass in the dialect that its text needs. Texts without `#version` are tried in several dialects.

import Raster
import Shading

struct PassProgram {
    var program: Program
    var dialect: Dialect
    /// Sentences about inputs for which no value is known.
    var notes: [String]

    /// Compiles a pass. If no dialect accepts the text, throws the error of the dialect whose first error is nearest to the end of the text.
    /// An error may only mean that the text needs another dialect; such an error is thrown only if there is no other error.
    static func compile(_ text: PassText, device: Device, defines: [ShaderDefine]) throws -> PassProgram {
        func attempt(_ dialect: Dialect, dimensions: [String: String] = [:], undeclared: Set<String> = [],
                     reserved: Set<String> = []) throws -> PassProgram {
            let vertex = text.vertex(dialect)
            let fragment = text.fragment(dialect, dimensions: dimensions, undeclared: undeclared, reserved: reserved)
            let program = try device.makeProgram(vertex: vertex.source, fragment: fragment,
                                                 options: ShaderCompileOptions(defines: defines, includeResolver: text.files), label: text.pass.source.name)
            return PassProgram(program: program, dialect: dialect, notes: vertex.notes)
        }
        var furthest: (error: any Error, place: Int)?
        for dialect in Dialect.candidates(for: text.text, host: text.host) {
            do {
                do { return try attempt(dialect) } catch {
                    let uniforms = undeclaredUniforms(in: error, text)
                    if !uniforms.isEmpty { return try attempt(dialect, undeclared: uniforms) }
                    if let reserved = reservedWord(in: error) {
                        if let found = try? attempt(dialect, reserved: reserved) { return found }
                    }
                    for dimensions in channelTypes(in: error, text) { if let found = try? attempt(dialect, dimensions: dimensions) { return found } }
                    throw error
                }
            } catch {
                let place = place(of: error, text)
                if place > furthest?.place ?? Int.min { furthest = (error, place) }
            }
        }
        throw furthest?.error ?? ShaderError(diagnostics: [])
    }

    /// If the first error is that the file uses a reserved word as a name, returns the words to replace; otherwise returns nil. Some files
    /// are older than the GLSL version that reserved these words, and the compilers of some hosts do not reserve these words.
    private static func reservedWord(in error: any Error) -> Set<String>? {
        guard let first = (error as? ShaderError)?.diagnostics.first(where: { $0.severity == .error }),
              first.message.contains("Reserved word"), let word = first.message.split(separator: "'").first else { return nil }
        // The compiler stops at the first reserved word, so the words that files use most often are replaced together.
        return ["filter", "sample", "active", "common", "partition", "resource", "input", "output", "noise", "patch", String(word)]
    }

    /// Parts of error messages about words and features that only other dialects have.
    private static let dialectComplaints = [" instead", "Reserved word", "not supported for this version", "not supported with this profile",
                                            "default precision", "required extension"]

    /// Returns how far compiling got: the number of the line of the first error, counted over the common texts and the file. An error in an
    /// included file counts as the line of its `#include`, and an error in any other text as line 0. If the error only means that the text
    /// needs another dialect, the number is negative.
    private static func place(of error: any Error, _ text: PassText) -> Int {
        guard let first = (error as? ShaderError)?.diagnostics.first(where: { $0.severity == .error }) else { return 0 }
        let place = place(of: first, text)
        return dialectComplaints.contains { first.message.contains($0) } ? place - 1_000_000_000 : place
    }
    private static func place(of first: ShaderDiagnostic, _ text: PassText) -> Int {
        var linesBefore = 0
        for source in text.common + [text.pass.source] {
            if first.file == source.name { return linesBefore + first.line }
            if let line = text.files.line(in: source, leadingTo: first.file) { return linesBefore + line }
            linesBefore += source.text.count { $0 == "\n" } + 1
        }
        // An error in the text that Raster adds around the file, for example because mainImage is missing, counts as an error after the
        // file's last line.
        return first.file == PassText.wrapperName && first.phase != .link ? linesBefore : 0
    }

    /// Returns the uniforms that a file with a `main` of its own uses without declaring them, if the missing declarations are
    /// errors.
    private static func undeclaredUniforms(in error: any Error, _ text: PassText) -> Set<String> {
        guard let error = error as? ShaderError else { return [] }
        let names = Set(KnownUniforms.undeclared.map(\.name)).intersection(text.text.words)
        let missing = names.filter { name in error.diagnostics.contains { $0.severity == .error && $0.message.hasPrefix("'\(name)' : undeclared identifier") } }
        // The compiler stops after some errors and does not report all missing names. Therefore, all names that begin with i or u_ are
        // declared, too; other names may be variables of functions. A name that the file itself declares can be missing, too, if the
        // declaration is in a branch that is not compiled.
        guard !missing.isEmpty, !text.host.callsMainImage else { return missing }
        return missing.union(names.subtracting(text.text.uniforms).filter { $0.hasPrefix("i") || $0.hasPrefix("u_") })
    }

    /// Returns possible types of the channels that no file describes. A file reads cube maps and 3D textures with three coordinates, so its
    /// calls match no function if the channels are declared as 2D. The lines with such errors may name several channels, so this function
    /// returns combinations of types for these channels, at most 40. Combinations that change the types of few channels come first.
    private static func channelTypes(in error: any Error, _ text: PassText) -> [[String: String]] {
        guard text.host.callsMainImage, let error = error as? ShaderError else { return [] }
        let calls = error.diagnostics.filter {
            $0.severity == .error && ($0.message.contains("no matching overloaded function found") || $0.message.contains("cannot convert")
                                          || $0.message.contains("wrong operand"))
        }
        let named = KnownUniforms.channels.filter { name in
            text.channels[name].map { $0.isGuess || $0.content.isPicture } ?? true && calls.contains { "\($0.message) \($0.sourceLine)".contains(name) }
        }
        var choices: [[String: String]] = [[:]]
        for name in named {
            choices = choices.flatMap { choice in [choice, choice.merging([name: "samplerCube"]) { $1 }, choice.merging([name: "sampler3D"]) { $1 }] }
        }
        return Array(choices.filter { !$0.isEmpty }.sorted { $0.count < $1.count }.prefix(40))
    }
}
