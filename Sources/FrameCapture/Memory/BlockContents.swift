// BlockContents: the bytes of a storage block before and after a draw or dispatch, as values of the block's members.

import Glibc
import Raster
import Shading

/// A value in a storage block before and after a draw or dispatch.
public struct BlockValue: Sendable, Hashable {
    /// The member, such as `particles[3].velocity`.
    public let name: String
    /// The GLSL type, such as `vec3`.
    public let type: String
    /// The position of the value's first byte, counted from the beginning of the block.
    public let offset: Int
    /// The value before the draw or dispatch.
    public let before: StateValue
    /// The value after the draw or dispatch.
    public let after: StateValue
    /// Whether the bytes differ.
    public let isChanged: Bool
}

/// A storage block with the contents of its buffer before and after a draw or dispatch.
public struct BlockContents: Sendable {
    /// The block's name in GLSL.
    public let name: String
    /// The number of the buffer in the frame.
    public let buffer: Int
    /// The label of the buffer; empty if the buffer has no label.
    public let label: String
    /// The position of the block's first byte in the buffer, in bytes.
    public let offset: Int
    /// The bytes of the block before the draw or dispatch.
    public let before: [UInt8]
    /// The bytes of the block after the draw or dispatch.
    public let after: [UInt8]
    /// Whether the shaders may write the block.
    public let isWritten: Bool
    /// The bytes that changed, as ranges of whole words of 4 bytes, counted from the beginning of the block, in ascending order.
    public let changedRanges: [Range<Int>]
    let members: [UniformMember]

    /// The number of bytes in `changedRanges`.
    public var changedByteCount: Int { changedRanges.reduce(0) { $0 + $1.count } }

    init(_ block: StorageBlock, buffer: Int, label: String, offset: Int, before: [UInt8], after: [UInt8], isWritten: Bool) {
        name = block.name; members = block.members
        self.buffer = buffer; self.label = label; self.offset = offset; self.before = before; self.after = after; self.isWritten = isWritten
        changedRanges = BlockContents.changes(before, after)
    }
    private static func changes(_ a: [UInt8], _ b: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        let count = min(a.count, b.count)
        a.withUnsafeBytes { a in
            b.withUnsafeBytes { b in
                guard let first = a.baseAddress, let second = b.baseAddress else { return }
                // A draw or dispatch usually changes only a few bytes of a block, so large pieces of the block are compared first.
                for piece in stride(from: 0, to: count, by: 4096) {
                    let end = min(piece + 4096, count)
                    if memcmp(first + piece, second + piece, end - piece) == 0 { continue }
                    for word in stride(from: piece, to: end, by: 4) {
                        let next = min(word + 4, end)
                        if memcmp(first + word, second + word, next - word) == 0 { continue }
                        if let last = ranges.last, last.upperBound == word {
                            ranges[ranges.count - 1] = last.lowerBound..<next
                        } else {
                            ranges.append(word..<next)
                        }
                    }
                }
            }
        }
        return ranges
    }

    /// Returns the values of the block's members, in the order of the members. In an array of structures, the values of one element follow
    /// each other.
    /// - Parameters:
    ///   - changedOnly: Whether to return only values with changed bytes.
    ///   - limit: The largest number of returned values.
    /// - Returns: The values, and the number of further values beyond the limit.
    public func values(changedOnly: Bool = true, limit: Int = .max) -> (values: [BlockValue], omittedCount: Int) {
        var values: [BlockValue] = [], omitted = 0
        before.withUnsafeBytes { before in
            after.withUnsafeBytes { after in
                forEachLeaf { leaf in
                    let old = UniformReader(bytes: before, offset: 0), new = UniformReader(bytes: after, offset: 0), words = new.words(of: leaf)
                    let isChanged = old.words(of: leaf) != words
                    if changedOnly && !isChanged { return }
                    guard values.count < limit else {
                        omitted += 1
                        return
                    }
                    values.append(BlockValue(name: leaf.name, type: "\(leaf.type)", offset: leaf.offset, before: old.value(of: leaf),
                                             after: new.value(of: leaf), isChanged: isChanged))
                }
            }
        }
        return (values, omitted)
    }

    /// Calls `body` with each scalar, vector and matrix of the block. An element of an array is passed as a member that is no array, with the
    /// element's name and offset.
    private func forEachLeaf(_ body: (UniformMember) -> Void) {
        var next = 0
        while next < members.count {
            let member = members[next], prefix = BlockContents.arrayName(member)
            // The leaves (scalars, vectors and matrices) of one array of structures follow each other.
            let end = prefix == nil ? next + 1 : members[next...].firstIndex { BlockContents.arrayName($0) != prefix } ?? members.count
            let leaves = members[next..<end]
            next = end
            guard let array = member.topLevelArray, let prefix else {
                forEachElement(of: member, body)
                continue
            }
            let last = leaves.map(\.offset).min() ?? 0
            let count = array.count > 0 ? array.count : BlockContents.count(from: last, size: 4, stride: array.stride, in: after.count)
            for element in 0..<count {
                for var leaf in leaves {
                    leaf.name = "\(prefix)[\(element)]" + leaf.name.dropFirst(prefix.count + 3)
                    leaf.offset += element * array.stride
                    if leaf.offset < after.count { forEachElement(of: leaf, body) }
                }
            }
        }
    }
    private func forEachElement(of member: UniformMember, _ body: (UniformMember) -> Void) {
        guard member.isArray else { return body(member) }
        let count = member.arrayCount > 0 ? member.arrayCount
            : BlockContents.count(from: member.offset, size: 4 * member.type.scalarCount, stride: member.arrayStride, in: after.count)
        var leaf = member
        leaf.arrayCount = 1
        leaf.isArray = false
        for element in 0..<count {
            leaf.name = "\(member.name)[\(element)]"
            leaf.offset = member.offset + element * member.arrayStride
            guard leaf.offset < after.count else { return }
            body(leaf)
        }
    }
    /// For an array of structures, reflection lists only the leaves of element 0. Returns the name of the array if the member is a leaf of
    /// element 0, and nil for other members.
    private static func arrayName(_ member: UniformMember) -> String? {
        guard member.topLevelArray != nil, let bracket = member.name.firstRange(of: "[0]") else { return nil }
        return String(member.name[..<bracket.lowerBound])
    }
    /// Returns the number of elements of an array without a declared length. The size of the block determines the number of elements.
    private static func count(from offset: Int, size: Int, stride: Int, in byteCount: Int) -> Int {
        byteCount >= offset + size ? (byteCount - offset - size) / max(stride, 1) + 1 : 0
    }
}
