// TriangleSetup: rejects, culls and sets up filled triangles: by a SetupKernel or, until it is compiled, by ScalarTriangleSetup.

import Kernel

/// An object, so that the workers who share it count no references to what it has.
final class TriangleSetup: Sendable {
    /// nil where nothing is compiled.
    private let kernel: CompiledEntry<SetupArguments>?
    private let state: SetupKey
    private let joinsRectangles: Bool

    init(kernel: CompiledEntry<SetupArguments>?, state: SetupKey, joinsRectangles: Bool) {
        self.kernel = kernel; self.state = state; self.joinsRectangles = joinsRectangles
    }

    /// Sets the triangles up, and writes how many records there are then and how many triangles have to be clipped.
    func run(_ arguments: SetupArguments) {
        if let kernel { kernel(arguments) } else { ScalarTriangleSetup(arguments, state).run() }
        if joinsRectangles {
            let pairs = RectanglePairs(records: arguments.records, tiles: arguments.tiles, varyingCount: state.interpolations.count)
            arguments.counts.pointee.records = Int32(truncatingIfNeeded: pairs.join(Int(arguments.counts.pointee.records)))
        }
    }
}
