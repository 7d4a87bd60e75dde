// ObjectFile: reads the parts of a relocatable 64-bit little-endian ELF object that the loader needs (System V ABI, chapter 4).
//
// Object files come from our own compiler or from the disk cache. Every offset is checked, so a damaged object only leads to an error.

struct ObjectFile {
    enum Machine: UInt16 { case x86 = 62, aarch64 = 183 }

    struct Section {
        var name: String
        var isAllocated: Bool
        var isWritable: Bool
        /// The section's bytes in the file; empty if the section has no bytes in the file.
        var bytes: ArraySlice<UInt8>
        var size: Int
        var alignment: Int
        var type: UInt32
        /// If this section contains relocations: the index of the section that these relocations change.
        var info: Int
    }
    struct Symbol {
        var name: String
        /// The index of the section in which the symbol is defined. 0 means that this object does not define the symbol. Numbers
        /// above 0xff00 are no indices; ELF gives special meanings to such numbers.
        var section: Int
        var value: UInt64
        var isGlobal: Bool
        var isFunction: Bool
        var size: UInt64
    }
    struct Relocation {
        /// The index of the section that the relocation changes. `offset` is the position of the change, in bytes from the
        /// section's start.
        var section: Int
        var offset: Int
        var type: UInt32
        var symbol: Int
        var addend: Int64
    }

    let machine: Machine
    private(set) var sections: [Section] = []
    private(set) var symbols: [Symbol] = []
    private(set) var relocations: [Relocation] = []

    private static let symbolTable: UInt32 = 2, relocationTable: UInt32 = 4, noBits: UInt32 = 8, plainRelocations: UInt32 = 9

    init(_ bytes: [UInt8]) throws(KernelError) {
        let reader = Reader(bytes: bytes)
        guard bytes.count >= 64, bytes[0 ..< 6] == [0x7f, 0x45, 0x4c, 0x46, 2, 1] else {
            throw .objectRejected(reason: "it is not a 64-bit little-endian ELF file")
        }
        guard try reader.integer(16, UInt16.self) == 1, let machine = Machine(rawValue: try reader.integer(18, UInt16.self)) else {
            throw .objectRejected(reason: "it is not a relocatable object for x86-64 or AArch64")
        }
        self.machine = machine
        let table = try reader.offset(40)
        let count = Int(try reader.integer(60, UInt16.self)), names = Int(try reader.integer(62, UInt16.self))
        var nameOffsets: [Int] = [], links: [Int] = []
        for index in 0 ..< count {
            let header = table + index * 64
            let type = try reader.integer(header + 4, UInt32.self), flags = try reader.integer(header + 8, UInt64.self)
            let size = try reader.offset(header + 32)
            let content = type == Self.noBits ? [] : try reader.slice(try reader.offset(header + 24), size)
            nameOffsets.append(Int(try reader.integer(header, UInt32.self)))
            links.append(Int(try reader.integer(header + 40, UInt32.self)))
            sections.append(Section(
                name: "", isAllocated: flags & 2 != 0, isWritable: flags & 1 != 0, bytes: content, size: size,
                alignment: max(1, try reader.offset(header + 48)), type: type, info: Int(try reader.integer(header + 44, UInt32.self))))
        }
        guard sections.indices.contains(names) else { throw .objectRejected(reason: "it has no section names") }
        for index in sections.indices { sections[index].name = try Self.string(sections[names].bytes, nameOffsets[index]) }

        for (index, section) in sections.enumerated() {
            switch section.type {
            case Self.symbolTable:
                guard symbols.isEmpty, sections.indices.contains(links[index]) else { throw .objectRejected(reason: "its symbols cannot be read") }
                try readSymbols(section.bytes, names: sections[links[index]].bytes)
            case Self.relocationTable where sections.indices.contains(section.info) && sections[section.info].isAllocated:
                try readRelocations(section.bytes, section: section.info)
            case Self.plainRelocations:
                throw .objectRejected(reason: "its relocations have no addends")
            default: break
            }
        }
        for relocation in relocations where !symbols.indices.contains(relocation.symbol) {
            throw .objectRejected(reason: "a relocation names symbol \(relocation.symbol), but there are \(symbols.count)")
        }
    }

    private mutating func readSymbols(_ bytes: ArraySlice<UInt8>, names: ArraySlice<UInt8>) throws(KernelError) {
        let reader = Reader(bytes: Array(bytes))
        for entry in stride(from: 0, to: bytes.count - 23, by: 24) {
            let info = bytes[bytes.startIndex + entry + 4]
            symbols.append(Symbol(
                name: try Self.string(names, Int(try reader.integer(entry, UInt32.self))), section: Int(try reader.integer(entry + 6, UInt16.self)),
                value: try reader.integer(entry + 8, UInt64.self), isGlobal: info >> 4 != 0, isFunction: info & 15 == 2,
                size: try reader.integer(entry + 16, UInt64.self)))
        }
    }

    private mutating func readRelocations(_ bytes: ArraySlice<UInt8>, section: Int) throws(KernelError) {
        let reader = Reader(bytes: Array(bytes))
        for entry in stride(from: 0, to: bytes.count - 23, by: 24) {
            let info = try reader.integer(entry + 8, UInt64.self)
            relocations.append(Relocation(
                section: section, offset: try reader.offset(entry), type: UInt32(truncatingIfNeeded: info), symbol: Int(info >> 32),
                addend: try reader.integer(entry + 16, Int64.self)))
        }
    }

    private static func string(_ table: ArraySlice<UInt8>, _ offset: Int) throws(KernelError) -> String {
        guard offset <= table.count else { throw .objectRejected(reason: "a name lies outside its table") }
        return String(decoding: table.dropFirst(offset).prefix { $0 != 0 }, as: UTF8.self)
    }

    private struct Reader {
        let bytes: [UInt8]

        func slice(_ offset: Int, _ count: Int) throws(KernelError) -> ArraySlice<UInt8> {
            guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
                throw .objectRejected(reason: "it is truncated: bytes \(offset) … \(offset &+ count) of \(bytes.count)")
            }
            return bytes[offset ..< offset + count]
        }
        func integer<Value: FixedWidthInteger>(_ offset: Int, _: Value.Type) throws(KernelError) -> Value {
            var value: Value = 0
            for (index, byte) in try slice(offset, Value.bitWidth / 8).enumerated() {
                value |= Value(truncatingIfNeeded: byte) << Value(truncatingIfNeeded: 8 * index)
            }
            return value
        }
        /// Reads a size or a position, in bytes. The number that is read must be at most 1 GiB, so that the sum of two such numbers does
        /// not overflow.
        func offset(_ position: Int) throws(KernelError) -> Int {
            let value = try integer(position, UInt64.self)
            guard value <= 1 << 30 else { throw .objectRejected(reason: "it has sizes above 1 GiB") }
            return Int(value)
        }
    }
}
