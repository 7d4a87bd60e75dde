// BlockLayout: the positions of the members of a uniform block. The positions are the offsets in SPIR-V's decorations. If the block's
// layout is `shared` or `packed`, GLSL leaves the layout to the implementation; then the std140 rules apply (OpenGL 4.6, section 7.6.2.2).

/// The memory layout of a type. Access chains use this layout, and reflection reports this layout.
struct BlockLayout {
    /// The positions of the type's scalars, in words.
    var placement: Placement
    /// The size in bytes, up to the end of the last member. For structures and arrays, the size is rounded up to the alignment.
    var size: Int
    /// The alignment in bytes.
    var alignment: Int
}

/// A block whose layout is not supported, for example because an offset is not a multiple of four bytes.
struct BlockLayoutError: Error { var message: String }

extension SPIRVModule {
    /// The layout of `type` inside a uniform block. `member`: the decorations of the block's member that contains the type.
    func blockLayout(_ type: UInt32, member: SPIRVDecorations) throws(BlockLayoutError) -> BlockLayout {
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
            let inner = try blockLayout(element, member: member)
            let alignment = max(16, inner.alignment)
            let stride = decorations(type).arrayStride ?? roundUp(inner.size, alignment)
            let placement = Placement.array(inner.placement, count: count, stride: try words(stride), unitStride: 0)
            return BlockLayout(placement: placement, size: count * stride, alignment: alignment)
        case .structure(let members):
            var fields: [Placement.Field] = []
            var end = 0
            var alignment = 16
            for (index, memberType) in members.enumerated() {
                let decorations = self.decorations(type, member: index)
                let inner = try blockLayout(memberType, member: decorations)
                let offset = decorations.offset ?? roundUp(end, inner.alignment)
                fields.append(Placement.Field(placement: inner.placement, offset: try words(offset), unitOffset: 0))
                alignment = max(alignment, inner.alignment)
                end = max(end, offset + inner.size)
            }
            return BlockLayout(placement: .structure(fields), size: roundUp(end, alignment), alignment: alignment)
        case .void, .image, .sampledImage, .pointer, .function, .unsupported, nil: break
        }
        if case .unsupported(let name)? = types[type] { throw BlockLayoutError(message: "it holds a \(name)") }
        throw BlockLayoutError(message: "it has a member that is not data")
    }

    private func words(_ bytes: Int) throws(BlockLayoutError) -> Int {
        guard bytes % 4 == 0, bytes <= 4 * SPIRVModule.maximumScalarCount else {
            throw BlockLayoutError(message: "an offset or stride of \(bytes) bytes is not a multiple of 4 in range")
        }
        return bytes / 4
    }

    private func roundUp(_ value: Int, _ alignment: Int) -> Int { (value + alignment - 1) / alignment * alignment }
}
