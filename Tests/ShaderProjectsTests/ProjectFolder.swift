// ProjectFolder: a folder of small shader files for one test, and its pictures.

import Foundation
import Raster
import ShaderProjects
import Shading

/// A separate folder for one test, which is removed with the object.
final class ProjectFolder {
    let path: String
    init(_ files: [String: String] = [:]) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("projects-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, text) in files { try write(name, Array(text.utf8)) }
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = path + "/" + name
        try FileManager.default.createDirectory(atPath: URL(fileURLWithPath: file).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }

    func project(_ name: String = "", as host: ShaderHost? = nil) throws -> ShaderProject {
        try ShaderProject(contentsOf: name.isEmpty ? path : path + "/" + name, options: ShaderProject.Options(host: host))
    }
    /// Draws the frames 0 to `frames` − 1, 60 per second, and returns the last picture.
    func picture(_ name: String = "", frames: Int = 1, as host: ShaderHost? = nil, width: Int = 16, height: Int = 8, on device: Device = Device(.reference),
                 values: [String: [Double]] = [:]) throws -> Image {
        let player = try ShaderPlayer(device: device, project: project(name, as: host))
        for (name, values) in values { player.setValue(values, for: name) }
        return try play(player, frames: frames, width: width, height: height, on: device)
    }
    /// Draws the frames 0 to `frames` − 1, and returns the colour in the middle of the last frame.
    func color(_ name: String = "", frames: Int = 1, as host: ShaderHost? = nil, values: [String: [Double]] = [:]) throws -> SIMD4<UInt8> {
        try picture(name, frames: frames, as: host, values: values)[8, 4]
    }
}

/// Draws the frames `first` to `frames` − 1, 60 per second, and returns the last picture.
func play(_ player: ShaderPlayer, from first: Int = 0, frames: Int, width: Int = 16, height: Int = 8, on device: Device) throws -> Image {
    let target = try device.makeFramebuffer(width: width, height: height)
    for number in first..<frames {
        var encoder = device.makeCommandEncoder()
        try player.draw(ShaderMoment(time: Double(number) / 60, delta: number == 0 ? 0 : 1.0 / 60, number: number, frame: number), to: target, into: &encoder)
        try device.submit(encoder)
    }
    return try target.readImage()
}
