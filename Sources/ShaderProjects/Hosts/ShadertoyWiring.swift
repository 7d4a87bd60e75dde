// ShadertoyWiring: the passes of Shadertoy, the order of the passes, and channels that no file describes.

import Raster
import Shading

/// The names of Shadertoy's passes.
enum ShadertoyPass: Hashable {
    case common, buffer(Int), cube(Int), image, sound, vertex

    /// Finds the pass that the name of a file or a tab means: `Image`, `image`, `main`, `BufferA`, `buf_a`, `Buf A`, `buffer-a`, `b`, `Cube
    /// A`, `common`. Returns nil if the name means no pass.
    init?(name: String) {
        var letters = String(name.lowercased().filter { $0.isLetter || $0.isNumber })
        for word in ["image", "common", "sound", "cubemap", "cube", "buffer", "buf", "main", "tab", "pass"] where letters == word || letters.hasPrefix(word) {
            letters.removeFirst(word.count)
            func number() -> Int? {
                if letters.isEmpty { return 0 }
                guard letters.count == 1, let first = letters.unicodeScalars.first else { return nil }
                if ("a"..."h").contains(first) { return Int(first.value) - 97 }
                return ("0"..."7").contains(first) ? Int(first.value) - 48 : nil
            }
            switch word {
            case "image", "main":
                guard letters.isEmpty else { return nil }
                self = .image
            case "common":
                guard letters.isEmpty else { return nil }
                self = .common
            case "sound":
                guard letters.isEmpty else { return nil }
                self = .sound
            case "cubemap", "cube":
                guard let number = number() else { return nil }
                self = .cube(number)
            case "buffer", "buf":
                guard !letters.isEmpty, let number = number() else { return nil }
                self = .buffer(number)
            default: return nil
            }
            return
        }
        return nil
    }

    private static func letter(_ number: Int) -> String { String(UnicodeScalar(UInt8(65 + min(max(number, 0), 25)))) }
    /// The name that Shadertoy's site shows.
    var title: String {
        switch self {
        case .common: "Common"
        case .buffer(let number): "Buffer \(ShadertoyPass.letter(number))"
        case .cube(let number): "Cube \(ShadertoyPass.letter(number))"
        case .image: "Image"
        case .sound: "Sound"
        case .vertex: "Vertex"
        }
    }
    /// The order in which Shadertoy's site draws the passes: buffers, cube maps, the image.
    var order: Int {
        switch self {
        case .common: -1
        case .buffer(let number): number
        case .cube(let number): 100 + number
        case .image: 1000
        case .sound, .vertex: 2000
        }
    }
}

enum ShadertoyWiring {
    /// The sentence about a sound pass.
    static let soundNote = "the sound pass is heard only in a file; --sound FILE.wav writes it."

    /// Sets the format of a pass: buffers have floats, and the image has the format of the target.
    static func prepare(_ pass: inout ShaderProject.Pass, as kind: ShadertoyPass) {
        switch kind {
        case .buffer: pass.format = .rgba32Float
        case .cube:
            pass.format = .rgba16Float
            pass.isCube = true
            (pass.width, pass.height) = (.pixels(1024), .pixels(1024))
        case .sound: pass.isSound = true
        default: break
        }
    }

    /// Chooses the channels of passes whose channels no file describes. The choice depends on the number of channels that a pass reads.
    /// These rules fit most of 2,100 exported projects: a single channel of the image is the last buffer; a single channel of a buffer is
    /// the previous buffer or, for the first buffer, the buffer itself. With two channels, the second channel is the buffer itself or, for
    /// the image, the last buffer. With more channels, iChannel0 is the first buffer, iChannel1 the second buffer and so on. In 8 of 10
    /// projects, a channel is noise if its lookups contain the number 256. In 9 of 10 projects, a channel is the buffer itself if the
    /// buffer copies the channel's texel at the position of the pixel. Returns a sentence for each pass.
    static func wireByCustom(_ project: inout ShaderProject) -> [String] {
        let buffers = project.passes.dropLast().filter { !$0.isCube }.map(\.name), cubes = project.passes.filter(\.isCube).map(\.name)
        let commonText = project.common.map { ShaderText($0.text).active }.joined(separator: "\n")
        var notes: [String] = []
        for index in project.passes.indices where project.passes[index].channels.isEmpty {
            let text = ShaderText(project.passes[index].source.text).active + "\n" + commonText
            let lines = text.split(separator: "\n").filter { $0.contains("iChannel") }
            func lookups(_ channel: String) -> [Substring] { lines.filter { ShaderText.words(in: String($0)).contains(channel) } }
            let read = KnownUniforms.channels.filter { !lookups($0).isEmpty }, noises = read.filter { looksLikeNoise(lookups($0)) }
            let used = read.filter { !noises.contains($0) }, own = buffers.firstIndex(of: project.passes[index].name)
            // If a pass copies the texels of a single channel, this channel is the pass's own buffer. If the pass copies several channels,
            // these channels hold the states of other buffers.
            let copied = used.filter { keeps(lookups($0), $0) }
            var told: [String] = []
            for channel in noises {
                project.passes[index].channels[channel] = ShaderProject.Channel(.noise(size: 256, isGrey: false), sampler: .trilinearRepeat)
                project.passes[index].channels[channel]?.isGuess = true
                told.append("\(channel) reads noise")
            }
            for (rank, channel) in used.enumerated() {
                let isKeyboard = lookups(channel).contains { $0.lowercased().contains("key") }
                let kept = own.flatMap { copied == [channel] ? buffers[$0] : nil }
                let wired = kept ?? buffer(rank: rank, of: used.count, own: own, buffers) ?? (rank < cubes.count ? cubes[rank] : nil)
                guard let name = isKeyboard ? "the keyboard" : wired else { continue }
                project.passes[index].channels[channel] = isKeyboard ? ShaderProject.Channel(.keyboard, sampler: .nearest)
                    : ShaderProject.Channel(.pass(name), sampler: .linear)
                project.passes[index].channels[channel]?.isGuess = true
                told.append("\(channel) reads \(name)")
            }
            if !told.isEmpty { notes.append("\(project.passes[index].name): no file says what the channels are, so \(told.joined(separator: ", ")).") }
        }
        return notes
    }
    /// Returns whether the lookups of a channel look like lookups of Shadertoy's noise textures: the lookups contain the number 256,
    /// because these textures have 256 texels per side.
    private static func looksLikeNoise(_ lines: [Substring]) -> Bool {
        lines.contains { $0.contains("256") && !$0.contains("texelFetch") && !$0.lowercased().contains("key") }
    }
    /// Returns whether a line copies the channel's texel at the position of the pixel.
    private static func keeps(_ lines: [Substring], _ channel: String) -> Bool {
        lines.contains { line in
            line.contains(/\w+\s*=\s*texelFetch\(\s*iChannel\d\s*,\s*ivec2\(\s*fragCoord(\.xy)?\s*\)\s*,\s*0\s*\)\s*;/) && line.contains(channel)
        }
    }
    /// - Parameters:
    ///   - rank: The number of the channel among the `count` channels that the pass reads.
    ///   - own: The number of the buffer that the pass draws; nil for the image.
    private static func buffer(rank: Int, of count: Int, own: Int?, _ buffers: [String]) -> String? {
        guard let last = buffers.indices.last else { return nil }
        let number: Int
        switch (count, rank, own) {
        case (1, _, nil): number = last
        case (1, _, let own?): number = max(own - 1, 0)
        case (2, 0, nil): number = 0
        case (2, _, nil): number = last == 0 ? 1 : last
        case (2, 0, let own?): number = max(own - 1, 0)
        case (2, _, let own?): number = own == 0 ? 1 : own
        default: number = rank
        }
        return number <= last ? buffers[number] : nil
    }

    /// Returns a project that shows the cube map of a pass from inside.
    static func showing(cube: ShaderProject.Pass) -> ShaderProject {
        var cube = cube
        prepare(&cube, as: .cube(0))
        var view = ShaderProject.Pass(name: "Image", source: ShaderSource(text: """
            void mainImage(out vec4 color, in vec2 place) {
                vec2 p = (2.0 * place - iResolution.xy) / iResolution.y;
                float turn = 0.3 * iTime;
                vec3 ray = normalize(vec3(p, 1.6));
                color = vec4(texture(iChannel0, vec3(cos(turn) * ray.x + sin(turn) * ray.z, ray.y, cos(turn) * ray.z - sin(turn) * ray.x)).rgb, 1.0);
            }
            """, name: "view of the cube map"))
        view.channels["iChannel0"] = ShaderProject.Channel(.pass(cube.name), sampler: .linear)
        return ShaderProject(host: .shadertoy, name: cube.source.name, passes: [cube, view])
    }
}
