// ShaderCommand: the command line of the demo shader.

import ArgumentParser
import Foundation
import Raster
import ShaderProjects
import Shading
import Terminal

struct ShaderCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "shader", abstract: "Plays the shaders of Shadertoy, glslViewer, ISF, libretro and other tools.",
        discussion: """
            A file is read as its own tool reads it: Shadertoy's mainImage, glslViewer's u_time and BUFFER_0, GLSL Sandbox's \
            backbuffer, ISF with inputs and passes, libretro's .glsl and .glslp with parameters, raylib, Processing, PixiJS, \
            ghostty, picom and hyprshade, or a plain main. One line says which was taken; --as decides. A folder with \
            image.glsl, bufferA.glsl, common.glsl and so on is one project, and so is Shadertoy's export as JSON; channels come \
            from the JSON, from lines such as #iChannel0 "file://noise.png" or comments; else they are the buffers that most projects read.

            Pictures, sounds, videos (by ffmpeg) and volumes are found beside the project, or given with --texture. Samplers \
            without a file read a built-in picture, or noise if their names say so, as does iChannel0 in files that make \
            random numbers; cube maps are a sky; sound is silent. Inputs and uniforms without a value are reported once. \
            #include is relative to the file, then to the folders of -I. If passes keep their pictures, the frames before the \
            first one are drawn too. In a window the panel has the player and the uniforms, and the files are reloaded when they \
            change; while one has an error, the last good program keeps running.

            Built-in samples: \(EmbeddedShader.samples.keys.sorted().joined(separator: ", ")). \
            Built-in textures: \(Patterns.names.joined(separator: ", ")).
            """)

    @Argument(help: ArgumentHelp("The shader, folder, preset or export, or the name of a built-in sample.", valueName: "file"),
              completion: .file(extensions: ["frag", "glsl", "fs", "glslp", "json"]))
    var file = "plasma"
    @Option(name: .customLong("as"),
            help: ArgumentHelp("The tool that the file was written for: \(ShaderHost.allCases.map(\.rawValue).joined(separator: ", ")).",
                                                        valueName: "tool"))
    var tool: String?
    @Option(name: .long, help: ArgumentHelp("A picture (PNG, JPEG, WebP, HDR), sound (WAV, FLAC, Ogg, MP3), video or volume: the first is iChannel0, u_tex0 and the picture that a filter changes, the next iChannel1 and u_tex1; with a name, it is for that sampler.",
                                            valueName: "[name=]file"))
    var texture: [String] = []
    @Option(name: .long, help: ArgumentHelp("A mesh to draw on, with the vertex shader beside the file: \(MeshChoice.names.joined(separator: ", ")) or a model file. A file that is written for a model is otherwise drawn on a sphere.",
                                            valueName: "name|file"))
    var mesh: String?
    @Option(name: .long, help: ArgumentHelp("A preprocessor definition. May be repeated.", valueName: "name[=value]"))
    var define: [String] = []
    @Option(name: .customShort("I"), help: ArgumentHelp("A folder for #include. May be repeated.", valueName: "folder"), completion: .directory)
    var include: [String] = []
    @Option(name: .long, help: ArgumentHelp("A value for one of the file's uniforms: its numbers, separated by commas, matrices column by column. May be repeated.", valueName: "name=value"))
    var uniform: [String] = []
    @Option(name: .long, help: ArgumentHelp("Write the sound of Shadertoy's mainSound here: .wav, .flac, .ogg or .mp3; without --png, nothing else is done.",
                                            discussion: "The sound is as long as --frames, or else --time; without them it has 60 seconds.",
                                            valueName: "file"), completion: .file(extensions: ["wav", "flac", "ogg", "mp3"]))
    var sound: String?
    @OptionGroup var common: CommonOptions

    func validate() throws {
        for define in define {
            let name = define.prefix { $0 != "=" }
            guard let first = name.first, first.isLetter || first == "_", name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
                throw ValidationError("--define needs NAME or NAME=VALUE, not '\(define)'.")
            }
        }
        _ = try values()
        if let sound, ShaderCommand.soundFormat(of: sound) == nil {
            throw ValidationError("--sound writes .wav, .flac, .ogg and .mp3, not '\(sound)'.")
        }
        if let tool, ShaderHost(name: tool) == nil {
            throw ValidationError("--as knows \(ShaderHost.allCases.map(\.rawValue).joined(separator: ", ")), not '\(tool)'.")
        }
    }
    /// Returns the name and the numbers of each `--uniform` option, such as name=1,0.5.
    private func values() throws -> [(name: String, values: [Double])] {
        try uniform.map { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let numbers = parts.count == 2 ? parts[1].split(separator: ",", omittingEmptySubsequences: false).map { part in
                ["true": 1, "false": 0][part] ?? Double(part.drop { $0 == " " })
            } : []
            guard !parts[0].isEmpty, !numbers.isEmpty, numbers.allSatisfy({ $0.map { Float($0).isFinite } == true }) else {
                throw ValidationError("--uniform needs NAME=NUMBER, or several numbers separated by commas, not '\(text)'.")
            }
            return (String(parts[0]), numbers.compactMap { $0 })
        }
    }
    private static func soundFormat(of path: String) -> ShaderSound.Format? { ShaderSound.Format(rawValue: (path as NSString).pathExtension.lowercased()) }
    /// The length of the sound in seconds.
    private var soundLength: Double {
        common.frames.map { Double($0) / common.fps } ?? common.time.flatMap { $0 > 0 ? $0 : nil } ?? 60
    }
    var endsWithDemo: Bool { sound != nil && common.png == nil && !common.bench }

    func makeDemo(device: Device) throws -> ShaderViewer {
        let defines = define.map { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return ShaderDefine(String(parts[0]), parts.count > 1 ? String(parts[1]) : "1")
        }
        let textures = texture.map { text in
            // A name is an identifier. If the text before the sign `=` is not an identifier, the sign is a part of the path.
            let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "[" || $0 == "]" }
            let isNamed = !name.isEmpty && text.dropFirst(name.count).first == "="
            return ShaderViewer.TextureFile(name: isNamed ? String(name) : nil, path: isNamed ? String(text.dropFirst(name.count + 1)) : text)
        }
        let viewer = try ShaderViewer(device: device, path: file, textures: textures, defines: defines, folders: include, seed: common.seed,
                                      showsToday: common.png == nil, host: tool.flatMap { ShaderHost(name: $0) },
                                      mesh: try mesh.map { try MeshChoice.mesh($0) })
        for (name, values) in try values() { try viewer.set(name, values) }
        for line in viewer.notes + viewer.unset { printError("\(file): \(line)") }
        if let sound, let format = ShaderCommand.soundFormat(of: sound), let player = viewer.player {
            try PartialFile.write(player.sound(seconds: soundLength).encoded(as: format), to: sound)
            if endsWithDemo { print(sound) }
        }
        return viewer
    }
}
