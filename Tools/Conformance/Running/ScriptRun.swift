// ScriptRun: runs a `.shader_test` file, command by command.

import Raster
import Shading

final class ScriptRun {
    let script: ShaderScript
    let device: CaseDevice
    /// The images that the script draws and probes: a picture of the script's size, or textures after a command `fb`.
    var target: Framebuffer!
    var program: ScriptProgram?
    var uniforms: UniformState?
    private var linkProblem: String?
    /// Whether the system's OpenGL builds the program, but Raster refuses the program.
    private var isBuiltBySystem = false
    var digest = PixelDigest()

    // The state that earlier commands have set.
    private var clearColor = SIMD4<Float>(0, 0, 0, 0)
    private var clearDepth: Float = 1
    private(set) var tolerance = SIMD4<Float>(repeating: 0.01)
    var state = RasterState()
    private var depthCompare = CompareFunction.less
    private var testsDepth = false
    var textures: [Int: TextureBinding] = [:]
    /// The texture unit of the last created texture; nil if the script has created no texture so far.
    var lastUnit: Int?
    /// `images`: the images by image unit. `storageBuffers`: the buffers of storage blocks by binding. `counterBuffers`: the buffers of
    /// atomic counters by binding.
    var images: [Int: ImageBinding] = [:], storageBuffers: [Int: Buffer] = [:], counterBuffers: [Int: Buffer] = [:]
    /// The unit of each element of a sampler uniform or image uniform that the script has set.
    var units: [String: Int] = [:]
    /// The current values of attributes without a vertex array.
    var currents: [String: SIMD4<Float>] = ["gl_Color": SIMD4(1, 1, 1, 1), "gl_Normal": SIMD4(0, 0, 1, 0)]
    var blockElement = 0

    /// An error that ends the script.
    enum Stop: Error {
        case skip(String)
        /// The system's OpenGL builds the program, but Raster, which must record the draws, refuses the program.
        case built(String)
        case failure(String)
        /// The command of the script is not understood.
        case malformed
    }

    init(_ script: ShaderScript, on device: CaseDevice) {
        self.script = script
        self.device = device
    }

    func run() -> CaseResult {
        do {
            for name in script.extensions where !device.has(extension: name, in: script.dialect) { throw Stop.skip("it requires \(name)") }
            target = try makePicture()
            try clear()
            try build()
            for command in script.commands {
                do {
                    try perform(command)
                } catch Stop.malformed {
                    throw Stop.failure("line \(command.line): '\(command.text)' is not understood")
                } catch Stop.failure(let reason) {
                    throw Stop.failure("line \(command.line): \(reason)")
                }
            }
            if let linkProblem, !script.expectsLinkError { throw Stop.failure(linkProblem) }
            return CaseResult(.pass, digest: digest.value)
        } catch Stop.skip(let reason) {
            return .skip(reason)
        } catch Stop.built(let reason) {
            return .built(reason)
        } catch Stop.failure(let reason) {
            return .fail(reason)
        } catch {
            return .fail("\(error)")
        }
    }

    // MARK: Building

    private func build() throws {
        func withVersion(_ text: String) -> String { SourceVersion.isStated(in: text) ? text : script.dialect.directive + "\n" + text }
        if let compute = script.compute { return try use(device.build(compute: withVersion(compute))) { .compute($0) } }
        // Without a fragment shader, the colours of a draw are undefined, but linking is defined. So a script without a fragment shader may
        // only link.
        let onlyLinks = script.commands.allSatisfy { $0.words.first == "link" }
        guard let fragment = script.fragment ?? (onlyLinks ? "void main() { }\n" : nil) else {
            throw Stop.skip("the fragment stage is fixed function, which Raster does not have")
        }
        let isOld = script.dialect.isES == false && script.dialect.version < 140
        guard script.vertex != nil || isOld else { throw Stop.skip("it has no vertex shader") }
        // A vertex shader that replaces OpenGL's fixed-function vertex stage, without lighting.
        let fixedFunction = "#version 120\nvoid main() { gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex; gl_FrontColor = gl_Color; gl_TexCoord[0] = gl_MultiTexCoord0; }\n"
        try use(device.build(vertex: script.vertex.map(withVersion) ?? fixedFunction, geometry: script.geometry.map(withVersion),
                             fragment: withVersion(fragment))) { .drawing($0) }
    }

    private func use<Made>(_ build: CaseDevice.Build<Made>, _ wrap: (Made) -> ScriptProgram) throws {
        switch build {
        case .program(let built):
            let wrapped = wrap(built)
            program = wrapped
            uniforms = UniformState(wrapped.table)
        case .unavailable(let reason):
            if script.expectsLinkError { throw Stop.failure("linking must fail, but the program was accepted") }
            if script.commands.contains(where: { $0.words.first != "link" }) { throw Stop.built(reason) }
            isBuiltBySystem = true
        case .refused(.compile, let message): throw Stop.failure("a shader is refused: \(message)")
        case .refused(.link, let message): linkProblem = "the program does not link: \(message)"
        }
    }

    func makePicture() throws -> Framebuffer {
        try device.device.makeFramebuffer(width: script.width, height: script.height, color: [.rgba8], depth: script.needsDepth ? .depth24 : nil)
    }

    func requireProgram() throws -> ScriptProgram {
        guard let program else { throw Stop.failure(linkProblem ?? "there is no program") }
        return program
    }

    // MARK: Commands

    private func perform(_ command: ShaderScript.Command) throws {
        var arguments = ScriptArguments(command)
        switch arguments.word() {
        case "link":
            guard let what = arguments.word(), ["error", "success"].contains(what) else { throw Stop.malformed }
            if what == "error", program != nil { throw Stop.failure("linking must fail, but the program was accepted") }
            if what == "success", !isBuiltBySystem { _ = try requireProgram() }
        case "clear": try performClear(&arguments)
        case "draw": try performDraw(&arguments)
        case "probe": try performProbe(&arguments, isRelative: false)
        case "relative":
            guard arguments.word() == "probe" else { throw Stop.malformed }
            try performProbe(&arguments, isRelative: true)
        case "compute": try performCompute(&arguments)
        case "fb": try performFramebuffer(&arguments)
        case "image": try performImage(&arguments)
        case "ssbo": try performStorageBuffer(&arguments)
        case "atomic": try performCounters(&arguments)
        // Commands run in order, and each command sees everything that earlier commands wrote. So the command for a barrier has no effect.
        case "memory":
            guard arguments.word() == "barrier" else { throw Stop.malformed }
        case "tolerance": for (index, value) in try arguments.floats(1...4).enumerated() { tolerance[index] = value }
        case "uniform": try performUniform(&arguments)
        case "ubo", "block":
            // The command is `block array index 1`. The word `block` has already been read; this code reads the other words.
            guard arguments.word() == "array", arguments.word() == "index" else { throw Stop.skip("'\(command.text)' is not known to this runner") }
            blockElement = try arguments.integer(0...1000)
        case "ortho": try performOrtho(&arguments)
        case "frustum": try performFrustum(&arguments)
        case "color": currents["gl_Color"] = try vector(arguments.floats(4...4))
        case "texcoord":
            let unit = try arguments.integer(0...7)
            currents["gl_MultiTexCoord\(unit)"] = try vector(arguments.floats(4...4))
        case "texture": try performTexture(&arguments)
        case "texparameter": try performTextureParameter(&arguments)
        case "enable": try setCapability(arguments.word(), true, command)
        case "disable": try setCapability(arguments.word(), false, command)
        case "depthfunc": depthCompare = try ScriptNames.compare(arguments.word())
        case "provoking":
            guard arguments.word() == "vertex", let which = arguments.word(), ["first", "last"].contains(which) else { throw Stop.malformed }
            state.provokingVertex = which == "first" ? .first : .last
        case "shade":
            guard arguments.word() == "model", let model = arguments.word() else { throw Stop.malformed }
            guard model == "smooth" else { throw Stop.skip("Raster has no flat shade model; GLSL's flat varyings are its form") }
        case "polygon":
            guard arguments.word() == "mode", arguments.word() == "GL_FRONT_AND_BACK", let mode = arguments.word() else { throw Stop.malformed }
            guard let known = ["GL_FILL": PolygonMode.fill, "GL_LINE": .line, "GL_POINT": .point][mode] else { throw Stop.malformed }
            state.polygonMode = known
        default: throw Stop.skip("'\(command.text)' is not known to this runner")
        }
    }

    private func vector(_ values: [Float]) -> SIMD4<Float> { SIMD4(values[0], values[1], values[2], values[3]) }

    private func setCapability(_ name: String?, _ isOn: Bool, _ command: ShaderScript.Command) throws {
        switch name {
        case "GL_DEPTH_TEST": testsDepth = isOn
        // In Raster, a point size that the program writes always applies, so switching this capability has no effect.
        case "GL_PROGRAM_POINT_SIZE", "GL_VERTEX_PROGRAM_POINT_SIZE": break
        // OpenGL has two names for the capability that switches a clip distance on or off.
        case let name? where name.hasPrefix("GL_CLIP_DISTANCE") || name.hasPrefix("GL_CLIP_PLANE"):
            guard isOn else { throw Stop.skip("clip distances cannot be switched off") }
        default: throw Stop.skip("'\(command.text)' is not known to this runner")
        }
    }

    private func performClear(_ arguments: inout ScriptArguments) throws {
        guard let what = arguments.word() else { return try clear() }
        switch what {
        case "color": clearColor = try vector(arguments.floats(4...4))
        case "depth": clearDepth = try arguments.floats(1...1)[0]
        default: throw Stop.malformed
        }
    }

    private func clear() throws {
        var encoder = device.device.makeCommandEncoder(label: "clear")
        encoder.render(to: target, clear: ClearValues(colors: [.float(clearColor)], depth: target.depth == nil ? nil : clearDepth)) { _ in }
        try device.device.submit(encoder)
    }

    // MARK: Draws

    private func performDraw(_ arguments: inout ScriptArguments) throws {
        var word = arguments.word(), instances = 1
        if word == "arrays" { return try performDrawArrays(&arguments) }
        let isInstanced = word == "instanced"
        if isInstanced { word = arguments.word() }
        guard word == "rect" else { throw Stop.skip("'\(arguments.command.text)' is not known to this runner") }
        var isOrtho = false, isTextured = false
        if arguments.peek() == "ortho" { arguments.skip(); isOrtho = true }
        if arguments.peek() == "tex" { arguments.skip(); isTextured = true }
        if arguments.peek() == "patch" { throw Stop.skip("Raster has no tessellation stages") }
        if isInstanced { instances = try arguments.integer(1...100_000) }
        var v = try arguments.floats(isTextured ? 8...8 : 4...4)
        if isOrtho {
            let size = SIMD2(Float(script.width), Float(script.height))
            v = [-1 + 2 * (v[0] / size.x), -1 + 2 * (v[1] / size.y), 2 * (v[2] / size.x), 2 * (v[3] / size.y)]
        }
        func corners(_ x: Float, _ y: Float, _ w: Float, _ h: Float) -> [UInt32] {
            [[x, y, 0, 1], [x + w, y, 0, 1], [x, y + h, 0, 1], [x + w, y + h, 0, 1]].flatMap { $0 }.map(\.bitPattern)
        }
        // piglit fills the attribute at location 0, whatever its name is. This runner fills attributes by name: in the scripts, an
        // attribute at location 0 has one of these three names. `vertex` is the name in shaders with only one attribute.
        var columns: [AttributeColumn] = []
        for name in ["piglit_vertex", "gl_Vertex", "vertex"] {
            columns.append(AttributeColumn(name: name, scalar: .float, count: 4, words: corners(v[0], v[1], v[2], v[3])))
        }
        if isTextured {
            for name in ["piglit_texcoord", "gl_MultiTexCoord0"] {
                columns.append(AttributeColumn(name: name, scalar: .float, count: 4, words: corners(v[4], v[5], v[6], v[7])))
            }
        }
        try draw(.triangleStrip, VertexTable(columns: columns, vertexCount: 4), first: 0, count: 4, instances: instances)
    }

    private func performDrawArrays(_ arguments: inout ScriptArguments) throws {
        let isInstanced = arguments.peek() == "instanced"
        if isInstanced { arguments.skip() }
        let primitive = try ScriptNames.primitive(arguments.word())
        let first = try arguments.integer(0...1_000_000), count = try arguments.integer(1...1_000_000)
        let instances = isInstanced ? try arguments.integer(1...100_000) : 1
        let rows = script.columns.first.map { $0.words.count / $0.count }
        if let rows, first + count > rows { throw Stop.failure("vertices \(first) to \(first + count - 1) are drawn; there are \(rows)") }
        let columns = script.columns.flatMap { column -> [AttributeColumn] in
            let made = AttributeColumn(name: column.name, scalar: column.scalar, count: column.count, words: column.words)
            // A script without a vertex shader uses a vertex stage that reads gl_Vertex, so the array also gets the name gl_Vertex.
            var alias = made
            alias.name = "gl_Vertex"
            return ["vertex", "piglit_vertex"].contains(column.name) ? [made, alias] : [made]
        }
        try draw(primitive, VertexTable(columns: columns, vertexCount: rows ?? 0), first: first, count: count, instances: instances)
    }

    private func draw(_ primitive: PrimitiveType, _ table: VertexTable, first: Int, count: Int, instances: Int) throws {
        guard case .drawing(let program) = try requireProgram() else { throw Stop.failure("the script draws, but it has a compute shader") }
        guard let uniforms else { return }
        let resources = try boundResources(program.table, uniforms)
        state.depth = testsDepth && target.depth != nil ? DepthState(compare: depthCompare) : nil
        let layout = table.layout(for: program, currents: currents)
        let pipeline = try device.device.makePipeline(program: program, vertexLayout: layout, state: state)
        let buffer = try table.makeBuffer(device.device)
        var encoder = device.device.makeCommandEncoder(label: "script")
        encoder.render(to: target) { pass in
            pass.set(pipeline, uniforms, resources)
            // The viewport keeps the size of the script's picture, even if another framebuffer is bound.
            pass.setViewport(Viewport(width: Float(script.width), height: Float(script.height)))
            pass.setVertexBuffer(buffer)
            pass.draw(primitive, first: first, count: count, instances: instances)
        }
        try device.device.submit(encoder)
    }

    // MARK: Probes

    private func performProbe(_ arguments: inout ScriptArguments, isRelative: Bool) throws {
        var word = arguments.word()
        if word == "warn" { return }
        if word == "ssbo" { return try performStorageProbe(&arguments) }
        if word == "atomic" { return try performCounterProbe(&arguments) }
        let isAll = word == "all", isRectangle = word == "rect"
        if isAll || isRectangle { word = arguments.word() }
        guard let channels = ["rgb": 3, "rgba": 4][word ?? ""] else { throw Stop.skip("'\(arguments.command.text)' is not known to this runner") }
        if arguments.peek() == "int" { throw Stop.skip("'\(arguments.command.text)' is not known to this runner") }
        let size = SIMD2(Float(target.width), Float(target.height))
        var area = PixelRect(x: 0, y: 0, width: target.width, height: target.height)
        if !isAll {
            var v = try arguments.floats(count: isRectangle ? 4 : 2)
            if isRelative { for index in v.indices { v[index] *= index % 2 == 0 ? size.x : size.y } }
            guard v.allSatisfy({ abs($0) < 1e6 }) else { throw Stop.malformed }
            area = PixelRect(x: Int(v[0]), y: Int(v[1]), width: isRectangle ? Int(v[2]) : 1, height: isRectangle ? Int(v[3]) : 1)
            if isRelative, !isRectangle { area.x = min(area.x, target.width - 1); area.y = min(area.y, target.height - 1) }
        }
        let wanted = try arguments.floats(count: channels)
        guard area.x >= 0, area.y >= 0, area.width > 0, area.height > 0, area.x + area.width <= target.width, area.y + area.height <= target.height else {
            throw Stop.failure("the probed pixels are outside of the picture")
        }
        let pixels = try target.readPixels(x: area.x, y: area.y, width: area.width, height: area.height)
        digest.add(pixels)
        for (index, pixel) in pixels.enumerated() {
            for channel in 0..<channels where !(abs(pixel[channel] - wanted[channel]) < tolerance[channel]) {
                throw Stop.failure("pixel (\(area.x + index % area.width), \(area.y + index / area.width)) is \(channelText((0..<channels).map { pixel[$0] })), not \(channelText(wanted))")
            }
        }
    }
}

/// The program of a script.
enum ScriptProgram {
    case drawing(Program), compute(ComputeProgram)
    var table: ProgramTable {
        switch self {
        case .drawing(let program): program.table
        case .compute(let program): program.table
        }
    }
}

/// The words of a command that have not been read yet.
struct ScriptArguments {
    let command: ShaderScript.Command
    private var position = 0
    init(_ command: ShaderScript.Command) { self.command = command }

    func peek() -> String? { position < command.words.count ? command.words[position] : nil }
    mutating func skip() { position += 1 }
    mutating func word() -> String? {
        defer { position += 1 }
        return peek()
    }
    mutating func integer(_ range: ClosedRange<Int>) throws -> Int {
        guard let value = word().flatMap({ Int($0) }), range.contains(value) else { throw ScriptRun.Stop.malformed }
        return value
    }
    mutating func floats(count: Int) throws -> [Float] {
        try (0..<count).map { _ in
            guard let value = word().flatMap(ScriptNumber.float) else { throw ScriptRun.Stop.malformed }
            return value
        }
    }
    /// Returns all remaining words as floats.
    mutating func floats(_ counts: ClosedRange<Int>) throws -> [Float] {
        let left = command.words.count - position
        guard counts.contains(left) else { throw ScriptRun.Stop.malformed }
        return try floats(count: left)
    }
    mutating func rest() -> [String] {
        defer { position = command.words.count }
        return Array(command.words.dropFirst(position))
    }
}

/// The names from OpenGL that scripts use.
enum ScriptNames {
    static func primitive(_ name: String?) throws -> PrimitiveType {
        let known: [String: PrimitiveType] = ["GL_POINTS": .points, "GL_LINES": .lines, "GL_LINE_STRIP": .lineStrip, "GL_LINE_LOOP": .lineLoop,
                                              "GL_TRIANGLES": .triangles, "GL_TRIANGLE_STRIP": .triangleStrip, "GL_TRIANGLE_FAN": .triangleFan,
                                              "GL_LINES_ADJACENCY": .linesAdjacency, "GL_LINE_STRIP_ADJACENCY": .lineStripAdjacency,
                                              "GL_TRIANGLES_ADJACENCY": .trianglesAdjacency,
                                              "GL_TRIANGLE_STRIP_ADJACENCY": .triangleStripAdjacency]
        guard let name else { throw ScriptRun.Stop.malformed }
        guard let found = known[name] else { throw ScriptRun.Stop.skip("Raster draws no \(name)") }
        return found
    }
    static func compare(_ name: String?) throws -> CompareFunction {
        let known: [String: CompareFunction] = ["NEVER": .never, "LESS": .less, "EQUAL": .equal, "LEQUAL": .lessEqual, "GREATER": .greater,
                                                "NOTEQUAL": .notEqual, "GEQUAL": .greaterEqual, "ALWAYS": .always]
        guard let name, let found = known[(name.hasPrefix("GL_") ? String(name.dropFirst(3)) : name).uppercased()] else { throw ScriptRun.Stop.malformed }
        return found
    }
}
