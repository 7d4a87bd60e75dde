// TemporaryMemory: memory that exists during one call, on the stack. If MemoryGuard is on, this memory is a separate guarded
// allocation instead, because kernels write into it.

import Memory

@inline(__always)
func withTemporaryMemory<Result>(byteCount: Int, alignment: Int, name: StaticString, _ body: (UnsafeMutableRawPointer) -> Result) -> Result {
    if MemoryGuard.current == nil {
        return withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: alignment) { body($0.baseAddress!) }
    }
    let memory = Allocation(byteCount: byteCount, alignment: alignment, name: name)
    defer { memory.free() }
    return body(memory.base)
}
@inline(__always)
func withTemporaryMemory<Element: BitwiseCopyable, Result>(of _: Element.Type, count: Int, name: StaticString,
                                                           _ body: (UnsafeMutablePointer<Element>) -> Result) -> Result {
    withTemporaryMemory(byteCount: count * MemoryLayout<Element>.stride, alignment: MemoryLayout<Element>.alignment, name: name) {
        body($0.assumingMemoryBound(to: Element.self))
    }
}
