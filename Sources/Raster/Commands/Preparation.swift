import Dispatch
import Kernel
import Memory

/// Compilation that goes on in the background. Made by `Device.prepareInBackground`. The program may drop it: the work goes on all
/// the same. A process that exits does not wait for it.
public final class Preparation: Sendable {
    private let group = DispatchGroup()

    init(_ work: (@Sendable () -> Void)?) {
        guard let work else { return }
        // Dispatch would wait for memory for a thread; without preparation, code is compiled when it is needed.
        if AddressSpace.isScarce { return }
        DispatchQueue.global(qos: .utility).async(group: group, execute: work)
    }
    /// Whether all is compiled.
    public var isFinished: Bool { group.wait(timeout: .now()) == .success }
    /// Returns when all is compiled, or the process exits, which ends the work.
    public func wait() {
        while group.wait(timeout: .now() + .milliseconds(100)) == .timedOut, !BackgroundCompilation.hasEnded {}
    }
}
