// ThreadScaling: measures how much less time a frame takes with more threads. The time is split into two parts: the threads share the work
// of the first part; more threads do not shorten the second part.

import Foundation
import Raster

/// One scene's times with several numbers of threads.
struct ThreadScaling: Codable {
    struct Point: Codable {
        var threads: Int
        /// The median time of a frame in milliseconds.
        var frame: Double
        /// The processor time of all threads per frame in milliseconds, as a mean.
        var processor: Double
    }
    var scene: String
    /// One entry per number of threads, in the order of the measurement.
    var points: [Point]
    /// The milliseconds of a frame that more threads do not shorten. By Amdahl's law, the frame takes `serial + shared / threads`.
    var serial: Double
    /// The milliseconds of a frame that the threads share.
    var shared: Double

    /// Measures a scene. The devices draw in turn, a few frames each, so that all numbers of threads run under the same conditions.
    /// - Parameters:
    ///   - devices: The devices. Each device has a different number of threads.
    ///   - frames: The number of frames for each device. Each device draws at least five frames, even if `frames` is smaller.
    ///   - seconds: The time after which no further turn begins.
    static func take(_ scene: Scene, on devices: [(threads: Int, device: Device)], width: Int, height: Int, frames: Int,
                     seconds: Double) throws -> ThreadScaling {
        let framesPerTurn = 5
        let prepared = try devices.map { try PreparedScene(scene, on: $0.device, width: width, height: height) }
        for scene in prepared { try scene.prepare() }
        var times = devices.map { _ in [Double]() }, processor = devices.map { _ in 0.0 }
        let deadline = Date().addingTimeInterval(seconds)
        for turn in 0..<max(1, frames / framesPerTurn) where turn == 0 || Date() < deadline {
            for (i, scene) in prepared.enumerated() {
                // The first frame of a turn warms the caches. During the first frame, the threads of the previous device stop waiting for
                // work.
                try scene.draw(frame: 0)
                let start = processorMilliseconds()
                for frame in 1...framesPerTurn { times[i].append(try milliseconds { try scene.draw(frame: (turn * framesPerTurn + frame) % 30) }) }
                processor[i] += processorMilliseconds() - start
            }
        }
        let points = devices.indices.map { i in
            Point(threads: devices[i].threads, frame: median(times[i]), processor: processor[i] / Double(times[i].count))
        }
        let (serial, shared) = fit(points)
        return ThreadScaling(scene: scene.name, points: points, serial: serial, shared: shared)
    }

    /// Returns the line through the times over 1 / threads, by least squares of the relative errors. Neither `serial` nor `shared` is
    /// negative.
    private static func fit(_ points: [Point]) -> (serial: Double, shared: Double) {
        // Each row is (1, 1 / threads) · (serial, shared) = frame, divided by the frame's time.
        var a = 0.0, b = 0.0, c = 0.0, p = 0.0, q = 0.0
        for point in points {
            let x = 1 / point.frame, y = 1 / (Double(point.threads) * point.frame)
            a += x * x; b += x * y; c += y * y; p += x; q += y
        }
        let determinant = a * c - b * b
        if determinant < 1e-9 * a * c { return (0, points[0].frame * Double(points[0].threads)) }
        let serial = (p * c - q * b) / determinant, shared = (a * q - b * p) / determinant
        if serial < 0 { return (0, q / c) }
        return shared < 0 ? (p / a, 0) : (serial, shared)
    }

    /// Returns the processor time of this process in milliseconds.
    private static func processorMilliseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
