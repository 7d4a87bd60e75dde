// WorkGroupLanes: which invocations of a work group a kernel's lanes are. A batch is W consecutive invocations, in the order of
// gl_LocalInvocationIndex: x first, then y, then z.

import Kernel
import Shading

package struct WorkGroupLanes {
    private let size: SIMD3<Int>
    /// The index of the first lane's invocation, a multiple of W.
    private let first: Scalar<Int32>
    private var builder: KernelBuilder { first.builder }
    private var count: Int { size.x * size.y * size.z }

    package init(_ module: ShaderModule, first: Scalar<Int32>) {
        size = module.workGroupSize
        self.first = first
    }

    /// The number of batches of a work group.
    package static func batchCount(_ module: ShaderModule, lanes: Int) -> Int { (module.invocationsPerWorkGroup + lanes - 1) / lanes }

    /// The lanes without an invocation; nil if all lanes of all batches have one.
    package var idle: LaneMask? { count % builder.lanes == 0 ? nil : ~builder.firstLanes(Int32(count) - first) }

    /// gl_LocalInvocationID.x (axis 0), .y (1) or .z (2).
    package func position(_ axis: Int) -> UIntLanes {
        if size[axis] == 1 { return builder.lanes(UInt32(0)) }
        if axis == 0 && builder.lanes % size.x == 0 { return builder.lanes((0 ..< builder.lanes).map { UInt32($0 % size.x) }) }
        if axis == 0 && (size.x == count || size.x % builder.lanes == 0) {
            let start = size.x == count ? first.withSign(of: UInt32.self) : uniformPosition(0)
            return start.broadcast() + builder.laneIndices.withSign(of: UInt32.self)
        }
        return table(axis).element(first, stride: 4).loadLanes(UInt32.self, .constant)
    }
    /// The position of the first lane, which all lanes share if `BuiltinInput.isUniform` says so.
    package func uniformPosition(_ axis: Int) -> Scalar<UInt32> {
        size[axis] == 1 ? builder.scalar(0) : table(axis).element(first, stride: 4).load(UInt32.self, .constant)
    }

    /// The positions of all invocations, and of as many more as the last batch has lanes.
    private func table(_ axis: Int) -> Pointer {
        let padded = (count + builder.lanes - 1) / builder.lanes * builder.lanes
        return builder.table((0 ..< padded).map { number in
            UInt32([number % size.x, number / size.x % size.y, number / size.x / size.y][axis])
        })
    }
}
