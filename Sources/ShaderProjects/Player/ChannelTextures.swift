// ChannelTextures: the textures of a project's channels that no pass draws: files, built-in pictures, keyboard, sound and video.

import Foundation
import Raster

final class ChannelTextures {
    private let device: Device
    private let standIns: ShaderStandIns
    /// The name of the built-in picture in sentences.
    var standInName: String { standIns.pictureName }
    private let host: ShaderHost
    private var made: [Key: Texture] = [:]
    private var videos: [String: VideoFrames] = [:]
    private var sounds: [String: WaveFile] = [:]
    /// The number of the moment for which videos, sounds and keys were last written.
    private var moment: ShaderMoment?
    private(set) var notes: [String] = []
    /// The user's picture that the project changes; nil for a built-in picture.
    var input: Texture?

    private struct Key: Hashable { var content: ShaderProject.Content; var isFlipped: Bool }

    init(device: Device, host: ShaderHost, standIns: ShaderStandIns) { self.device = device; self.host = host; self.standIns = standIns }

    /// Whether a channel's texture changes with time.
    static func moves(_ content: ShaderProject.Content) -> Bool {
        switch content {
        case .video, .keyboard: true
        case .audio(let path): path != nil
        default: false
        }
    }

    /// Returns the texture of a channel, which is made at its first use. A file that cannot be read is an error at the first use.
    func texture(for channel: ShaderProject.Channel) throws -> Texture {
        if channel.content == .input, let input { return input }
        // Hosts that count rows from the top read the first row of a picture at t = 0.
        let key = Key(content: channel.content, isFlipped: channel.isFlipped != host.countsRowsDown)
        if let texture = made[key] { return texture }
        let texture = try make(key)
        made[key] = texture
        return texture
    }
    /// Returns noise with 256 texels per side.
    func noise() throws -> Texture { try texture(for: ShaderProject.Channel(.noise(size: 256, isGrey: false))) }

    private func make(_ key: Key) throws -> Texture {
        func picture(_ image: Image, _ label: String, mipmapped: Bool = true) throws -> Texture {
            try device.makeTexture(from: key.isFlipped ? ChannelTextures.flipped(image) : image, mipmapped: mipmapped, label: label)
        }
        switch key.content {
        case .pass, .lastFrame:
            return try device.makeTexture(TextureDescriptor(format: .rgba8, width: 1, height: 1, label: "black"))
        case .input: return try picture(standIns.input(host), "input picture")
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
            if path.fileExtension == "wav" { sounds[path] = try WaveFile(HostFile.read(path), name: path) }
            else { notes.append("the sound '\(path)' is silent, because only WAV files are read; convert it, for example with ffmpeg.") }
            return texture
        case .video(let path):
            let frames = try VideoFrames(path)
            videos[path] = frames
            return try picture(try frames.frame(at: 0), path, mipmapped: false)
        }
    }

    /// Writes the frames of videos, the sounds and the keys of a moment.
    func update(_ now: ShaderMoment) throws {
        guard moment != now else { return }
        moment = now
        for (key, texture) in made {
            switch key.content {
            case .video(let path):
                if let image = try videos[path]?.frame(at: now.time), image.width == texture.width, image.height == texture.height {
                    try texture.upload(key.isFlipped ? ChannelTextures.flipped(image) : image)
                }
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
                    let d: SIMD3<Double> = switch face {
                    case .positiveX: SIMD3(1, -b, -a)
                    case .negativeX: SIMD3(-1, -b, a)
                    case .positiveY: SIMD3(a, 1, b)
                    case .negativeY: SIMD3(a, -1, -b)
                    case .positiveZ: SIMD3(a, -b, 1)
                    case .negativeZ: SIMD3(-a, -b, -1)
                    }
                    let u = 0.5 + PortableMath.arctangent(d.x, d.z) / (2 * .pi)
                    let v = 0.5 - PortableMath.arctangent(d.y, (d.x * d.x + d.z * d.z).squareRoot()) / .pi
                    let x = min(max(Int(u * Double(image.width)), 0), image.width - 1), y = min(max(Int(v * Double(image.height)), 0), image.height - 1)
                    result[column, row] = image[x, y]
                }
            }
            return result
        }
    }
    /// Cuts a strip of six squares, turns a panorama into faces, or takes one square for all faces.
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
