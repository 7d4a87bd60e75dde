// CaptureCost measures the time of a frame on a device that has captured nothing, on a device whose capture has ended, and on a
// device that writes the frame into a file.

import Foundation
import Raster

/// Milliseconds per frame, and the bytes of a capture of one frame.
struct CaptureCost: Codable {
    var scene: String
    /// The time of a frame without a capture.
    var plain: Double
    /// The time of a frame after a capture has ended. `afterwards` should equal `plain`.
    var afterwards: Double
    /// The time of the first captured frame. The contents of all textures and buffers that the frame depends on are compressed and
    /// written.
    var captured: Double
    /// The part of `captured` that recording takes: finding and describing the textures and buffers that the frame depends on, and
    /// hashing their contents before and after the frame.
    var recording: Double
    /// The time of a later frame in the same capture. Only contents that the frames in between have changed are written, because the file
    /// already has all other contents.
    var next: Double
    var bytes: Int

    static func take(_ scene: Scene, on device: Device, width: Int, height: Int, frames: Int) throws -> CaptureCost {
        let prepared = try PreparedScene(scene, on: device, width: width, height: height)
        let path = NSTemporaryDirectory() + "raster-benchmark-\(ProcessInfo.processInfo.processIdentifier).rcap"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try prepared.prepare()
        func measure() throws -> Double { median(try (0..<frames).map { frame in try milliseconds { try prepared.draw(frame: frame) } }) }
        for frame in 0..<3 { try prepared.draw(frame: frame) }
        let plain = try measure()
        var recordings: [Double] = []
        let captured = try median((0..<9).map { frame in
            let time = try milliseconds {
                try device.captureNextFrame(to: path)
                try prepared.draw(frame: frame)
            }
            if let took = device.lastCapture?.recordingTime { recordings.append(took / .milliseconds(1)) }
            return time
        })
        try device.startCapture(to: path)
        try prepared.draw(frame: 0)
        let next = try measure()
        try device.stopCapture()
        try device.captureNextFrame(to: path)
        try prepared.draw(frame: 0)
        let bytes = (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        return CaptureCost(scene: scene.name, plain: plain, afterwards: try measure(), captured: captured, recording: median(recordings), next: next,
                           bytes: bytes)
    }
}
