// framescope minimize: finds the smallest part of a frame for which a predicate holds.

import ArgumentParser
import FrameCapture
import Raster

/// The text about predicates in the help.
let predicateHelp = """
    A predicate compares values by ==, !=, <, <=, > and >=; &&, ||, ! and parentheses combine comparisons. Values are numbers and
      pixel(X, Y)      a pixel of the frame's result from the upper left; .r .g .b .a is a channel, 0 to 255
      #rrggbb          a colour without alpha, or #rrggbbaa
      draws, passes, primitives
                       counts of the frame
      samples(@N)      samples of draw N that pass all tests; N counts the draws that are left
      fails            1 if drawing ends with an error, otherwise 0
      differs          1 if the two renderers draw different bits, otherwise 0
    """

struct Minimize: Question {
    static let configuration = CommandConfiguration(
        commandName: "minimize", abstract: "Reduces a frame as long as a predicate holds, and writes the reduced frame as a capture.",
        discussion: """
            Passes and transfers are removed first, then draws and clears, then instances and primitives, then the contents of textures, then \
            unused resources.

            \(predicateHelp)

            Examples:
              framescope minimize frame.rcap --keep 'pixel(10, 20) != #000000' -o small.rcap
              framescope minimize frame.rcap --keep 'samples(@0) > 0 && !fails' -o small.rcap
              framescope minimize frame.rcap --keep differs -o report.rcap
            """)
    @OptionGroup var input: CaptureArguments
    @Option(help: ArgumentHelp("The predicate that must stay true.", valueName: "predicate"))
    var keep: String
    @Option(name: [.customShort("o"), .long], help: ArgumentHelp("The new capture.", valueName: "file"), completion: .file())
    var output: String
    @OptionGroup var device: DeviceArguments
    @OptionGroup var format: OutputArguments

    static let fields = [
        Field("file", .text, "The written capture."), Field("draws", .integer, "The number of draws that are left."),
        Field("drawsBefore", .integer, "The number of draws before."),
        Field("bytes", .integer, "The size of the new file."), Field("bytesBefore", .integer, "The size of the old file."),
        Field("attempts", .integer, "The number of smaller frames that were tried."),
    ]

    func validate() throws {
        if output == PictureOutput.standardOutput { throw ValidationError("The smaller capture is read again after it is written; name a file.") }
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
