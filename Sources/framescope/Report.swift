// framescope report: a frame as one web page.

import ArgumentParser
import Foundation
import FrameCapture
import Raster

struct Report: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes a frame as one web page that needs no network.",
        discussion: """
            The page lists the draws with their pictures, states and differences, and tells the history of the chosen pixels. It works by \
            keyboard; press ? in it.

            Examples:
              framescope report frame.rcap -o report.html
              framescope report frame.rcap --advise --pixel 320,200 --pixel 10,10 -o report.html
            """)
    @OptionGroup var input: CaptureArguments
    @Option(help: ArgumentHelp("A pixel whose history is told, from the upper left; may be given more than once.", valueName: "x,y"))
    var pixel: [PixelArgument] = []
    @Flag(help: "Also tries what work the frame could save, as framescope advise does.")
    var advise = false
    @Option(name: [.customShort("o"), .long], help: ArgumentHelp("The HTML file that is written.", valueName: "file"), completion: .file(extensions: ["html"]))
    var output: String
    @OptionGroup var device: DeviceArguments

    func run() throws {
        let capture = try input.open(), frame = try input.chosenFrame(of: capture), drawing = device.makeDevice()
        var report = FrameReport(frame, of: capture)
        report.pixels = try pixel.map { try capture.history(x: $0.x, y: $0.y, in: frame, on: drawing) }
        if advise { report.advice = try capture.advice(for: frame, on: drawing) { Framescope.note("trying: \($0)") } }
        var told = ContinuousClock.now
        let html = try report.html(on: drawing) { draw in
            // Long work shows that it goes on.
            if ContinuousClock.now - told > .seconds(2) {
                Framescope.note("draw @\(draw) of \(frame.draws.count)")
                told = .now
            }
        }
        do {
            try Data(html.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
        } catch {
            throw RasterError(.fileNotWritable, "'\(output)'", "cannot be written: \(error.localizedDescription)", remedy: "check the folder and the space that is left")
        }
        print(output)
    }
}
