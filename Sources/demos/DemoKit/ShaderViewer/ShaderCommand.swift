// ShaderCommand: the command line of the demo shader.

import ArgumentParser
import Foundation
import Raster
import Shading
import Terminal

struct ShaderCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "shader", abstract: "Shows a fragment shader file full screen: Shadertoy's mainImage or a plain main.",
        discussion: """
            Shadertoy files get iResolution, iTime, iTimeDelta, iFrame, iFrameRate, iMouse, iDate, iSampleRate, iChannel0 to \
            iChannel3, iChannelTime and iChannelResolution. Plain files may declare u_time, u_delta, u_frame, u_resolution, \
            u_mouse, u_date, u_tex0 and so on with u_tex0Resolution, or GLSL Sandbox's time, resolution and mouse, and its \
            backbuffer, the previous frame. Channels that are looked up with directions are cube maps. Samplers \
            without a texture read a built-in picture, or noise if their names say so, as does iChannel0 in files that make \
            random numbers; cube maps are a sky. Uniforms without a value are reported once. #include is relative to the file, then to the folders of -I. In a window the file is \
            reloaded when it changes; while it has an error, the last good program keeps running.

            Built-in samples: \(EmbeddedShader.samples.keys.sorted().joined(separator: ", ")). \
            Built-in textures: \(Patterns.names.joined(separator: ", ")).
            """)

    @Argument(help: ArgumentHelp("The fragment shader, or the name of a built-in sample.", valueName: "file"), completion: .file(extensions: ["frag", "glsl", "fs"]))
    var file = "plasma"
    @Option(name: .long, help: ArgumentHelp("A picture file (PNG, JPEG, WebP, HDR): the first is iChannel0 and u_tex0, the next iChannel1 and u_tex1; with a name, it is for that sampler.",
                                            valueName: "[name=]file"))
    var texture: [String] = []
    @Option(name: .long, help: ArgumentHelp("A preprocessor definition. May be repeated.", valueName: "name[=value]"))
    var define: [String] = []
    @Option(name: .customShort("I"), help: ArgumentHelp("A folder for #include. May be repeated.", valueName: "folder"), completion: .directory)
    var include: [String] = []
    @Option(name: .long, help: ArgumentHelp("A value for one of the file's uniforms: its numbers, separated by commas, matrices column by column. May be repeated.", valueName: "name=value"))
    var uniform: [String] = []
    @OptionGroup var common: CommonOptions

    func validate() throws {
        for define in define {
            let name = define.prefix { $0 != "=" }
            guard let first = name.first, first.isLetter || first == "_", name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
                throw ValidationError("--define needs NAME or NAME=VALUE, not '\(define)'.")
            }
        }
        _ = try values()
    }
    /// Parses a text such as name=1,0.5 into the name and the numbers.
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
    func makeDemo(device: Device) throws -> ShaderViewer {
        let defines = define.map { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return ShaderDefine(String(parts[0]), parts.count > 1 ? String(parts[1]) : "1")
        }
        let textures = texture.map { text in
            // A name is an identifier. If the text before the sign = is not an identifier, that text is part of the path.
            let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "[" || $0 == "]" }
            let isNamed = !name.isEmpty && text.dropFirst(name.count).first == "="
            return ShaderViewer.TextureFile(name: isNamed ? String(name) : nil, path: isNamed ? String(text.dropFirst(name.count + 1)) : text)
        }
        let viewer = try ShaderViewer(device: device, path: file, textures: textures, defines: defines, folders: include, seed: common.seed,
                                      showsToday: common.png == nil)
        for (name, values) in try values() { try viewer.set(name, values) }
        for line in viewer.unset { printError("\(file): \(line)") }
        return viewer
    }
}
