// TriangleSetup: rejects, culls and sets up filled triangles. It calls a SetupKernel or, until the kernel is compiled,
// ScalarTriangleSetup.

import Kernel

/// TriangleSetup is a class. Workers that share a TriangleSetup then do not count references to its members.
final class TriangleSetup: Sendable {
    /// The compiled SetupKernel; nil if it is not compiled yet.
    private let kernel: CompiledEntry<SetupArguments>?
    private let state: SetupKey
    private let joinsRectangles: Bool

    init(kernel: CompiledEntry<SetupArguments>?, state: SetupKey, joinsRectangles: Bool) {
        self.kernel = kernel; self.state = state; self.joinsRectangles = joinsRectangles
    }

    /// Sets up the triangles. Writes to `counts` the number of records and the number of triangles that have to be clipped.
    func run(_ arguments: SetupArguments) {
        if let kernel { kernel(arguments) } else { ScalarTriangleSetup(arguments, state).run() }
        if joinsRectangles {
            let pairs = RectanglePairs(records: arguments.records, tiles: arguments.tiles, varyingCount: state.interpolations.count)
            arguments.counts.pointee.records = Int32(truncatingIfNeeded: pairs.join(Int(arguments.counts.pointee.records)))
        }
    }
}
