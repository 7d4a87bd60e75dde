import Dispatch
import Kernel
import Memory

/// Compilation in the background, started by `Device.prepareInBackground`. The compilation continues even if the program drops this
/// object. A process that exits does not wait for the compilation.
public final class Preparation: Sendable {
    private let group = DispatchGroup()

    init(_ work: (@Sendable () -> Void)?) {
        guard let work else { return }
        // When memory is scarce, Dispatch would wait until a new thread gets memory. Without preparation, code is compiled when it
        // is needed.
        if AddressSpace.isScarce { return }
        DispatchQueue.global(qos: .utility).async(group: group, execute: work)
    }
    /// Whether all code is compiled.
    public var isFinished: Bool { group.wait(timeout: .now()) == .success }
    /// Returns when all code is compiled, or when the process exits, which ends the compilation.
    public func wait() {
        while group.wait(timeout: .now() + .milliseconds(100)) == .timedOut, !BackgroundCompilation.hasEnded {}
    }
}
