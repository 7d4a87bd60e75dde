// FaultReport: prints a sentence to standard error when an access fault ends a process whose memory is guarded.
//
// The type is marked as unsafe, because a signal handler may take no lock and allocate no memory. The signal handler reads a table that
// never moves, and writes text from a buffer on its stack. If another thread changes a record while the handler reads the record, the
// sentence may name the wrong allocation; the process ends anyway.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

enum FaultReport {
    /// The table of records. The variable is set once, before any fault can be reported.
    private struct Table: @unchecked Sendable { let base: UnsafeMutablePointer<GuardedMemory.Record> }
    nonisolated(unsafe) private static var table: Table?

    static func begin(_ records: GuardedMemory.Records) {
        table = Table(base: records.base)
        #if canImport(Glibc)
        var action = sigaction()
        action.__sigaction_handler.sa_sigaction = { signal, information, _ in
            if let address = information?.pointee._sifields._sigfault.si_addr { FaultReport.tell(address) }
            // When the handler returns, the processor repeats the access. Because the signal no longer has a handler, the repeated access
            // ends the process.
            Glibc.signal(signal, SIG_DFL)
        }
        action.sa_flags = SA_SIGINFO
        sigaction(SIGSEGV, &action, nil)
        sigaction(SIGBUS, &action, nil)
        #endif
    }

    /// If the pages of an allocation contain the address, prints a sentence about this allocation.
    private static func tell(_ address: UnsafeMutableRawPointer) {
        guard let table else { return }
        for number in 0..<GuardedMemory.Records.capacity {
            let record = table.base[number]
            // Records are filled in order, so the first empty record ends the table.
            if record.pagesByteCount == 0 { break }
            if record.use == .unused || address < record.pages || address >= record.pages + record.pagesByteCount { continue }
            return tell(record, address, record.use == .freed ? "is used there after it was freed" : "is accessed there, which ends the process")
        }
        var text = Text()
        text.add("Guarded memory: an access to ")
        text.add(hexadecimal: UInt(bitPattern: address))
        text.add(", which is outside of guarded memory, ends the process.\n")
        text.write()
    }

    private static func tell(_ record: GuardedMemory.Record, _ address: UnsafeMutableRawPointer, _ what: StaticString) {
        var text = Text()
        text.add("Guarded memory: '")
        text.add(record.name)
        text.add("' of ")
        text.add(decimal: record.byteCount)
        text.add(" bytes ")
        text.add(what)
        text.add(": ")
        let offset = address - record.base
        if offset < 0 {
            text.add(decimal: -offset)
            text.add(" bytes before its beginning")
        } else if offset < record.byteCount {
            text.add("at byte ")
            text.add(decimal: offset)
        } else {
            text.add(decimal: offset - record.byteCount)
            text.add(" bytes after its end")
        }
        if record.readableSlack > 0 {
            text.add(" (")
            text.add(decimal: record.readableSlack)
            text.add(" more may be read)")
        }
        text.add(".\n")
        text.write()
    }

    /// Prints the sentence and ends the process.
    static func end(_ record: GuardedMemory.Record, _ address: UnsafeMutableRawPointer, _ what: StaticString) -> Never {
        tell(record, address, what)
        abort()
    }

    /// A line of text that is stored on the stack and needs no allocation.
    private struct Text {
        private var bytes: (SIMD64<UInt8>, SIMD64<UInt8>, SIMD64<UInt8>, SIMD64<UInt8>, SIMD64<UInt8>,
                            SIMD64<UInt8>) = (.zero, .zero, .zero, .zero, .zero, .zero)
        private var count = 0

        mutating func add(_ byte: UInt8) {
            withUnsafeMutableBytes(of: &bytes) { if count < $0.count { $0[count] = byte } }
            count += 1
        }
        mutating func add(_ text: StaticString) { for k in 0..<text.utf8CodeUnitCount { add(text.utf8Start[k]) } }
        mutating func add(decimal number: Int) {
            var divisor = 1
            while number / divisor >= 10 { divisor *= 10 }
            while divisor > 0 {
                add(UInt8(48 + number / divisor % 10))
                divisor /= 10
            }
        }
        mutating func add(hexadecimal number: UInt) {
            add("0x")
            for k in stride(from: UInt(60), through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: number >> k & 15)
                add(digit < 10 ? 48 + digit : 87 + digit)
            }
        }
        func write() {
            withUnsafeBytes(of: bytes) {
                #if canImport(Glibc)
                _ = Glibc.write(2, $0.baseAddress, min(count, $0.count))
                #elseif canImport(Musl)
                _ = Musl.write(2, $0.baseAddress, min(count, $0.count))
                #endif
            }
        }
    }
}
