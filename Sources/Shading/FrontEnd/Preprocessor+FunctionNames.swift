// Preprocessor, function names: renames functions that glslang would confuse with built-in functions or variables of the same name.
//
// - From its declaration on, a function of the source hides all built-in functions of its name, even the functions with other parameters
//   (GLSL 4.60, 4.2.2). glslang treats the function as one more overload instead. GLSL ES has no such rule: in GLSL ES 1.00 the function is
//   an overload, and in later versions of GLSL ES the function is an error.
// - In GLSL 1.10, functions and variables have separate name spaces (GLSL 1.20, 4.2.6). glslang has only one name space.
//
// A function that glslang would confuse with a built-in function or with a variable gets another name in the text, in its declaration and
// in all calls. The original name stays in `sourceNames` for messages.

extension Preprocessor {
    /// Renames the functions that glslang would confuse with built-in functions or with variables. Returns true if a function was
    /// renamed.
    mutating func renameFunctions() -> Bool {
        guard !dialect.isES else { return false }
        let variables = dialect.version < 120 ? namesOfVariables() : []
        let opening = spellings.number(of: "("), dot = spellings.number(of: ".")
        var renamed: Set<Int32> = [], nesting = 0
        for index in emitted.indices.dropFirst(headCount) where emitted[index].kind != .directive {
            let token = emitted[index]
            if token.kind == .punctuator {
                switch spellings[token.symbol] {
                case "(", "{": nesting += 1
                case ")", "}": nesting -= 1
                default: break
                }
                continue
            }
            guard token.kind == .identifier, index + 1 < emitted.count, emitted[index + 1].symbol == opening,
                  emitted[index - 1].symbol != dot else { continue }
            let name = spellings[token.symbol]
            if nesting == 0, isType(before: index), isBuiltIn(function: name) || variables.contains(token.symbol) { renamed.insert(token.symbol) }
            if renamed.contains(token.symbol) { rename(index, to: unusedName(name, "ofShader"), from: name) }
        }
        return !renamed.isEmpty
    }

    /// Returns whether a type precedes the name at `index`. In a declaration, a type precedes the function's name; in a call, no type
    /// precedes the name.
    private func isType(before index: Int) -> Bool {
        index > headCount && (emitted[index - 1].kind == .identifier || spellings[emitted[index - 1].symbol] == "]")
    }

    /// Finds all names that occur at least once without a following parenthesis, except names of structures and members.
    private func namesOfVariables() -> Set<Int32> {
        var result: Set<Int32> = [], structures: Set<Int32> = []
        for index in emitted.indices.dropFirst(headCount) where emitted[index].kind == .identifier {
            let next = index + 1 < emitted.count ? spellings[emitted[index + 1].symbol] : ""
            if spellings[emitted[index - 1].symbol] == "struct" { structures.insert(emitted[index].symbol) }
            if next != "(", spellings[emitted[index - 1].symbol] != "." { result.insert(emitted[index].symbol) }
        }
        return result.subtracting(structures)
    }

    /// Returns whether some version of GLSL has a function of this name. The old lookups count as functions of GLSL only in the
    /// compatibility profile, because `OldLookup` renames them in other dialects.
    func isBuiltIn(function name: String) -> Bool {
        Self.builtInFunctions.contains(name) || (dialect.isCompatibility && OldLookup(name) != nil)
    }

    /// The functions of chapter 8 of GLSL 4.60 that compute values or read textures.
    private static let builtInFunctions: Set<String> = [
        "radians", "degrees", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
        "pow", "exp", "log", "exp2", "log2", "sqrt", "inversesqrt",
        "abs", "sign", "floor", "trunc", "round", "roundEven", "ceil", "fract", "mod", "modf", "min", "max", "clamp", "mix", "step", "smoothstep",
        "isnan", "isinf", "floatBitsToInt", "floatBitsToUint", "intBitsToFloat", "uintBitsToFloat", "fma", "frexp", "ldexp",
        "packUnorm2x16", "packSnorm2x16", "packUnorm4x8", "packSnorm4x8", "unpackUnorm2x16", "unpackSnorm2x16", "unpackUnorm4x8", "unpackSnorm4x8",
        "packHalf2x16", "unpackHalf2x16", "packDouble2x32", "unpackDouble2x32",
        "length", "distance", "dot", "cross", "normalize", "ftransform", "faceforward", "reflect", "refract",
        "matrixCompMult", "outerProduct", "transpose", "determinant", "inverse",
        "lessThan", "lessThanEqual", "greaterThan", "greaterThanEqual", "equal", "notEqual", "any", "all", "not",
        "uaddCarry", "usubBorrow", "umulExtended", "imulExtended", "bitfieldExtract", "bitfieldInsert", "bitfieldReverse", "bitCount", "findLSB", "findMSB",
        "textureSize", "textureQueryLod", "textureQueryLevels", "textureSamples", "texture", "textureProj", "textureLod", "textureOffset",
        "texelFetch", "texelFetchOffset", "textureProjOffset", "textureLodOffset", "textureProjLod", "textureProjLodOffset", "textureGrad",
        "textureGradOffset", "textureProjGrad", "textureProjGradOffset", "textureGather", "textureGatherOffset", "textureGatherOffsets",
        "dFdx", "dFdy", "dFdxFine", "dFdyFine", "dFdxCoarse", "dFdyCoarse", "fwidth", "fwidthFine", "fwidthCoarse",
        "interpolateAtCentroid", "interpolateAtSample", "interpolateAtOffset", "noise1", "noise2", "noise3", "noise4",
    ]
}
