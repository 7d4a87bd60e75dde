// TextMeasure: counts distinct numeric literals, `case` labels, and the members of nested structures in a stage's text. The time
// for compiling the text in glslang, or for processing the text's SPIR-V, grows faster than linearly with these counts. For each
// use of a structure, glslang visits the members one by one.

struct TextMeasure {
    private(set) var numbers: Set<Int32> = []
    private(set) var cases = 0
    private var members: [Int32: Int] = [:]
    private var structure: OpenStructure?
    private var awaits = Awaited.nothing

    /// The token that is expected next before a structure's members: first the name (after `struct`, or at the start of a block),
    /// then a brace.
    private enum Awaited { case nothing, name(isBlock: Bool), brace(Int32?) }

    /// A structure whose members are being read.
    private struct OpenStructure {
        var name: Int32?
        var count = 0
        /// `each`: the number of members in one variable of the current statement's type. `variables`: the number of variables that
        /// the statement has declared so far.
        var each = 1, variables = 1
        /// The number of parentheses, brackets and braces that are open.
        var nesting = 0
    }

    /// The largest number of members that is stored for a structure, including nested members. A larger number is replaced by this number,
    /// so that sums do not overflow.
    private static let most = 1 << 40

    /// Processes the next token. Returns the limit that the text now exceeds; nil if the text exceeds no limit.
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
