// framescope draws: lists the draws and dispatches of a frame, pass by pass, or lists the frame's draws sorted by cost.

import ArgumentParser
import FrameCapture
import Raster

enum DrawOrder: String, ExpressibleByArgument, CaseIterable { case order, time, samples, cost }

struct Draws: Question {
    static let configuration = CommandConfiguration(
        commandName: "draws", abstract: "Lists the draws and dispatches of a frame, pass by pass, with the cost of each draw.",
        discussion: """
            Each pass has a line: its label, the size of its images, its number of draws. Below it, each of its draws has a line: number, labels of pass, groups \
            and draw, primitives, samples with --samples, time with --time, operations with --sort cost, settings that differ from a new pipeline or context, program, \
            place in the source. A dispatch has a line between the passes: its number, label, work groups and their size, the storage buffers, images and \
            textures that it uses, program, place in the source.

            --filter takes conditions joined by &&. A text must occur in the labels, the program, the settings or the source file; with ! before \
            it, it must not occur. draw, primitives, vertices, instances and samples are compared with a number by ==, !=, <, <=, > or >=. --grep takes \
            a regular expression, which must match the labels, the program, the label of a texture or buffer that shaders use, or the place in the source.

            --sort lists the most expensive draws first, without passes and dispatches: by time, by samples that pass all tests, or by cost. The cost is the number \
            of operations that shaders execute, which the reference renderer counts exactly.

            Times are estimates: medians of several runs on this machine. Each draw is submitted alone, and the time of an empty pass is \
            subtracted. Draws of a pass share work, so the sum of their times is usually larger than the time of the pass.

            Examples:
              framescope draws frame.rcap
              framescope draws frame.rcap --filter shadow --samples
              framescope draws frame.rcap --filter 'blend && samples == 0'
              framescope draws frame.rcap --grep 'tree|Forest\\.swift' --time
              framescope draws frame.rcap --sort time
            """)
    @OptionGroup var input: CaptureArguments
    @Option(help: ArgumentHelp("Only draws that meet these conditions.", valueName: "conditions"), transform: DrawFilter.init)
    var filter: DrawFilter?
    @Option(help: ArgumentHelp("Only draws whose labels, program, textures or place in the source match this.", valueName: "regex"), transform: DrawPattern.init)
    var grep: DrawPattern?
    @Option(help: ArgumentHelp("The order of the list: order, time, samples or cost.", valueName: "key"))
    var sort = DrawOrder.order
    @Flag(help: "Draw the frame and count the samples of each draw that pass all tests.")
    var samples = false
    @Flag(help: "Estimate the time of each draw and pass, by drawing them again and again.")
    var time = false
    @OptionGroup var format: OutputArguments
    @OptionGroup var device: DeviceArguments

    static let fields = [
        Field("frame", .integer, "The frame."),
        Field("passes", .list(.object([
            Field("pass", .integer, "The number of the pass."), Field("label", .text, "Its label."), Field("width", .integer, "The width of its images."),
            Field("height", .integer, "The height of its images."),
            Field("draws", .list(.integer), "Its listed draws."), Field("drawCount", .integer, "The number of its draws."),
            Field("milliseconds", .number, "Its estimated time.", only: "with `--time`"),
        ])), "The passes with listed draws; without a filter, all passes."),
        Field("draws", .list(.object([
            Field("draw", .integer, "The number of the draw."), Field("pass", .integer, "The number of its pass."),
            Field("path", .list(.text), "The labels of its pass, of its groups, and its own label."),
            Field("primitive", .text, "How its vertices form primitives."), Field("primitives", .integer, "The number of its primitives, in all instances."),
            Field("vertices", .integer, "Vertices or indices of one instance."), Field("instances", .integer, "The number of instances."),
            Field("indexed", .flag, "Whether it has indices."),
            Field("settings", .text, "Settings that differ from a new pipeline, or from a new context of OpenGL."), Field("program", .text, "The label of its program."),
            Field("textures", .list(.text), "The labels of the textures that it reads."), Field("site", .text, "The place in the source that recorded it."),
            Field("samples", .integer, "Samples that pass all tests.", only: "with `--samples`, or if a filter or the order needs it"),
            Field("milliseconds", .number, "Its estimated time.", only: "with `--time` or `--sort time`"),
            Field("operations", .integer, "Operations that its shaders execute.", only: "with `--sort cost`"),
        ])), "The draws, in the requested order."),
        Field("dispatches", .list(.object([
            Field("dispatch", .integer, "The number of the dispatch."), Field("label", .text, "Its label."),
            Field("groups", .list(.integer), "The numbers of work groups along x, y and z."),
            Field("groupSize", .list(.integer), "The numbers of invocations of a work group along x, y and z."),
            Field("pass", .integer, "The number of the pass that follows, or the number of passes."), Field("program", .text, "The label of its program."),
            Field("resources", .list(.text), "The labels of the storage buffers, images and textures that it uses."),
            Field("site", .text, "The place in the source that recorded it."),
            Field("milliseconds", .number, "Its estimated time.", only: "with `--time` or `--sort time`"),
            Field("operations", .integer, "Operations that its shader executes.", only: "with `--sort cost`"),
        ])), "The dispatches, in the order of the frame."),
        Field("timing", .object([
            Field("method", .text, "How the times were measured."), Field("repetitions", .integer, "The number of times that each draw was repeated."),
            Field("frame", .number, "The time of the whole frame, in milliseconds."),
            Field("renderer", .text, "The renderer that drew."),
        ]), "How the times were measured, and how precise they are.", only: "with `--time` or `--sort time`"),
    ]

    func answer(in session: Session) throws -> Answer {
        let (capture, frame) = try session.open(input), passes = frame.passes
        var counts: [UInt64]?, operations: [Int: UInt64]?, dispatchOperations: [Int: UInt64] = [:]
        if samples || sort == .samples || filter?.needsSamples == true {
            let replayer = try Replayer(frame, of: capture, on: session.device(device))
            try replayer.run(countsSamples: true)
            counts = replayer.passedSamples
        }
        let times = time || sort == .time ? try capture.times(of: frame, on: session.device(device)) : nil
        if sort == .cost {
            let entries = try capture.profile(frame, on: session.device(device)).entries(by: .draw)
            operations = Dictionary(entries.compactMap { entry in entry.draw.map { ($0, entry.numbers.allOperations) } }, uniquingKeysWith: +)
            dispatchOperations = Dictionary(entries.compactMap { entry in entry.dispatch.map { ($0, entry.numbers.allOperations) } }, uniquingKeysWith: +)
        }
        var numberOfPass: [Int: Int] = [:]
        for pass in passes { for draw in pass.draws { numberOfPass[draw] = pass.number } }
        var draws = frame.draws.map { draw in
            Entry(draw: draw, pass: numberOfPass[draw.number] ?? 0, settings: frame.settings(of: draw, in: capture.vocabulary),
                  textures: frame.textureNames(of: draw), words: capture.vocabulary, samples: counts?[draw.number],
                  milliseconds: times?.draws[draw.number], operations: operations.map { $0[draw.number] ?? 0 })
        }.filter { (filter?.accepts($0.draw, settings: $0.settings, samples: $0.samples) ?? true) && (grep?.matches($0.draw, textures: $0.textures) ?? true) }
        // Draws with the same cost keep the order that they have in the frame.
        func sorted<Key: Comparable>(by key: (Entry) -> Key) -> [Entry] { draws.sorted { (key($1), $0.draw.number) < (key($0), $1.draw.number) } }
        switch sort {
        case .order: break
        case .time: draws = sorted { $0.milliseconds ?? 0 }
        case .samples: draws = sorted { $0.samples ?? 0 }
        case .cost: draws = sorted { $0.operations ?? 0 }
        }
        let dispatches = try frame.dispatches.map { dispatch in
            let size = try capture.workGroupSize(of: dispatch, in: frame)
            return DispatchEntry(dispatch: dispatch, size: [size.x, size.y, size.z], resources: frame.resourceNames(of: dispatch),
                                 milliseconds: times?.dispatches[dispatch.number], operations: operations.map { _ in dispatchOperations[dispatch.number] ?? 0 },
                                 pass: passes.firstIndex { $0.events.lowerBound > dispatch.event } ?? passes.count)
        }.filter { (filter?.accepts($0.dispatch, resources: $0.resources) ?? true) && (grep?.matches($0.dispatch, resources: $0.resources) ?? true) }
        if draws.isEmpty && dispatches.isEmpty { session.note("no draw of frame \(frame.number) \(filter == nil && grep == nil ? "exists" : "matches")") }
        let isWhole = filter == nil && grep == nil
        let groups = passes.map { pass in (pass: pass, draws: draws.filter { $0.pass == pass.number }) }.filter { isWhole || !$0.draws.isEmpty }
        if let times { session.note("times: \(times.method); the whole frame takes \(Draws.number(times.frame)) ms") }
        var members: [(String, JSON)] = [
            ("frame", .int(frame.number)), ("passes", .list(groups.map { Draws.json($0.pass, $0.draws, times) })), ("draws", .list(draws.map(\.json))),
            ("dispatches", .list(dispatches.map(\.json))),
        ]
        if let times {
            members.append(("timing", .object([("method", .string(times.method)), ("repetitions", .int(times.repetitions)), ("frame", .number(times.frame)),
                                               ("renderer", .string(session.device(device).name))])))
        }
        return Answer(members: members) {
            if draws.isEmpty && (dispatches.isEmpty || sort != .order) { return }
            guard sort == .order else { return print(Output.table(draws.map(\.row))) }
            let lines = draws.isEmpty ? [] : Output.table(draws.map(\.row)).split(separator: "\n", omittingEmptySubsequences: false)
            let others = dispatches.isEmpty ? [] : Output.table(dispatches.map(\.row)).split(separator: "\n", omittingEmptySubsequences: false)
            var line = 0, other = 0
            func tellDispatches(before pass: Int) {
                while other < others.count, dispatches[other].pass <= pass {
                    print(others[other])
                    other += 1
                }
            }
            defer { tellDispatches(before: .max) }
            for group in groups {
                tellDispatches(before: group.pass.number)
                print(Draws.heading(group.pass, count: group.draws.count, times))
                for _ in group.draws {
                    print(lines[line])
                    line += 1
                }
            }
        }
    }

    private static func heading(_ pass: CapturedPass, count: Int, _ times: FrameTimes?) -> String {
        let all = pass.draws.count, draws = count == all ? counted(all, "draw") : "\(count) of \(counted(all, "draw"))"
        return Output.printable("pass \(pass.number)  \(pass.label.isEmpty ? "-" : pass.label)  \(pass.width)×\(pass.height), \(draws)") + (times.map { ", \(number($0.passes[pass.number])) ms" } ?? "")
    }
    private static func json(_ pass: CapturedPass, _ draws: [Entry], _ times: FrameTimes?) -> JSON {
        let members: [(String, JSON)] = [
            ("pass", .int(pass.number)), ("label", .string(pass.label)), ("width", .int(pass.width)), ("height", .int(pass.height)),
            ("draws", .list(draws.map { .int($0.draw.number) }.sorted { a, b in if case .int(let a) = a, case .int(let b) = b { a < b } else { false } })),
            ("drawCount", .int(pass.draws.count)),
        ]
        return .object(members + (times.map { [("milliseconds", .number($0.passes[pass.number]))] } ?? []))
    }
    /// Returns the number with three digits after the decimal point.
    fileprivate static func number(_ value: Double) -> String {
        let thousandths = Int((value * 1000).rounded()), rest = "\(thousandths % 1000)"
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }

    /// A dispatch in the list.
    private struct DispatchEntry {
        let dispatch: CapturedDispatch
        /// The size of a work group.
        let size: [Int]
        let resources: [String]
        /// The estimated time of the dispatch; nil if the time was not measured.
        let milliseconds: Double?
        /// The number of shader operations; nil if operations were not counted.
        let operations: UInt64?
        /// The number of the pass that follows the dispatch.
        let pass: Int
        private var groups: [Int] { [dispatch.groups.x, dispatch.groups.y, dispatch.groups.z] }

        var json: JSON {
            var members: [(String, JSON)] = [
                ("dispatch", .int(dispatch.number)), ("label", .string(dispatch.label)), ("groups", .list(groups.map { .int($0) })),
                ("groupSize", .list(size.map { .int($0) })), ("pass", .int(pass)), ("program", .string(dispatch.program)), ("resources", JSON(resources)),
                ("site", .string(dispatch.site)),
            ]
            if let milliseconds { members.append(("milliseconds", .number(milliseconds))) }
            if let operations { members.append(("operations", .int(Int(clamping: operations)))) }
            return .object(members)
        }
        var row: [String] {
            func text(_ numbers: [Int]) -> String { numbers.map { "\($0)" }.joined(separator: "×") }
            return ["dispatch:\(dispatch.number)", dispatch.label.isEmpty ? "-" : dispatch.label, "\(text(groups)) groups of \(text(size))"]
                + (milliseconds.map { ["\(Draws.number($0)) ms"] } ?? []) + [
                    resources.isEmpty ? "-" : resources.joined(separator: ", "), dispatch.program.isEmpty ? "-" : dispatch.program, dispatch.site]
        }
    }
    /// A draw in the list.
    private struct Entry {
        let draw: CapturedDraw
        let pass: Int
        let settings: String
        let textures: [String]
        let words: Vocabulary
        /// The number of the draw's samples that passed all tests; nil if samples were not counted.
        let samples: UInt64?
        /// The estimated time of the draw; nil if the time was not measured.
        let milliseconds: Double?
        /// The number of shader operations; nil if operations were not counted.
        let operations: UInt64?

        var json: JSON {
            var members: [(String, JSON)] = [
                ("draw", .int(draw.number)), ("pass", .int(pass)), ("path", JSON(draw.path)), ("primitive", .string(words.name(draw.primitive))),
                ("primitives", .int(draw.primitiveCount)), ("vertices", .int(draw.count)), ("instances", .int(draw.instanceCount)),
                ("indexed", .bool(draw.isIndexed)), ("settings", .string(settings)), ("program", .string(draw.program)), ("textures", JSON(textures)),
                ("site", .string(draw.site)),
            ]
            if let samples { members.append(("samples", .int(Int(clamping: samples)))) }
            if let milliseconds { members.append(("milliseconds", .number(milliseconds))) }
            if let operations { members.append(("operations", .int(Int(clamping: operations)))) }
            return .object(members)
        }
        var row: [String] {
            let instances = draw.instanceCount == 1 ? "" : " in \(counted(draw.instanceCount, "instance"))"
            var cells = ["@\(draw.number)", draw.name, draw.primitive.counted(draw.primitiveCount) + instances]
            if let samples { cells.append(counted(samples, "sample")) }
            if let milliseconds { cells.append("\(Draws.number(milliseconds)) ms") }
            if let operations { cells.append(counted(operations, "operation")) }
            return cells + [settings.isEmpty ? "-" : settings, draw.program.isEmpty ? "-" : draw.program, draw.site]
        }
    }
}
