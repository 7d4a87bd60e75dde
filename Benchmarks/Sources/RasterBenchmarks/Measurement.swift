// Measurement times frames of two renderers, which draw in turn so that both run under the same conditions. Measurement computes
// medians and the ratios of paired frames.

import Foundation
import Raster

/// One scene's timings, in milliseconds per finished frame.
struct Measurement: Codable {
    var scene: String
    var ours: Double
    var theirs: Double
    /// The median, over paired frames, of the other renderer's time divided by Raster's time: how many times faster Raster is.
    var ratio: Double
    /// The fraction of pixels that differ by more than 8/255. The pictures are compared before the timing.
    var differingPixels: Double
}

func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    try body()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
}

/// A scene on one device, with its own target.
struct PreparedScene {
    let device: Device
    let target: Framebuffer
    private let record: (inout CommandEncoder, Int) throws -> Void

    init(_ scene: Scene, on device: Device, width: Int, height: Int) throws {
        self.device = device
        target = try device.makeFramebuffer(width: width, height: height, color: [.rgba8], depth: .depth24, samples: scene.samples)
        record = try scene.make(device, target)
    }
    /// Records one frame and discards it.
    func recordOnly(frame: Int) throws {
        var encoder = device.makeCommandEncoder()
        try record(&encoder, frame)
    }
    /// Compiles all code that later frames need.
    func prepare() throws {
        var encoder = device.makeCommandEncoder()
        try record(&encoder, 0)
        try device.prepare(encoder)
    }
    /// Records and finishes one frame.
    func draw(frame: Int) throws {
        var encoder = device.makeCommandEncoder()
        try record(&encoder, frame)
        try device.submit(encoder)
    }
}

enum PictureDifference {
    /// Returns the fraction of pixels with a channel that differs by more than 8/255.
    static func share(_ a: Image, _ b: Image) -> Double {
        var count = 0
        for i in stride(from: 0, to: a.bytes.count, by: 4) {
            for k in 0..<4 where abs(Int(a.bytes[i + k]) - Int(b.bytes[i + k])) > 8 { count += 1; break }
        }
        return Double(count) / Double(max(1, a.bytes.count / 4))
    }
}

extension Measurement {
    /// Returns the median milliseconds of one renderer's frames.
    static func alone(_ scene: Scene, on device: Device, width: Int, height: Int, frames: Int, seconds: Double) throws -> Double {
        let prepared = try PreparedScene(scene, on: device, width: width, height: height)
        try prepared.prepare()
        for frame in 0...3 { try prepared.draw(frame: frame) }
        var times: [Double] = []
        let deadline = Date().addingTimeInterval(seconds)
        for frame in 0..<frames where times.count < 5 || Date() < deadline { times.append(try milliseconds { try prepared.draw(frame: frame % 30) }) }
        return median(times)
    }

    /// Compares the pictures, warms up, then times `frames` pairs, for at most `seconds`.
    static func take(_ scene: Scene, ours: Device, theirs: Device, width: Int, height: Int, frames: Int,
                     seconds: Double) throws -> (Measurement, picturesAgree: Bool) {
        let a = try PreparedScene(scene, on: ours, width: width, height: height)
        let b = try PreparedScene(scene, on: theirs, width: width, height: height)
        try a.prepare()
        try b.prepare()
        try a.draw(frame: 0)
        try b.draw(frame: 0)
        let difference = PictureDifference.share(try a.target.readImage(), try b.target.readImage())
        for frame in 1...3 { try a.draw(frame: frame); try b.draw(frame: frame) }
        var times: [(ours: Double, theirs: Double)] = []
        let deadline = Date().addingTimeInterval(seconds)
        for frame in 0..<frames where times.count < 5 || Date() < deadline {
            let one = try milliseconds { try a.draw(frame: frame) }
            let two = try milliseconds { try b.draw(frame: frame) }
            times.append((one, two))
        }
        let result = Measurement(scene: scene.name, ours: median(times.map(\.ours)), theirs: median(times.map(\.theirs)),
                                 ratio: median(times.map { $0.theirs / $0.ours }), differingPixels: difference)
        return (result, difference <= scene.tolerance)
    }
}
