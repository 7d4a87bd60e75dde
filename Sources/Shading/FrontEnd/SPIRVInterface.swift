// SPIRVInterface: the global variables of a SPIR-V module, as far as linking asks: name, type, decorations, use.
//
// It reads what glslang generated; operands out of range are skipped, so no input makes it trap.

struct SPIRVInterface {
    enum StorageClass: UInt32 { case uniformConstant = 0, input = 1, uniform = 2, output = 3, `private` = 6, function = 7 }

    indirect enum TypeShape: Hashable {
        case scalar(isFloat: Bool)
        case vector(UInt32, Int)
        case matrix(UInt32, columns: Int)
        case array(UInt32, count: Int)
        case structure([UInt32])
        case pointer(UInt32)
        case opaque
    }

    struct Variable: Hashable {
        var id: UInt32
        var storage: StorageClass
        /// The type that the pointer points at.
        var type: UInt32
    }

    struct Decorations: Hashable {
        var isFlat = false, isNoPerspective = false, isBuiltIn = false, isBlock = false, isRelaxed = false
        var location: Int?
        /// `smooth`, `flat` or `noperspective`.
        var interpolation: String { isFlat ? "flat" : isNoPerspective ? "noperspective" : "smooth" }
    }

    private struct Member: Hashable { var type: UInt32; var index: UInt32 }

    private(set) var variables: [Variable] = []
    private(set) var types: [UInt32: TypeShape] = [:]
    private var names: [UInt32: String] = [:]
    private var memberNames: [Member: String] = [:]
    private var decorationsByID: [UInt32: Decorations] = [:]
    private var decorationsByMember: [Member: Decorations] = [:]
    private var constants: [UInt32: UInt32] = [:]
    /// Variables that a function reads, writes or hands on.
    private(set) var used: Set<UInt32> = []
    /// Types nested deeper than this are not followed.
    private static let typeDepth = 64

    init(_ words: [UInt32]) {
        var index = 5
        while index < words.count {
            let count = Int(words[index] >> 16)
            guard count > 0, index + count <= words.count else { return }
            read(opcode: words[index] & 0xFFFF, operands: words[(index + 1)..<(index + count)])
            index += count
        }
    }

    private mutating func read(opcode: UInt32, operands: ArraySlice<UInt32>) {
        let base = operands.startIndex
        func operand(_ offset: Int) -> UInt32 { base + offset < operands.endIndex ? operands[base + offset] : 0 }
        switch opcode {
        case 5: names[operand(0)] = Self.string(operands.dropFirst())
        case 6: memberNames[Member(type: operand(0), index: operand(1))] = Self.string(operands.dropFirst(2))
        case 71: Self.decorate(&decorationsByID[operand(0), default: Decorations()], operand(1), operand(2))
        case 72: Self.decorate(&decorationsByMember[Member(type: operand(0), index: operand(1)), default: Decorations()], operand(2), operand(3))
        case 21: types[operand(0)] = .scalar(isFloat: false)
        case 22: types[operand(0)] = .scalar(isFloat: true)
        case 23: types[operand(0)] = .vector(operand(1), Int(operand(2)))
        case 24: types[operand(0)] = .matrix(operand(1), columns: Int(operand(2)))
        case 28: types[operand(0)] = .array(operand(1), count: Int(constants[operand(2)] ?? 0))
        case 30: types[operand(0)] = .structure(Array(operands.dropFirst()))
        case 32: types[operand(0)] = .pointer(operand(2))
        case 20, 25, 26, 27, 29: types[operand(0)] = .opaque
        case 43: constants[operand(1)] = operand(2)
        case 59:
            if let storage = StorageClass(rawValue: operand(2)), case .pointer(let pointee)? = types[operand(0)] {
                variables.append(Variable(id: operand(1), storage: storage, type: pointee))
            }
        case 61, 65, 66: used.insert(operand(2))                       // OpLoad, OpAccessChain
        case 62: used.insert(operand(0))                               // OpStore
        case 63: used.insert(operand(0)); used.insert(operand(1))      // OpCopyMemory
        case 57: used.formUnion(operands.dropFirst(3))                 // OpFunctionCall
        case 12: used.formUnion(operands.dropFirst(4))                 // OpExtInst: interpolateAt…
        default: break
        }
    }

    private static func decorate(_ decorations: inout Decorations, _ decoration: UInt32, _ literal: UInt32) {
        switch decoration {
        case 0: decorations.isRelaxed = true
        case 2: decorations.isBlock = true
        case 11: decorations.isBuiltIn = true
        case 13: decorations.isNoPerspective = true
        case 14: decorations.isFlat = true
        case 30: decorations.location = Int(literal)
        default: break
        }
    }

    private static func string(_ words: ArraySlice<UInt32>) -> String {
        let bytes = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    func name(of id: UInt32) -> String { names[id] ?? "" }
    func decorations(of id: UInt32) -> Decorations { decorationsByID[id] ?? Decorations() }
    func decorations(ofMember index: Int, in type: UInt32) -> Decorations {
        decorationsByMember[Member(type: type, index: UInt32(index))] ?? Decorations()
    }
    func memberName(_ index: Int, in type: UInt32) -> String { memberNames[Member(type: type, index: UInt32(index))] ?? "" }

    /// The type below all arrays.
    func elementType(_ type: UInt32) -> UInt32 {
        var type = type
        for _ in 0..<Self.typeDepth {
            guard case .array(let element, _)? = types[type] else { return type }
            type = element
        }
        return type
    }

    /// Members of a structure type, nil when it is none.
    func members(_ type: UInt32) -> [UInt32]? {
        if case .structure(let members)? = types[type] { members } else { nil }
    }

    func isBlock(_ variable: Variable) -> Bool { decorations(of: elementType(variable.type)).isBlock }

    /// Part of the pipeline, not of the interface that the stages share.
    func isBuiltIn(_ variable: Variable) -> Bool {
        let type = elementType(variable.type)
        return decorations(of: variable.id).isBuiltIn || name(of: variable.id).hasPrefix("gl_") || name(of: type).hasPrefix("gl_PerVertex")
            || decorations(ofMember: 0, in: type).isBuiltIn
    }

    /// Vectors of up to four components that it fills; saturates far above every limit.
    func vectorCount(_ type: UInt32, depth: Int = 0) -> Int {
        let most = 1 << 40
        guard depth < Self.typeDepth else { return most }
        switch types[type] {
        case .matrix(_, let columns)?: return columns
        case .array(let element, let count)?:
            let (product, overflows) = vectorCount(element, depth: depth + 1).multipliedReportingOverflow(by: count)
            return overflows ? most : min(product, most)
        case .structure(let members)?:
            return min(members.reduce(0) { $0 + vectorCount($1, depth: depth + 1) }, most)
        default: return 1
        }
    }

    func isFloat(_ type: UInt32) -> Bool {
        switch types[elementType(type)] {
        case .scalar(let isFloat)?: isFloat
        case .vector(let element, _)?: isFloat(element)
        case .matrix?: true
        default: false
        }
    }
}
