import Raster

/// Vertex attributes in forms that only desktop OpenGL has (OpenGL 3.3 §2.8): doubles, and bytes in the order blue, green, red, alpha.
/// Raster cannot read these forms, so draws read a converted copy. When the buffer's bytes have changed, the copy is made again.
struct ConvertedArray {
    enum Form: Equatable { case doubles, bgra }

    private let source: Buffer
    private let version: UInt64
    private let array: VertexAttributeArray
    let buffer: Buffer

    /// Returns whether the copy was made from the present bytes of the array.
    func isValid(_ other: VertexAttributeArray, _ buffer: Buffer) -> Bool {
        source === buffer && version == buffer.hostVersion && array.address == other.address && array.sourceStride == other.sourceStride
            && array.conversion == other.conversion && array.size == other.size
    }

    /// - Parameter form: The form of the numbers in `source`.
    init(_ array: VertexAttributeArray, _ form: Form, _ source: Buffer, on device: Device) throws(GLError) {
        self.array = array; self.source = source
        version = source.hostVersion
        let offset = min(Int(bitPattern: array.address) & Int.max, source.byteCount), count = Int(array.size)
        let elementSize = form == .doubles ? 8 * count : 4, stride = array.sourceStride
        let available = source.byteCount - offset
        let elements = available < elementSize ? 0 : stride == 0 ? 1 : (available - elementSize) / stride + 1
        let size = array.format.byteCount
        buffer = try GLError.rethrowing { try device.makeBuffer(byteCount: elements * size, label: "converted vertices") }
        for element in 0..<elements {
            let from = source.base + offset + element * stride, to = buffer.base + element * size
            switch form {
            case .doubles:
                for i in 0..<count { to.storeBytes(of: Float(from.loadUnaligned(fromByteOffset: 8 * i, as: Double.self)), toByteOffset: 4 * i, as: Float.self) }
            case .bgra:
                for (i, channel) in [2, 1, 0, 3].enumerated() {
                    to.storeBytes(of: from.load(fromByteOffset: channel, as: UInt8.self), toByteOffset: i, as: UInt8.self)
                }
            }
        }
        buffer.hostVersion &+= 1
    }
}

extension GLContext {
    /// Returns the vertices of an array in the form that Raster reads.
    func convertedBuffer(_ array: VertexAttributeArray, _ form: ConvertedArray.Form, _ location: Int, _ object: BufferObject,
                         _ buffer: Buffer) throws(GLError) -> Buffer {
        if object.isWrittenByCommands { object.use.finish() }
        if let known = convertedArrays[location], known.isValid(array, buffer) { return known.buffer }
        let made = try ConvertedArray(array, form, buffer, on: device)
        convertedArrays[location] = made
        return made.buffer
    }
}
