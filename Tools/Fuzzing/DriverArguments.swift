// DriverArguments: random arguments of OpenGL's functions, as a hostile program would give them. Two kinds of wrong arguments are never
// made, because no driver can survive such arguments: an address without memory, and a size that is larger than the memory at an address.

import GLState
import Glibc
import SeededRandom

struct DriverArguments {
    var random: SeededGenerator
    private let memory = DriverMemory.shared

    init(seed: UInt64) { random = SeededGenerator(state: seed) }

    /// Usually returns a constant of the parameter's group. Sometimes returns any constant of the driver or any number.
    mutating func constant(_ group: Int) -> GLenum {
        if group >= 0, !random.once(in: 20) { return random.pick(DriverCase.groups[group]) }
        if !random.once(in: 6) { return random.pick(random.pick(DriverCase.groups)) }
        return GLenum(truncatingIfNeeded: random.next())
    }
    mutating func bits(_ group: Int) -> GLbitfield {
        guard group >= 0, !random.once(in: 12) else { return GLbitfield(truncatingIfNeeded: random.next()) }
        var result: GLbitfield = 0
        for _ in 0..<random.int(1...3) { result |= random.pick(DriverCase.groups[group]) }
        return result
    }
    /// Returns a number for the parameter `name`. A count is small, because the driver accesses as much memory as a count states. Positions
    /// and sizes may be any numbers.
    mutating func number<Number: FixedWidthInteger>(_ name: String) -> Number {
        let isCount = name == "n" || name == "count" || name.hasSuffix("ount") || name.hasSuffix("Size") || name == "length" || name == "drawcount"
        if random.once(in: 40) { return 0 &- 1 }
        if !isCount, random.once(in: 40) { return random.pick([.max, .min, .max - 1, .max / 2]) }
        if !isCount, random.once(in: 12) { return Number(truncatingIfNeeded: random.pick([16, 63, 64, 65, 100, 256, 1000, 4096])) }
        if ["program", "vaobj", "location", "level", "layer"].contains(name), !random.once(in: 4) { return Number(truncatingIfNeeded: random.int(0...2)) }
        return Number(truncatingIfNeeded: random.int(0...(isCount ? 6 : 8)))
    }
    mutating func real<Number: BinaryFloatingPoint>() -> Number {
        if random.once(in: 20) { return random.pick([.infinity, -.infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude]) }
        return Number(random.float(-2...4))
    }
    mutating func small<Number: FixedWidthInteger>() -> Number { Number(truncatingIfNeeded: random.int(0...3)) }

    mutating func text() -> UnsafePointer<CChar>? { random.once(in: 20) ? nil : random.pick(memory.names) }
    mutating func texts() -> UnsafePointer<UnsafePointer<CChar>?>? { random.once(in: 20) ? nil : random.pick(memory.sources) }
    /// Returns the handle of a sync object, or a number that is not a handle.
    mutating func handle() -> UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: random.int(0...4)) }

    mutating func bytes() -> UnsafeRawPointer? { random.once(in: 8) ? nil : UnsafeRawPointer(memory.readable + random.int(0...64)) }
    mutating func room() -> UnsafeMutableRawPointer? { random.once(in: 8) ? nil : memory.writable + random.int(0...16) * 8 }
    mutating func elements<Element>() -> UnsafePointer<Element>? {
        random.once(in: 20) ? nil : UnsafePointer((memory.readable + random.int(0...8) * 8).assumingMemoryBound(to: Element.self))
    }
    mutating func elementRoom<Element>() -> UnsafeMutablePointer<Element>? {
        random.once(in: 20) ? nil : (memory.writable + random.int(0...8) * 8).assumingMemoryBound(to: Element.self)
    }
    mutating func addresses() -> UnsafePointer<UnsafeRawPointer?>? { memory.addresses }
}

/// The memory of the program that makes the calls. Only the thread that runs a case uses this memory.
final class DriverMemory: @unchecked Sendable {
    static let shared = DriverMemory()

    /// Numbers from 0 to 15 of four bytes each, followed by zeros. No call that the driver accepts reads beyond the end of this memory. At
    /// first, the system only reserves addresses for these bytes. So the bytes take little real memory.
    let readable: UnsafeMutableRawPointer
    let writable: UnsafeMutableRawPointer
    let names: [UnsafePointer<CChar>]
    let sources: [UnsafePointer<UnsafePointer<CChar>?>]
    let addresses: UnsafePointer<UnsafeRawPointer?>
    private static let byteCount = 16 << 30

    private init() {
        func reserve() -> UnsafeMutableRawPointer {
            let memory = mmap(nil, Self.byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
            precondition(memory != MAP_FAILED, "the fuzzer cannot reserve its memory")
            return memory!
        }
        func copy(_ text: String) -> UnsafePointer<CChar> { UnsafePointer(strdup(text)) }
        readable = reserve()
        writable = reserve()
        var random = SeededGenerator(state: 1)
        for i in 0..<4096 { readable.storeBytes(of: UInt32(random.int(0...15)), toByteOffset: 4 * i, as: UInt32.self) }
        names = DriverCase.variableNames.map(copy)
        sources = DriverCase.shaders.map { source in
            let list = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: 16)
            // If the program passes a shader in several parts, the first part is the whole text, and the other parts are empty.
            list.initialize(repeating: copy(""), count: 16)
            list[0] = copy(source)
            return UnsafePointer(list)
        }
        let list = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: 16)
        list.initialize(repeating: UnsafeRawPointer(readable), count: 16)
        addresses = UnsafePointer(list)
    }
}
