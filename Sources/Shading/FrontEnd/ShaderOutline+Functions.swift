// ShaderOutline+Functions: reads the declarations and heads of functions: names, types, parameters and precisions.

extension ShaderOutline {
    /// Returns the function that the words declare or define; nil if the words are not the head of a function.
    func function(_ words: ArraySlice<Word>, isDefined: Bool) -> Function? {
        let head = words.prefix { $0.spelling != "{" }
        var brackets = 0
        let opening = head.firstIndex { word in
            brackets += word.spelling == "[" ? 1 : word.spelling == "]" ? -1 : 0
            return brackets == 0 && word.spelling == "("
        }
        guard let open = opening, open >= head.startIndex + 2, head.last?.spelling == ")",
              head[open - 1].isName, Self.outsideBrackets(head[..<open]).allSatisfy(\.isName) else { return nil }
        let words = head[(open + 1)..<(head.endIndex - 1)]
        guard !Self.outsideBrackets(words).contains(where: { $0.spelling == "(" }) else { return nil }
        brackets = 0
        let parameters = words.split { word in
            brackets += word.spelling == "[" ? 1 : word.spelling == "]" ? -1 : 0
            return brackets == 0 && word.spelling == ","
        }
        let result = head[..<(open - 1)], isVoid = parameters.count == 1 && parameters[0].map(\.spelling) == ["void"]
        let signature = FunctionSignature(name: head[open - 1].spelling, parameters: isVoid ? [] : parameters.map(Self.parameterType))
        return Function(
            name: signature.name, resultType: text(result), parameters: parameters.map(text).joined(separator: " , "), signature: signature,
            outputs: parameters.filter { $0.contains { ["out", "inout"].contains($0.spelling) } }.map(Self.parameterType),
            precisions: ([result] + parameters).compactMap(precisionPlace), isDefined: isDefined, place: head[open - 1].place)
    }

    private static let parameterQualifiers = precisions.union(["in", "out", "inout", "const", "precise"])

    /// Returns the type and the array sizes of a parameter. For example, `highp vec3[3] x[2]` gives vec3 with the sizes 2 and 3, because
    /// the sizes after the name come first (GLSL 4.60, 4.1.9).
    private static func parameterType(_ words: ArraySlice<Word>) -> FunctionSignature.Parameter {
        var type: String?, isNamed = false, brackets = 0, size = "", afterType: [String] = [], afterName: [String] = []
        for word in words {
            switch word.spelling {
            case "[": brackets += 1; if brackets == 1 { size = "" } else { size += "[" }
            case "]":
                brackets -= 1
                if brackets > 0 { size += "]" } else if isNamed { afterName.append(size) } else { afterType.append(size) }
            case _ where brackets > 0: size += word.spelling
            case _ where parameterQualifiers.contains(word.spelling): break
            case _ where type == nil: type = word.spelling
            default: isNamed = true
            }
        }
        return FunctionSignature.Parameter(type: type ?? "", sizes: afterName + afterType)
    }

    /// Finds the type's name among the words of a result or parameter. Returns nil if the words contain no name of a type.
    private func precisionPlace(_ words: ArraySlice<Word>) -> PrecisionPlace? {
        guard let type = Self.outsideBrackets(words).first(where: { $0.isName && !Self.parameterQualifiers.contains($0.spelling) }) else { return nil }
        let stated = words.first { Self.precisions.contains($0.spelling) }?.spelling
        let inherited = stated == nil ? defaultPrecisions[Self.precisionBase(type.spelling) ?? type.spelling] : nil
        return PrecisionPlace(token: type.token, inherited: inherited, stated: stated)
    }

    private func text(_ words: ArraySlice<Word>) -> String {
        let place = precisionPlace(words)
        return words.map { $0.token == place?.token ? (place?.inherited.map { $0 + " " } ?? "") + $0.spelling : $0.spelling }.joined(separator: " ")
    }
}
