// framescope pixel: lists all events that touched a pixel.

import ArgumentParser
import FrameCapture
import Raster

struct ImageArguments: ParsableArguments {
    @Option(help: ArgumentHelp("A draw that writes the image. [default: the frame's result]", valueName: "draw"))
    var of: DrawNumber?
    @Option(help: ArgumentHelp("The attachment of that draw, or of the last pass: color0, color1 and so on, depth or stencil.", valueName: "name"))
    var attachment: AttachmentArgument?
    @Option(help: ArgumentHelp("The image, by its label, or by its number as #3.", valueName: "label"))
    var image: String?
    @Option(help: ArgumentHelp("The layer, face or slice of the image. [default: the first that is written]", valueName: "number"))
    var layer: Int?

    func validate() throws {
        if image != nil && (of != nil || attachment != nil) { throw ValidationError("--image names the image; leave --of and --attachment out") }
    }
    var isGiven: Bool { of != nil || attachment != nil || image != nil || layer != nil }
    func choice(in frame: CapturedFrame) throws -> ImageChoice {
        let choice = try imageChoice(in: frame)
        return layer.map { .layer($0, of: choice) } ?? choice
    }
    private func imageChoice(in frame: CapturedFrame) throws -> ImageChoice {
        if let image { return .texture(image) }
        let draw = try of.map { try frame.draw($0.number) }
        if let attachment { return .attachment(attachment.name, of: draw) }
        return draw.map { .target(of: $0) } ?? .result
    }
}

/// Options that determine how texts show colours and blending.
struct WordArguments: ParsableArguments {
    @Flag(help: "Print 8-bit colours as numbers instead of #RRGGBB, and blending as its sum.")
    var verbose = false
    func text(_ capture: Capture) -> PixelText { PixelText(isVerbose: verbose, vocabulary: capture.vocabulary) }
}

/// Adds a warning to the answer if the two renderers gave different bits.
func warnUnlessProven(_ history: PixelHistory, in session: Session) {
    if !history.isProven { session.note("WARNING: a draw left different bits than this history states: the two renderers disagree. Please report this with the capture.") }
}

struct Pixel: Question {
    static let configuration = CommandConfiguration(
        commandName: "pixel", abstract: "Lists all events that touched a pixel, or might have, in order.",
        discussion: """
            The list covers all images of the chosen image's size; the column 'image' names them. With --image, --attachment or --of, it has only \
            the events that made the chosen image's pixel. Exit status 1 if the history does not agree with the drawn bits.

            Examples:
              framescope pixel frame.rcap 320 200
              framescope pixel frame.rcap 320 200 --attachment depth
              framescope pixel frame.rcap 320 200 --image shadows
            """)
    @OptionGroup var input: CaptureArguments
    @Argument(help: "Pixels from the left.")
    var x: Int
    @Argument(help: "Pixels from the top.")
    var y: Int
    @OptionGroup var images: ImageArguments
    @Option(help: ArgumentHelp("Only this sample of a multisampled image.", valueName: "number"))
    var sample: Int?
    @OptionGroup var words: WordArguments
    @OptionGroup var format: OutputArguments
    @OptionGroup var device: DeviceArguments

    static let fields = [
        Field("x", .integer, "The pixel from the left."), Field("y", .integer, "The pixel from the top."), Field("image", .text, "The image."),
        Field("isProven", .flag, "Whether the history agrees with the drawn bits."), Field("events", .list(Pixel.event), "The events that touched the pixel, or might have, in order."),
    ]
    static let event = Shape.object([
        Field("draw", .optional(.integer), "The draw; null if the event is not a draw."),
        Field("dispatch", .optional(.integer), "The dispatch; null if the event is not a dispatch."), Field("name", .text, "The labels of the draw, or the kind of event."),
        Field("site", .text, "The place in the source that recorded it; empty for none."), Field("fate", .text, "The fate of the fragment: `written`, `depthFailed`, `discarded`, `stored` by a shader into an image, and so on."),
        Field("sample", .optional(.integer), "The sample; null if the event concerns all samples."), Field("primitive", .optional(.integer), "The primitive of the draw."),
        Field("emitter", .optional(.object([
            Field("primitive", .integer, "The primitive that the geometry shader read."),
            Field("invocation", .optional(.integer), "The shader's invocation; null if it has one for each primitive."),
        ])), "The invocation of the geometry shader that emitted the primitive; null if no geometry shader did."),
        Field("instance", .optional(.integer), "The instance."),
        Field("vertices", .list(.integer), "The primitive's vertices."), Field("barycentrics", .list(.float), "The place in the primitive, a share for each vertex."),
        Field("isFrontFacing", .optional(.flag), "Whether the primitive is front-facing."),
        Field("testsEarly", .optional(.flag), "Whether the tests ran before the shader."),
        Field("depth", .optional(.float), "The fragment's depth."), Field("storedDepth", .optional(.float), "The depth that it was compared with."),
        Field("depthCompare", .optional(.text), "The comparison."), Field("stencilReference", .optional(.integer), "The stencil reference."),
        Field("storedStencil", .optional(.integer), "The stencil value that it was compared with."), Field("stencilCompare", .optional(.text), "The comparison."),
        Field("output", .optional(.value), "The shader's output."), Field("before", .optional(.value), "The pixel before."),
        Field("after", .optional(.value), "The pixel after."),
        Field("blend", .optional(.text), "The blending."), Field("writeMask", .optional(.text), "The channels that are written."),
        Field("images", .list(.text), "The images that the event writes."), Field("source", .optional(.text), "The place from which a copy or blit took the pixel."),
        Field("changes", .list(.object([
            Field("image", .text, "The image."), Field("attachment", .text, "The attachment of the pass."),
            Field("output", .optional(.value), "The shader's output for it."),
            Field("before", .optional(.value), "The pixel before."), Field("after", .optional(.value), "The pixel after."),
            Field("writeMask", .optional(.text), "The channels that are written."),
            Field("blend", .object([
                Field("equation", .text, "The equation."), Field("source", .optional(.value), "The shader's colour."),
                Field("sourceFactor", .optional(.value), "Its factor."),
                Field("destination", .optional(.value), "The stored colour."), Field("destinationFactor", .optional(.value), "Its factor."),
            ]), "The blending with its operands.", only: "if it blends"),
        ])), "The changes in each image."),
    ])

    func answer(in session: Session) throws -> Answer {
        let (capture, frame) = try session.open(input)
        let history = try capture.history(x: x, y: y, in: frame, image: images.choice(in: frame), on: session.device(device))
        warnUnlessProven(history, in: session)
        let events = (images.isGiven ? history.eventsOfImage : history.events).filter { sample == nil || $0.sample == nil || $0.sample == sample }
        if events.isEmpty { session.note("nothing touches pixel (\(history.x), \(history.y))") }
        let members: [(String, JSON)] = [
            ("x", .int(history.x)), ("y", .int(history.y)), ("image", .string(capture.vocabulary.name(history.image))), ("isProven", .bool(history.isProven)),
            ("events", .list(events.map { Pixel.json($0, capture.vocabulary) })),
        ]
        return Answer(members: members, passes: history.isProven) {
            if !events.isEmpty { print(Pixel.table(events.map { HistoryRow($0) }, words.text(capture))) }
        }
    }
    static func table(_ rows: [HistoryRow], _ words: PixelText) -> String {
        Output.table([["draw", "sample", "primitive", "fate", "depth", "stored", "image", "output", "before", "after", "what"]]
                     + rows.flatMap { Pixel.rows($0, words) })
    }
    /// Returns table rows for an event: one row for each image that the event changed, or a single row if the event changed no image.
    private static func rows(_ row: HistoryRow, _ words: PixelText) -> [[String]] {
        let event = row.first, draws = row.draws, samples = row.samples, primitives = row.primitives
        func text(_ numbers: [Int]?) -> String { numbers.map { $0.isEmpty ? "-" : numberRanges($0) } ?? "several" }
        let start = [draws.isEmpty ? "-" : drawRanges(draws), text(samples), text(primitives), event.fate.title, event.depth?.shown ?? "-",
                     event.storedDepth?.shown ?? "-"]
        let name = draws.count > 1 ? "\(draws.count) draws, the first \(event.name)" : event.name
        guard !event.changes.isEmpty else { return [start + [event.images.map(words.vocabulary.name).joined(separator: ", "), "-", "-", "-", name]] }
        return event.changes.enumerated().map { number, change in
            (number == 0 ? start : start.map { _ in "" })
                + [words.vocabulary.name(change.image), change.output(words) ?? "-", change.before(words) ?? "-", change.after(words) ?? "-",
                   number == 0 ? name : words.vocabulary.name(change.attachment, isDefault: event.isOfDefaultFramebuffer)]
        }
    }
    static func json(_ event: PixelEvent, _ words: Vocabulary) -> JSON {
        func number(_ value: Int?) -> JSON { value.map { .int($0) } ?? .null }
        func float(_ value: Float?) -> JSON { value.map { .float($0) } ?? .null }
        func flag(_ value: Bool?) -> JSON { value.map { .bool($0) } ?? .null }
        let members: [(String, JSON)] = [
            ("draw", number(event.draw)), ("dispatch", number(event.dispatch)), ("name", .string(event.name)), ("site", .string(event.site)),
            ("fate", .string(event.fate.name)),
            ("sample", number(event.sample)), ("primitive", number(event.primitive)),
            ("emitter", event.emitter.map { .object([("primitive", .int($0.primitive)), ("invocation", number($0.invocation))]) } ?? .null),
            ("instance", number(event.instance)),
            ("vertices", .list(event.vertices.map { .int($0) })), ("barycentrics", .list(event.barycentrics.map { .float($0) })),
            ("isFrontFacing", flag(event.isFrontFacing)), ("testsEarly", flag(event.testsEarly)), ("depth", float(event.depth)),
            ("storedDepth", float(event.storedDepth)), ("depthCompare", JSON(event.depthCompare.map(words.name))),
            ("stencilReference", number(event.stencilReference)), ("storedStencil", number(event.storedStencil)),
            ("stencilCompare", JSON(event.stencilCompare.map(words.name))), ("output", JSON(event.output)),
            ("before", JSON(event.before)), ("after", JSON(event.after)), ("blend", JSON(event.mainChange?.blend.map(words.equations))),
            ("writeMask", JSON(event.writeMask)),
            ("images", .list(event.images.map { .string(words.name($0)) })), ("source", JSON(event.source.map { words.name($0) })),
            ("changes", .list(event.changes.map { json($0, words, isDefault: event.isOfDefaultFramebuffer) })),
        ]
        return .object(members)
    }
    private static func json(_ change: PixelChange, _ words: Vocabulary, isDefault: Bool) -> JSON {
        var members: [(String, JSON)] = [
            ("image", .string(words.name(change.image))),
            ("attachment", .string(words.name(change.attachment, isDefault: isDefault))), ("output", JSON(change.output)),
            ("before", JSON(change.before)), ("after", JSON(change.after)), ("writeMask", JSON(change.writeMask)),
        ]
        if let blend = change.blend {
            members.append(("blend", .object([("equation", .string(words.equations(blend))), ("source", JSON(blend.source)),
                                              ("sourceFactor", JSON(blend.sourceFactor)),
                                              ("destination", JSON(blend.destination)), ("destinationFactor", JSON(blend.destinationFactor))])))
        }
        return .object(members)
    }
}
