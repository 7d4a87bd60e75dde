/// Is told of the commands that a device executes. A device has one observer or none, and without one nothing is done for it.
package protocol CommandObserver: AnyObject {
    /// What is executed until `didEndFrame` is one frame. Else each submit is one.
    func willBeginFrame(label: String)
    /// The frame of several submits is over.
    func didEndFrame() throws
    /// The commands of one submit are valid and about to run; what they read has its contents of this moment. An error that is
    /// thrown keeps them from running.
    func willExecute(_ commands: [Command], label: String) throws
    /// The commands that `willExecute` was told of have run, to their end or to `error`.
    func didExecute(error: (any Error)?) throws
    /// A program could not be compiled or linked.
    func didFail(toMake program: ProgramSources, label: String, error: any Error)
    /// Whether it has seen all that it wants to see. The device drops it then.
    var isOver: Bool { get }
    /// The device's `lastCapture` once the observer is dropped.
    var summary: CaptureSummary? { get }
}

extension Device {
    /// Drops the observer if it has seen all that it wants to see.
    func dropFinishedObserver() {
        guard let observer, observer.isOver else { return }
        lastCapture = observer.summary
        self.observer = nil
    }
}
