// CaptureSession: captures some frames of a device to a file, while the device executes these frames.

import CaptureFile
import Glibc
import Host

extension RasterError {
    package init(_ error: CaptureFileError) {
        let code: Code = switch error.code {
        case .notReadable: .fileNotReadable; case .notWritable, .inUse: .fileNotWritable; case .damaged: .invalidCapture; case .unsupported: .unsupported
        }
        self.init(code, error.subject, error.problem, remedy: error.remedy)
    }
}

final class CaptureSession: CommandObserver {
    private let path: () -> String
    private let frames: CaptureFrames
    private let start: RecordedOrigin
    /// The requested path, if the environment requested the capture; nil if the application itself started the capture. If this path is not
    /// nil, an error of the capture does not stop the application.
    private let askedPath: String?
    /// The lock of the properties below. The lock is needed because another thread completes the file when the process exits.
    private let lock = Lock(())
    /// The writer of the file; nil until the file is created, by `begin` or for the first frame.
    private var recorder: FrameRecorder?
    /// The number of the next frame.
    private var next = 0
    /// The label of the current call of `Device.frame`; nil if no call of `Device.frame` is running.
    private var groupLabel: String?
    /// The number of the frame with the label `groupLabel`; nil until the first submit of this frame.
    private var groupNumber: Int?
    private var isWriting = false
    private var frameCount = 0
    /// The number of the last frame in the file; nil if no frame was written.
    private var lastWritten: Int?
    /// The time that the session has used so far, including the time for writing.
    private var time = Duration.zero
    /// The finished capture file; nil until the file is finished.
    private var file: (path: String, byteCount: Int, writingTime: Duration)?
    private var isFinished = false
    /// Whether a failure of the capture was already reported.
    private var hasGivenUp = false
    /// The summary of the capture. The summary is nil until the capture is over, and stays nil if the capture failed or has no file.
    var summary: CaptureSummary? {
        lock.withLock { _ in
            file.map {
                CaptureSummary(path: $0.path, frameCount: frameCount, byteCount: $0.byteCount, recordingTime: time - $0.writingTime,
                               writingTime: $0.writingTime)
            }
        }
    }
    /// Whether all requested frames are in the file.
    var isOver: Bool { lock.withLock { _ in isFinished } }

    /// - Parameters:
    ///   - path: Returns the path of the file. The session calls `path` when it creates the file, and again if another writer already uses
    ///     the file at the returned path.
    ///   - askedPath: The path that the environment names; nil if the application itself starts the capture.
    init(path: @autoclosure @escaping () -> String, frames: CaptureFrames, start: RecordedOrigin, askedPath: String?) {
        self.path = path; self.frames = frames; self.start = start; self.askedPath = askedPath
        CaptureEnd.add(self)
    }
    /// Creates the file now, so that an unwritable path causes an error at once.
    func begin() throws { try timed { recorder = try madeRecorder() } }
    private func madeRecorder() throws -> FrameRecorder {
        do {
            // Other processes may have the same RASTER_CAPTURE. A process that finds the file in use takes the next file name.
            for _ in 0..<CaptureSession.mostWriters where askedPath != nil {
                do { return try FrameRecorder(path: path(), start: start) } catch where error.code == .inUse {}
            }
            return try FrameRecorder(path: path(), start: start)
        } catch { throw RasterError(error) }
    }
    private static let mostWriters = 1000
    deinit {
        try? finish()
        noteShortfall()
        CaptureEnd.remove(self)
    }

    func willBeginFrame(label: String) { lock.withLock { _ in groupLabel = label } }
    func didEndFrame() throws {
        try timed {
            groupLabel = nil
            try endFrame(error: nil)
        }
    }
    /// Calls `body` while this thread holds the lock, and adds the duration of the call to `time`.
    private func timed(_ body: () throws -> Void) throws {
        try lock.withLock { _ in
            let began = ContinuousClock.now
            defer { time += ContinuousClock.now - began }
            try body()
        }
    }
    func willExecute(_ commands: [Command], label: String) throws { try timed { try record(commands, label: label) } }
    private func record(_ commands: [Command], label: String) throws {
        if isFinished { return }
        let isFirst = groupNumber == nil, number = groupNumber ?? next
        if isFirst { next += 1 }
        if groupLabel != nil { groupNumber = number }
        if case .range(let range) = frames, !range.contains(number) { return }
        do {
            let recorder = try self.recorder ?? madeRecorder()
            self.recorder = recorder
            // If this submit continues a frame, the recorder continues the frame that earlier submits began, and does not begin a new
            // frame.
            guard isFirst || !isWriting else { return try recorder.goOn(with: commands) }
            isWriting = true
            try recorder.write(commands, label: groupLabel.flatMap { $0.isEmpty ? nil : $0 } ?? label, frame: number)
            lastWritten = number
        } catch {
            try giveUp(error)
        }
    }
    func didExecute(error: (any Error)?) throws {
        try timed {
            if groupLabel == nil || error != nil { return try endFrame(error: error) }
            if isWriting { recorder?.noteExecution() }
        }
    }
    /// Ends the frame that the session is writing.
    private func endFrame(error: (any Error)?) throws {
        groupNumber = nil
        guard isWriting, let recorder else { return }
        isWriting = false
        do {
            try recorder.writeOutcome(error: error)
            frameCount += 1
            switch frames {
            case .range(let range): if next > range.upperBound { try finish() }
            case .failing: if error != nil { try finish() } else { try recorder.clear(); frameCount = 0 }
            case .endless: break
            }
        } catch {
            try giveUp(error)
        }
    }
    /// If `frames` is `.failing`, the capture gets a frame that contains only the program that failed to compile or link. This frame has no
    /// events.
    func didFail(toMake program: ProgramSources, label: String, error: any Error) {
        // `record` itself reports failures of the capture, so errors are ignored here.
        try? timed { if frames == .failing, !isFinished { record(error) { try $0.write(program, label: label, frame: $1) } } }
    }
    func didFail(toMake program: ComputeSources, label: String, error: any Error) {
        try? timed { if frames == .failing, !isFinished { record(error) { try $0.write(program, label: label, frame: $1) } } }
    }
    private func record(_ error: any Error, write: (FrameRecorder, Int) throws -> Void) {
        do {
            let recorder = try self.recorder ?? madeRecorder()
            self.recorder = recorder
            try recorder.clear()
            try write(recorder, next)
            lastWritten = next
            try recorder.writeOutcome(error: error)
            frameCount = 1
            try finish()
        } catch let failure {
            // The caller of `makeProgram` gets the error of the program, so an error of the capture is ignored here.
            try? giveUp(failure)
        }
    }
    private func giveUp(_ error: any Error) throws {
        isFinished = true
        hasGivenUp = true
        isWriting = false
        recorder = nil
        let told = (error as? CaptureFileError).map { RasterError($0) } ?? error
        guard askedPath != nil else { throw told }
        CaptureEnd.tell("Raster captures no further frames: \(told)")
    }

    /// Ends the capture. The capture contains the current frame up to this point.
    func stop() throws {
        try timed {
            try endFrame(error: nil)
            try finish()
        }
    }
    /// Completes the file when the process exits. Other threads may still be running at this time.
    func finishAtExit() {
        // If a thread is writing the file, the thread usually finishes soon. If the thread does not finish, the file stays without an index
        // and is still readable.
        for _ in 0..<2000 {
            let isDone: Void? = lock.withLockIfAvailable { _ in
                try? finish()
                noteShortfall()
            }
            if isDone != nil { return }
            usleep(1000)
        }
    }
    /// Ends the capture and writes the file's index. If no file was begun, this function only ends the capture.
    private func finish() throws {
        isFinished = true
        guard let recorder else { return }
        self.recorder = nil
        do {
            // No frame ended with an error, so the file has no frames and is removed.
            if frames == .failing && !recorder.hasFrame { return recorder.writer.remove() }
            try recorder.writer.finish()
            file = (recorder.writer.path, Int(recorder.writer.byteCount), recorder.writer.writingTime)
            if let askedPath, askedPath != recorder.writer.path { CaptureEnd.note(otherFile: recorder.writer.path) }
        } catch {
            hasGivenUp = true
            throw RasterError(error)
        }
    }

    /// If the file has fewer frames than the environment requested, notes the reason, unless this reason was already reported.
    private func noteShortfall() {
        guard let askedPath, !hasGivenUp, let reason = shortfall(askedPath) else { return }
        hasGivenUp = true
        CaptureEnd.note(shortfall: reason)
    }
    private func shortfall(_ askedPath: String) -> String? {
        let nothing = "Raster captured nothing into '\(askedPath)': ", device = "device \(start.renderer)"
        let submitted = next == 1 ? "submitted only frame 0" : "submitted \(next) frames, 0 to \(next - 1)"
        switch frames {
        case _ where next == 0 && lastWritten == nil: return nothing + "\(device) submitted no frame"
        case .endless: return nil
        case .failing: return lastWritten == nil || frameCount == 0 && file == nil ? nothing + "no frame that \(device) submitted ended with an error" : nil
        case .range(let range) where next > range.upperBound: return nil
        case .range(let range):
            guard let lastWritten else { return nothing + "\(CaptureSession.name(range)) requested, but \(device) \(submitted)" }
            return "Raster captured no frame after \(lastWritten) into '\(askedPath)': \(CaptureSession.name(range)) requested, but \(device) \(submitted)"
        }
    }
    private static func name(_ range: ClosedRange<Int>) -> String {
        range.count == 1 ? "frame \(range.lowerBound) was" : "frames \(range.lowerBound) to \(range.upperBound) were"
    }
}
