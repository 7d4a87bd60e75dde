import Dispatch
import Kernel
import Memory

/// Compilation in the background, started by `Device.prepareInBackground`. The compilation continues even if the program drops this
/// object. A process that exits does not wait for the compilation.
public final class Preparation: Sendable {
    private let group = DispatchGroup()

    init(_ work: (@Sendable () -> Void)?) {
        guard let work else { return }
        // If memory is scarce, Dispatch would wait until it has memory for a new thread. Without preparation, code is compiled when
        // a draw needs it.
        if AddressSpace.isScarce { return }
        DispatchQueue.global(qos: .utility).async(group: group, execute: work)
    }
    /// Whether the compilation of all code is complete.
    public var isFinished: Bool { group.wait(timeout: .now()) == .success }
    /// Waits until all code is compiled. If the process exits, the compilation ends, and this function returns.
    public func wait() {
        while group.wait(timeout: .now() + .milliseconds(100)) == .timedOut, !BackgroundCompilation.hasEnded {}
    }
}
