// BlockValues: the bytes of the uniform blocks that a file declares. A member gets the same value as a uniform of the same name
// outside of a block.

import Raster
import Shading

extension UniformBlock {
    /// Returns the member with a shorter name: without the block's name and the point at the start.
    func bare(_ member: UniformMember) -> UniformMember {
        var result = member
        if member.name.hasPrefix(name + ".") { result.name = String(member.name.dropFirst(name.count + 1)) }
        return result
    }
    /// Returns the bytes of the block.
    /// - Parameter values: Returns the numbers of a member, element by element and column by column; nil if all numbers are zero.
    func bytes(_ values: (UniformMember) -> [Double]?) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        for member in members {
            guard let numbers = values(bare(member)) else { continue }
            let (columns, rows): (Int, Int) = if case .matrix(let columns, let rows) = member.type { (columns, rows) } else { (1, member.type.scalarCount) }
            for (index, number) in numbers.prefix(columns * rows * member.arrayCount).enumerated() {
                let element = index / (columns * rows), column = index / rows % columns, row = index % rows
                let place = columns == 1 ? row * 4 : member.rowMajor ? row * member.matrixStride + column * 4 : column * member.matrixStride + row * 4
                let start = member.offset + element * member.arrayStride + place
                guard start >= 0, start + 4 <= bytes.count else { continue }
                let bits = UniformBlock.bits(number, member.type.scalarKind)
                for k in 0..<4 { bytes[start + k] = UInt8(truncatingIfNeeded: bits >> UInt32(8 * k)) }
            }
        }
        return bytes
    }
    private static func bits(_ number: Double, _ kind: ScalarType) -> UInt32 {
        switch kind {
        case .int: UInt32(bitPattern: Int32(clamping: Int(exactly: number.rounded(.towardZero)) ?? 0))
        case .uint: UInt32(clamping: Int(exactly: number.rounded(.towardZero)) ?? 0)
        case .bool: number != 0 ? 1 : 0
        default: Float(number).bitPattern
        }
    }
}

extension ShaderPlayer {
    /// Sets the file's own uniform blocks.
    func setBlocks(_ run: PassRun, _ surroundings: HostUniforms, in pass: inout RenderPass) throws {
        for block in run.program.interface.uniformBlocks.dropFirst() {
            let bytes = block.bytes { member in value(of: member, run, surroundings) }
            pass.setUniformBuffer(block.name, try device.makeBuffer(bytes, label: block.name))
        }
    }
}
