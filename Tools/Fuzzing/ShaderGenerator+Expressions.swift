// Expressions of every type.

extension ShaderGenerator {
    mutating func expression(_ type: String) -> ShaderNode {
        budget -= 1
        depth += 1
        defer { depth -= 1 }
        if depth > 4 || budget < 0 || random.once(in: 3) { return leaf(type) }
        let calls = functions.filter { $0.result == .basic(type) }
        if !calls.isEmpty && random.once(in: 6) { return call(random.pick(calls)) }
        if random.once(in: 14) { return make(type, "($ ? $ : $)", "bool", type, type) }
        if random.once(in: 8), let lookup = lookup(giving: type) { return lookup }
        switch type {
        case "float": return float()
        case "vec2", "vec3", "vec4": return vector(type, Int(String(type.last!))!)
        case "int": return integer("int")
        case "uint": return integer("uint")
        case "ivec2":
            return random.once(in: 2) ? make(type, "ivec2($, $)", "int", "int")
                : make(type, "($ \(random.pick(["+", "-", "*", "/", "%", "&", "|", "^"])) $)", type, type)
        case "uvec2":
            return random.once(in: 2) ? make(type, "uvec2($, $)", "uint", "uint")
                : make(type, "($ \(random.pick(["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"])) $)", type, type)
        case "mat4":
            return random.once(in: 2) ? make(type, random.pick(["($ * $)", "($ + $)", "matrixCompMult($, $)"]), type, type)
                : random.once(in: 2) ? make(type, "outerProduct($, $)", "vec4", "vec4") : make(type, "mat4($, $, $, $)", "vec4", "vec4", "vec4", "vec4")
        case "mat2x3":
            return random.once(in: 3) ? make(type, "($ * $)", "mat3", type) : random.once(in: 2) ? make(type, "($ * $)", type, "mat2")
                : random.once(in: 2) ? make(type, "outerProduct($, $)", "vec3", "vec2") : make(type, "mat2x3($, $)", "vec3", "vec3")
        case "uvec4":
            return random.once(in: 2) ? make(type, "uvec4($, $, $, $)", "uint", "uint", "uint", "uint") : random.once(in: 3)
                ? make(type, "floatBitsToUint($)", "vec4")
                : random.once(in: 2) && isFragment ? make(type, "texelFetch(words, ivec2($), $)", "ivec2", "int")
                : make(type, "($ \(random.pick(["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"])) $)", type, type)
        case "mat2":
            return random.once(in: 2) ? make(type, "mat2($, $)", "vec2", "vec2")
                : make(type, "(\(random.pick(["$ * $", "$ + $", "$ - $", "$ / $"])))", type, random.pick([type, type, "float"]))
        case "mat3":
            return random.once(in: 2) ? make(type, "mat3($, $, $)", "vec3", "vec3", "vec3") : random.once(in: 2)
                ? make(type, "\(random.pick(["transpose", "inverse"]))($)", type)
            : make(type, random.pick(["($ * $)", "($ + $)", "matrixCompMult($, $)"]), type, type)
        default: return boolean()
        }
    }
    /// Makes an expression of type `type` from a template with `$` in place of the child expressions. `types` has the types of the child
    /// expressions.
    mutating func make(_ type: String, _ template: String, _ types: String...) -> ShaderNode {
        .expression(type, template, types.map { expression($0) })
    }

    private mutating func leaf(_ type: String) -> ShaderNode {
        if !random.once(in: 4), let found = place(type, isWritten: false), case .node(_, let pieces, let children) = found {
            return .node(type: type, pieces: pieces, children: children)
        }
        func text(_ text: String) -> ShaderNode { .expression(type, text) }
        switch type {
        case "float":
            return text(random.pick(["0.0", "1.0", "-1.0", "0.5", "2.0", "-3.7", "0.1", "1e30", "-1e-40", "(1.0 / zero)", "(zero / zero)", "-0.0", "16777217.0",
                                     "3e9"]))
        case "int": return text(random.pick(["0", "1", "-1", "2", "3", "7", "31", "32", "-33", "2147483647", "(-2147483647 - 1)", "65535"]))
        case "uint": return text(random.pick(["0u", "1u", "2u", "5u", "31u", "32u", "4294967295u", "2147483648u"]))
        case "bool": return text(random.pick(["true", "false", "(k > 0)"]))
        case "vec2", "vec3", "vec4": return text("\(type)(\(random.pick(["0.0", "1.0", "0.25", "u", "zero", "-7.5"])))")
        default: return text("\(type)(\(random.pick(["0", "1", "3", "k"])))")
        }
    }

    private static let unary = ["sin", "cos", "tan", "exp2", "log2", "exp", "log", "sqrt", "inversesqrt", "abs", "floor", "ceil", "fract", "sign", "round",
                                "roundEven", "trunc", "radians", "asin", "acos", "atan", "sinh", "tanh", "asinh"]
    private static let binary = ["pow", "mod", "min", "max", "atan", "step"]

    private mutating func float() -> ShaderNode {
        switch random.int(0...20) {
        case 0...5: return make("float", "($ \(random.pick(["+", "-", "*", "*", "/"])) $)", "float", "float")
        case 6...7: return make("float", "\(random.pick(Self.unary))($)", "float")
        case 8: return make("float", "\(random.pick(Self.binary))($, $)", "float", "float")
        case 9: return make("float", "\(random.pick(["mix", "clamp", "smoothstep", "fma"]))($, $, $)", "float", "float", "float")
        case 10: return make("float", "float($)", random.pick(["int", "uint", "bool"]))
        case 11: return make("float", "\(random.pick(["intBitsToFloat($)", "float(floatBitsToInt(intBitsToFloat($)))"]))", "int")
        case 12: let v = random.pick(["vec2", "vec3", "vec4"]); return make("float", random.pick(["dot($, $)", "distance($, $)"]), v, v)
        case 13: return make("float", "length($)", random.pick(["vec2", "vec3", "vec4"]))
        case 14...15 where isFragment:
            return make("float", "\(random.pick(["dFdx", "dFdy", "fwidth", "dFdxFine", "dFdyFine", "dFdxCoarse", "dFdyCoarse"]))($)", "float")
        case 16 where isFragment:
            return switch random.int(0...3) {
            case 0: make("float", "texture(cubeShadow, vec4($, $))", "vec3", "float")
            case 1: make("float", "texture(layerShadow, vec4($, $))", "vec3", "float")
            default: make("float", "texture(shadow, vec3($, $))", "vec2", "float")
            }
        case 17: return make("float", "determinant($)", random.pick(["mat2", "mat3"]))
        case 18: return make("float", "ldexp($, $)", "float", "int")
        default: return make("float", "-($)", "float")
        }
    }

    private mutating func vector(_ type: String, _ count: Int) -> ShaderNode {
        switch random.int(0...12) {
        case 0...2:
            return .expression(type, "\(type)(\(Array(repeating: "$", count: count).joined(separator: ", ")))", (0..<count).map { _ in expression("float") })
        case 3...4: return make(type, "($ \(random.pick(["+", "-", "*", "/"])) $)", type, random.pick([type, "float"]))
        case 5: return make(type, "\(random.pick(Self.unary))($)", type)
        case 6: return make(type, "\(random.pick(Self.binary))($, $)", type, type)
        case 7: return make(type, random.pick(["normalize($)", "-($)", "abs($)"]), type)
        case 8: return make(type, random.pick(["reflect($, $)", "min($, $)", count == 3 ? "cross($, $)" : "max($, $)"]), type, type)
        case 9 where random.once(in: 3) && count == 3: return make(type, "($ * $)", "mat2x3", "vec2")
        case 9 where random.once(in: 3) && count == 2: return make(type, random.pick(["unpackHalf2x16($)", "unpackUnorm2x16($)", "unpackSnorm2x16($)"]), "uint")
        case 9 where random.once(in: 3) && count == 4: return make(type, random.pick(["unpackUnorm4x8($)", "unpackSnorm4x8($)"]), "uint")
        case 9: return random.once(in: 2) ? make(type, "($ * $)", "mat\(count)", type) : make(type, "($ * $)", type, "mat\(count)")
        case 10: return make(type, "mix($, $, $)", type, type, random.pick([type, "float"]))
        case 11 where isFragment: return make(type, "\(random.pick(["dFdx", "dFdy", "fwidth", "dFdxFine", "dFdyFine", "dFdxCoarse", "dFdyCoarse"]))($)", type)
        default:
            let swizzle = String((0..<count).map { _ in "xyzw".randomElement(using: &random)! })
            return count == 4 ? lookup() : .expression(type, "$.\(swizzle)", [lookup()])
        }
    }

    private mutating func lookup() -> ShaderNode {
        guard isFragment else { return make("vec4", "textureLod(plain, $, $)", "vec2", "float") }
        return switch random.int(0...18) {
        case 12: make("vec4", "texture(depths, $)", "vec2")
        case 13...14: make("vec4", "texture(several[\(random.pick(["0", "1", "2", "k"]))], $)", "vec2")
        case 15: make("vec4", "textureGradOffset(plain, $, $, $, ivec2(\(random.int(-8...7)), 1))", "vec2", "vec2", "vec2")
        case 16: make("vec4", "textureLodOffset(volume, $, $, ivec3(1, \(random.int(-8...7)), 0))", "vec3", "float")
        case 17: make("vec4", "textureProjLod(plain, $, $)", "vec4", "float")
        case 18: make("vec4", "textureGatherOffset(plain, $, ivec2(\(random.int(-8...7)), 2))", "vec2")
        case 0...2: make("vec4", "texture(plain, $)", "vec2")
        case 3: make("vec4", "texture(plain, $, $)", "vec2", "float")
        case 4: make("vec4", "textureLod(plain, $, $)", "vec2", "float")
        case 5: make("vec4", "textureGrad(plain, $, $, $)", "vec2", "vec2", "vec2")
        case 6: make("vec4", "textureOffset(plain, $, ivec2(\(random.int(-3...3)), \(random.int(-3...3))))", "vec2")
        case 7: make("vec4", "texelFetch(plain, $, $)", "ivec2", "int")
        case 8: make("vec4", "textureGather(plain, $, \(random.int(0...3)))", "vec2")
        case 9: make("vec4", "texture(cube, $)", "vec3")
        case 10: make("vec4", "texture(volume, $)", "vec3")
        case 11: make("vec4", "texture(layers, $)", "vec3")
        default: make("vec4", "textureProj(plain, $)", "vec3")
        }
    }

    private mutating func integer(_ type: String) -> ShaderNode {
        let other = type == "int" ? "uint" : "int"
        switch random.int(0...15) {
        case 0...4: return make(type, "($ \(random.pick(["+", "-", "*"])) $)", type, type)
        case 5: return make(type, "($ \(random.pick(["/", "%"])) $)", type, type)
        case 6...7: return make(type, "($ \(random.pick(["&", "|", "^"])) $)", type, type)
        case 8: return make(type, "($ \(random.pick(["<<", ">>"])) $)", type, type)
        case 9: return make(type, "~($)", type)
        case 10: return make(type, "\(type)($)", random.pick(["float", "bool", other]))
        case 11: return make(type, type == "int" ? "floatBitsToInt($)" : "floatBitsToUint($)", "float")
        case 12: return make(type, "\(random.pick(["min", "max"]))($, $)", type, type)
        case 13 where type == "int": return make(type, "\(random.pick(["bitCount", "findMSB", "findLSB"]))($)", random.pick([type, other]))
        case 14: return random.once(in: 2) ? make(type, "bitfieldExtract($, ($) & 15, ($) & 15)", type, "int", "int")
            : make(type, "bitfieldInsert($, $, ($) & 15, ($) & 15)", type, type, "int", "int")
        case 15 where type == "uint" && random.once(in: 2):
            return random.once(in: 2) ? make(type, random.pick(["packUnorm4x8($)", "packSnorm4x8($)"]), "vec4")
                : make(type, random.pick(["packUnorm2x16($)", "packSnorm2x16($)", "packHalf2x16($)"]), "vec2")
        case 15 where type == "int" && isFragment && random.once(in: 2):
            return random.once(in: 2) ? make(type, "textureSize(\(random.pick(["plain", "shadow", "cube"])), ($) & 1).y", "int")
                : make(type, "texelFetch(signs, $, $).w", "ivec2", "int")
        default: return make(type, type == "int" ? "\(random.pick(["abs", "sign"]))($)" : "bitfieldReverse($)", type)
        }
    }

    private mutating func boolean() -> ShaderNode {
        switch random.int(0...7) {
        case 0...3:
            let type = random.pick(["float", "float", "int", "uint"])
            return make("bool", "($ \(random.pick(["<", "<=", ">", ">=", "==", "!="])) $)", type, type)
        case 4: return make("bool", "($ \(random.pick(["&&", "||", "^^"])) $)", "bool", "bool")
        case 5: return make("bool", "!($)", "bool")
        case 6: return make("bool", "\(random.pick(["isnan", "isinf"]))($)", "float")
        default: return make("bool", "\(random.pick(["any", "all"]))(\(random.pick(["lessThan", "greaterThanEqual", "notEqual"]))($, $))", "vec3", "vec3")
        }
    }

    /// Returns a call of a function; nil if no argument fits one of the parameters.
    mutating func callIfPossible(_ function: Function) -> ShaderNode? {
        var children: [ShaderNode] = []
        for parameter in function.parameters {
            switch (parameter.type, parameter.way) {
            case (.basic(let type), ""): children.append(expression(type))
            case (.basic(let type), _):
                guard let target = target(type) else { return nil }
                children.append(target)
            case (let type, let way):
                guard let whole = whole(type, isWritten: way != "") else { return nil }
                children.append(whole)
            }
        }
        let template = "\(function.name)(\(Array(repeating: "$", count: children.count).joined(separator: ", ")))"
        // A reduction replaces an expression by the simplest value of its type, such as 0. Only basic types have a simplest value, so a
        // call with another result becomes a node without a type.
        if case .basic(let type) = function.result { return .expression(type, template, children) }
        return .node(type: nil, pieces: template.split(separator: "$", omittingEmptySubsequences: false).map(String.init), children: children)
    }
    private mutating func call(_ function: Function) -> ShaderNode {
        guard case .basic(let type) = function.result else { preconditionFailure("only values of basic types are expressions") }
        return callIfPossible(function) ?? leaf(type)
    }
    /// Returns an expression for a place to which the program can write; nil if no place of this type is found. A reduction must not
    /// simplify the expression.
    mutating func target(_ type: String) -> ShaderNode? {
        guard let found = place(type, isWritten: true), case .node(_, let pieces, let inner) = found else { return nil }
        return .node(type: "place", pieces: pieces, children: inner)
    }
}
