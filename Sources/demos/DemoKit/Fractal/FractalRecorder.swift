// FractalRecorder: records a window's playback and edits as a film.
//
// The recorder keeps the demo's state at each drawn frame instead of pictures. A picture of the demo depends only on the state and the
// time, so the film can be drawn after the recording, on a separate thread and device. The film has full detail and an even frame rate,
// even if the window was slow.

import Dispatch
import Effects
import Foundation
import Raster
import Scenes2D
import Synchronization

/// The state of the demo at one moment.
struct FractalMoment: Sendable {
    var time: Double
    var system: LSystem
    var isInSpace: Bool
    var chain: [FractalDemo.FilterEntry]
    var progress: Double?
    var begin: Double
    var orbit: (angle: Double, tilt: Double)
    /// The position of the pointer as fractions of the picture's width and height, from the lower left.
    var pointer: SIMD2<Float>
    var editor: RuleEditor?
}

final class FractalRecorder: Sendable {
    let path: String
    let size: PixelSize
    private let framesPerSecond: Double
    private let duration: Double
    private let moments = Mutex<[FractalMoment]>([])
    /// The message about the film; nil if there is no message.
    private let message = Mutex<String?>(nil)
    private let work = DispatchGroup()
    /// The maximum length of a film in seconds. The states of a longer film would take too much memory.
    static let longest = 600.0

    init(path: String, size: PixelSize, framesPerSecond: Double, growthDuration: Double) {
        self.path = path; self.size = size; self.framesPerSecond = framesPerSecond; duration = growthDuration
    }
    var notice: String? { message.withLock { $0 } }
    /// Returns the seconds from the film's first moment to the given time.
    func length(at time: Double) -> Double { moments.withLock { $0.first.map { time - $0.time } ?? 0 } }

    func add(_ moment: FractalMoment) {
        moments.withLock { moments in
            guard moments.first.map({ moment.time - $0.time <= FractalRecorder.longest }) ?? true else { return }
            moments.append(moment)
        }
    }
    /// Draws the film on another thread. While the film is drawn, `notice` has a text about the progress.
    func finishInBackground(at end: Double) {
        message.withLock { $0 = "writing \(path)" }
        DispatchQueue.global(qos: .utility).async(group: work) { [self] in
            do {
                try finish(at: end, kind: .jit)
                message.withLock { $0 = "wrote \(path)" }
            } catch { message.withLock { $0 = "\(error)" } }
        }
    }
    /// Waits until the film that is being drawn is in its file.
    func wait() { work.wait() }

    /// Draws the film.
    /// - Parameter end: The time at which the film ends.
    func finish(at end: Double, kind: Device.Kind) throws {
        let moments = moments.withLock { $0 }
        guard let first = moments.first else { return }
        let device = Device(kind), demo = try FractalDemo(device: device, system: first.system, duration: duration)
        let driver = try HeadlessDriver(device: device, size: size, samples: 1), file = try PictureFile(path)
        try file.prepareFolder()
        let count = max(1, Int(((min(end, first.time + FractalRecorder.longest) - first.time) * framesPerSecond).rounded(.up)))
        let output = try SequenceFile(file, range: FrameRange(first: 1, last: count), size: (size.width, size.height), framesPerSecond: framesPerSecond,
                                      resumes: false)
        defer { output.drain() }
        var next = 0
        for number in 1...count {
            let time = first.time + Double(number - 1) / framesPerSecond
            while next < moments.count, moments[next].time <= time + 1e-9 {
                demo.show(moments[next], size)
                next += 1
            }
            try output.add(try driver.render(demo, time: time, delta: number == 1 ? 0 : 1 / framesPerSecond, number: number - 1), number: number, time: time,
                           drawing: 0)
            if number % 10 == 0 { message.withLock { $0 = "writing \(path): \(number * 100 / count) %" } }
        }
        _ = try output.finish()
    }

    /// Returns an unused file name in the current folder: .mp4 if ffmpeg is installed, otherwise .apng.
    static func freePath(_ name: String) -> String {
        let ending = (try? VideoPipe.requireProgram(for: .mp4)) == nil ? "apng" : "mp4"
        var number = 1
        while FileManager.default.fileExists(atPath: "\(name)-\(number).\(ending)") { number += 1 }
        return "\(name)-\(number).\(ending)"
    }
}
