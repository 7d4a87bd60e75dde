// WorkGroupLanes: maps the lanes of a kernel to the invocations of a work group. A batch contains consecutive invocations in the order of
// gl_LocalInvocationIndex (x first, then y, then z). Usually a batch has W invocations. If results can depend on the order of several
// atomic operations, a batch has four invocations, as in the interpreter.

import Kernel
import Shading

package struct WorkGroupLanes {
    private let size: SIMD3<Int>
    /// The index of the first lane's invocation, a multiple of `batchSize`.
    private let first: Scalar<Int32>
    /// The number of lanes of a batch that have an invocation. In the last batch, fewer lanes may have an invocation.
    private let batchSize: Int
    private var builder: KernelBuilder { first.builder }
    private var count: Int { size.x * size.y * size.z }

    /// - Parameters:
    ///   - batch: The index of the batch.
    ///   - batchSize: The result of `batchSize(_:lanes:)` for the program's original module, because optimisation may change the number of
    ///     atomic operations.
    package init(_ module: ShaderModule, batch: Scalar<Int32>, batchSize: Int) {
        size = module.workGroupSize
        self.batchSize = batchSize
        first = batch * Int32(batchSize)
    }

    /// Returns the number of invocations that run together. All these invocations execute an instruction before the next instruction
    /// begins. So if an invocation executes several atomic operations, the order of the operations depends on the number of invocations
    /// that run together. The interpreter runs four invocations together.
    package static func batchSize(_ module: ShaderModule, lanes: Int) -> Int { module.showsOrderOfSeveralAtomics ? min(lanes, 4) : lanes }
    /// Returns the number of batches of a work group.
    package static func batchCount(_ module: ShaderModule, lanes: Int) -> Int {
        let size = batchSize(module, lanes: lanes)
        return (module.invocationsPerWorkGroup + size - 1) / size
    }

    /// The lanes without an invocation; nil if all lanes of all batches have an invocation.
    package var idle: LaneMask? {
        let rest = Int32(count) - first
        if batchSize == builder.lanes { return count % batchSize == 0 ? nil : ~builder.firstLanes(rest) }
        return ~(count % batchSize == 0 ? builder.firstLanes(builder.scalar(Int32(batchSize)))
            : builder.firstLanes(rest) & builder.firstLanes(builder.scalar(Int32(batchSize))))
    }

    /// Returns gl_LocalInvocationID.x for axis 0, .y for axis 1, and .z for axis 2.
    package func position(_ axis: Int) -> UIntLanes {
        if size[axis] == 1 { return builder.lanes(UInt32(0)) }
        if axis == 0 && batchSize % size.x == 0 { return builder.lanes((0 ..< builder.lanes).map { UInt32($0 % size.x) }) }
        if axis == 0 && (size.x == count || size.x % builder.lanes == 0) {
            let start = size.x == count ? first.withSign(of: UInt32.self) : uniformPosition(0)
            return start.broadcast() + builder.laneIndices.withSign(of: UInt32.self)
        }
        return table(axis).element(first, stride: 4).loadLanes(UInt32.self, .constant)
    }
    /// Returns the position of the first lane's invocation. All lanes have this position if `BuiltinInput.isUniform` is true.
    package func uniformPosition(_ axis: Int) -> Scalar<UInt32> {
        size[axis] == 1 ? builder.scalar(0) : table(axis).element(first, stride: 4).load(UInt32.self, .constant)
    }

    /// Adds a table of the positions of all invocations along an axis. The table has more entries than invocations, so that a vector can be
    /// loaded for the last batch too.
    private func table(_ axis: Int) -> Pointer {
        let padded = (count + batchSize - 1) / batchSize * batchSize + builder.lanes - batchSize
        return builder.table((0 ..< padded).map { number in
            UInt32([number % size.x, number / size.x % size.y, number / size.x / size.y][axis])
        })
    }
}
