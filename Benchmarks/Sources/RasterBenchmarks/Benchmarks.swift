// Benchmarks: compares Raster with the system's OpenGL, scene by scene, in one run.

import ArgumentParser
import Foundation
import Raster
import SystemGL

@main
struct Benchmarks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "RasterBenchmarks",
        abstract: "Draws scenes with Raster and with the system's OpenGL in turn and compares the time per finished frame.",
        discussion: "Run it on a quiet machine. The ratio is theirs / ours, the median over paired frames: above 1, Raster is faster.")

    @Option(help: "Scenes to run, comma separated; all when left out.") var scenes: String?
    @Option(help: "Pairs of frames per scene.") var frames = 30
    @Option(help: "Seconds per scene at most.") var seconds = 6.0
    @Option(help: "Pixels, as WIDTHxHEIGHT. [default: 1280x720; with --shaders 640x360]") var size: String?
    @Option(help: "Raster's renderer: jit or reference.") var device = "jit"
    @Option(help: "Threads for jit; one per core when left out.") var threads: Int?
    @Option(help: "Lanes for jit: 4, 8 or 16.") var lanes: Int?
    @Option(help: "Instructions for jit: x86v2, x86v3 or host.") var instructions: String?
    @Option(help: "Write the results to this JSON file.") var json: String?
    @Flag(help: "Draw the shader files of Benchmarks/Shaders instead of the scenes.") var shaders = false
    @Option(help: "With --shaders: the folder of the files, which are in Shadertoy's form.") var folder: String?
    @Flag(help: "Draw scenes that each use one further feature, instead of the usual scenes.") var features = false
    @Flag(help: "List the scenes and end.") var list = false
    @Flag(help: "Skip the tables of first frames and thread scaling.") var framesOnly = false
    @Flag(help: "Measure first frames only; with --alone, ours.") var firstFramesOnly = false
    @Flag(help: "Measure what capturing adds to a frame, and nothing else.") var captures = false
    @Flag(help: "Measure what playing compressed frames takes of memory and of the drawing thread, and nothing else.") var animations = false
    @Flag(help: "Measure 200 thumbnails of many tasks on a pool of devices, and on one device, and nothing else.") var thumbnails = false
    @Flag(help: "Compare the canvas with Cairo's image surface, and nothing else; with --alone, ours alone.") var canvas = false
    @Option(help: "With --canvas: write the scenes and their pictures to this folder, for other programs, and nothing else.") var export: String?
    @Flag(help: "Run the scenes of glmark2-es2 with Raster's driver and with Mesa's, and nothing else.") var programs = false
    @Option(help: "With --programs: the vendor file of the driver.") var driver = "out/driver/60_raster.json"
    @Option(help: "Measure Raster alone with each of these numbers of threads, comma separated, and nothing else.") var scaling: String?
    @Flag(help: "Draw with Raster alone, for a profiler; with RASTER_PERF_MAP set, perf names the kernels.") var alone = false

    struct Report: Codable {
        var size: String
        var processor: String
        /// The instruction set for which Raster compiled code: x86v2, x86v3 or host.
        var instructions: String
        var ours: String
        var theirs: String
        var scenes: [Measurement]
        var geometricMean: Double
        var lowest: Double
        var firstFrames: [FirstFrame]
        var scaling: [ThreadScaling]
        /// Microseconds to record one draw with a uniform change; nil if the scene was not run.
        var recording: Double?
        /// Milliseconds to simulate the cloth for a sixtieth of a second and to record a frame of the cloth; nil if the scene was
        /// not run.
        var cloth: Double?
    }
    /// Milliseconds from the set-up of a scene, with a new program, to its first finished frame. The meshes and pictures of the
    /// scene are made before the measurement.
    struct FirstFrame: Codable {
        var scene: String
        var ours: Double
        var oursCached: Double
        var theirs: Double
        /// The scene's own time: the time of the set-up and of one frame, with everything compiled. OpenGL compiles the program anew in
        /// every set-up, so OpenGL's own time is computed as Raster's set-up time plus the time of a later frame of OpenGL. Raster's
        /// set-up makes the same buffers and textures as OpenGL's set-up.
        var oursOwn: Double
        var theirsOwn: Double
        /// The remaining time of the first frame: the time for making the program.
        var oursBeyond: Double
        var oursCachedBeyond: Double
        var theirsBeyond: Double
    }

    func run() throws {
        // Switches off Mesa's cache of shaders on disk, because this cache would hide the cost of OpenGL's first frame.
        setenv("MESA_SHADER_CACHE_DISABLE", "true", 1)
        if list {
            let canvasScenes = shaders || features ? [] : CanvasScene.all.map { ($0.name, $0.what) }
            let scenes = try allScenes.map { ($0.name, $0.what) } + canvasScenes
            for (name, what) in scenes { print("\(name.padding(toLength: nameWidth, withPad: " ", startingAt: 0))\(what)") }
            return
        }
        let size = size ?? (shaders ? "640x360" : "1280x720"), parts = size.split(separator: "x").compactMap { Int($0) }
        guard parts.count == 2, parts.allSatisfy({ $0 > 0 && $0 <= 8192 }) else { throw ValidationError("--size \(size): use WIDTHxHEIGHT, 1 to 8192 pixels") }
        if export != nil && !canvas { throw ValidationError("--export needs --canvas") }
        if shaders && features { throw ValidationError("--shaders and --features exclude each other") }
        if folder != nil && !shaders { throw ValidationError("--folder needs --shaders") }
        if canvas { return try measureCanvas(parts) }
        if programs { return try measurePrograms(parts) }
        if thumbnails {
            let cost = try ThumbnailCost.take()
            print("200 thumbnails           one device    a pool     ratio")
            print(row("with compiling", [cost.firstAlone, cost.firstPool, cost.firstAlone / cost.firstPool]))
            print(row("again", [cost.laterAlone, cost.laterPool, cost.laterAlone / cost.laterPool]))
            return
        }
        let chosen = try pick()
        if firstFramesOnly {
            _ = try measureFirstFrames(chosen, parts)
            return
        }
        if let scaling {
            let counts = scaling.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
            guard counts.allSatisfy({ (1...1024).contains($0) }) else { throw ValidationError("--scaling \(scaling): use numbers of threads, such as 1,2,4") }
            let results = try measureScaling(chosen, parts, threads: counts)
            if let json { try Self.write(results, to: json) }
            return
        }
        let ours = try makeDevice(threads: threads, cache: .none)
        if captures {
            print("capture                  frame ms, after one   captured recording  next one        MB")
            for scene in chosen {
                let cost = try CaptureCost.take(scene, on: ours, width: parts[0], height: parts[1], frames: frames)
                print(row(scene.name, [cost.plain, cost.afterwards, cost.captured, cost.recording, cost.next, Double(cost.bytes) / 1e6]))
            }
            return
        }
        if animations {
            print("frames            compressed MB  all decoded MB  growth MB  drawing ms  decoding ms")
            // The result of this round is not used: the round allocates memory that the measured rounds reuse.
            _ = try AnimationCost.take(AnimationCost.counts[0], on: ours)
            for count in AnimationCost.counts {
                let cost = try AnimationCost.take(count, on: ours)
                print(row("\(count)", [cost.compressedMegabytes, cost.decodedMegabytes, cost.grownMegabytes, cost.drawing, cost.decoding]))
            }
            return
        }
        if alone {
            for scene in chosen {
                print(row(scene.name, [try Measurement.alone(scene, on: ours, width: parts[0], height: parts[1], frames: frames, seconds: seconds)]))
            }
            return
        }
        let theirs = try Self.makePeer()
        let instructions = try ours.options.resolvedInstructionSet().rawValue
        print("processor: \(Self.processorName), instructions: \(instructions)\nours: \(ours.name)\ntheirs: \(theirs.name)\n")
        print("scene".padding(toLength: nameWidth, withPad: " ", startingAt: 0) + "     ours ms   theirs ms       ratio")
        var results: [Measurement] = []
        for scene in chosen {
            let (result, agree) = try Measurement.take(scene, ours: ours, theirs: theirs, width: parts[0], height: parts[1], frames: frames, seconds: seconds)
            results.append(result)
            let note = agree ? "" : String(format: "   pictures differ: %.2f %% of pixels", result.differingPixels * 100)
            print(row(scene.name, [result.ours, result.theirs, result.ratio]) + note)
        }
        let mean = exp(results.map { log($0.ratio) }.reduce(0, +) / Double(max(1, results.count)))
        let lowest = results.min { $0.ratio < $1.ratio }
        print(String(format: "\ngeometric mean %.2f, lowest %.2f (%@)", mean, lowest?.ratio ?? .nan, lowest?.scene ?? "-"))

        var firstFrames: [FirstFrame] = [], scaling: [ThreadScaling] = []
        if !framesOnly && !shaders && !features {
            firstFrames = try measureFirstFrames(chosen, parts)
            print("")
            scaling = try measureScaling(chosen, parts, threads: threads == 1 ? [1] : [1, threads ?? ProcessInfo.processInfo.activeProcessorCount])
        }
        var recording: Double?
        if let scene = chosen.first(where: { $0.name == "draws5k" }) {
            let prepared = try PreparedScene(scene, on: ours, width: parts[0], height: parts[1])
            let times = try (0..<20).map { frame in try milliseconds { try prepared.recordOnly(frame: frame) } }
            recording = median(times) / 5000 * 1000
            print(String(format: "\nrecording a draw with a uniform change: %.2f µs", recording!))
        }
        var cloth: Double?
        if chosen.contains(where: { $0.name == "transition-cloth" }) {
            let times = try ClothCost.frames(on: ours)
            cloth = median(times)
            print(String(format: "\nsimulating and recording a frame of the cloth: %.3f ms, %.3f the slowest", cloth!, times.max()!))
        }
        if let json {
            let report = Report(size: size, processor: Self.processorName, instructions: instructions, ours: ours.name, theirs: theirs.name,
                                scenes: results, geometricMean: mean, lowest: lowest?.ratio ?? 0,
                                firstFrames: firstFrames, scaling: scaling, recording: recording, cloth: cloth)
            try Self.write(report, to: json)
        }
    }

    /// Draws frames with the canvas and with Cairo in turn.
    private func measureCanvas(_ size: [Int]) throws {
        let chosen = scenes.map { $0.split(separator: ",").map(String.init) }
        let device = try makeDevice(threads: threads, cache: .none)
        if let export {
            return try CanvasScene.export(CanvasScene.all.filter { chosen?.contains($0.name) ?? true }, to: export, on: device, width: size[0], height: size[1])
        }
        if !alone {
            print("ours: \(device.name)\ntheirs: Cairo's image surface\n\n" + "scene".padding(toLength: nameWidth, withPad: " ", startingAt: 0)
                      + "     ours ms   theirs ms       ratio")
        }
        var results: [Measurement] = []
        for scene in CanvasScene.all where chosen?.contains(scene.name) ?? true {
            if alone {
                print(row(scene.name, [try Measurement.alone(scene, on: device, width: size[0], height: size[1], frames: frames)]))
                continue
            }
            let result = try Measurement.take(scene, on: device, width: size[0], height: size[1], frames: frames, seconds: seconds)
            results.append(result)
            let note = result.differingPixels <= 0.001 ? "" : String(format: "   pictures differ: %.2f %% of pixels", result.differingPixels * 100)
            print(row(scene.name, [result.ours, result.theirs, result.ratio]) + note)
        }
        if alone { return }
        let mean = exp(results.map { log($0.ratio) }.reduce(0, +) / Double(max(1, results.count))), lowest = results.min { $0.ratio < $1.ratio }
        print(String(format: "\ngeometric mean %.2f, lowest %.2f (%@)", mean, lowest?.ratio ?? .nan, lowest?.scene ?? "-"))
        if let json { try Self.write(results, to: json) }
    }

    /// Runs another program's scenes with both drivers in turn.
    private func measurePrograms(_ size: [Int]) throws {
        if let instructions { setenv("RASTER_INSTRUCTIONS", instructions, 1) }
        let programs: ProgramBenchmarks
        do { programs = try ProgramBenchmarks(width: size[0], height: size[1], driver: driver) } catch let failure as ProgramBenchmarks.Failure {
            print("no programs are measured: \(failure)")
            return
        }
        let wanted = scenes.map { $0.split(separator: ",").map(String.init) }
        let chosen = try programs.scenes().filter { scene in wanted?.contains { scene.hasPrefix($0) } ?? true }
        let width = (chosen.map(\.count).max() ?? 0) + 2
        func row(_ name: String, _ numbers: [String]) -> String {
            name.padding(toLength: width, withPad: " ", startingAt: 0) + numbers.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined()
        }
        print("processor: \(Self.processorName)\nours: Raster's driver\ntheirs: Mesa's\n\n" + row("glmark2-es2's scene", ["ours ms", "theirs ms", "ratio"]))
        var results: [ProgramMeasurement] = []
        for scene in chosen {
            let result = try programs.take(scene, pairs: 3, seconds: seconds)
            results.append(result)
            print(row(scene, [result.ours, result.theirs, result.ratio].map { String(format: "%.2f", $0) }))
        }
        let mean = exp(results.map { log($0.ratio) }.reduce(0, +) / Double(max(1, results.count))), lowest = results.min { $0.ratio < $1.ratio }
        print(String(format: "\ngeometric mean %.2f, lowest %.2f (%@)", mean, lowest?.ratio ?? .nan, lowest?.scene ?? "-"))
        if let json { try Self.write(results, to: json) }
    }

    private var allScenes: [Scene] { get throws { try shaders ? Scene.shaders(in: folder ?? Scene.shaderFolder) : features ? Scene.featureScenes : Scene.all } }

    private func pick() throws -> [Scene] {
        let all = try allScenes
        guard let scenes else { return all }
        return try scenes.split(separator: ",").map { name in
            guard let scene = all.first(where: { $0.name == name }) else { throw ValidationError("no scene '\(name)'; --list names them") }
            return scene
        }
    }

    private func makeDevice(threads: Int?, cache: Device.CodeCacheLocation) throws -> Device {
        guard let kind = Device.Kind(rawValue: device) else { throw ValidationError("--device \(device): use jit or reference") }
        var options = Device.Options()
        options.threads = threads; options.lanes = lanes; options.codeCache = cache
        options.instructionSet = try instructions.map { name in
            guard let known = Device.InstructionSet(rawValue: name) else { throw ValidationError("--instructions \(name): use x86v2, x86v3 or host") }
            return known
        }
        return Device(kind, options: options)
    }

    /// Returns an OpenGL device that does not check for errors after every draw. Only tests need the check after every draw.
    private static func makePeer() throws -> Device {
        var options = SystemGL.Options()
        options.checksEveryDraw = false
        return try SystemGL.makeDevice(options)
    }

    /// The width of the column of names: the length of the longest name, plus two characters of space before the next column.
    private var nameWidth: Int { (((try? allScenes) ?? []).map(\.name.count).max() ?? 0) + 2 }

    /// The name of the processor's model, as the system reports it.
    private static let processorName: String = {
        let lines = ((try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? "").split(separator: "\n")
        let name = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
        return name ?? "unknown"
    }()

    private func row(_ name: String, _ numbers: [Double]) -> String {
        name.padding(toLength: nameWidth, withPad: " ", startingAt: 0) + numbers.map { String(format: "%12.2f", $0) }.joined()
    }

    /// Measures each first frame with a new device, so that no compiled code is in memory. The time does not include reading the
    /// picture back. The results are medians of five measurements.
    private func measureFirstFrames(_ scenes: [Scene], _ size: [Int]) throws -> [FirstFrame] {
        let folders = NSTemporaryDirectory() + "raster-benchmark-\(ProcessInfo.processInfo.processIdentifier)"
        defer { try? FileManager.default.removeItem(atPath: folders) }
        /// Returns three times: the time of set-up and first frame, the time of the same set-up and frame repeated on the same
        /// device, and the time of a frame without set-up.
        func first(_ scene: Scene, _ device: Device) throws -> (first: Double, again: Double, frame: Double) {
            func setUpAndDraw() throws -> Double {
                try milliseconds { try PreparedScene(scene, on: device, width: size[0], height: size[1]).draw(frame: 0) }
            }
            let first = try setUpAndDraw()
            let prepared = try PreparedScene(scene, on: device, width: size[0], height: size[1])
            try prepared.prepare()
            let again = try setUpAndDraw()
            try prepared.draw(frame: 0)
            return (first, again, median(try (0..<3).map { _ in try milliseconds { try prepared.draw(frame: 0) } }))
        }
        print("\nfirst frame, ms                                               the scene's own        beyond the scene's own")
        print("                        ours  with cache      theirs        ours      theirs        ours  with cache      theirs")
        return try scenes.map { scene in
            var results: [FirstFrame] = []
            // Makes the meshes and pictures, which the measurement does not include.
            _ = try PreparedScene(scene, on: Device(.reference), width: size[0], height: size[1])
            for round in 0..<5 {
                let folder = "\(folders)/\(scene.name)-\(round)"
                // The first compilation in a process also initialises the compilers. The median of the rounds leaves out the time of this
                // initialisation.
                let cold = try first(scene, makeDevice(threads: threads, cache: .directory(folder)))
                let warm = try first(scene, makeDevice(threads: threads, cache: .directory(folder)))
                let theirs = alone ? (first: .nan, again: .nan, frame: .nan) : try first(scene, Self.makePeer())
                let own = min(cold.again, warm.again), theirOwn = max(0, warm.again - warm.frame) + theirs.frame
                results.append(FirstFrame(scene: scene.name, ours: cold.first, oursCached: warm.first, theirs: theirs.first, oursOwn: own, theirsOwn: theirOwn,
                                          oursBeyond: cold.first - own, oursCachedBeyond: warm.first - own, theirsBeyond: theirs.first - theirOwn))
            }
            func middle(_ value: KeyPath<FirstFrame, Double>) -> Double { median(results.map { $0[keyPath: value] }) }
            let result = FirstFrame(scene: scene.name, ours: middle(\.ours), oursCached: middle(\.oursCached), theirs: middle(\.theirs),
                                    oursOwn: middle(\.oursOwn), theirsOwn: middle(\.theirsOwn), oursBeyond: middle(\.oursBeyond),
                                    oursCachedBeyond: middle(\.oursCachedBeyond), theirsBeyond: middle(\.theirsBeyond))
            print(row(scene.name, [result.ours, result.oursCached, result.theirs, result.oursOwn, result.theirsOwn,
                                   result.oursBeyond, result.oursCachedBeyond, result.theirsBeyond]))
            return result
        }
    }

    /// Measures Raster alone with several numbers of threads.
    private func measureScaling(_ scenes: [Scene], _ size: [Int], threads counts: [Int]) throws -> [ThreadScaling] {
        let devices = try counts.map { (threads: $0, device: try makeDevice(threads: $0, cache: .standard)) }
        let instructions = try devices[0].device.options.resolvedInstructionSet().rawValue
        print("processor: \(Self.processorName), \(ProcessInfo.processInfo.activeProcessorCount) cores, instructions: \(instructions)")
        print("Columns: milliseconds per frame by number of threads; how many times faster the last number is than the first; processor")
        print("milliseconds per frame with the last number over those with the first; the part that no thread shortens, in milliseconds\n")
        print("threads".padding(toLength: nameWidth, withPad: " ", startingAt: 0)
            + (counts.map(String.init) + ["faster", "processor", "serial ms"]).map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined())
        return try scenes.map { scene in
            let result = try ThreadScaling.take(scene, on: devices, width: size[0], height: size[1], frames: frames, seconds: seconds)
            let first = result.points[0], last = result.points[result.points.count - 1]
            print(row(scene.name, result.points.map(\.frame) + [first.frame / last.frame, last.processor / first.processor, result.serial]))
            return result
        }
    }

    private static func write(_ results: some Encodable, to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(results).write(to: URL(fileURLWithPath: path))
    }
}
