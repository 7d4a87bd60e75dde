// BlockLayout: the positions of the members of a uniform block or storage block. The positions are the offsets in SPIR-V's decorations. If
// the block's layout is `shared` or `packed`, GLSL leaves the layout to the implementation. For a `shared` or `packed` block, Raster uses
// the rules of std140 (OpenGL 4.6, section 7.6.2.2).

/// The memory layout of a type. Access chains use this layout, and reflection reports this layout.
struct BlockLayout {
    /// The positions of the type's scalars, in words.
    var placement: Placement
    /// The size in bytes, up to the end of the last member. For structures and arrays, the size is rounded up to the alignment.
    var size: Int
    /// The alignment in bytes.
    var alignment: Int
    /// For a block: the number of bytes up to the end of the last member.
    var dataByteCount = 0
}

/// A block whose layout is not supported, for example because an offset is not a multiple of four bytes.
struct BlockLayoutError: Error { var message: String }

extension SPIRVModule {
    /// The largest number of bytes of a storage block. With this limit, the index of a word fits into an int, even after another index has
    /// been added.
    static let maximumStorageByteCount = 1 << 31 - 4

    /// Returns the layout of `type` inside a uniform block or storage block.
    /// - Parameters:
    ///   - member: The decorations of the block's member that contains the type.
    ///   - inStorage: Whether the block is a storage block, whose arrays may be longer and may lack a length.
    func blockLayout(_ type: UInt32, member: SPIRVDecorations, inStorage: Bool = false) throws(BlockLayoutError) -> BlockLayout {
        func words(_ bytes: Int) throws(BlockLayoutError) -> Int { try self.words(bytes, inStorage: inStorage) }
        switch types[type] {
        case .int, .uint, .float, .bool:
            return BlockLayout(placement: .scalar(scalarType(type)!), size: 4, alignment: 4)
        case .vector(let component, let count):
            guard let scalar = scalarType(component) else { break }
            return BlockLayout(placement: .vector(scalar, count: count, stride: 1), size: 4 * count, alignment: count == 2 ? 8 : 16)
        case .matrix(let column, let columns):
            guard case .vector(_, let rows)? = types[column] else { break }
            // In std140, a matrix is laid out as an array of its columns (or rows), and each column (or row) is aligned like a vec4.
            let stride = try words(member.matrixStride ?? 16)
            let placement: Placement = member.isRowMajor
                ? .matrix(columns: columns, rows: rows, columnStride: 1, rowStride: stride)
                : .matrix(columns: columns, rows: rows, columnStride: stride, rowStride: 1)
            return BlockLayout(placement: placement, size: 4 * stride * (member.isRowMajor ? rows : columns), alignment: 16)
        case .array(let element, let count):
            let inner = try blockLayout(element, member: member, inStorage: inStorage)
            let alignment = max(16, inner.alignment)
            let stride = decorations(type).arrayStride ?? roundUp(inner.size, alignment)
            let placement = Placement.array(inner.placement, count: count, stride: try words(stride), unitStride: 0)
            return BlockLayout(placement: placement, size: count * stride, alignment: alignment)
        case .memoryArray(let element, let count) where inStorage:
            let inner = try blockLayout(element, member: member, inStorage: true)
            let alignment = max(16, inner.alignment)
            let stride = decorations(type).arrayStride ?? roundUp(inner.size, alignment)
            let (size, overflow) = (count ?? 1).multipliedReportingOverflow(by: stride)
            if overflow || size > Self.maximumStorageByteCount { throw BlockLayoutError(message: "an array takes more than 2 GiB") }
            let placement = Placement.array(inner.placement, count: count ?? 0, stride: try words(stride), unitStride: 0)
            return BlockLayout(placement: placement, size: size, alignment: alignment)
        case .structure(let members):
            var fields: [Placement.Field] = []
            var end = 0
            var alignment = 16
            for (index, memberType) in members.enumerated() {
                let decorations = self.decorations(type, member: index)
                let inner = try blockLayout(memberType, member: decorations, inStorage: inStorage)
                let offset = decorations.offset ?? roundUp(end, inner.alignment)
                fields.append(Placement.Field(placement: inner.placement, offset: try words(offset), unitOffset: 0))
                alignment = max(alignment, inner.alignment)
                end = max(end, offset + inner.size)
            }
            return BlockLayout(placement: .structure(fields), size: roundUp(end, alignment), alignment: alignment, dataByteCount: end)
        case .void, .image, .sampledImage, .memoryArray, .pointer, .function, .unsupported, nil: break
        }
        if let name = unsupportedNames[type] { throw BlockLayoutError(message: "it holds \(name.hasPrefix("an ") ? name : "a \(name)")") }
        throw BlockLayoutError(message: "it has a member that is not data")
    }

    private func words(_ bytes: Int, inStorage: Bool) throws(BlockLayoutError) -> Int {
        guard bytes % 4 == 0, bytes <= (inStorage ? Self.maximumStorageByteCount : 4 * SPIRVModule.maximumScalarCount) else {
            throw BlockLayoutError(message: "an offset or stride of \(bytes) bytes is not a multiple of 4 in range")
        }
        return bytes / 4
    }

    private func roundUp(_ value: Int, _ alignment: Int) -> Int { (value + alignment - 1) / alignment * alignment }
}
