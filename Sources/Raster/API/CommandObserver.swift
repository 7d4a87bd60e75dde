/// Receives the commands that a device executes. A device has at most one observer. A device without an observer does no extra
/// work.
package protocol CommandObserver: AnyObject {
    /// A frame begins. All submits until `didEndFrame` belong to this frame. A submit outside of such a frame forms a frame of its own.
    func willBeginFrame(label: String)
    /// The frame that `willBeginFrame` began is over.
    func didEndFrame() throws
    /// The commands of one submit are valid and run next. The resources that these commands
    /// read have not changed yet. If this function throws, the commands do not run.
    func willExecute(_ commands: [Command], label: String) throws
    /// All commands that were passed to `willExecute` have run, or `error` has stopped them.
    func didExecute(error: (any Error)?) throws
    /// A program could not be compiled or linked.
    func didFail(toMake program: ProgramSources, label: String, error: any Error)
    /// A compute program could not be compiled or linked.
    func didFail(toMake program: ComputeSources, label: String, error: any Error)
    /// Whether the observer needs no further commands. The device then removes the observer.
    var isOver: Bool { get }
    /// The value that the device's `lastCapture` gets when the device drops the observer.
    var summary: CaptureSummary? { get }
}

extension Device {
    /// Drops the observer if the observer needs no further commands.
    func dropFinishedObserver() {
        guard let observer, observer.isOver else { return }
        lastCapture = observer.summary
        self.observer = nil
    }
}
