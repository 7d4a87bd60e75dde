// TextMeasure: counts the parts of a stage's text whose number costs glslang or SPIR-V more than evenly: different numbers, `case`
// labels, and the members of structures that hold structures, which glslang walks one by one, however often they repeat.

struct TextMeasure {
    private(set) var numbers: Set<Int32> = []
    private(set) var cases = 0
    private var members: [Int32: Int] = [:]
    private var structure: OpenStructure?
    private var awaits = Awaited.nothing

    /// The token that must come next before a structure's members: after `struct`, or the start of a block, its name, then a brace.
    private enum Awaited { case nothing, name(isBlock: Bool), brace(Int32?) }

    /// A structure whose members are being read.
    private struct OpenStructure {
        var name: Int32?
        var count = 0
        /// Members of one variable of the statement's type, and how many variables it declares so far.
        var each = 1, variables = 1
        /// Parentheses, brackets and braces that are open.
        var nesting = 0
    }

    /// The members of a structure with the structures in it; saturates.
    private static let most = 1 << 40

    /// Takes the next token in, and names the limit that it passes.
    mutating func add(_ token: PreprocessorToken, _ spelling: String, _ limits: ShaderLimits) -> ShaderLimits.Excess? {
        switch token.kind {
        case .number:
            numbers.insert(token.symbol)
            if numbers.count > limits.numbers { return ShaderLimits.Excess(.numbers, limit: limits.numbers) }
        case .identifier where spelling == "case":
            cases += 1
            if cases > limits.cases { return ShaderLimits.Excess(.cases, limit: limits.cases) }
        default: break
        }
        return structureExcess(token, spelling, limits)
    }

    private mutating func structureExcess(_ token: PreprocessorToken, _ spelling: String, _ limits: ShaderLimits) -> ShaderLimits.Excess? {
        guard var open = structure else {
            switch awaits {
            case .nothing:
                switch spelling {
                case "struct": awaits = .name(isBlock: false)
                case "uniform", "buffer", "in", "out": awaits = .name(isBlock: true)
                default: break
                }
            case .name(let isBlock):
                if spelling == "{" { structure = OpenStructure(name: nil) }
                awaits = token.kind == .identifier ? .brace(isBlock ? nil : token.symbol) : .nothing
            case .brace(let name):
                if spelling == "{" { structure = OpenStructure(name: name) }
                awaits = .nothing
            }
            return nil
        }
        var excess: ShaderLimits.Excess?
        switch spelling {
        case "(", "[", "{": open.nesting += 1
        case ")", "]": open.nesting -= 1
        case "}" where open.nesting > 0: open.nesting -= 1
        case ";" where open.nesting == 0:
            open.count = min(open.count + open.each * open.variables, Self.most)
            (open.each, open.variables) = (1, 1)
            if open.count > limits.structureMembers { excess = ShaderLimits.Excess(.structureMembers, limit: limits.structureMembers) }
        case "," where open.nesting == 0: open.variables += 1
        case "}":
            if let name = open.name { members[name] = max(open.count, 1) }
            structure = nil
            return nil
        default: if token.kind == .identifier, open.nesting == 0, let count = members[token.symbol] { open.each = count }
        }
        structure = open
        return excess
    }
}
