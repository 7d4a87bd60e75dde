// Preprocessor, text: converts the emitted tokens to the text for a compiler.

extension Preprocessor {
    /// Rewrites constructs that the text's reader would reject or misread, and returns the text.
    mutating func finish() -> Output {
        var outline = ShaderOutline()
        if errorCount == 0 {
            if reader == .glslang {
                liftEmbeddedStructures()
                moveArraySizes()
            }
            outline = ShaderOutline(emitted[headCount...], spellings, dialect, stage, hasSamples: enabledExtensions["GL_ARB_gpu_shader5"] == true)
            layOutBlocks()
            switch reader {
            case .glslang: adapt(outline)
            case .another: declarePlainVariables()
            }
        }
        let writer = written(negating: [])
        let signs = reader == .glslang && errorCount == 0 ? positiveSigns() : []
        var lines = ShaderLineMap(files: files, locations: writer.locations)
        lines.sourceNames = sourceNames
        lines.bodilessLines = bodilessLines
        return Output(text: String(decoding: writer.bytes, as: UTF8.self),
                      textOfSigns: signs.isEmpty ? nil : String(decoding: written(negating: signs).bytes, as: UTF8.self),
                      lines: lines, dialect: dialect, outline: outline, enabledExtensions: Set(enabledExtensions.filter(\.value).keys),
                      isInvariantByPragma: isInvariantByPragma,
                      depth: TextDepth(tokenCount: emitted.count, longestStatement: longestStatement), diagnostics: diagnostics)
    }

    /// - Parameter signs: the indices of the tokens that are replaced by `- -`.
    private mutating func written(negating signs: Set<Int>) -> TextWriter {
        var writer = TextWriter()
        let head = min(headCount, emitted.count)
        for token in emitted[..<head] { writer.write(spellings[token.symbol], token) }
        for line in prelude { writer.writeLine(line) }
        for index in head ..< emitted.count {
            let token = emitted[index], spelling = spellings[token.symbol]
            if signs.contains(index) { for _ in 0..<2 { writer.write("-", token) } }
            else { writer.write(token.kind == .number ? Self.rounded(unsuffixed(spelling)) : spelling, token) }
        }
        for line in epilogue {
            bodilessLines.insert(Int32(writer.locations.count + 1))
            writer.writeLine(line)
        }
        return writer
    }

    /// Finds all unary `+` tokens, except the `+` tokens before literals, and returns the indices of these tokens.
    private mutating func positiveSigns() -> Set<Int> {
        var result: Set<Int> = []
        let keywords: Set<String> = ["return", "case", "else", "do"], plus = spellings.number(of: "+")
        for index in emitted.indices.dropFirst(headCount) where emitted[index].symbol == plus && index > 0 {
            let before = emitted[index - 1], spelling = spellings[before.symbol]
            let isSign = before.kind == .punctuator ? ![")", "]", "++", "--"].contains(spelling) : before.kind != .number && keywords.contains(spelling)
            if isSign, index + 1 < emitted.count, emitted[index + 1].kind != .number { result.insert(index) }
        }
        return result
    }

    /// Returns a float literal without the suffix `f`. GLSL has the suffix from version 1.20 on. But public shader files of version 1.10
    /// use the suffix, and drivers accept these files.
    private func unsuffixed(_ literal: String) -> String {
        let isFloat = !dialect.isES && dialect.version == 110 && !literal.hasPrefix("0x") && !literal.hasPrefix("0X")
        return isFloat && (literal.hasSuffix("f") || literal.hasSuffix("F")) && literal.contains { ".eE".contains($0) } ? String(literal.dropLast()) : literal
    }

    /// Returns a literal that glslang reads correctly. glslang reads floats in double precision, and uses the double when it
    /// converts a literal to an integer or a bool. The binary32 value may convert to another result (0.99999999999 is 1 in
    /// binary32). If the two results differ, this function returns the binary32 value as text.
    private static func rounded(_ literal: String) -> String {
        let isDecimal = literal.contains { ".eE".contains($0) } && !literal.hasPrefix("0x") && !literal.hasPrefix("0X")
        guard isDecimal, !literal.hasSuffix("lf"), !literal.hasSuffix("LF"), let exact = Double(literal.prefix { !"fF".contains($0) })
        else { return literal }
        let number = Double(Float(exact))
        guard number.isFinite, number.rounded(.towardZero) != exact.rounded(.towardZero) || (number == 0) != (exact == 0) else { return literal }
        // Swift's description of a double is the shortest decimal number that is read back as the same double.
        return number.description
    }

    /// Reports mistakes that glslang accepts but that can be recognised from the tokens.
    private mutating func refuse(_ outline: ShaderOutline) {
        for function in outline.functions where function.name.hasPrefix("gl_") {
            report("'\(function.name)' : names that begin with gl_ are reserved; give this function another name", at: function.place)
        }
        for (qualifier, place) in outline.interpolatedUniforms {
            report("'\(qualifier)' : a uniform is constant over the primitive and is not interpolated; leave '\(qualifier)' out", at: place)
        }
        for (name, place) in outline.blocksNamedLikeFunctions {
            report("'\(name)' : a block and a function have this name; rename one of them", at: place)
        }
        for (name, place) in outline.blocksNamedLikeVariables {
            report("'\(name)' : a block and a variable have this name; rename one of them", at: place)
        }
        if dialect.isES || dialect.version > 110 {
            for (name, place) in outline.variablesNamedLikeFunctions {
                report("'\(name)' : a function and a variable have this name; rename one of them", at: place)
            }
        }
        for (name, place) in outline.unsizedUniformBlocks {
            report("'\(name)' : an array of uniform blocks needs a size (GLSL 4.60, 4.3.9)", at: place)
        }
        if outline.blocks.contains(where: { $0.name == "gl_PerVertex" }) {
            for name in ["gl_Position", "gl_PointSize", "gl_ClipDistance"] {
                guard let declaration = outline.declarations[name] else { continue }
                report("'\(name)' : a member of gl_PerVertex cannot also be declared outside of it (GLSL 4.10, 7.1)", at: declaration.place)
            }
        }
        for place in outline.namelessBlocks { report("'{' : a block needs a name before its members", at: place) }
        for (name, place) in outline.blocks where name.hasPrefix("gl_") && name != "gl_PerVertex" {
            report("'\(name)' : names that begin with gl_ are reserved; give the block another name", at: place)
        }
        for (name, place) in outline.reservedStructureNames {
            report("'\(name)' : names that begin with gl_ are reserved; give the structure or member another name", at: place)
        }
        if let place = outline.invariants["gl_FrontFacing"] {
            report("'gl_FrontFacing' : cannot be invariant (GLSL ES 1.00, 4.6.4)", at: place)
        }
        refuseLostChanges(outline)
        refuseFunctions(outline)
        refuseDeclarations()
        refuseQualifiers()
        refuseLayouts()
        if stage == .geometry { refuseGeometryInputs() }
        refuseColumns()
        refusePreciseNames()
        for (name, place) in outline.reservedInstances {
            report("'\(name)' : names that begin with gl_ are reserved; give the block's instance another name", at: place)
        }
        for place in outline.parameterStructures {
            report("'struct' : a structure cannot be defined among parameters; define it before the function", at: place)
        }
    }

    private mutating func adapt(_ outline: ShaderOutline) {
        refuse(outline)
        shortenSequences(outline.structures)
        let hasFreeWords = renameFreeWords(), hasFunctions = renameFunctions()
        let outline = hasFreeWords || hasFunctions ? ShaderOutline(emitted[headCount...], spellings, dialect, stage) : outline
        unifyPrototypePrecisions(outline)
        dropEmptyDeclarations()
        declareRectangleSamplers()
        allowSubsetsOfVertexBlock()
        dropLayerOfVertexBlock()
        allowLocationsOfBlocks()
        declareVaryingsAsOutputs()
        raiseVersion()
        renameExtensionNames()
        adaptSampleMasks()
        scopeLoopBodies()
        fillEmptySections()
        replaceOldLookups()
        declareMissingFunctions(outline)
        defineBodilessFunctions(outline)
    }

    /// Drops semicolons at global scope that end no declaration, as in `void f() { };`. GLSL 4.60 allows such semicolons, and
    /// drivers accept them in every version.
    private mutating func dropEmptyDeclarations() {
        guard dialect.isES || dialect.version < 460 else { return }
        let open = spellings.number(of: "{"), close = spellings.number(of: "}"), parenthesis = spellings.number(of: ")"), end = spellings.number(of: ";")
        var braces = 0, isBody = false, isEnded = true, isReported = false
        var result: [PreprocessorToken] = Array(emitted[..<headCount])
        result.reserveCapacity(emitted.count)
        for token in emitted[headCount...] {
            if token.symbol == end, isEnded {
                if !isReported { warn("';' : no declaration ends here; leave this semicolon out", at: token.place) }
                isReported = true
                continue
            }
            switch token.symbol {
            case open:
                if braces == 0 { isBody = result.last?.symbol == parenthesis }
                braces += 1
                isEnded = false
            case close:
                braces -= 1
                isEnded = braces == 0 && isBody
            case end: isEnded = braces == 0
            default: if token.kind != .directive { isEnded = false }
            }
            result.append(token)
        }
        emitted = result
    }

    /// Puts braces around the body of a `do`, if the body is a single simple statement, such as a declaration. According to GLSL
    /// the body is a scope of its own with or without braces (GLSL 4.60, 6.3). glslang treats the body as a scope only if it has
    /// braces.
    private mutating func scopeLoopBodies() {
        let keyword = spellings.number(of: "do")
        guard emitted.contains(where: { $0.symbol == keyword }) else { return }
        let statements: Set<String> = ["{", "if", "for", "while", "do", "switch"]
        var result: [PreprocessorToken] = []
        result.reserveCapacity(emitted.count + 8)
        var parentheses = 0
        var isOpen = false
        for index in emitted.indices {
            let token = emitted[index]
            let spelling = spellings[token.symbol]
            if index > 0, emitted[index - 1].symbol == keyword, !statements.contains(spelling) {
                result.append(punctuator("{", at: token.place))
                (parentheses, isOpen) = (0, true)
            }
            result.append(token)
            guard isOpen else { continue }
            if spelling == "(" { parentheses += 1 }
            if spelling == ")" { parentheses -= 1 }
            if spelling == ";", parentheses == 0 {
                result.append(punctuator("}", at: token.place))
                isOpen = false
            }
        }
        emitted = result
    }

    /// Adds std140 to every uniform block whose layout names no packing (`shared`, `packed`, `std140` or `std430`). A single
    /// `layout(std140) uniform;` is not enough: if a block inherits its layout in one stage and states the same layout in the other
    /// stage, glslang treats the two blocks as different.
    private mutating func layOutBlocks() {
        let uniform = spellings.number(of: "uniform"), structure = spellings.number(of: "struct")
        let packings = Set(["shared", "packed", "std140", "std430"].map { spellings.number(of: $0) })
        let layout = spellings.number(of: "layout"), end = Set([";", "}"].map { spellings.number(of: $0) }), open = spellings.number(of: "{")
        guard emitted.contains(where: { $0.symbol == uniform }) else { return }
        var result: [PreprocessorToken] = []
        result.reserveCapacity(emitted.count + 16)
        /// The index in `result` of the declaration's first token.
        var start = 0
        for (index, token) in emitted.enumerated() {
            if token.symbol == open, index > headCount + 1, emitted[index - 1].kind == .identifier,
               emitted[index - 1].symbol != structure, emitted[index - 2].symbol != structure,
               let place = result[start...].firstIndex(where: { $0.symbol == uniform }), !result[start...].contains(where: { packings.contains($0.symbol) }) {
                let at = result[place].place
                func word(_ spelling: String) -> PreprocessorToken {
                    PreprocessorToken(kind: .identifier, hasSpaceBefore: true, symbol: spellings.number(of: spelling), place: at)
                }
                if let known = result[start...].firstIndex(where: { $0.symbol == layout }), known + 1 < result.count {
                    result.insert(contentsOf: [word("std140"), punctuator(",", at: at)], at: known + 2)
                } else {
                    result.insert(contentsOf: [word("layout"), punctuator("(", at: at), word("std140"), punctuator(")", at: at)], at: place)
                }
            }
            result.append(token)
            if end.contains(token.symbol) || token.symbol == open || token.kind == .directive { start = result.count }
        }
        emitted = result
    }

    private mutating func punctuator(_ spelling: String, at place: ShaderLineMap.Location) -> PreprocessorToken {
        PreprocessorToken(kind: .punctuator, hasSpaceBefore: false, symbol: spellings.number(of: spelling), place: place)
    }

    /// Gives a body to each function that is declared and mentioned again, but not defined, so that a call in dead code is no
    /// error. The lowering rejects calls outside of dead code.
    private mutating func defineBodilessFunctions(_ outline: ShaderOutline) {
        for function in outline.bodilessFunctions {
            let name = spellings.number(of: function.name)
            guard emitted.count(where: { $0.symbol == name }) > 1 else { continue }
            epilogue.append(function.text(body: function.isVoid ? "{ }" : "{ \(function.resultType) result; return result; }"))
        }
    }
}

/// Writes tokens as text. Each line of the text contains tokens of only one source line.
private struct TextWriter {
    var bytes: [UInt8] = []
    var locations: [ShaderLineMap.Location] = []
    /// The number of parentheses open since `layout`; −1 outside of a layout.
    private var layoutNesting = -1

    mutating func write(_ spelling: String, _ token: PreprocessorToken) {
        guard token.kind != .directive else { return writeLine(spelling, at: token.place) }
        if bytes.last == UInt8(ascii: "\n") {
            locations.append(token.place)
        } else if locations.last != token.place {
            bytes.append(UInt8(ascii: "\n"))
            locations.append(token.place)
        } else {
            // A space is always written between tokens. Without the space, neighbouring tokens from a macro would fuse to one token.
            bytes.append(UInt8(ascii: " "))
        }
        bytes.append(contentsOf: laidOut(spelling).utf8)
    }

    mutating func writeLine(_ text: String, at place: ShaderLineMap.Location = .init(file: 0, line: 0)) {
        if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\n"))
        locations.append(place)
    }

    /// Returns the spelling, but `std140` in place of `shared` or `packed` inside a layout. `shared` and `packed` leave the layout to
    /// the implementation, and Raster uses std140.
    private mutating func laidOut(_ spelling: String) -> String {
        switch spelling {
        case "layout": layoutNesting = 0
        case "(": if layoutNesting >= 0 { layoutNesting += 1 }
        case ")": layoutNesting = layoutNesting > 1 ? layoutNesting - 1 : -1
        case "shared", "packed": if layoutNesting > 0 { return "std140" }
        default: if layoutNesting == 0 { layoutNesting = -1 }
        }
        return spelling
    }
}
