// LookupHint: explains a texture lookup that matches no function. glslang's own message states only the line.

struct LookupHint {
    private static let mismatch = " : no matching overloaded function found"

    /// If the message is about a texture lookup, adds the types of the samplers that the line passes to the function.
    static func added(to diagnostic: ShaderDiagnostic, _ source: Preprocessor.Output) -> ShaderDiagnostic {
        guard diagnostic.message.hasSuffix(mismatch), let function = diagnostic.message.split(separator: "'").first,
              let lookup = Lookup(function), let given = samplers(of: function, at: diagnostic, source), let first = given.first else { return diagnostic }
        var result = diagnostic
        if given.count > 1 {
            // The message names all samplers that the line passes to the function, because the line may call the function several times,
            // and glslang does not say which call is wrong.
            result.message += "; " + given.map { "'\($0.name)' is a \($0.type)" }.joined(separator: ", ")
        } else {
            let isOld = source.dialect.version < (source.dialect.isES ? 300 : 130)
            result.message += "; '\(first.name)' is a \(first.type)" + (SamplerShape(first.type)?.advice(lookup, of: first.name, isOld: isOld) ?? "")
        }
        return result
    }

    /// Finds the samplers that the line passes as first arguments to calls of the function, and returns each sampler once. The
    /// result is nil unless it is certain that every first argument is a sampler. The function reads the compiled text, because in
    /// this text macros are replaced.
    private static func samplers(of function: Substring, at diagnostic: ShaderDiagnostic, _ source: Preprocessor.Output) -> [(name: String, type: Substring)]? {
        var result: [(name: String, type: Substring)] = []
        let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false)
        for (line, place) in zip(lines, source.lines.locations)
        where Int(place.line) == diagnostic.line && source.lines.fileName(of: place) == diagnostic.file {
            let words = words(of: line)
            for (index, word) in words.enumerated() where source.lines.sourceNames[word].map({ $0 == function }) ?? (word == function) {
                guard index + 2 < words.count, words[index + 1] == "(" else { continue }
                let name = words[index + 2]
                // If a parameter has this name too, it is possible that the name means the parameter and not the uniform.
                guard let declared = source.outline.declarations[name], !isParameter(name, in: source) else { return nil }
                if !result.contains(where: { $0.name == name }) { result.append((name, declared.type.prefix { $0 != "[" })) }
            }
        }
        return result.allSatisfy { SamplerShape($0.type) != nil } ? result : nil
    }
    private static func isParameter(_ name: String, in source: Preprocessor.Output) -> Bool {
        source.outline.functions.contains { $0.parameters.split(whereSeparator: { !isWord($0) }).contains { $0 == name } }
    }

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }
    /// Splits a line of text into names, numbers and single punctuation characters.
    private static func words(of line: Substring) -> [String] {
        var result: [String] = [], isInside = false
        for character in line {
            let isWord = isWord(character)
            if isWord, isInside { result[result.count - 1].append(character) } else if !character.isWhitespace { result.append(String(character)) }
            isInside = isWord
        }
        return result
    }
}

/// The name of a lookup, split into parts. The part that does not name the dimension is the same in old and new names: `ProjLod`
/// for `texture2DProjLod` and `textureProjLod`.
private struct Lookup {
    let ending: String
    /// The suffix ARB or EXT of old dialects.
    let vendor: String
    /// A description of the arguments after the coordinate.
    let rest: String

    private static let rests = [
        "": "", "Lod": ", then a level", "Grad": ", then two derivatives", "Offset": ", then a constant offset",
        "LodOffset": ", then a level and a constant offset",
        "GradOffset": ", then two derivatives and a constant offset", "Gather": "", "GatherOffset": ", then an offset", "Size": "",
    ]

    init?(_ name: Substring) {
        guard let start = ["texture", "shadow"].first(where: name.hasPrefix) else { return nil }
        var rest = name.dropFirst(start.count)
        if let dimension = ["2DArray", "2DRect", "1DArray", "1D", "2D", "3D", "Cube"].first(where: rest.hasPrefix) { rest = rest.dropFirst(dimension.count) }
        vendor = ["ARB", "EXT"].first(where: rest.hasSuffix) ?? ""
        rest = rest.dropLast(vendor.count)
        guard let more = Self.rests[String(rest.hasPrefix("Proj") ? rest.dropFirst(4) : rest)] else { return nil }
        ending = String(rest)
        self.rest = more
    }
}

/// The arguments that lookups take for a sampler type (GLSL 4.60, 8.9).
private struct SamplerShape {
    private let dimension: String
    private let isShadow: Bool

    init?(_ type: Substring) {
        let name = type.hasPrefix("isampler") || type.hasPrefix("usampler") ? type.dropFirst() : type
        guard name.hasPrefix("sampler") else { return nil }
        isShadow = name.hasSuffix("Shadow")
        dimension = String(name.dropFirst("sampler".count).dropLast(isShadow ? "Shadow".count : 0))
    }

    /// Returns, for example, `: textureLod(sky, …) takes a direction of three components, then a level`. The text is empty for
    /// shapes without advice. If GLSL has no such lookup for the shape, the text describes the function `texture` (or `texture2D` and so on
    /// in old versions) for the shape.
    func advice(_ lookup: Lookup, of name: String, isOld: Bool) -> String {
        if lookup.ending == "Size" { return ": textureSize(\(name), …) takes a level" }
        guard let plain = coordinate else { return "" }
        let isThere = has(lookup.ending)
        let ending = isThere ? lookup.ending + (isOld ? lookup.vendor : "") : ""
        let function = (isOld ? (isShadow ? "shadow" : "texture") + dimension : "texture") + ending
        return ": \(function)(\(name), …) takes \(ending.hasPrefix("Proj") ? projected ?? plain : plain)\(isThere ? lookup.rest : "")"
    }

    private func has(_ ending: String) -> Bool {
        if ending.hasPrefix("Proj"), projected == nil { return false }
        if ending.hasPrefix("Gather"), dimension == "3D" || isShadow { return false }
        if ending.hasPrefix("Lod"), isShadow, dimension != "2D" { return false }
        return !ending.hasSuffix("Offset") || dimension != "Cube"
    }
    private var coordinate: String? {
        let reference = "a value to compare with"
        return switch dimension {
        case "2D": isShadow ? "two components and \(reference), together a vec3" : "two components"
        case "3D": "three components"
        case "Cube": isShadow ? "a direction of three components and \(reference), together a vec4" : "a direction of three components"
        case "2DArray": isShadow ? "two components, a layer and \(reference), together a vec4" : "two components and a layer"
        default: nil
        }
    }
    private var projected: String? {
        switch dimension {
        case "2D": (isShadow ? "four" : "three or four") + " components, the last of which divides"
        case "3D": "four components, the last of which divides"
        default: nil
        }
    }
}
