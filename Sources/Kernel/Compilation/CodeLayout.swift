// CodeLayout: places an object's sections in one piece of memory and resolves the relocations between them.
//
// If the object calls a function that it does not define, a stub of 16 bytes is written after the sections: a jump, then at byte 8 the
// address of the function. Some code does not call the function directly, but first reads the function's address from a table (the
// global offset table). Code that reads this table is changed to read the address at byte 8 of the stub instead. Relocation types: System V
// ABI for x86-64, table 4.9; ELF for the Arm 64-bit Architecture, §5.7.

import CLLVM

struct CodeLayout {
    private let object: ObjectFile
    /// The start of each section, in bytes from the start of the memory; nil if the section takes no memory.
    private var sectionOffsets: [Int?]
    /// For each undefined symbol in use: the start of the symbol's stub, and the address of the function that the symbol names.
    private var stubs: [Int: (offset: Int, address: UInt64)] = [:]
    private(set) var size = 0

    init(_ object: ObjectFile) throws(KernelError) {
        self.object = object
        sectionOffsets = Array(repeating: nil, count: object.sections.count)
        for (index, section) in object.sections.enumerated() where section.isAllocated && section.size > 0 {
            if section.isWritable && !section.name.hasPrefix(".data.rel.ro") {
                throw .objectRejected(reason: "section \(section.name) is writable")
            }
            guard section.alignment <= 4096, section.alignment & (section.alignment - 1) == 0 else {
                throw .objectRejected(reason: "section \(section.name) needs an alignment of \(section.alignment)")
            }
            size = (size + section.alignment - 1) & ~(section.alignment - 1)
            sectionOffsets[index] = size
            size += section.size
        }
        guard size <= 1 << 27 else { throw .objectRejected(reason: "its code takes \(size) bytes") }
        size = (size + 15) & ~15
    }

    /// Finds the functions that the object calls and does not define.
    mutating func resolve(_ hostFunctions: [String: UnsafeRawPointer]) throws(KernelError) {
        for relocation in object.relocations where stubs[relocation.symbol] == nil {
            let symbol = object.symbols[relocation.symbol]
            guard symbol.section == 0, relocation.symbol != 0 else { continue }
            guard let address = hostFunctions[symbol.name] ?? MemoryChecks.hostFunction(symbol.name) ?? RasterKernelFunction(symbol.name) else {
                throw .symbolMissing(symbol.name)
            }
            stubs[relocation.symbol] = (size, UInt64(UInt(bitPattern: address)))
            size += 16
        }
    }

    /// Returns the position of the symbol, in bytes from the start of the memory; nil if the symbol is not in this memory.
    func offset(of symbol: ObjectFile.Symbol) -> Int? {
        guard sectionOffsets.indices.contains(symbol.section), let start = sectionOffsets[symbol.section],
              symbol.value <= UInt64(object.sections[symbol.section].size) else { return nil }
        return start + Int(symbol.value)
    }

    func write(to memory: UnsafeMutableRawPointer) throws(KernelError) {
        for (index, start) in sectionOffsets.enumerated() {
            guard let start else { continue }
            let bytes = object.sections[index].bytes
            bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: memory + start, count: $0.count).copyMemory(from: $0) }
        }
        for stub in stubs.values { writeStub(memory + stub.offset, stub.address) }
        for relocation in object.relocations {
            guard let start = sectionOffsets[relocation.section], relocation.offset <= object.sections[relocation.section].size - 4 else {
                throw .objectRejected(reason: "a relocation lies outside its section")
            }
            let symbol = object.symbols[relocation.symbol]
            let target: Int
            if let stub = stubs[relocation.symbol] {
                target = stub.offset
            } else if let offset = offset(of: symbol) {
                target = offset
            } else {
                throw .objectRejected(reason: "symbol \(symbol.name) has no section")
            }
            let value = UInt64(UInt(bitPattern: memory)) &+ UInt64(target)
            let field = memory + start + relocation.offset
            let isWide = relocation.offset <= object.sections[relocation.section].size - 8
            let isApplied = switch object.machine {
            case .x86: Self.relocateX86(relocation, field, value, isStub: stubs[relocation.symbol] != nil, isWide: isWide)
            case .aarch64: Self.relocateAArch64(relocation, field, value, isStub: stubs[relocation.symbol] != nil, isWide: isWide)
            }
            guard isApplied else { throw .objectRejected(reason: "relocation type \(relocation.type) of \(symbol.name) cannot be applied") }
        }
    }

    private func writeStub(_ stub: UnsafeMutableRawPointer, _ address: UInt64) {
        let jump: [UInt8] = switch object.machine {
        case .x86: [0xff, 0x25, 2, 0, 0, 0, 0xcc, 0xcc]                        // jmp *8(stub)
        case .aarch64: [0x50, 0, 0, 0x58, 0x00, 0x02, 0x1f, 0xd6]              // ldr x16, 8(stub); br x16
        }
        stub.copyMemory(from: jump, byteCount: 8)
        stub.storeBytes(of: address.littleEndian, toByteOffset: 8, as: UInt64.self)
    }

    /// Writes the value that the relocation demands to `field`, a field of x86-64 code. Returns false if the relocation's type is unknown,
    /// or if the value does not fit the field.
    private static func relocateX86(_ relocation: ObjectFile.Relocation, _ field: UnsafeMutableRawPointer, _ symbol: UInt64, isStub: Bool,
                                    isWide: Bool) -> Bool {
        let value = symbol &+ UInt64(bitPattern: relocation.addend)
        let position = UInt64(UInt(bitPattern: field))
        func store32(_ difference: UInt64) -> Bool {
            guard let word = Int32(exactly: Int64(bitPattern: difference)) else { return false }
            field.storeBytes(of: word.littleEndian, as: Int32.self)
            return true
        }
        switch relocation.type {
        case 1 where isWide:                                    // R_X86_64_64
            field.storeBytes(of: value.littleEndian, as: UInt64.self)
            return true
        case 2, 4:                                              // R_X86_64_PC32, R_X86_64_PLT32
            return store32(value &- position)
        case 9, 41, 42:                                         // R_X86_64_GOTPCREL, …GOTPCRELX, …REX_GOTPCRELX
            return isStub && store32(value &+ 8 &- position)
        case 24 where isWide:                                   // R_X86_64_PC64
            field.storeBytes(of: (value &- position).littleEndian, as: UInt64.self)
            return true
        default:
            return false
        }
    }

    private static func relocateAArch64(_ relocation: ObjectFile.Relocation, _ field: UnsafeMutableRawPointer, _ symbol: UInt64, isStub: Bool,
                                        isWide: Bool) -> Bool {
        let value = symbol &+ UInt64(bitPattern: relocation.addend)
        let position = UInt64(UInt(bitPattern: field))
        let instruction = UInt32(littleEndian: field.loadUnaligned(as: UInt32.self))
        func store(_ word: UInt32) -> Bool {
            field.storeBytes(of: word.littleEndian, as: UInt32.self)
            return true
        }
        func pageDifference(_ target: UInt64) -> Bool {
            let pages = Int64(bitPattern: (target & ~4095) &- (position & ~4095)) >> 12
            guard pages >= -(1 << 20), pages < 1 << 20 else { return false }
            let bits = UInt32(truncatingIfNeeded: pages)
            return store((instruction & 0x9f00_001f) | (bits & 3) << 29 | (bits >> 2 & 0x7ffff) << 5)
        }
        /// Writes the low twelve bits of the address into the instruction. A load or store instruction holds these bits divided by the
        /// number of bytes that the instruction accesses, `1 << shift`.
        func lowBits(_ target: UInt64, shift: UInt32) -> Bool {
            store((instruction & 0xffc0_03ff) | (UInt32(truncatingIfNeeded: target & 4095) >> shift) << 10)
        }
        switch relocation.type {
        case 257 where isWide:                                  // R_AARCH64_ABS64
            field.storeBytes(of: value.littleEndian, as: UInt64.self)
            return true
        case 260 where isWide:                                  // R_AARCH64_PREL64
            field.storeBytes(of: (value &- position).littleEndian, as: UInt64.self)
            return true
        case 261:                                               // R_AARCH64_PREL32
            guard let word = Int32(exactly: Int64(bitPattern: value &- position)) else { return false }
            return store(UInt32(bitPattern: word))
        case 275: return pageDifference(value)                  // R_AARCH64_ADR_PREL_PG_HI21
        case 277, 278: return lowBits(value, shift: 0)          // …ADD_ABS_LO12_NC, …LDST8_ABS_LO12_NC
        case 284: return lowBits(value, shift: 1)               // …LDST16_ABS_LO12_NC
        case 285: return lowBits(value, shift: 2)
        case 286: return lowBits(value, shift: 3)
        case 299: return lowBits(value, shift: 4)               // …LDST128_ABS_LO12_NC
        case 311 where isStub: return pageDifference(value &+ 8)            // …ADR_GOT_PAGE
        case 312 where isStub: return lowBits(value &+ 8, shift: 3)         // …LD64_GOT_LO12_NC
        case 282, 283:                                          // …JUMP26, …CALL26
            let words = Int64(bitPattern: value &- position) >> 2
            guard words >= -(1 << 25), words < 1 << 25 else { return false }
            return store((instruction & 0xfc00_0000) | UInt32(truncatingIfNeeded: words) & 0x03ff_ffff)
        default:
            return false
        }
    }
}
