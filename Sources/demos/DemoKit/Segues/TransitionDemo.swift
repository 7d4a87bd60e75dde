// transition: shows one transition between two pictures. The command line gives a GLSL file of the gl-transitions form, or the name
// of a transition of Raster. If the command line names no transition, the demo shows the gallery.

import ArgumentParser
import Effects
import Foundation
import Panels
import Raster
import Shading
import Window

extension ResizeMode: ExpressibleByArgument {}
extension Easing: ExpressibleByArgument {}

struct TransitionCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "transition", abstract: "A transition between two pictures, from a GLSL file in gl-transitions' format or by name; or a gallery.",
        discussion: """
            Without a file or a name a gallery shows Raster's transitions. With --frames the first frame is the first picture and the last the second. Raster's transitions: \
            \(TransitionLibrary.names.joined(separator: ", ")). Keys: \(TransitionDemo.keys.joined(separator: "; ")).

            Examples:
              demos transition
              demos transition luma-wipe --set luma=clouds
              demos transition ripple.glsl --from a.png --to b.jpg --set amplitude=60
              demos transition page-curl --progress 0.4 --png curl.png
              demos transition fade --frames 60 --fps 30 --png fade.apng
            """)

    @Argument(help: ArgumentHelp("A GLSL file, or the name of one of Raster's transitions. [default: a gallery]", valueName: "file"),
              completion: .file(extensions: ["glsl"]))
    var file: String?
    @Option(name: .long, help: ArgumentHelp("The first picture: a picture file (PNG, JPEG, WebP, HDR), or one of \(NamedPicture.names.joined(separator: ", ")).",
                                            valueName: "picture"), completion: .file())
    var from = "overview"
    @Option(name: .long, help: ArgumentHelp("The second picture.", valueName: "picture"), completion: .file())
    var to = "photo"
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Draw the transition at this progress, 0 to 1, instead of at --time.", valueName: "progress"))
    var progress: Double?
    @Option(name: .long, parsing: .unconditionalSingleValue,
            help: ArgumentHelp("A parameter of the file: a GLSL constant, or for a sampler a picture as in --from. May be repeated.",
                               valueName: "name=value"))
    var set: [String] = []
    @Option(name: .long, help: ArgumentHelp("The fit of pictures with other proportions: cover, contain or stretch.", valueName: "mode"))
    var resize = ResizeMode.cover
    @Option(name: .long, help: ArgumentHelp("The easing of progress over time: \(Easing.allCases.map(\.rawValue).joined(separator: ", ")). [default: the transition's own]", valueName: "easing"))
    var easing: Easing?
    @OptionGroup var common: CommonOptions

    var defaultTime: Double { 0.5 }

    func validate() throws {
        if progress != nil && common.frames != nil { throw ValidationError("--progress and --frames exclude each other: give one of them.") }
        if let progress, !(0...1).contains(progress) { throw ValidationError("--progress is \(progress): use 0 to 1.") }
        if file == nil, !set.isEmpty || easing != nil || resize != .cover {
            throw ValidationError("--set, --easing and --resize need a transition: its name or a file.")
        }
        for text in set where !text.dropFirst().contains("=") { throw ValidationError("--set needs name=value, not '\(text)'.") }
    }
    func makeDemo(device: Device) throws -> TransitionDemo {
        let still = progress ?? (common.asksForMotion ? nil : SegueStage.tellingMoment), from = try NamedPicture.read(from), to = try NamedPicture.read(to)
        guard let file else {
            return TransitionDemo(gallery: try SeguesDemo(device: device, from: from, to: to, seed: common.seed, still: still), progress: progress)
        }
        let transition = try TransitionDemo.transition(named: file, device: device)
        for text in set {
            guard let mark = text.firstIndex(of: "=") else { continue }
            try TransitionDemo.set(String(text[..<mark]), to: String(text[text.index(after: mark)...]), of: transition)
        }
        return try TransitionDemo(device: device, transition: transition, from: from, to: to, progress: progress, still: still,
                                  frames: common.frames, seed: common.seed, resize: resize, easing: easing)
    }
}

package final class TransitionDemo: Demo {
    private enum Content {
        case gallery(SeguesDemo)
        case stage(SegueStage)
    }
    private let content: Content
    /// The progress to draw; nil for the whole transition.
    private let progress: Double?
    /// The number of frames in the sequence from one picture to the other; nil if the demo draws no sequence.
    private let frames: Int?

    /// - Parameters:
    ///   - progress: The progress to draw; nil for the whole transition.
    ///   - still: The progress at which a transition stands still until a window shows it; nil for a transition that runs.
    /// - Throws: `unknownSampler` if a sampler that the file declares has no picture; the error says how to set the picture.
    package init(device: Device, transition: any Transition, from: Image, to: Image, progress: Double? = nil, still: Double? = nil, frames: Int? = nil,
                 seed: UInt64 = 1,
                 resize: ResizeMode = .cover, easing: Easing? = nil) throws {
        self.progress = progress; self.frames = frames
        try (transition as? GLTransition)?.requirePictures { "set it with --set \($0)=FILE" }
        content = .stage(try SegueStage(transition, from: device.makeTexture(from: from, mipmapped: true, label: "from"),
                                        to: device.makeTexture(from: to, mipmapped: true, label: "to"), seed: seed, resize: resize, easing: easing,
                                        still: progress ?? still))
    }
    /// Creates a demo that shows the gallery of all transitions of Raster. If `progress` is nil, the transitions run; otherwise the
    /// transitions stand still at `progress`.
    init(gallery: SeguesDemo, progress: Double?) {
        content = .gallery(gallery)
        self.progress = progress
        frames = nil
    }

    /// Returns the transition of Raster with the given name, or reads a transition file.
    package static func transition(named name: String, device: Device) throws -> any Transition {
        if !FileManager.default.fileExists(atPath: name), TransitionLibrary.names.contains(name) { return try ownTransition(name, device: device) }
        return try Suggestion.withSuggestions(for: name, builtIn: TransitionLibrary.names) {
            try HostFile.requireReadable(name)
            return try GLTransition(device: device, contentsOf: name)
        }
    }
    /// Returns the transition of Raster with the given name. Some transitions, such as luma-wipe, read an additional picture: this
    /// picture is a spiral until another picture is set.
    package static func ownTransition(_ name: String, device: Device) throws -> any Transition {
        let transition = try TransitionLibrary.make(name, device: device)
        for sampler in (transition as? GLTransition)?.samplers ?? [] { try set(sampler.name, to: "spiral", of: transition) }
        return transition
    }
    /// Sets the parameter `name` to a value, or the sampler `name` to the picture that `value` names.
    package static func set(_ name: String, to value: String, of transition: any Transition) throws {
        guard let file = transition as? GLTransition else {
            throw RasterError(.unknownUniform, "parameter '\(name)'", at: "transition '\(transition.name)'", "does not exist: the transition is not a GLSL file",
                              remedy: "leave out --set")
        }
        guard file.samplers.contains(where: { $0.name == name }) else { return try file.set(name, parsing: value) }
        try file.set(name, to: file.device.makeTexture(from: NamedPicture.read(value), label: name))
    }

    package static let keys = ["Space or click: play, reverse", "drag: move it", "Left, Right: step",
                               "in the gallery: click, or arrows and Return; G: back to it"]
    package static let hasOptions = true
    package var gainsFromSamples: Bool { if case .gallery(let gallery) = content { gallery.gainsFromSamples } else { true } }
    package func handle(_ event: DemoEvent, at time: Double) throws {
        switch content {
        case .gallery(let gallery): try gallery.handle(event, at: time)
        case .stage(let stage): try stage.handle(event, at: time)
        }
    }
    package func addOptions(to panel: PanelBuilder, at time: Double) throws {
        switch content {
        case .gallery(let gallery): try gallery.addOptions(to: panel, at: time)
        case .stage(let stage): try stage.addOptions(to: panel, at: time)
        }
    }
    package var showsOptions: Bool { if case .gallery(let gallery) = content { gallery.showsOptions } else { true } }
    package func willShow(in window: Window) {
        guard progress == nil else { return }
        switch content {
        case .gallery(let gallery): gallery.willShow(in: window)
        case .stage(let stage): stage.still = nil
        }
    }

    /// True for a gallery whose tiles move: the space bar then stops the demo's time. A single transition handles the space bar
    /// itself.
    package var isAnimated: Bool { if case .gallery(let gallery) = content { gallery.isAnimated } else { false } }
    package func timeUntilNextChange(at time: Double) -> Double? {
        switch content {
        case .gallery(let gallery): gallery.timeUntilNextChange(at: time)
        case .stage(let stage): (try? stage.timeUntilNextChange(at: time)) ?? nil
        }
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        switch content {
        case .gallery(let gallery): try gallery.draw(frame, into: &encoder)
        case .stage(let stage): try draw(stage, frame, into: &encoder)
        }
    }
    private func draw(_ stage: SegueStage, _ frame: Frame, into encoder: inout CommandEncoder) throws {
        guard let frames else { return try stage.draw(frame, into: &encoder) }
        let time = frames > 1 ? Double(min(frame.number, frames - 1)) / Double(frames - 1) : 0
        try stage.draw(progress: min(max(stage.player.easing(time), 0), 1), frame, into: &encoder)
    }
}
