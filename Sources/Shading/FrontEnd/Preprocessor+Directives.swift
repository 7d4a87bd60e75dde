// Preprocessor, directives: handles the text after a `#` at the start of a line.

import Host

extension Preprocessor {
    /// Handles a directive. The caller has already read the `#`.
    mutating func directive(at place: ShaderLineMap.Location) {
        let name = nextToken()
        if name.kind == .newline || name.kind == .end { return }
        let spelling = spellings[name.symbol]
        switch spelling {
        case "if", "ifdef", "ifndef": return beginCondition(spelling, at: place)
        case "elif": return elseIf(at: place)
        case "else": return elseBranch(at: place)
        case "endif":
            checkNothingFollows("#endif")
            if conditions.count > (frames.last?.conditionDepth ?? 0) { conditions.removeLast() }
            else { report("'#endif' : it has no #if in this file", at: place) }
            return
        default: break
        }
        guard isActive else { return skipLine() }
        switch spelling {
        case "define": define(restOfLine(), at: place)
        case "undef": undefine(restOfLine(), at: place)
        case "include": include(at: place)
        case "line": line(at: place)
        case "extension": `extension`(at: place)
        case "pragma": pragma(at: place)
        case "error":
            let text = textOfLine()
            report("#error" + (text.isEmpty ? "" : " " + text), at: place)
        case "version":
            report("'#version' : must come first, before anything but comments, and only in the shader's own source", at: place)
            skipLine()
        default:
            report("'#\(spelling)' : unknown directive", at: place)
            skipLine()
        }
    }

    /// Reads the tokens up to and including the line end. Returns these tokens without the line end.
    mutating func restOfLine() -> [PreprocessorToken] {
        var tokens: [PreprocessorToken] = []
        while true {
            let token = nextToken()
            if token.kind == .newline || token.kind == .end { return tokens }
            tokens.append(token)
        }
    }

    /// Reads the characters up to the line end.
    mutating func textOfLine() -> String {
        guard !frames.isEmpty else { return "" }
        let text = frames[frames.count - 1].lexer.restOfLine()
        skipLine()
        return text
    }

    private mutating func checkNothingFollows(_ directive: String) {
        if let extra = restOfLine().first { report("'\(directive)' : unexpected '\(spellings[extra.symbol])' after it", at: extra.place) }
    }

    // MARK: Conditionals

    private mutating func beginCondition(_ directive: String, at place: ShaderLineMap.Location) {
        guard conditions.count < 1000 else { return stop("'#\(directive)' : nested more than 1000 deep", at: place) }
        guard isActive else {
            skipLine()
            return conditions.append(Condition(place: place, isActive: false, isSettled: true))
        }
        let tokens = restOfLine()
        var holds = false
        if directive == "if" {
            holds = condition(tokens, directive: "#if", at: place)
        } else if let name = tokens.first, name.kind == .identifier {
            if tokens.count > 1 { report("'#\(directive)' : unexpected '\(spellings[tokens[1].symbol])' after the macro name", at: place) }
            holds = isDefined(name.symbol) == (directive == "ifdef")
        } else {
            report("'#\(directive)' : must be followed by a macro name", at: place)
        }
        conditions.append(Condition(place: place, isActive: holds, isSettled: holds))
    }

    private mutating func elseIf(at place: ShaderLineMap.Location) {
        guard let top = openCondition("#elif", at: place) else { return skipLine() }
        if conditions[top].sawElse { report("'#elif' : after #else", at: place) }
        guard !conditions[top].isSettled else {
            skipLine()
            conditions[top].isActive = false
            return
        }
        let holds = condition(restOfLine(), directive: "#elif", at: place)
        conditions[top].isActive = holds
        conditions[top].isSettled = holds
    }

    private mutating func elseBranch(at place: ShaderLineMap.Location) {
        checkNothingFollows("#else")
        guard let top = openCondition("#else", at: place) else { return }
        if conditions[top].sawElse { report("'#else' : a second #else for the same #if", at: place) }
        conditions[top].sawElse = true
        conditions[top].isActive = !conditions[top].isSettled
        conditions[top].isSettled = true
    }

    private mutating func openCondition(_ directive: String, at place: ShaderLineMap.Location) -> Int? {
        if conditions.count > (frames.last?.conditionDepth ?? 0) { return conditions.count - 1 }
        report("'\(directive)' : it has no #if in this file", at: place)
        return nil
    }

    func isDefined(_ symbol: Int32) -> Bool {
        macros[symbol] != nil || predefined(spellings[symbol], dialect) != nil
    }

    // MARK: Other directives

    /// Handles `#line number [string]`. Both numbers of a `#line` directive, the line number and the string number, are expressions.
    private mutating func line(at place: ShaderLineMap.Location) {
        var tokens = expandAll(restOfLine(), at: place)
        // A quoted file name (GL_GOOGLE_cpp_style_line_directive) is ignored, because `__FILE__` is a number.
        if let quote = tokens.firstIndex(where: { spellings[$0.symbol] == "\"" }) { tokens.removeSubrange(quote...) }
        guard let first = evaluate(tokens[...], directive: "#line", at: place) else { return }
        let top = frames.count - 1
        guard top >= 0 else { return }
        // The physical line that gets the number `first`.
        let numbered = Int(place.line) + (dialect.lineDirectiveNamesNextLine ? 1 : 0)
        frames[top].lineOffset = Int(Int32(truncatingIfNeeded: first.value)) - numbered
        guard !first.rest.isEmpty else { return }
        guard let second = evaluate(first.rest, directive: "#line", at: place) else { return }
        frames[top].stringNumber = Int(Int32(truncatingIfNeeded: second.value))
        if !second.rest.isEmpty { report("'#line' : takes only a line and a string number", at: place) }
    }

    /// Extensions that are not passed on to glslang: the extensions for `#include`, because this preprocessor handles `#include`, and the
    /// extensions for several draw buffers, because gl_FragData is an array in every dialect.
    static let extensionsAtHome: Set<String> = ["GL_GOOGLE_include_directive", "GL_ARB_shading_language_include",
                                                "GL_EXT_draw_buffers", "GL_ARB_draw_buffers"]

    /// Passes the directive `#extension name : behaviour` on to glslang, which knows the names of extensions.
    private mutating func `extension`(at place: ShaderLineMap.Location) {
        let words = restOfLine().map { spellings[$0.symbol] }
        guard words.count == 3, words[1] == ":" else {
            return report("'#extension' : write #extension name : behavior, with require, enable, warn or disable", at: place)
        }
        guard ["require", "enable", "warn", "disable"].contains(words[2]) else {
            return report("'#extension' : '\(words[2])' is not a behavior: use require, enable, warn or disable", at: place)
        }
        if Self.extensionsAtHome.contains(words[0]) { return }
        if sawCode, dialect.isES {
            // GLSL ES 1.00, 3.4, and GLSL ES 3.00, 3.5, demand that an `#extension` directive precedes the first declaration.
            return report("'#extension' : must stand before the first declaration in \(dialect.name)", at: place)
        }
        if words[0] == "GL_ARB_compatibility", words[2] != "disable", dialect.profile == .core {
            guard !sawCode else { return report("'#extension' : GL_ARB_compatibility must stand before the first declaration", at: place) }
            enterCompatibilityProfile()
        }
        guard words[0] == "all" || ShaderExtensions.isSupported(words[0], in: dialect) else {
            if words[2] == "disable" { enabledExtensions[words[0]] = false }
            let message = "'#extension' : \(ShaderExtensions.refusal(of: words[0], in: dialect))"
            if words[2] == "require" { return report(message, at: place) }
            if words[2] != "disable" { warn(message, at: place) }
            return
        }
        enabledExtensions[words[0]] = words[2] != "disable"
        if Self.isTakenIn(words[0], dialect), reader == .glslang { return }
        let name = reader == .glslang ? Self.glslangNames[words[0], default: words[0]] : words[0]
        if let name { writeLine("#extension \(name) : \(words[2])", at: place) }
        if words[0] == "GL_EXT_shadow_samplers", words[2] != "disable", reader == .glslang {
            // GL_EXT_shadow_samplers defines a default precision that glslang lacks, so the added line states the precision.
            writeLine("precision lowp sampler2DShadow;", at: place)
        }
        if words[0] == "GL_ARB_uniform_buffer_object", words[2] != "disable" {
            // In old dialects, glslang knows the word `layout` only if an extension adds the word.
            if dialect.version < 140 { writeLine("#extension GL_ARB_explicit_attrib_location : enable", at: place) }
            laysOutBlocks = true
            if reader == .glslang { writeLine(Self.blockLayout, at: place) }
        }
    }

    /// Makes the built-in names of the fixed-function pipeline (such as `ftransform`) available to the rest of the source, as if `#version` named
    /// the compatibility profile. An implementation with GL_ARB_compatibility has the compatibility profile (GLSL 1.50, 1.2), and drivers let a
    /// shader of the core profile enable the extension.
    private mutating func enterCompatibilityProfile() {
        dialect.profile = .compatibility
        emitted[0].symbol = spellings.number(of: dialect.directive)
        defineFixedFunctionTransform()
    }

    private mutating func pragma(at place: ShaderLineMap.Location) {
        let words = restOfLine().map { spellings[$0.symbol] }
        if words == ["STDGL", "invariant", "(", "all", ")"], reader == .glslang {
            // With `#pragma STDGL invariant(all)`, glslang would make all outputs invariant, and would then reject inputs of the next stage
            // that are not invariant. In Raster every output is invariant, with or without the pragma.
            if !stage.rules.hasPixels {
                isInvariantByPragma = true
            } else if dialect.version >= (dialect.isES ? 300 : 130) {
                report("'invariant' : #pragma STDGL invariant(all) is allowed only in vertex shaders (GLSL 4.60, 4.8.1)", at: place)
            }
        } else if words == ["once"] {
            if let file = frames.last?.lexer.file { includedOnce.insert(files[Int(file)].name) }
        } else if words.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }) {
            writeLine("#pragma " + words.joined(separator: " "), at: place)
        }
    }

    /// Reads another file in place of the directive.
    private mutating func include(at place: ShaderLineMap.Location) {
        let text = textOfLine()
        let closing: Character = text.first == "<" ? ">" : "\""
        guard text.first == "<" || text.first == "\"", text.count > 2, let end = text.dropFirst().firstIndex(of: closing),
              end != text.index(after: text.startIndex),
              ["", ";"].contains(text[text.index(after: end)...].filter { $0 != " " && $0 != "\t" }) else {
            return report("'#include' : must be followed by \"path\" or <path>", at: place)
        }
        if text.last == ";" { warn("'#include' : a directive does not end with a semicolon; leave it out", at: place) }
        let path = String(text[text.index(after: text.startIndex)..<end])
        let includer = frames.last.map { files[Int($0.lexer.file)].name } ?? ""
        guard let resolver else {
            return report("'#include' : '\(path)' cannot be found: no include resolver was given", at: place)
        }
        guard frames.count <= limits.includeDepth else {
            return stop("'#include' : nested too deep", at: place, beyond: .includeDepth, limits.includeDepth)
        }
        guard let found = LibraryCall.pause({ resolver.resolve(path, isSystem: closing == ">", from: includer) }) else {
            return report("'#include' : '\(path)' was not found", at: place)
        }
        guard !includedOnce.contains(found.name) else { return }
        let open = frames.map { files[Int($0.lexer.file)].name }
        if let first = open.firstIndex(of: found.name) {
            // A file may include itself again after macros have changed, so the same file may be open up to eight times at once.
            guard open.count(where: { $0 == found.name }) < 8 else {
                var chain: [String] = []
                for name in open[first...] where !chain.contains(name) { chain.append(name) }
                return stop("'#include' : cycle: " + (chain + [found.name]).joined(separator: " → "), at: place)
            }
        }
        let file = Int32(files.firstIndex(of: found) ?? files.count)
        if Int(file) == files.count { files.append(found) }
        includeCount += 1
        includedByteCount += found.text.utf8.count
        guard includeCount <= Limits.includedFiles else {
            return stop("'#include' : more than \(Limits.includedFiles) files were included; use #pragma once or include guards", at: place)
        }
        guard includedByteCount <= 4 * limits.sourceBytes else {
            return stop("'#include' : more than \(4 * limits.sourceBytes) bytes were included; use #pragma once or include guards", at: place,
                        beyond: .sourceBytes, limits.sourceBytes)
        }
        frames.append(Frame(lexer: PreprocessorLexer(text: found.text, file: file), conditionDepth: conditions.count,
                            lineOffset: 0, stringNumber: Int(file)))
    }
}
