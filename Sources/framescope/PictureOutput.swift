// PictureOutput: writes pictures to a file or to standard output, and has the options for showing numbers as pictures.

import ArgumentParser
import Foundation
import FrameCapture
import Raster

enum PictureOutput {
    /// The special path that means standard output. Pictures are written to standard output as PNG.
    static let standardOutput = "-"

    /// - Throws: `RasterError` with `fileNotWritable`.
    static func write(_ picture: Image, to path: String) throws {
        guard path == standardOutput else { return try picture.writePNG(to: path) }
        try write(Data(try picture.pngData()), to: path)
    }
    /// Writes a whole file. An older file at the path is replaced only after the new file has been written completely.
    /// - Throws: `RasterError` with `fileNotWritable`.
    static func write(_ data: Data, to path: String) throws {
        let isFile = path != standardOutput
        do {
            if isFile { try data.write(to: URL(fileURLWithPath: path), options: .atomic) } else { try FileHandle.standardOutput.write(contentsOf: data) }
        } catch {
            throw RasterError(.fileNotWritable, isFile ? "'\(path)'" : "the standard output", "cannot be written: \(error.localizedDescription)",
                              remedy: isFile ? "check the folder and the free space" : "write to a file")
        }
    }
    /// - Throws: `ValidationError` if JSON and the file would both go to standard output.
    static func validate(_ output: String, _ format: OutputArguments) throws {
        if output == standardOutput, format.json { throw ValidationError("--json and -o - both use standard output; name a file.") }
    }
    /// Prints text for people. If the picture is written to standard output, the text is written to standard error.
    static func tell(_ text: String, besides path: String) {
        if path == standardOutput { Framescope.note(text) } else { print(text) }
    }
    /// Prints the path of the written picture, and the lines of `explanation`.
    static func report(_ path: String, _ explanation: [String]) {
        if path != standardOutput { print(path) }
        for line in explanation { tell(line, besides: path) }
    }
}

extension ImageDisplay.Range: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
extension ImageDisplay.Integers: ExpressibleByArgument {}
extension ImageDisplay.Channel: ExpressibleByArgument {}

/// Options for showing numbers as a picture.
struct DisplayArguments: ParsableArguments {
    @Option(parsing: .unconditional, help: ArgumentHelp("The range from black to full brightness: A..B; auto for the smallest to the largest number; standard for 0..1. [default: standard for colours, otherwise auto]", valueName: "A..B"))
    var range: ImageDisplay.Range?
    @Option(help: ArgumentHelp("How integers are shown: range as brightness, hash with a colour for each number. [default: hash if most neighbours are equal, otherwise range]", valueName: "way"))
    var integers: ImageDisplay.Integers?
    @Option(help: ArgumentHelp("One channel of a colour as grey: r, g, b or a. [default: all]", valueName: "channel"))
    var channel: ImageDisplay.Channel?

    var display: ImageDisplay { ImageDisplay(range: range, integers: integers, channel: channel) }
    func validate() throws {
        if range != nil, integers == .hash { throw ValidationError("--range shows numbers as brightness, --integers hash gives each its own colour; give one of them.") }
    }
}

extension DisplayedImage {
    /// The members of the answer that explain the picture's colours.
    var members: [(String, JSON)] {
        [
            ("ranges", .list(ranges.map { .object([("channel", .string($0.name)), ("black", .double($0.black)), ("full", .double($0.full))]) })),
            ("hashed", JSON(hashedCount)), ("outside", .int(outsideCount)), ("odd", .int(oddCount)),
        ]
    }
    /// Returns the fields of the members that explain colours.
    /// - Parameter condition: The condition for the members, as the rest of a sentence; nil if every answer has the members.
    static func fields(only condition: String?) -> [Field] {
        func field(_ name: String, _ shape: Shape, _ meaning: String) -> Field {
            condition.map { Field(name, shape, meaning, only: $0) } ?? Field(name, shape, meaning)
        }
        return [
            field("ranges", .list(.object([
                Field("channel", .text, "`red`, `green`, `blue`, `alpha`, `depth` or `stencil`."), Field("black", .wholeOrFloat, "The number that is black."),
                Field("full", .wholeOrFloat, "The number that is shown at full brightness."),
            ])), "The range from black to full brightness; empty for unchanged colours, and if numbers have their own colours."),
            field("hashed", .optional(.integer), "The count of different numbers, if each has its own colour; otherwise null."),
            field("outside", .integer, "The number of pixels outside of the range; these pixels look like the nearest value in the range."),
            field("odd", .integer, "The number of pixels whose value is not a number; they are black."),
        ]
    }
}

extension Shape {
    /// The type of the values that `JSON.double` returns. The value null is not included.
    static let wholeOrFloat = Shape.either(.integer, .float)
}

extension JSON {
    /// Returns whole numbers as integers, other numbers as floats, and NaN as null.
    static func double(_ value: Double) -> JSON {
        if value.isNaN { return .null }
        return value == value.rounded() && abs(value) < 1e15 ? .int(Int(value)) : .float(Float(value))
    }
}
