// framescope state: all that a draw depends on.

import ArgumentParser
import FrameCapture

struct State: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the state of a draw, or what is other than in another draw.",
        discussion: "With --diff, exit status 1 where something differs.\n\nExamples:\n  framescope state frame.rcap @3\n  framescope state frame.rcap @3 --diff @2\n  framescope state frame.rcap @3 --filter uniform")
    @OptionGroup var input: CaptureArguments
    @Argument(help: "The draw, such as @3.")
    var draw: DrawNumber
    @Option(help: ArgumentHelp("Print only what is other than in this draw.", valueName: "draw"))
    var diff: DrawNumber?
    @Option(help: ArgumentHelp("Only values whose names contain this.", valueName: "text"))
    var filter: String?
    @OptionGroup var output: OutputArguments

    func run() throws {
        let capture = try input.open(), frame = try input.chosenFrame(of: capture)
        let state = try capture.state(of: frame.draw(draw.number), in: frame)
        func isWanted(_ name: String) -> Bool { filter.map { name.contains($0) } ?? true }
        guard let diff else {
            let entries = state.entries.filter { isWanted($0.name) }
            if output.json { return Output.print(.object(entries.map { ($0.name, JSON($0.value)) })) }
            return print(Output.table(entries.map { [$0.name, $0.value.description] }))
        }
        let before = try capture.state(of: frame.draw(diff.number), in: frame)
        let changes = state.differences(from: before).filter { isWanted($0.name) }
        if output.json {
            Output.print(.object(changes.map { ($0.name, .object([("before", JSON($0.before)), ("after", JSON($0.after))])) }))
        } else if changes.isEmpty {
            Framescope.note("@\(diff.number) and @\(draw.number) have the same state")
        } else {
            print(Output.table(changes.map { [$0.name, $0.before?.description ?? "-", "→", $0.after?.description ?? "-"] }))
        }
        if !changes.isEmpty { throw differs }
    }
}
