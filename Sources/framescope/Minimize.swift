// framescope minimize: the smallest part of a frame for which a statement is true.

import ArgumentParser
import FrameCapture
import Raster

/// The language of predicates, for help.
let predicateHelp = """
    A predicate compares values with ==, !=, <, <=, > and >=, and joins with &&, || and !, with parentheses. Values are numbers and
      pixel(X, Y)      a pixel of the frame's result from the upper left; .r .g .b .a is a channel, 0 to 255
      #rrggbb          a colour without alpha, or #rrggbbaa
      draws, passes, primitives
                       counts of the frame
      samples(@N)      samples that pass all tests of draw N, which counts the draws that are there
      fails            1 where drawing ends with an error, else 0
      differs          1 where the two renderers have other bits, else 0
    """

struct Minimize: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reduces a frame while a predicate holds, and writes what is left as a capture.",
        discussion: """
            Passes and transfers are left out first, then draws and clears, then instances and primitives, then the contents of textures, then \
            resources that nothing names any more.

            \(predicateHelp)

            Examples:
              framescope minimize frame.rcap --keep 'pixel(10, 20) != #000000' -o small.rcap
              framescope minimize frame.rcap --keep 'samples(@0) > 0 && !fails' -o small.rcap
              framescope minimize frame.rcap --keep differs -o report.rcap
            """)
    @OptionGroup var input: CaptureArguments
    @Option(help: ArgumentHelp("What has to stay true.", valueName: "predicate"))
    var keep: String
    @Option(name: [.customShort("o"), .long], help: ArgumentHelp("The capture that is written.", valueName: "file"), completion: .file())
    var output: String
    @OptionGroup var device: DeviceArguments
    @Flag(help: "Print JSON for programs.")
    var json = false

    func run() throws {
        let capture = try input.open(), frame = try input.chosenFrame(of: capture)
        let minimization = try Minimization(of: frame, in: capture, keeping: FramePredicate(keep), on: device.on == .jit ? .jit : .reference)
        try minimization.run()
        try minimization.write(to: output)
        let written = try Capture(contentsOf: output)
        if json {
            Output.print(.object([("file", .string(output)), ("draws", .int(minimization.drawCount)), ("drawsBefore", .int(frame.draws.count)), ("bytes", .int(written.byteCount)),
                                  ("bytesBefore", .int(capture.byteCount)), ("attempts", .int(minimization.attempts))]))
        } else {
            print(output)
            Framescope.note("\(minimization.drawCount) of \(counted(frame.draws.count, "draw")), \(written.byteCount) of \(capture.byteCount) bytes, after \(counted(minimization.attempts, "attempt"))")
        }
    }
}
