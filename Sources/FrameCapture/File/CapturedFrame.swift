import CaptureFile
import Raster

/// The commands of one `Device.submit`, or of all submits in one `Device.frame`, with all resources and settings that the commands use.
public struct CapturedFrame: Sendable {
    /// The frame's number: 0 for the first frame that the device drew after the capture was requested.
    public let number: Int
    /// The label of the frame's command encoder.
    public let label: String
    /// The frame's draws in order.
    public let draws: [CapturedDraw]
    /// The frame's dispatches of compute programs in order.
    public let dispatches: [CapturedDispatch]
    /// The error that ended the frame; nil if the frame had no error, or if the application ended before the frame was complete.
    public let error: String?
    /// Whether the application drew the frame to its end, or until an error ended the frame. False if the application ended before the
    /// frame was complete.
    public let hasOutcome: Bool
    package let table: ResourceTable
    package let events: [RecordedEvent]
    /// The events of each submit. If the application wrote into resources between two submits, these writes are at the start of the later
    /// submit's events.
    package let submits: [Range<Int>]
    package let outcome: RecordedOutcome?
    package let hashes: EventHashes?
    /// The locations of the uniforms of the frame's shader programs; empty if the captured application did not call OpenGL.
    let locations: RecordedLocations

    /// Throws `damaged` if an event uses a resource that is missing from the table of resources.
    /// - Parameter sites: The known paths of source files, keyed by the names in the capture.
    init(number: Int, label: String, table: ResourceTable, events: [RecordedEvent], submits: [Range<Int>]? = nil, outcome: RecordedOutcome?,
         hashes: EventHashes?, callers: RecordedCallers = RecordedCallers(), locations: RecordedLocations = RecordedLocations(),
         sites: [String: String] = [:]) throws(CaptureFileError) {
        self.number = number; self.label = label; self.table = table; self.events = events;
        self.submits = submits ?? [0..<events.count]; self.outcome = outcome; self.hashes = hashes; self.locations = locations
        error = outcome.flatMap { $0.error.isEmpty ? nil : $0.error }
        hasOutcome = outcome != nil
        let outline = try FrameOutline(table: table, events: events, callers: callers, sites: sites)
        draws = outline.draws
        dispatches = outline.dispatches
    }

    /// The number of submits in the frame.
    public var submitCount: Int { submits.count }

    /// Returns the draw with the given number.
    /// - Throws: `RasterError` with `invalidArgument` if the frame has no such draw.
    public func draw(_ number: Int) throws(RasterError) -> CapturedDraw {
        guard draws.indices.contains(number) else {
            throw RasterError(.invalidArgument, "draw @\(number)", "is not in frame \(self.number)",
                              remedy: draws.isEmpty ? "it has no draws" : "use @0 to @\(draws.count - 1)")
        }
        return draws[number]
    }
}

extension CapturedFrame {
    /// Returns the last draw into images of the given size; nil if no draw has images of that size.
    package func lastDraw(width: Int, height: Int) -> CapturedDraw? { draws.last { targetSize(of: $0) == (width, height) } }
    /// Returns the size of the images that a draw writes; zeros if the draw writes no image.
    package func targetSize(of draw: CapturedDraw) -> (width: Int, height: Int) { size(ofFramebuffer: draw.framebuffer) }
    func size(ofFramebuffer number: Int) -> (width: Int, height: Int) {
        guard let attachment = table.framebuffers[number].first else { return (0, 0) }
        let size = table.textures[attachment.texture].descriptor
        return (max(1, size.width >> attachment.level), max(1, size.height >> attachment.level))
    }
}

/// One draw of a captured frame.
public struct CapturedDraw: Sendable, Hashable {
    /// The draw's number in its frame, from 0.
    public let number: Int
    /// The labels of the draw's pass and of the groups around the draw, and the draw's own label if the draw has a label.
    public let path: [String]
    /// The draw's own label; empty if the draw has no label.
    public let label: String
    /// How the draw's vertices form primitives.
    public let primitive: PrimitiveType
    /// The number of vertices or indices per instance.
    public let count: Int
    /// The number of instances.
    public let instanceCount: Int
    /// Whether the draw uses an index buffer.
    public let isIndexed: Bool
    /// The label of the draw's program; empty if the program has no label.
    public let program: String
    /// The source file that recorded the draw, in the form of `#fileID`: the module and the file's name. The form `#fileID` is not a path.
    public let file: String
    /// The line in `file` that recorded the draw.
    public let line: Int
    /// The application's functions that were on the call stack at the draw, the innermost first. Only captures of applications that
    /// use Raster as an OpenGL driver have these names; otherwise the list is empty.
    public let callers: [String]
    /// The index of the draw's event in the frame.
    package let event: Int
    /// The index of the event that began the draw's pass.
    package let pass: Int
    package let framebuffer: Int
    /// The path of the source file `file`; nil if the path is not known.
    let filePath: String?

    /// The place in the source that recorded the draw, for people to read. If the capture was opened with the package that contains the
    /// file, the text has the file's path, as in "Sources/App/Scene.swift:12"; otherwise only the file's name, as in "Scene.swift:12".
    public var site: String { "\(filePath ?? file.split(separator: "/").last.map(String.init) ?? file):\(line)" }
    /// The labels of `path`, joined by slashes.
    public var name: String { path.joined(separator: "/") }
    /// The number of primitives in all instances. Primitive restart is not taken into account.
    public var primitiveCount: Int {
        let one = primitive.primitiveCount(vertices: count)
        return one.multipliedReportingOverflow(by: instanceCount).partialValue
    }
}

extension PrimitiveType {
    /// Returns the number of primitives that `count` vertices form.
    func primitiveCount(vertices count: Int) -> Int {
        switch self {
        case .points: count
        case .lines: count / 2
        case .lineStrip: count < 2 ? 0 : count - 1
        case .lineLoop: count < 2 ? 0 : count
        case .triangles: count / 3
        case .triangleStrip, .triangleFan: count < 3 ? 0 : count - 2
        case .linesAdjacency: count / 4
        case .lineStripAdjacency: count < 4 ? 0 : count - 3
        case .trianglesAdjacency: count / 6
        case .triangleStripAdjacency: count < 6 ? 0 : count / 2 - 2
        }
    }
}

/// Reads a frame's events once, and notes the pass and the groups of each draw. Throws an error if an event names a resource that the table
/// does not have.
struct FrameOutline {
    private(set) var draws: [CapturedDraw] = []
    private(set) var dispatches: [CapturedDispatch] = []
    private let table: ResourceTable
    private let sites: [String: String]
    private let callers: RecordedCallers
    private var pass: (event: Int, record: RecordedPass)?
    private var groups: [String] = []

    /// - Parameter sites: The known paths of source files, keyed by the names in the capture.
    init(table: ResourceTable, events: [RecordedEvent], callers: RecordedCallers = RecordedCallers(), sites: [String: String] = [:]) throws(CaptureFileError) {
        self.table = table; self.callers = callers; self.sites = sites
        try checkTable()
        for (number, event) in events.enumerated() {
            do throws(CaptureFileError) { try add(event, number) } catch { throw .damaged("event \(number)", error.problem) }
        }
        guard pass == nil else { throw .damaged("its last pass", "has no end") }
    }

    private func require<Element>(_ index: Int, of list: [Element], _ what: String) throws(CaptureFileError) {
        guard list.indices.contains(index) else { throw .damaged("a record", "names \(what) \(index) of \(list.count)") }
    }
    private func check(_ attachment: RecordedAttachment) throws(CaptureFileError) { try require(attachment.texture, of: table.textures, "texture") }

    private func checkTable() throws(CaptureFileError) {
        for texture in table.textures {
            if let source = texture.source { try require(source.buffer, of: table.buffers, "buffer") }
        }
        for pipeline in table.pipelines { try require(pipeline.program, of: table.programs, "program") }
        for framebuffer in table.framebuffers {
            for case .some(let attachment) in framebuffer.color.map(\.value) + [framebuffer.depth, framebuffer.stencil] { try check(attachment) }
        }
        for target in table.feedbacks.flatMap(\.targets) { try require(target.buffer, of: table.buffers, "buffer") }
        guard (0...1 << 20).contains(table.queryCount) else { throw .damaged("the list of resources", "has \(table.queryCount) queries") }
    }

    private mutating func add(_ event: RecordedEvent, _ number: Int) throws(CaptureFileError) {
        switch event {
        case .beginPass(let record):
            guard pass == nil else { throw .damaged("", "begins a pass inside of another pass") }
            try require(record.framebuffer, of: table.framebuffers, "framebuffer")
            pass = (number, record)
            groups = []
        case .draw(let draw): try add(draw, number)
        case .clear: try requirePass()
        case .pushGroup(let name):
            try requirePass()
            groups.append(name)
        case .popGroup:
            try requirePass()
            guard groups.popLast() != nil else { throw .damaged("", "ends a group that was not begun") }
        case .endPass:
            try requirePass()
            pass = nil
        case .copy(let copy):
            try requireNoPass()
            try require(copy.source, of: table.textures, "texture")
            try require(copy.destination, of: table.textures, "texture")
        case .blit(let blit):
            try requireNoPass()
            try check(blit.source)
            try check(blit.destination)
        case .generateMipmaps(let texture):
            try requireNoPass()
            try require(texture, of: table.textures, "texture")
        case .updateBuffer(let update):
            try requireNoPass()
            try require(update.buffer, of: table.buffers, "buffer")
        case .dispatch(let dispatch): try add(dispatch, number)
        }
    }
    private func requirePass() throws(CaptureFileError) {
        if pass == nil { throw .damaged("", "is outside of a pass, but needs one") }
    }
    private func requireNoPass() throws(CaptureFileError) {
        if pass != nil { throw .damaged("", "is inside of a pass") }
    }

    private func check(_ uniformBuffers: [RecordedUniformBuffer], _ textures: [RecordedTextureBinding], _ storageBuffers: [RecordedStorageBuffer],
                       _ images: [RecordedImageBinding]) throws(CaptureFileError) {
        for binding in uniformBuffers { try require(binding.buffer, of: table.buffers, "buffer") }
        for binding in storageBuffers { try require(binding.buffer, of: table.buffers, "buffer") }
        for binding in images { try require(binding.texture, of: table.textures, "texture") }
        for binding in textures {
            try require(binding.texture, of: table.textures, "texture")
            try require(binding.sampler, of: table.samplers, "sampler")
            guard binding.firstLevel >= 0, binding.firstLevel <= binding.lastLevel else { throw .damaged("", "reads levels \(binding.firstLevel) to \(binding.lastLevel)") }
        }
    }

    private mutating func add(_ dispatch: RecordedDispatch, _ number: Int) throws(CaptureFileError) {
        try requireNoPass()
        try require(dispatch.program, of: table.computePrograms, "compute program")
        try check(dispatch.uniformBuffers, dispatch.textures, dispatch.storageBuffers, dispatch.images)
        if let arguments = dispatch.arguments { try require(arguments.buffer, of: table.buffers, "buffer") }
        dispatches.append(CapturedDispatch(
            number: dispatches.count, label: dispatch.label, program: table.computePrograms[dispatch.program].label, groups: dispatch.groupCount,
            file: dispatch.file, line: Int(dispatch.line), event: number, filePath: sites[dispatch.file]))
    }

    private mutating func add(_ draw: RecordedDraw, _ number: Int) throws(CaptureFileError) {
        guard let pass else { throw .damaged("", "draws outside of a pass") }
        try require(draw.pipeline, of: table.pipelines, "pipeline")
        if let indices = draw.indices { try require(indices.buffer, of: table.buffers, "buffer") }
        for binding in draw.vertexBuffers { try require(binding.buffer, of: table.buffers, "buffer") }
        try check(draw.uniformBuffers, draw.textures, draw.storageBuffers, draw.images)
        if let arguments = draw.arguments { try require(arguments.buffer, of: table.buffers, "buffer") }
        guard draw.query == -1 || (0..<table.queryCount).contains(draw.query) else { throw .damaged("", "names query \(draw.query) of \(table.queryCount)") }
        if draw.feedback != -1 { try require(draw.feedback, of: table.feedbacks, "transform feedback") }
        let path = [pass.record.label] + groups + (draw.label.isEmpty ? [] : [draw.label])
        let program = table.programs[table.pipelines[draw.pipeline].program]
        draws.append(CapturedDraw(number: draws.count, path: path, label: draw.label, primitive: draw.primitive, count: draw.count,
                                  instanceCount: draw.instanceCount, isIndexed: draw.indices != nil, program: program.label, file: draw.file,
                                  line: Int(draw.line), callers: callers.names(ofDraw: draws.count), event: number, pass: pass.event,
                                  framebuffer: pass.record.framebuffer, filePath: sites[draw.file]))
    }
}
