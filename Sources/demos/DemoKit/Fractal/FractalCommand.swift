// FractalCommand: the command line of the demo fractal.

import ArgumentParser
import Canvas
import Foundation
import Raster
import Scenes2D

struct FractalCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "fractal", abstract: "Lindenmayer systems: a gallery, rules as tiles to drag, in the plane and in space.",
        discussion: """
            Without a system a gallery shows them all: \(FractalLibrary.systems.map(\.name).joined(separator: ", ")). \
            Keys: \(FractalDemo.keys.joined(separator: "; ")).

            Examples:
              demos fractal fern --png fern.png
              demos fractal dragon --frames 120 --png dragon.apng
              demos fractal "space tree" --3d --chain "bloom | vignette"
              demos fractal "koch snowflake" --rules
              demos fractal hilbert --generations 6 --svg hilbert.svg --pdf hilbert.pdf --save hilbert.json --png hilbert.png
              demos fractal gosper --record gosper.mp4 --png gosper.png
            """)

    @Argument(help: ArgumentHelp("A system's name, or a document: a JSON file that --save has written.", valueName: "system"),
              completion: .file(extensions: ["json"]))
    var system: String?
    @Flag(name: .customLong("3d"), help: "Draw in space: lines are cylinders, discs are spheres, lit and turning.")
    var space = false
    @Flag(name: .long, help: "Show the rules as tiles beside the drawing.")
    var rules = false
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("The number of times that the rules are applied, 0 to 100. [default: the system's]", valueName: "count"))
    var generations: Int?
    @Option(name: .long, parsing: .unconditional,
            help: ArgumentHelp("The angle of rotations in degrees, -360 to 360. [default: the system's]", valueName: "degrees"))
    var angle: Double?
    @Option(name: .long, parsing: .unconditional,
            help: ArgumentHelp("Show this share of the drawing, 0 to 1, instead of the share at --time.", valueName: "share"))
    var progress: Double?
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("The seconds that the drawing grows, 0.1 to 600.", valueName: "seconds"))
    var duration = 5.0
    @Option(name: .long, help: ArgumentHelp("Filters over the picture, as in 'bloom | vignette'.", valueName: "chain"))
    var chain = ""
    @Option(name: .long, help: ArgumentHelp("Write the drawing as SVG here.", valueName: "file"), completion: .file(extensions: ["svg"]))
    var svg: String?
    @Option(name: .long, help: ArgumentHelp("Write the drawing as PDF here, one point per pixel.", valueName: "file"), completion: .file(extensions: ["pdf"]))
    var pdf: String?
    @Option(name: .long, help: ArgumentHelp("Write a film of the growth here, then a second of the complete drawing, with --fps frames a second: an .apng, .mp4 or .webm file.",
                                            discussion: "In a window R records the picture, edits included.", valueName: "file"),
            completion: .file(extensions: ["apng", "mp4", "webm"]))
    var record: String?
    @Option(name: .long, help: ArgumentHelp("Write the system as a document here, with a thumbnail.", valueName: "file"),
            completion: .file(extensions: ["json"]))
    var save: String?
    @OptionGroup var common: CommonOptions

    /// For a single picture of a system, the default time is the end of the growth, so that the picture shows the complete drawing.
    /// For the gallery and for a sequence of frames, the default time is 0.
    var defaultTime: Double { system == nil ? 0 : common.frames == nil ? duration : 0 }

    func validate() throws {
        if let generations, !(0...100).contains(generations) { throw ValidationError("--generations must be between 0 and 100, not \(generations).") }
        if let angle, !(abs(angle) <= 360) { throw ValidationError("--angle must be between -360 and 360, not \(angle).") }
        if let progress, !(0...1).contains(progress) { throw ValidationError("--progress must be between 0 and 1, not \(progress).") }
        guard (0.1...600).contains(duration) else { throw ValidationError("--duration must be between 0.1 and 600, not \(duration).") }
        if let record {
            guard (try? PictureFile(record))?.format.isAnimation == true else {
                throw ValidationError("--record writes .apng, .mp4 and .webm files, not '\(record)'.")
            }
        }
        if system == nil, rules || generations != nil || angle != nil || progress != nil || svg != nil || pdf != nil || record != nil || save != nil {
            throw ValidationError("--rules, --generations, --angle, --progress, --svg, --pdf, --record and --save need a system.")
        }
    }
    func makeDemo(device: Device) throws -> FractalDemo {
        var chosen = try system.map(FractalCommand.read)
        if let generations { chosen?.generations = generations }
        if let angle { chosen?.angle = angle }
        if common.seed != 1 { chosen?.seed = common.seed }
        let demo = try FractalDemo(device: device, system: chosen, inSpace: space, rules: rules, progress: progress, duration: duration,
                                   chain: FiltersCommand.read(chain), isLive: common.asksForMotion)
        if let svg { try HostFile.write(Array(demo.svg(width: common.size.width, height: common.size.height).utf8), to: svg) }
        if let pdf { try HostFile.write(demo.pdf(width: common.size.width, height: common.size.height), to: pdf) }
        if let save { try demo.save(to: save) }
        if let record { try demo.record(to: record, size: common.size, framesPerSecond: common.fps, kind: common.device == .reference ? .reference : .jit) }
        return demo
    }
    /// Returns a Lindenmayer system of the library, or reads one from a document.
    static func read(_ name: String) throws -> LSystem {
        if let system = FractalLibrary.system(named: name) { return system }
        guard FileManager.default.fileExists(atPath: name) else {
            let nearest = Suggestion.nearest(to: name.lowercased(), among: FractalLibrary.systems.map { $0.name.lowercased() }).map { "did you mean '\($0)'?" }
            throw FractalError(.unreadableDocument, "'\(name)'", "is neither a system nor a file",
                               remedy: nearest ?? "'demos fractal --help' names the systems")
        }
        return try FractalDocument(contentsOf: name).system
    }
}

