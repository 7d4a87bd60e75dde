// ShadertoyMedia: the textures of Shadertoy's site, which an export names by the hash of the texture's file. Raster does not have these
// files, so built-in pictures of the same kind and size take their places.

import Raster

enum ShadertoyMedia {
    /// The noise textures, each with the first letters of its hash, its size, and whether it is grey.
    private static let noises: [(hash: String, size: Int, isGrey: Bool)] = [
        ("3083c722", 64, false), ("f735bee5", 256, false), ("0a405623", 64, true), ("0c7bf5fe", 256, true), ("cb49c003", 1024, true), ("85a6d686", 8, true),
    ]

    /// Returns the content of an input by its path in the export: a file with this name beside the export, or, without such a file, a
    /// built-in texture.
    /// - Parameter kind: The input's `ctype`.
    static func content(path: String, kind: String, folder: String) -> ShaderProject.Content {
        let found = ProjectFiles.find(path, beside: folder), hash = path.stem
        switch kind {
        case "cubemap":
            guard let found else { return .sky }
            let stem = found.folderName + found.stem, ending = found.dropFirst(stem.count)
            let others = (1..<6).compactMap { ProjectFiles.find("\(stem)_\($0)\(ending)".fileName, beside: found.folderName) }
            return .cubeMap(paths: others.count == 5 ? [found] + others : [found])
        case "volume": return .volume(path: found)
        case "video": return found.map { .video(path: $0) } ?? .standIn
        case "music", "musicstream", "mic", "audio": return .audio(path: found.flatMap { SoundFile.extensions.contains($0.fileExtension) ? $0 : nil })
        case "webcam": return .standIn
        case "keyboard": return .keyboard
        default:
            if let found { return .picture(path: found) }
            return noises.first { hash.hasPrefix($0.hash) }.map { .noise(size: $0.size, isGrey: $0.isGrey) } ?? .standIn
        }
    }
    /// Returns a sentence about an input that is replaced by a built-in texture or by silence; nil if the input is not replaced.
    static func note(path: String, kind: String, content: ShaderProject.Content, channel: String) -> String? {
        switch content {
        case .standIn where kind == "webcam": "\(channel) is a camera; a built-in picture stands for it."
        case .standIn where kind == "video": "\(channel) is the video '\(path)', which is not beside the project; a built-in picture stands for it."
        case .standIn: "\(channel) is the picture '\(path)', which is not beside the project; a built-in picture stands for it."
        case .sky: "\(channel) is the cube map '\(path)', which is not beside the project; a built-in sky stands for it."
        case .volume(nil): "\(channel) is a 3D texture that is not beside the project; built-in noise stands for it."
        case .audio(nil):
            kind == "mic" ? "\(channel) is a microphone; it is silent." : "\(channel) is the sound '\(path)', which is not beside the project; it is silent."
        default: nil
        }
    }
    /// Returns the sampler that an export describes.
    static func sampler(filter: String?, wrap: String?) -> Sampler {
        let mode: WrapMode = wrap == "repeat" ? .repeat : wrap == "mirror" ? .mirroredRepeat : .clampToEdge
        switch filter {
        case "nearest": return Sampler(min: .nearest, mag: .nearest, wrap: mode)
        case "mipmap": return Sampler(mip: .linear, wrap: mode)
        default: return Sampler(wrap: mode)
        }
    }
}
