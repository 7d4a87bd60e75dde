// The vertices and indices of a draw: from buffers, or copied from the program's own memory.

import Raster

extension GLContext {
    /// Returns the place of a draw's indices.
    func indexBinding(_ indices: (type: GLenum, address: UnsafeRawPointer?, baseVertex: GLint), _ type: IndexType,
                      _ numbers: inout DrawNumbers) throws(GLError) -> IndexBinding {
        if let object = vertexArray.elementBuffer {
            guard let buffer = object.buffer else {
                numbers.count = 0
                return IndexBinding(buffer: try streams.reserve(0, device: device).buffer, type: type, offset: 0)
            }
            object.use.mark(commands)
            let offset = Int(bitPattern: UInt(bitPattern: indices.address))
            guard offset >= 0, offset <= buffer.byteCount else {
                numbers.count = 0
                return IndexBinding(buffer: buffer, type: type, offset: 0)
            }
            return IndexBinding(buffer: buffer, type: type, offset: offset)
        }
        guard let address = indices.address else { throw .invalidOperation("there are no indices: no buffer is bound, and the address is NULL") }
        let place = try streams.copy(address, numbers.count * type.byteCount, device: device)
        return IndexBinding(buffer: place.buffer, type: type, offset: place.offset)
    }

    /// Returns the vertex buffers of a draw by slot, which is the attribute's location.
    func vertexBuffers(_ executable: ProgramExecutable, _ numbers: inout DrawNumbers, _ indices: IndexBinding?) throws(GLError) -> [VertexBufferBinding?] {
        var slotCount = 0, hasClientArrays = false
        for attribute in executable.attributes where vertexArray.arrays[attribute.location].isEnabled { slotCount = max(slotCount, attribute.location + 1) }
        drawCache.setVertexBufferCount(slotCount)
        var emptySlots: UInt64 = ~0
        for attribute in executable.attributes {
            let array = vertexArray.arrays[attribute.location]
            guard array.isEnabled else { continue }
            if array.buffer == nil && array.address != 0 { hasClientArrays = true }
            guard let binding = try vertexBuffer(array, attribute.location) else { continue }
            emptySlots &= ~(1 << UInt64(attribute.location))
            drawCache.setVertexBuffer(attribute.location, binding)
        }
        for slot in 0..<slotCount where emptySlots & 1 << UInt64(slot) != 0 { drawCache.setVertexBuffer(slot, nil) }
        if !hasClientArrays { return drawCache.vertexBuffers }
        var result = drawCache.vertexBuffers
        try copyClientArrays(executable, &numbers, indices, &result)
        return result
    }
    /// Returns the place of an array's elements in a buffer; nil if the array lies in the program's memory, or if the buffer object has no
    /// memory yet.
    private func vertexBuffer(_ array: VertexAttributeArray, _ location: Int) throws(GLError) -> VertexBufferBinding? {
        guard let object = array.buffer, let buffer = object.buffer else { return nil }
        if let form = array.conversion {
            return VertexBufferBinding(buffer: try convertedBuffer(array, form, location, object, buffer), offset: 0)
        }
        object.use.mark(commands)
        // If the offset is beyond the buffer's end, the attribute reads zeros.
        return VertexBufferBinding(buffer: buffer, offset: min(Int(bitPattern: array.address) & Int.max, buffer.byteCount))
    }

    /// Copies the vertices of the draw from the program's memory. The first copied vertex gets the number 0. Buffers still contain all
    /// vertices, so the offset of an attribute in a buffer is increased by the size of the vertices that were not copied. If the shader
    /// reads gl_VertexID, the vertices must keep their numbers, so all vertices from 0 on are copied.
    private func copyClientArrays(_ executable: ProgramExecutable, _ numbers: inout DrawNumbers, _ indices: IndexBinding?,
                                  _ result: inout [VertexBufferBinding?]) throws(GLError) {
        guard let range = try vertexRange(numbers, indices) else {
            numbers.count = 0
            return
        }
        let keepsNumbers = executable.readsVertexID
        let base = keepsNumbers ? 0 : range.lowerBound
        for attribute in executable.attributes {
            let array = vertexArray.arrays[attribute.location]
            guard array.isEnabled else { continue }
            if array.divisor == 0, let binding = result[attribute.location] {
                let shift = base * array.effectiveStride
                result[attribute.location]!.offset = min(binding.offset + shift, binding.buffer.byteCount)
            }
            guard array.buffer == nil, array.conversion == nil, let start = UnsafeRawPointer(bitPattern: array.address) else { continue }
            let stride = array.effectiveStride
            let elements = array.divisor == 0 ? base..<range.upperBound : 0..<((numbers.instances - 1) / array.divisor + 1)
            let (length, overflow) = (elements.count - 1).multipliedReportingOverflow(by: stride)
            guard !overflow, length < Device.maximumBufferByteCount / 2 else { throw .outOfMemory("the draw reads \(elements.count) vertices from the program's memory") }
            let place = try streams.copy(start + elements.lowerBound * stride, length + array.format.byteCount, device: device)
            result[attribute.location] = VertexBufferBinding(buffer: place.buffer, offset: place.offset)
        }
        guard !keepsNumbers else { return }
        if indices == nil { numbers.first -= base } else { numbers.baseVertex -= base }
    }

    /// Returns the range of the vertices that a draw reads; nil if the draw reads no vertices.
    private func vertexRange(_ numbers: DrawNumbers, _ indices: IndexBinding?) throws(GLError) -> Range<Int>? {
        guard let indices else { return numbers.first..<(numbers.first + numbers.count) }
        let known = (indices.buffer.byteCount - indices.offset) / indices.type.byteCount, count = min(numbers.count, known)
        if vertexArray.elementBuffer?.isWrittenByCommands == true { commands.flush() }
        let restart = state.isPrimitiveRestartEnabled ? indices.type.restartIndex : nil
        let start = indices.buffer.base + indices.offset
        let found = switch indices.type {
        case .uint8: Self.range(start, count, UInt8.self, restart: restart)
        case .uint16: Self.range(start, count, UInt16.self, restart: restart)
        case .uint32: Self.range(start, count, UInt32.self, restart: restart)
        }
        guard let found else { return nil }
        let lower = found.lowerBound + numbers.baseVertex, upper = found.upperBound + numbers.baseVertex
        // Vertices with negative numbers lie outside of the program's arrays, so the range begins at 0 or above.
        return upper < 0 ? nil : max(0, lower)..<(upper + 1)
    }
    private static func range<Index: FixedWidthInteger>(_ start: UnsafeRawPointer, _ count: Int, _ type: Index.Type, restart: UInt32?) -> ClosedRange<Int>? {
        var lowest = Int.max, highest = -1
        for i in 0..<count {
            let index = Int(start.loadUnaligned(fromByteOffset: i * MemoryLayout<Index>.stride, as: Index.self))
            if let restart, index == Int(restart) { continue }
            lowest = min(lowest, index)
            highest = max(highest, index)
        }
        return highest < 0 ? nil : lowest...highest
    }
}
