// framescope report: writes a frame as one web page.

import ArgumentParser
import Foundation
import FrameCapture
import Raster

struct Report: Question {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Writes a frame as one web page that needs no network.",
        discussion: """
            The page lists the draws and dispatches with their pictures, states and differences, the changes of memory by dispatches, and the history of the chosen pixels. Overlays of the whole \
            frame can replace the picture, each with its legend. Press ? in the page for its keys.

            Examples:
              framescope report frame.rcap -o report.html
              framescope report frame.rcap --overlay overdraw --overlay discard -o report.html
              framescope report frame.rcap --advise --pixel 320,200 --pixel 10,10 -o report.html
            """)
    @OptionGroup var input: CaptureArguments
    @Option(help: ArgumentHelp("A pixel whose history is listed, from the upper left; may be given more than once.", valueName: "x,y"))
    var pixel: [PixelArgument] = []
    @Flag(help: "Also find unnecessary work, as framescope advise does.")
    var advise = false
    @Option(help: ArgumentHelp("An overlay of the frame; may be given more than once. framescope image --help names them.", valueName: "name"))
    var overlay: [Overlay] = FrameReport.standardOverlays
    @Flag(help: "Leave out the overlays, which the slow reference renderer draws.")
    var noOverlays = false
    @Option(name: [.customShort("o"), .long], help: ArgumentHelp("The HTML file, or - for standard output.", valueName: "file"),
            completion: .file(extensions: ["html"]))
    var output: String
    @OptionGroup var format: OutputArguments
    @OptionGroup var device: DeviceArguments

    static let fields = [
        Field("file", .text, "The written page."), Field("bytes", .integer, "Its size."), Field("draws", .integer, "The number of draws on the page."),
        Field("dispatches", .integer, "The number of dispatches on the page."),
        Field("pixels", .integer, "The number of explained pixels."),
        Field("overlays", .list(.text), "Its overlays."),
    ]

    func validate() throws { try PictureOutput.validate(output, format) }

    func answer(in session: Session) throws -> Answer {
        let (capture, frame) = try session.open(input), drawing = session.device(device), path = try session.path(of: output)
        var report = FrameReport(frame, of: capture)
        report.pixels = try pixel.map { try capture.history(x: $0.x, y: $0.y, in: frame, on: drawing) }
        if advise { report.advice = try capture.advice(for: frame, on: drawing) { session.progress("trying: \($0)") } }
        if !noOverlays {
            session.progress("overlays: \(overlay.map(\.rawValue).joined(separator: ", "))")
            report.overlays = try capture.overlays(overlay, of: frame, on: drawing)
            if let wrong = report.overlays.first(where: { !$0.isProven }) {
                session.note("WARNING: the draws left different bits while the overlay \(wrong.overlay.rawValue) was counted: the two renderers disagree. Please report this with the capture.")
            }
        }
        var told = ContinuousClock.now
        let html = try report.html(on: drawing) { draw in
            // Shows progress every two seconds.
            if ContinuousClock.now - told > .seconds(2) {
                session.progress("draw @\(draw) of \(frame.draws.count)")
                told = .now
            }
        }
        let data = Data(html.utf8)
        try PictureOutput.write(data, to: path)
        let members: [(String, JSON)] = [
            ("file", .string(path)), ("bytes", .int(data.count)), ("draws", .int(frame.draws.count)), ("dispatches", .int(frame.dispatches.count)),
            ("pixels", .int(report.pixels.count)),
            ("overlays", JSON(report.overlays.map(\.overlay.rawValue))),
        ]
        return Answer(members: members) { PictureOutput.report(path, []) }
    }
}
