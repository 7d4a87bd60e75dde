// framescope minimize: finds the smallest part of a frame for which a predicate holds.

import ArgumentParser
import FrameCapture
import Raster

/// The help text about predicates.
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

struct Minimize: Question {
    static let configuration = CommandConfiguration(
        commandName: "minimize", abstract: "Reduces a frame while a predicate holds, and writes what is left as a capture.",
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
    @OptionGroup var format: OutputArguments

    static let fields = [
        Field("file", .text, "The capture that was written."), Field("draws", .integer, "How many draws are left."),
        Field("drawsBefore", .integer, "How many there were."),
        Field("bytes", .integer, "The size of the new file."), Field("bytesBefore", .integer, "The size of the old one."),
        Field("attempts", .integer, "How many smaller frames were tried."),
    ]

    func validate() throws {
        if output == PictureOutput.standardOutput { throw ValidationError("A smaller capture is opened again when it is written, so that it needs a file; name one.") }
    }

    func answer(in session: Session) throws -> Answer {
        let (capture, frame) = try session.open(input), path = try session.path(of: output)
        let minimization = try Minimization(of: frame, in: capture, keeping: FramePredicate(keep), on: device.kind)
        try minimization.run()
        try minimization.write(to: path)
        let written = try Capture(contentsOf: path)
        session.note("\(minimization.drawCount) of \(counted(frame.draws.count, "draw")), \(written.byteCount) of \(capture.byteCount) bytes, after \(counted(minimization.attempts, "attempt"))")
        let members: [(String, JSON)] = [
            ("file", .string(path)), ("draws", .int(minimization.drawCount)), ("drawsBefore", .int(frame.draws.count)), ("bytes", .int(written.byteCount)),
            ("bytesBefore", .int(capture.byteCount)), ("attempts", .int(minimization.attempts)),
        ]
        return Answer(members: members) { print(path) }
    }
}
