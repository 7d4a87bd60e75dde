// CaseDraw: the draws of cases, with attributes by name and uniforms as words, for any program.

import Raster
import Shading

/// The values of one attribute, or of one column of a matrix attribute, for all vertices.
struct AttributeColumn {
    var name: String
    var scalar: ElementType.Scalar
    var count: Int
    /// The values, `count` words per vertex.
    var words: [UInt32]
}

/// The vertices of a draw, which go into one interleaved buffer.
struct VertexTable {
    var columns: [AttributeColumn]
    let vertexCount: Int

    /// Returns the columns of an attribute that has the same value in all vertices. A matrix has several columns; all other types have one
    /// column.
    static func constantColumns(_ name: String, _ type: ElementType, _ words: ArraySlice<UInt32>, vertexCount: Int) -> [AttributeColumn] {
        let values = Array(words)
        return (0..<type.columns).map { column in
            let part = Array(values[column * type.rows ..< (column + 1) * type.rows])
            return AttributeColumn(name: type.isMatrix ? "\(name)[\(column)]" : name, scalar: type.scalar, count: type.rows,
                                   words: (0..<vertexCount).flatMap { _ in part })
        }
    }

    private static func format(of column: AttributeColumn) -> VertexFormat {
        switch column.scalar {
        case .float, .bool: .float(column.count)
        case .int: .integer(.int32, column.count)
        case .uint: .integer(.uint32, column.count)
        }
    }

    /// Returns the vertex layout for a program. If an attribute has no column, the attribute's value comes from `currents`. If `currents`
    /// has no value either, the attribute has OpenGL's initial value (0, 0, 0, 1).
    func layout(for program: Program, currents: [String: SIMD4<Float>]) -> VertexLayout {
        var offset = 0
        let attributes = columns.map { column -> VertexAttribute in
            defer { offset += 4 * column.count }
            return VertexAttribute(column.name, Self.format(of: column), offset: offset)
        }
        var layout = VertexLayout(buffers: [VertexBufferLayout(stride: offset)], attributes: attributes)
        let named = Set(columns.map(\.name))
        for attribute in program.attributes {
            for name in Self.columnNames(attribute.name, attribute.type) where !named.contains(name) {
                layout.constants[name] = currents[name] ?? SIMD4(0, 0, 0, 1)
            }
        }
        return layout
    }
    private static func columnNames(_ name: String, _ type: ValueType) -> [String] {
        switch type {
        case .matrix(let columns, _): (0..<columns).map { "\(name)[\($0)]" }
        case .array(let element, let count): (0..<count).flatMap { columnNames("\(name)[\($0)]", element) }
        default: [name]
        }
    }

    func makeBuffer(_ device: Device) throws -> Buffer {
        var words: [UInt32] = []
        for vertex in 0..<vertexCount {
            for column in columns { words += column.words[vertex * column.count ..< (vertex + 1) * column.count] }
        }
        return try device.makeBuffer(words, label: "vertices")
    }
}

/// The values of a program's uniforms, in the default block and in uniform blocks.
struct UniformState {
    private let interface: ProgramInterface
    private(set) var words: [UInt32]
    /// The words of each uniform block except the default block. A word that has not been set is zero.
    private(set) var blocks: [[UInt32]]

    init(_ table: ProgramTable) {
        interface = table.interface
        words = table.initialUniforms
        blocks = interface.uniformBlocks.dropFirst().map { [UInt32](repeating: 0, count: ($0.byteCount + 3) / 4) }
    }

    enum Answer { case set, notDeclared, mismatch(String) }

    /// Sets one or more elements of a uniform. A bool uniform also accepts numbers: zero is false.
    /// - Parameter blockElement: The element of an array of blocks in which to set the uniform.
    mutating func set(_ name: String, _ type: ElementType, _ values: ArraySlice<UInt32>, blockElement: Int = 0) -> Answer {
        guard let (block, member, first) = find(name, blockElement: blockElement) else { return .notDeclared }
        let wanted = type.valueType
        let takesBool = member.type.scalarKind == .bool && !type.isMatrix && member.type.scalarCount == type.scalarCount
        guard member.type == wanted || takesBool else { return .mismatch("uniform '\(name)' is \(member.type.glslName), not \(type.name)") }
        let count = values.count / type.scalarCount
        guard first + count <= member.arrayCount else { return .mismatch("uniform '\(name)' has \(member.arrayCount) elements, not \(first + count)") }
        for (index, value) in values.enumerated() {
            let element = index / type.scalarCount, scalar = index % type.scalarCount
            let column = scalar / type.rows, row = scalar % type.rows
            let inElement = type.isMatrix ? column * (member.rowMajor ? 4 : member.matrixStride) + row * (member.rowMajor ? member.matrixStride : 4)
                : scalar * 4
            let place = (member.offset + (first + element) * member.arrayStride + inElement) / 4
            let isZero = type.scalar == .float ? Float(bitPattern: value) == 0 : value == 0
            let word = member.type.scalarKind == .bool ? (isZero ? 0 : block == 0 ? UInt32.max : 1) : value
            if block == 0 { words[place] = word } else { blocks[block - 1][place] = word }
        }
        return .set
    }

    /// Returns the number of the block (0 is the default block) and the member for a name, and the array element that the index in the name
    /// selects. Returns nil if no member has this name.
    private func find(_ name: String, blockElement: Int) -> (Int, UniformMember, Int)? {
        func member(_ members: [UniformMember], _ wanted: String) -> (UniformMember, Int)? {
            if let found = members.first(where: { $0.name == wanted }) { return (found, 0) }
            guard wanted.hasSuffix("]"), let open = wanted.lastIndex(of: "["),
                  let index = Int(wanted[wanted.index(after: open)...].dropLast()), index >= 0, index < 1 << 20,
                  let found = members.first(where: { $0.name == wanted[..<open] && $0.isArray }) else { return nil }
            return (found, index)
        }
        let all = interface.uniformBlocks
        if let defaults = all.first, let (found, index) = member(defaults.members, name) { return (0, found, index) }
        var counts: [Substring: Int] = [:]
        for (number, block) in all.enumerated().dropFirst() {
            // The blocks of an array follow each other in the list, even if the array has several dimensions. `blockElement` is the index
            // of a block among these blocks.
            let base = block.name.prefix { $0 != "[" }, element = counts[base, default: 0]
            counts[base] = element + 1
            if base.count < block.name.count, element != blockElement { continue }
            // In OpenGL, the block's name precedes the member's name only if the block has an instance name.
            for wanted in [name, "\(base).\(name)", "\(block.name).\(name)"] {
                if let (found, index) = member(block.members, wanted) { return (number, found, index) }
            }
        }
        return nil
    }
}

extension UniformState {
    /// Returns one buffer for each uniform block except the default block.
    func makeBlockBuffers(_ device: Device) throws -> [UniformBufferBinding?] {
        try blocks.map { words in
            let buffer = try device.makeBuffer(words.isEmpty ? [0] : words)
            return UniformBufferBinding(buffer: buffer, offset: 0, byteCount: buffer.byteCount)
        }
    }
}

extension RenderPass {
    /// Sets a pass's pipeline, uniforms, blocks, textures and images.
    mutating func set(_ pipeline: Pipeline, _ uniforms: UniformState, _ resources: ResourceBindings) {
        setPrepared(pipeline, uniforms: uniforms.words, textures: resources.textures)
        for (block, binding) in zip(pipeline.program.interface.uniformBlocks.dropFirst(), resources.uniformBuffers) {
            if let binding { setUniformBuffer(block.name, binding.buffer, offset: binding.offset, byteCount: binding.byteCount) }
        }
        setPrepared(storageBuffers: resources.storageBuffers, images: resources.images)
    }
}
