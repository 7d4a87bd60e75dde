// shader: shows shaders that were written for any supported program or website, over the whole picture, with a player. When a file
// changes, the shaders are loaded again.
//
// A picture that is written to a file must depend only on the time and, if passes keep pictures, on the earlier frames. For this reason,
// shaders get a fixed date, and all earlier frames are drawn first. In a window, shaders get today's date.

import Foundation
import Panels
import Raster
import ShaderProjects
import Shading
import Terminal
import Window

package final class ShaderViewer: Demo {
    package struct TextureFile: Sendable {
        package var name: String?
        package var path: String
        package init(name: String?, path: String) { self.name = name; self.path = path }
    }
    let device: Device
    private(set) var path: String
    private let defines: [ShaderDefine]
    private let host: ShaderHost?
    private let mesh: ShaderMesh?
    private let seed: UInt64
    let showsToday: Bool
    /// `contents` has the user's files by the names of their samplers. `unnamed` has the files without a sampler's name, in order.
    private var contents: [String: ShaderProject.Content] = [:], unnamed: [ShaderProject.Content] = []
    /// The user's pictures by their paths.
    private var pictures: [String: Image] = [:]
    /// The index in `unnamed` for the next dropped file.
    private var dropCount = 0
    /// The maximum number of files without a name.
    private static let channelCount = 4
    /// The message that says why the current version of the file cannot be shown; nil if the version is valid.
    package private(set) var problem: String?
    package var gainsFromSamples: Bool { false }
    private let folders: [String]
    /// The player of the last valid version of the file. If drawing fails, the player is nil until a file changes.
    private(set) var player: ShaderPlayer?
    private var watched: FileStamps
    private var watchedPaths: Set<String> = []
    private var lastLook = ContinuousClock.now
    /// The values that the user has given to uniforms, by name, with one number per scalar; bools are 0 or 1.
    var given: [String: [Double]] = [:]
    private(set) var pointer = SIMD2<Float>.zero
    /// The value of iMouse: x and y are the last position of a drag, z and w the position where the drag began. z is negative while
    /// no button is held, and w is positive only directly after a press.
    private(set) var mouse = SIMD4<Float>.zero
    private var keys = PressedKeys()
    /// The names of the events that the user fired since the last frame.
    var events: Set<String> = []
    /// The user's changes of time: speed, pause, jumps.
    var clock = PlayerClock()
    private var course = PlayedCourse()
    /// The window that shows the player; nil for pictures in files.
    private(set) var window: Window?

    /// - Parameters:
    ///   - folders: The folders for `#include`, which are searched for files that are not in the folder of the including file.
    ///   - host: The host for which the shader was written; nil to detect the host from the files.
    ///   - mesh: The mesh on which the last pass is drawn; nil for the whole picture.
    package init(device: Device, path: String, textures files: [TextureFile] = [], defines: [ShaderDefine] = [], folders: [String] = [], seed: UInt64 = 1,
                 showsToday: Bool = false, host: ShaderHost? = nil, mesh: ShaderMesh? = nil) throws {
        self.device = device; self.path = path; self.defines = defines; self.folders = folders; self.showsToday = showsToday
        self.host = host; self.seed = seed; self.mesh = mesh
        watched = FileStamps([])
        for file in files { try assign(file) }
        try load()
    }
    /// Assigns a file to the sampler `file.name`, or, without a name, to the next channel. The first file without a name is also
    /// the input picture, for projects that change a picture.
    private func assign(_ file: TextureFile) throws {
        let content: ShaderProject.Content
        if let known = ShaderProject.Content(mediaFile: file.path) {
            content = known
        } else {
            let picture = FileManager.default.fileExists(atPath: file.path) ? nil : Patterns.named(file.path)
            pictures[file.path] = try picture ?? Suggestion.withSuggestions(for: file.path, builtIn: Patterns.names) { try PictureReading.read(file.path) }
            content = .stored(file.path)
        }
        if let name = file.name { contents[name] = content } else { unnamed.append(content) }
    }
    package func willShow(in window: Window) { self.window = window }

    /// Shows a dropped shader, preset, export or folder. Any other dropped file becomes the input picture, if the shown project changes
    /// a picture; otherwise the file becomes the next channel.
    package func drop(_ dropped: String) {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: dropped, isDirectory: &isFolder), before = (path, unnamed, dropCount)
        do {
            if exists, isFolder.boolValue || ShaderViewer.projectExtensions.contains(dropped.split(separator: ".").last?.lowercased() ?? "") {
                path = dropped
            } else {
                try assign(TextureFile(name: nil, path: dropped))
                let content = unnamed.removeLast(), place = player?.readsInput == true ? 0 : dropCount % ShaderViewer.channelCount
                if place < unnamed.count { unnamed[place] = content } else { unnamed.append(content) }
                dropCount = place + 1
            }
            try load()
            problem = nil
        } catch {
            (path, unnamed, dropCount) = before
            problem = "\(error)"
            printError("\(error)")
        }
    }
    private static let projectExtensions: Set<String> = ["glsl", "frag", "fs", "fsh", "fragment", "shader", "glslp", "json"]

    private func load() throws {
        // The stamps are taken before the files are read. If a file is written between the stamp and the reading, the next check finds a
        // new stamp, and the file is read again.
        let before = FileStamps(watchedPaths.union([path]))
        let files = ProjectFiles(folders: folders)
        defer {
            watchedPaths = files.paths.union([path])
            watched = FileStamps(watchedPaths)
            watched.keep(before)
        }
        let options = ShaderProject.Options(host: host, defines: Set(defines.map(\.name)), folders: folders, drawsMesh: mesh != nil ? true : nil)
        var project: ShaderProject
        if !FileManager.default.fileExists(atPath: path), let sample = EmbeddedShader.sample(path) {
            project = try ShaderProject(source: sample, options: options, files: files)
        } else {
            project = try Suggestion.withSuggestions(for: path, builtIn: EmbeddedShader.samples.keys) {
                try ShaderProject(contentsOf: path, options: options, files: files)
            }
        }
        var playing = ShaderPlayer.Options()
        playing.defines = defines
        playing.folders = folders
        playing.mesh = mesh
        if mesh == nil, project.isForMesh {
            playing.mesh = try MeshChoice.mesh(ShaderViewer.usualMesh)
            project.notes.append("it is written for a model and is drawn on a \(ShaderViewer.usualMesh); --mesh names another shape or a file.")
        }
        playing.standIns = ShaderViewer.standIns(seed: seed)
        let player = try ShaderPlayer(device: device, project: project, options: playing, files: files)
        for (path, picture) in pictures { player.add(picture, named: path) }
        player.contents = contents
        for (number, content) in unnamed.enumerated() {
            if number == 0 { player.input = content }
            // If the project changes an input picture, the first file without a name is this input picture. The input picture is not the
            // picture of a channel.
            if number == 0, player.readsInput { continue }
            let names = ["iChannel\(number)", "u_tex\(number)"] + (project.inputNames.indices.contains(number) ? [project.inputNames[number]] : [])
            for name in names where contents[name] == nil { player.contents[name] = content }
        }
        for (name, values) in given { player.setValue(values, for: name) }
        self.player = player
        course.restart()
    }
    /// The shape for shaders that are written for a model, if the user names no mesh.
    private static let usualMesh = "sphere"
    /// Returns the demos' built-in pictures, which replace pictures that the user has not given.
    private static func standIns(seed: UInt64) -> ShaderStandIns {
        var standIns = ShaderStandIns(seed: seed)
        standIns.picture = { Patterns.brick(size: 256) }
        standIns.pictureName = "brick"
        standIns.noise = { size, isGrey in
            var image = Patterns.noise(size: size, seed: seed)
            if isGrey {
                for at in stride(from: 0, to: image.bytes.count, by: 4) {
                    (image.bytes[at + 1], image.bytes[at + 2], image.bytes[at + 3]) = (image.bytes[at], image.bytes[at], 255)
                }
            }
            return image
        }
        standIns.sky = { CubeImages.faces(.sky, size: 128, seed: 1) }
        return standIns
    }

    /// Sets one of the file's own uniforms, like a widget of the panel. Throws `unknownUniform`, and `uniformTypeMismatch` if the number of
    /// values is wrong.
    package func set(_ name: String, _ values: [Double]) throws {
        let own = player?.ownMembers ?? []
        guard let member = own.first(where: { $0.name == name }) else {
            let names = own.map(\.name)
            throw RasterError(.unknownUniform, "--uniform \(name)", "is not a uniform that '\(path)' reads",
                              remedy: Suggestion.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
                              ?? (names.isEmpty ? "it has no uniforms" : "its uniforms are: \(names.joined(separator: ", "))"))
        }
        func refuse(_ problem: String, _ remedy: String) -> RasterError { RasterError(.uniformTypeMismatch, "--uniform \(name)", problem, remedy: remedy) }
        let count = member.type.scalarCount * member.arrayCount
        guard values.count == count else {
            throw refuse("has \(values.count) \(values.count == 1 ? "number" : "numbers"), but the uniform has \(count)", "give \(count)")
        }
        if let range = ShaderPlayer.wholeRange(of: member), let value = values.first(where: { !range.contains($0) || $0 != $0.rounded() }) {
            throw refuse("has \(Int(exactly: value).map { "\($0)" } ?? "\(value)"), but the uniform needs whole numbers",
                         "give numbers from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
        }
        give(values, to: name)
    }
    func give(_ values: [Double], to name: String) {
        given[name] = values
        player?.setValue(values, for: name)
    }
    /// One sentence for each uniform, sampler and input to which the user has given no value.
    package var unset: [String] { player?.unset ?? [] }
    /// First a sentence that says how the file was read (such as the program for which it was written), then the player's remarks.
    package var notes: [String] { player.map { ["\($0.summary)."] + $0.notes } ?? [] }

    package var drawsInStrips: Bool { player?.drawsInParts ?? true }
    package var remembersFrames: Bool { player?.remembersFrames ?? false }
    package static let keys = ["the file is reloaded when it changes; drop shaders, pictures, sounds and videos onto the window"]

    @discardableResult
    package func update() -> Bool {
        let now = ContinuousClock.now
        guard now - lastLook > .seconds(ShaderViewer.lookInterval * 0.9) else { return false }
        lastLook = now
        guard FileStamps(watchedPaths) != watched else { return false }
        do {
            try load()
            problem = nil
            printError("\(path): reloaded")
        } catch {
            problem = "\(error)"
            printError("\(error)")
        }
        return true
    }
    package func survives(_ error: any Error) -> Bool {
        printError("\(error)")
        problem = "\(error)"
        player = nil
        return true
    }

    /// Returns nil if the shaders read neither the time nor the previous frame, because their picture then never changes.
    package func timeUntilNextChange(at time: Double) -> Double? {
        guard let player, clock.isPlaying else { return nil }
        return player.moves ? 0 : nil
    }
    /// The interval between two checks of the files for changes, in seconds.
    private static let lookInterval = 0.25
    package var updateInterval: Double? { ShaderViewer.lookInterval }

    package func handle(_ event: DemoEvent, at time: Double) {
        guard case .pointer(let x, let y, let pressed) = event else { return }
        pointer = SIMD2(x, y)
        if pressed {
            let isNew = mouse.z <= 0
            mouse = SIMD4(x, y, isNew ? x : mouse.z, isNew ? y : -abs(mouse.w))
        } else if mouse.z > 0 {
            mouse = SIMD4(mouse.x, mouse.y, -mouse.z, -abs(mouse.w))
        }
    }
    package func keyChanged(_ name: String, isDown: Bool) { keys.change(name, isDown: isDown) }

    package static let hasOptions = true

    // MARK: drawing

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        guard let player else {
            encoder.render(to: frame.target, clear: .color(0, 0, 0, 1), label: path) { _ in }
            return
        }
        let time = clock.time(atFrame: frame.time)
        let step = course.step(to: time, frame: frame, hasJumped: clock.takeJump(), remembers: player.remembersFrames)
        if step.isCut {
            printError("\(path): \(time) s need more than \(PlayedCourse.maximumReplay) earlier frames; the passes have the state after \(PlayedCourse.maximumReplay) frames.")
        }
        if let replay = step.replay { try self.replay(replay, of: step, on: player, like: frame.target) }
        try player.draw(moment(time: time, step.number, delta: step.delta), to: frame.target, region: frame.region, into: &encoder)
        if frame.region.map({ $0.y == 0 }) ?? true {
            events = []
            keys.endFrame()
        }
    }
    /// Draws earlier frames of the project, because later frames read the pictures that passes keep from these frames.
    private func replay(_ numbers: Range<Int>, of step: PlayedCourse.Step, on player: ShaderPlayer, like target: Framebuffer) throws {
        let scratch = try device.makeFramebuffer(width: target.width, height: target.height, label: "earlier frame")
        for number in numbers {
            var encoder = device.makeCommandEncoder(label: "frame \(number)")
            try player.draw(moment(time: step.time(of: number), number, delta: number == 0 ? 0 : PlayedCourse.step), to: scratch, into: &encoder)
            try device.submit(encoder)
        }
    }
    private func moment(time: Double, _ number: Int, delta: Double) -> ShaderMoment {
        var moment = ShaderMoment(time: time, delta: delta, number: number, frame: player?.remembersFrames == true ? number : nil)
        moment.pointer = pointer
        moment.mouse = mouse
        moment.date = currentDate(time)
        moment.heldKeys = keys.held
        moment.pressedKeys = keys.pressed
        moment.toggledKeys = keys.toggled
        moment.events = events
        return moment
    }
    /// Returns the year, the month (0 for January), the day of the month, and the seconds since midnight. In picture files, the
    /// date is always 1 January 2000.
    private func currentDate(_ time: Double) -> SIMD4<Float> {
        guard showsToday else { return SIMD4(2000, 0, 1, Float(time.truncatingRemainder(dividingBy: 86400))) }
        let now = Date(), parts = Calendar.current.dateComponents([.year, .month, .day, .hour, .minute, .second], from: now)
        let second = Double((parts.hour ?? 0) * 3600 + (parts.minute ?? 0) * 60 + (parts.second ?? 0))
        let fraction = now.timeIntervalSince1970 - now.timeIntervalSince1970.rounded(.down)
        return SIMD4(Float(parts.year ?? 0), Float((parts.month ?? 1) - 1), Float(parts.day ?? 0), Float(second + fraction))
    }
}
