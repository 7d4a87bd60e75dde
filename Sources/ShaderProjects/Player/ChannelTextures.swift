// ChannelTextures: the textures of a project's channels that no pass draws: files, built-in pictures, keyboard, sound and video.

import Foundation
import Raster

final class ChannelTextures {
    private let device: Device
    private let standIns: ShaderStandIns
    /// The name that sentences give to the built-in picture.
    var standInName: String { standIns.pictureName }
    private let host: ShaderHost
    private var made: [Key: Texture] = [:]
    private var videos: [String: VideoFrames] = [:]
    private var sounds: [String: SoundFile] = [:]
    private var stored: [String: Image] = [:]
    /// The moment for which videos, sounds and keys were last written; nil before the first frame.
    private var moment: ShaderMoment?
    private(set) var notes: [String] = []
    /// The user's picture or video that the project changes; nil for a built-in picture.
    var input: ShaderProject.Content?

    private struct Key: Hashable { var content: ShaderProject.Content; var isFlipped: Bool }

    init(device: Device, host: ShaderHost, standIns: ShaderStandIns) { self.device = device; self.host = host; self.standIns = standIns }

    /// Stores a picture under a name. Another picture with this name is replaced.
    func add(_ image: Image, named name: String) {
        stored[name] = image
        made = made.filter { $0.key.content != .stored(name) }
    }
    /// If the content is the input and the user has given another picture or video, returns the user's content. All other contents are
    /// returned unchanged.
    private func resolved(_ content: ShaderProject.Content) -> ShaderProject.Content {
        switch content {
        case .input: return input ?? .input
        case .earlierInput:
            if case .video? = input { return content }
            return input ?? .input
        default: return content
        }
    }

    /// Returns whether a channel's texture changes with time.
    func moves(_ content: ShaderProject.Content) -> Bool {
        switch resolved(content) {
        case .video, .keyboard, .earlierInput: true
        case .audio(let path): path != nil
        default: false
        }
    }

    /// Returns the texture of a channel. The texture is made at the first use of the channel, so a file that cannot be read is an error at
    /// the first use.
    func texture(for channel: ShaderProject.Channel) throws -> Texture {
        // For hosts that count rows from the top, the first row of a picture lies at t = 0.
        let key = Key(content: resolved(channel.content), isFlipped: channel.isFlipped != host.countsRowsDown)
        if let texture = made[key] { return texture }
        let texture = try make(key)
        made[key] = texture
        if let moment { try write(key, to: texture, at: moment) }
        return texture
    }
    /// Returns noise with 256 texels per side.
    func noise() throws -> Texture { try texture(for: ShaderProject.Channel(.noise(size: 256, isGrey: false))) }

    /// The light of the built-in sky, as glslViewer's `u_SH`.
    lazy var skyHarmonics = SkyHarmonics.coefficients(of: standIns.sky())

    private func make(_ key: Key) throws -> Texture {
        func picture(_ image: Image, _ label: String, mipmapped: Bool = true) throws -> Texture {
            try device.makeTexture(from: key.isFlipped ? ChannelTextures.flipped(image) : image, mipmapped: mipmapped, label: label)
        }
        switch key.content {
        case .pass, .lastFrame, .depth:
            return try device.makeTexture(TextureDescriptor(format: .rgba8, width: 1, height: 1, label: "black"))
        case .input: return try picture(standIns.input(host), "input picture")
        case .earlierInput(let frames): return try picture(try earlierFrame(frames, at: 0) ?? standIns.input(host), "earlier frame", mipmapped: false)
        case .stored(let name): return try picture(stored[name] ?? standIns.picture(), name)
        case .picture(let path): return try picture(try Image(contentsOf: path), path)
        case .standIn: return try picture(standIns.picture(), standIns.pictureName)
        case .noise(let size, let isGrey):
            return try device.makeTexture(from: standIns.noise(min(max(size, 1), 4096), isGrey), mipmapped: true, label: "noise")
        case .sky: return try device.makeTexture(cube: standIns.sky(), mipmapped: true, label: "sky")
        case .cubeMap(let paths):
            let images = try paths.map { path in try Image(contentsOf: path) }
            let faces = images.count == 1 ? try ChannelTextures.faces(of: images[0], name: paths[0]) : images
            return try device.makeTexture(cube: faces, mipmapped: true, label: paths.first ?? "cube map")
        case .volume(let path):
            guard let path else { return try VolumeFile.noise(standIns.noise(256, false), device: device) }
            return try VolumeFile.texture(HostFile.read(path), name: path, device: device)
        case .keyboard: return try device.makeTexture(TextureDescriptor(format: .r8, width: 256, height: 3, label: "keyboard"))
        case .audio(let path):
            let texture = try device.makeTexture(TextureDescriptor(format: .r8, width: 512, height: 2, label: path ?? "silence"))
            try texture.replace(bytes: AudioAnalysis.silence)
            guard let path else { return texture }
            let sound = try SoundFile(HostFile.read(path), name: path)
            if sound.isCut { notes.append("the sound '\(path)' is played up to its sample \(SoundFile.maximumCount).") }
            sounds[path] = sound
            return texture
        case .video(let path): return try picture(try video(path).frame(at: 0), path, mipmapped: false)
        }
    }
    private func video(_ path: String) throws -> VideoFrames {
        if let frames = videos[path] { return frames }
        let frames = try VideoFrames(path)
        videos[path] = frames
        return frames
    }
    /// Returns the frame of the input video that is `frames` frames before the frame at `time`; nil if the input is no video.
    private func earlierFrame(_ frames: Int, at time: Double) throws -> Image? {
        guard case .video(let path)? = input else { return nil }
        return try video(path).frame(at: max(0, time - Double(frames) / VideoFrames.framesPerSecond))
    }

    /// Writes the frames of videos, the sounds and the keys of a moment.
    func update(_ now: ShaderMoment) throws {
        guard moment != now else { return }
        moment = now
        // Earlier frames are read first, because a video can only be read forwards.
        func frameOrder(_ key: Key) -> Int { if case .earlierInput(let frames) = key.content { -frames } else { 0 } }
        for (key, texture) in made.sorted(by: { frameOrder($0.key) < frameOrder($1.key) }) { try write(key, to: texture, at: now) }
    }
    /// Writes a texture that changes with time.
    private func write(_ key: Key, to texture: Texture, at now: ShaderMoment) throws {
        func upload(_ image: Image?) throws {
            guard let image, image.width == texture.width, image.height == texture.height else { return }
            try texture.upload(key.isFlipped ? ChannelTextures.flipped(image) : image)
        }
        switch key.content {
        case .video(let path): try upload(videos[path]?.frame(at: now.time))
        case .earlierInput(let frames): try upload(earlierFrame(frames, at: now.time))
        case .audio(let path):
            if let sound = path.flatMap({ sounds[$0] }) { try texture.replace(bytes: AudioAnalysis.texels(of: sound, at: now.time)) }
        case .keyboard:
            var texels = [UInt8](repeating: 0, count: 256 * 3)
            for (row, keys) in [now.heldKeys, now.pressedKeys, now.toggledKeys].enumerated() {
                for key in keys where (0..<256).contains(key) { texels[row * 256 + key] = 255 }
            }
            try texture.replace(bytes: texels)
        default: break
        }
    }

    private static func flipped(_ image: Image) -> Image {
        let rowBytes = image.width * image.format.bytesPerPixel
        var result = image
        for row in 0..<image.height {
            let from = (image.height - 1 - row) * rowBytes
            result.bytes.replaceSubrange(row * rowBytes..<(row + 1) * rowBytes, with: image.bytes[from..<from + rowBytes])
        }
        return result
    }
    /// Turns a panorama (equirectangular, twice as wide as high) into six faces.
    private static func faces(ofPanorama image: Image) -> [Image] {
        let side = min(max(image.height / 2, 1), 1024), image = image.converted(to: .rgba8)
        return CubeFace.allCases.map { face in
            var result = Image(width: side, height: side)
            for row in 0..<side {
                for column in 0..<side {
                    let a = 2 * (Double(column) + 0.5) / Double(side) - 1, b = 2 * (Double(row) + 0.5) / Double(side) - 1
                    let d = face.direction(a, b)
                    let u = 0.5 + PortableMath.arctangent(d.x, d.z) / (2 * .pi)
                    let v = 0.5 - PortableMath.arctangent(d.y, (d.x * d.x + d.z * d.z).squareRoot()) / .pi
                    let x = min(max(Int(u * Double(image.width)), 0), image.width - 1), y = min(max(Int(v * Double(image.height)), 0), image.height - 1)
                    result[column, row] = image[x, y]
                }
            }
            return result
        }
    }
    /// Makes six faces from a picture: the squares of a strip, the faces of a panorama, or one square that is used for all faces.
    private static func faces(of image: Image, name: String) throws -> [Image] {
        if image.width == 2 * image.height { return faces(ofPanorama: image) }
        let side = min(image.width, image.height), pixel = image.format.bytesPerPixel
        guard image.width == image.height || max(image.width, image.height) == 6 * side else {
            throw RasterError(.invalidImage, "cube map '\(name)'", "is \(image.width)×\(image.height)",
                              remedy: "use a strip of six squares, a panorama that is twice as wide as high, or six files")
        }
        return (0..<6).map { face in
            let number = image.width == image.height ? 0 : face
            let (left, top) = image.width > image.height ? (number * side, 0) : (0, number * side)
            var bytes: [UInt8] = []
            for row in 0..<side {
                let start = ((top + row) * image.width + left) * pixel
                bytes += image.bytes[start..<start + side * pixel]
            }
            return Image(width: side, height: side, format: image.format, bytes: bytes)
        }
    }
}
