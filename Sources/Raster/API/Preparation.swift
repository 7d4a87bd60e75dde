// Preparation: compilation that goes on in the background.

import Dispatch
import Kernel

/// Made by `Device.prepareInBackground`. May be dropped: the work goes on all the same.
public final class Preparation: Sendable {
    private let group = DispatchGroup()

    init(_ work: (@Sendable () -> Void)?) {
        guard let work else { return }
        // A process that exits waits for it.
        DispatchQueue.global(qos: .utility).async(group: group) { BackgroundCompilation.perform(work) }
    }
    /// Whether all is compiled.
    public var isFinished: Bool { group.wait(timeout: .now()) == .success }
    /// Returns when all is compiled.
    public func wait() { group.wait() }
}
