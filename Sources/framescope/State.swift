// framescope state: prints everything that a draw depends on.

import ArgumentParser
import Foundation
import FrameCapture
import Raster

/// A range of positions such as 0..9, both ends included, or a single position such as 7.
struct PositionRange: ExpressibleByArgument {
    var positions: Range<Int>
    init?(argument: String) {
        let ends = argument.components(separatedBy: "..").map { Int($0) }
        guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first >= 0, first <= last, last < .max else { return nil }
        positions = first..<(last + 1)
    }
}

struct State: Question {
    static let configuration = CommandConfiguration(
        commandName: "state", abstract: "Prints the state of one or all draws and dispatches, the differences from another, or a draw's vertices.",
        discussion: """
            Without a draw or dispatch, prints one line for each value of each; --filter selects values. With --diff, exit status 1 if something differs. \
            --vertices decodes indices and attributes as the vertex shader gets them, from the buffers' bytes when the draw runs, at most \(Capture.vertexLimit) \
            vertices.

            Examples:
              framescope state frame.rcap @3
              framescope state frame.rcap dispatch:0
              framescope state frame.rcap @3 --diff @2
              framescope state frame.rcap @3 --filter uniform
              framescope state frame.rcap --filter depth.compare
              framescope state frame.rcap @3 --vertices 0..9
            """)
    @OptionGroup var input: CaptureArguments
    @Argument(help: "The draw, such as @3, or the dispatch, such as dispatch:0; without it, all draws and dispatches.")
    var draw: CommandName?
    @Option(help: ArgumentHelp("Print only the differences from this draw or dispatch.", valueName: "draw"))
    var diff: CommandName?
    @Option(help: ArgumentHelp("Only values whose names contain this.", valueName: "text"))
    var filter: String?
    @Option(help: ArgumentHelp("Print these vertices instead: 0..9, or one number.", valueName: "positions"))
    var vertices: PositionRange?
    @Option(help: ArgumentHelp("With --vertices: the instance.", valueName: "number"))
    var instance = 0
    @OptionGroup var format: OutputArguments

    func validate() throws {
        if draw == nil && (vertices != nil || diff != nil) { throw ValidationError("name the draw of the differences or vertices") }
        if vertices != nil && diff != nil { throw ValidationError("--diff compares states; leave --vertices out") }
    }
    static let fields = [
        Field("draw", .integer, "The draw.", only: "if one is chosen"), Field("dispatch", .integer, "The dispatch.", only: "if one is chosen"),
        Field("state", .map(.value), "The values of its state by their names.", only: "if one draw's or dispatch's state is requested"),
        Field("comparedWith", .integer, "The number of the other draw or dispatch.", only: "with `--diff`"),
        Field("changes", .map(.object([Field("before", .optional(.value), "The other draw's value; null for none."),
                                       Field("after", .optional(.value), "The draw's value; null for none.")])),
              "The values that differ by their names.", only: "with `--diff`"),
        Field("draws", .list(.object([Field("draw", .integer, "The draw."), Field("state", .map(.value), "The values of its state by their names.")])),
              "The states of all draws.", only: "without a draw or dispatch"),
        Field("dispatches", .list(.object([Field("dispatch", .integer, "The dispatch."),
                                           Field("state", .map(.value), "The values of its state by their names.")])),
              "The states of all dispatches.", only: "without a draw or dispatch"),
        Field("vertices", .list(.object([
            Field("position", .integer, "The place among the draw's vertices."), Field("index", .optional(.integer), "The index of this vertex; null if the draw has no indices."),
            Field("isRestart", .flag, "Whether the index ends a strip and is not a vertex."), Field("vertex", .integer, "gl_VertexID."),
            Field("attributes", .map(.value), "The attributes by their names."),
        ])), "The vertices.", only: "with `--vertices`"),
    ]

    func answer(in session: Session) throws -> Answer {
        let (capture, frame) = try session.open(input)
        guard let draw else { return try all(frame, capture, session) }
        let command = try draw.command(in: frame)
        if let vertices {
            guard case .draw(let draw) = command else {
                throw RasterError(.invalidArgument, "\(command)", "has no vertices", remedy: "choose a draw")
            }
            return try list(capture.vertices(vertices.positions, of: draw, in: frame, instance: instance), of: draw, session)
        }
        let state = try capture.state(of: command, in: frame)
        guard let diff else {
            let entries = state.entries.filter { isWanted($0.name) }
            return Answer(members: [command.member, ("state", State.json(entries))]) {
                print(Output.table(entries.flatMap { State.rows([$0.name], $0.value) }))
            }
        }
        let other = try diff.command(in: frame), before = try capture.state(of: other, in: frame)
        let changes = state.differences(from: before).filter { isWanted($0.name) }
        if changes.isEmpty { session.note("\(other.argument) and \(command.argument) have the same state") }
        let list = JSON.object(changes.map { ($0.name, .object([("before", JSON($0.before)), ("after", JSON($0.after))])) })
        return Answer(members: [command.member, ("comparedWith", other.member.1), ("changes", list)], passes: changes.isEmpty) {
            if !changes.isEmpty { print(Output.table(changes.flatMap { State.rows(ofChange: $0) })) }
        }
    }

    /// Returns the rows of the table for a value: several rows for a matrix or an array of vectors, one row for any other value.
    private static func rows(_ start: [String], _ value: StateValue) -> [[String]] {
        value.lines.enumerated().map { number, line in (number == 0 ? start : start.map { _ in "" }) + [line] }
    }
    private static func rows(ofChange change: (name: String, before: StateValue?, after: StateValue?)) -> [[String]] {
        let before = change.before?.lines ?? ["-"], after = change.after?.lines ?? ["-"]
        func cell(_ lines: [String], _ number: Int) -> String { lines.indices.contains(number) ? lines[number] : "" }
        return (0..<max(before.count, after.count)).map { number -> [String] in
            let isFirst = number == 0
            return [isFirst ? change.name : "", cell(before, number), isFirst ? "→" : "", cell(after, number)]
        }
    }
    private func isWanted(_ name: String) -> Bool { filter.map { name.contains($0) } ?? true }
    private static func json(_ entries: [StateEntry]) -> JSON { .object(entries.map { ($0.name, JSON($0.value)) }) }

    private func all(_ frame: CapturedFrame, _ capture: Capture, _ session: Session) throws -> Answer {
        let states = try frame.shaderCommands.map { command in
            (command: command, entries: try capture.state(of: command, in: frame).entries.filter { isWanted($0.name) })
        }
        if states.isEmpty { session.note("frame \(frame.number) has no draws") }
        func members(_ name: String) -> (String, JSON) {
            let chosen = states.filter { $0.command.member.0 == name }
            return (name == "draw" ? "draws" : "dispatches", .list(chosen.map { .object([$0.command.member, ("state", State.json($0.entries))]) }))
        }
        return Answer(members: [members("draw"), members("dispatch")]) {
            let rows = states.flatMap { command, entries in entries.flatMap { State.rows([command.argument, $0.name], $0.value) } }
            if !rows.isEmpty { print(Output.table(rows)) }
        }
    }
    private func list(_ vertices: [CapturedVertex], of draw: CapturedDraw, _ session: Session) -> Answer {
        func isWanted(_ entry: StateEntry) -> Bool { self.isWanted(entry.name) }
        let list = vertices.map { vertex in
            JSON.object([("position", .int(vertex.position)), ("index", JSON(vertex.index)), ("isRestart", .bool(vertex.isRestart)),
                         ("vertex", .int(vertex.vertex)), ("attributes", State.json(vertex.attributes.filter(isWanted)))])
        }
        if vertices.isEmpty { session.note("@\(draw.number) has no vertices there") }
        return Answer(members: [("draw", .int(draw.number)), ("vertices", .list(list))]) {
            if vertices.isEmpty { return }
            let names = (vertices.first { !$0.isRestart }?.attributes ?? []).filter(isWanted).map(\.name)
            print(Output.table([["position", "index", "vertex"] + names] + vertices.map { vertex in
                ["\(vertex.position)", vertex.index.map { "\($0)" } ?? "-", vertex.isRestart ? "restart" : "\(vertex.vertex)"]
                    + vertex.attributes.filter(isWanted).map(\.value.description)
            }))
        }
    }
}
