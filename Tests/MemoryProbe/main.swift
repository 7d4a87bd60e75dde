// memory-probe: a program that MemoryGuardTests run as a separate process. The process accesses guarded memory in the way that its
// argument names.

import Glibc
import Kernel
import Memory

/// Compiles and calls `run`, whose argument points to 64 bytes of zeros.
func run(_ body: (KernelBuilder, Pointer) -> Void) throws {
    typealias Entry = @convention(c) (UnsafeMutableRawPointer) -> Void
    var options = KernelOptions()
    options.verifies = true
    let compiler = KernelCompiler(options: options, cache: CodeCache(.none))
    let kernel = try compiler.kernel("probe", key: [], target: KernelTarget(lanes: 8)) { builder in
        builder.entry("run", [.pointer]) { arguments in
            body(builder, arguments[0].pointer)
            return []
        }
    }
    let memory = Allocation(of: UInt32.self, count: 16, name: "the probe's words")
    let words = memory.elements(UInt32.self)
    words.initialize(repeating: 0, count: 16)
    try kernel.function("run", as: Entry.self)(memory.base)
    print((0..<16).map { String(words[$0], radix: 16) }.joined(separator: " "))
    memory.free()
}

/// Reads a byte and prints it, so that no compiler removes the access.
func read(_ address: UnsafeMutableRawPointer) { print(address.load(as: UInt8.self)) }

let block = Allocation(byteCount: 100, alignment: 4, name: "the probe's block")
let zeros = Allocation(zeros: 100, readableSlack: 8, alignment: 4, name: "the probe's zeros")!

switch CommandLine.arguments.dropFirst().first {
case "fresh":
    print(block.base.load(fromByteOffset: 0, as: UInt8.self), block.base.load(fromByteOffset: 99, as: UInt8.self),
          zeros.base.load(fromByteOffset: 107, as: UInt8.self))
case "behind": read(block.base + 100)
case "before": read(block.base - 1)
case "after free":
    block.free()
    read(block.base + 5)
case "free twice":
    block.free()
    block.free()
case "behind slack": read(zeros.base + 108)
case "slack written":
    zeros.base.storeBytes(of: 7, toByteOffset: 103, as: UInt8.self)
    zeros.free()
case "written before":
    block.base.storeBytes(of: 7, toByteOffset: -3, as: UInt8.self)
    block.free()
case "written behind":
    block.base.storeBytes(of: 7, toByteOffset: 101, as: UInt8.self)
    block.free()
case "kernel behind": try run { _, words in words.store(words.loadLanes(UInt32.self, at: 36)) }
case "kernel inside": try run { _, words in words.store(words.loadLanes(UInt32.self, at: 32)) }
case "uninitialised": try run { builder, words in words.store(builder.localMemory(bytes: 32).loadLanes(UInt32.self)) }
case "own memory": try run { builder, words in
    let own = builder.localMemory(bytes: 32, name: "the probe's own")
    own.element(words.load(Int32.self) + 1, stride: 4).store(builder.lanes(UInt32(1)))
}
case "own memory before": try run { builder, words in
    let own = builder.localMemory(bytes: 32, name: "the probe's own")
    words.store(own.element(words.load(Int32.self) - 1, stride: 4).load(UInt32.self))
}
case "masked": try run { builder, words in
    let own = builder.localMemory(bytes: 32, name: "the probe's own")
    // The first store writes only the seven lanes that are inside, which is allowed. The second store also writes the eighth lane.
    let next = own + 4
    next.store(builder.lanes(UInt32(1)), mask: builder.firstLanes(builder.scalar(7)))
    next.store(builder.lanes(UInt32(1)), mask: builder.firstLanes(words.load(Int32.self) + 8))
}
case "gather": try run { builder, words in
    let own = builder.localMemory(bytes: 32, name: "the probe's own")
    let indices = builder.laneIndices + words.loadLanes(Int32.self)
    words.store(own.gather(UInt32.self, indices: indices + 1, mask: builder.firstLanes(builder.scalar(7))))
    words.store(own.gather(UInt32.self, indices: indices * 2))
}
case "scatter": try run { builder, words in
    let own = builder.localMemory(bytes: 32, name: "the probe's own")
    own.scatter(builder.lanes(UInt32(1)), indices: words.loadLanes(Int32.self) - builder.laneIndices, mask: builder.mask(true))
}
case "table": try run { builder, words in words.store(builder.table([UInt32(1), 2, 3]).element(words.load(Int32.self) + 3, stride: 4).load(UInt32.self)) }
case "clear": try run { builder, words in builder.localMemory(bytes: 32, name: "the probe's own").clear(bytes: words.load(Int64.self) + 33) }
case "part": try run { builder, words in
    let own = builder.localMemory(bytes: 32, name: "the probe's own")
    words.store((own + 8).bounded(bytes: 8, "the probe's part").element(words.load(Int32.self) + 2, stride: 4).load(UInt32.self))
}
default: fatalError("no such thing")
}
