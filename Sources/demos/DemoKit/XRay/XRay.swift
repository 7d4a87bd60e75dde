// XRay: shows the edges of the drawn primitives, the overdraw, the depth, or the cost of each pixel over a demo's picture.
//
// The frame is recorded again and drawn with other pipelines. A stencil buffer counts the fragments of the edges, and the overdraw of a
// picture that is made of a single image. The depth comes from the depth buffer. For edges, depth, and the overdraw of a single image,
// the device draws the recorded frame in about the time of the original frame. The reference renderer counts the cost of any picture, and
// the overdraw of a picture that is made of several images. The reference renderer counts in a smaller frame, which takes about a tenth
// of a second.

import FrameCapture
import Panels
import Raster

package final class XRay {
    /// The quantities that can be shown.
    package enum Look: String, CaseIterable, Sendable {
        /// The edges of all primitives, including culled and hidden primitives.
        case wireframe
        /// For each pixel, the number of fragments that were written to the pixel, in all images that contribute to the pixel.
        case overdraw
        /// The depth buffer.
        case depth
        /// For each pixel, the number of operations that fragment shaders executed, in all images that contribute to the pixel.
        case cost
    }
    /// The key that switches the X-ray view on and off in a window.
    package static let key = "F10"
    package var look: Look
    /// The blend of picture and overlay: −1 shows the picture alone, 0 shows picture and overlay, and 1 shows the overlay alone.
    package var fade: Float
    package private(set) var isOn: Bool
    /// The fade that is shown now. `shownFade` moves towards `fade` or, if the view is off, towards −1.
    package private(set) var shownFade: Float
    /// The values of the last frame, one for each pixel of `size`, row by row with the bottom row first. The value is NaN for a
    /// pixel to which nothing was drawn.
    package private(set) var values: [Double] = []
    package private(set) var size = (width: 0, height: 0)

    private let device: Device
    private let pipeline: Pipeline
    private let triangle: Buffer
    private var target: Framebuffer?
    private var mixed: Framebuffer?
    private var colors: Texture?
    private var scale = OverlayScale.ramp(minimum: 0, maximum: 0, isLogarithmic: false)
    /// The changed pipelines. The key is the identity of the original pipeline. Each entry keeps its original pipeline alive,
    /// because otherwise a new pipeline could get the same identity.
    private var variants: [Variant: (original: Pipeline, changed: Pipeline)] = [:]
    private struct Variant: Hashable {
        var pipeline: ObjectIdentifier
        var look: Look
    }
    /// The number of the frame's pixels per counted pixel, along each side. The factor is never 1, because some demos keep a picture of the
    /// frame's size and draw this picture again only for a frame of another size. For a counted frame of the same size, the draws of the
    /// kept picture would be missing.
    private var costFactor = 4.0
    private static let costFactors = 1.25...32.0
    /// Whether the picture is made of several images; nil if unknown.
    private var isComposed: Bool?
    /// The passes that were counted, and the passes that were left out because these passes do not contribute to the picture. `counted` and
    /// `leftOut` are empty if the reference renderer did not count.
    package private(set) var passes: (counted: [WorkCounter.Pass], leftOut: [WorkCounter.Pass]) = ([], [])
    private var milliseconds = 0.0

    package init(device: Device, look: Look = .overdraw, fade: Float = 0.6, isOn: Bool = false) throws {
        self.device = device; self.look = look; self.fade = fade; self.isOn = isOn
        shownFade = isOn ? fade : -1
        let program = try device.makeProgram(vertex: EmbeddedShader.source("stretch.vert"), fragment: EmbeddedShader.source("xray.frag"), label: "x-ray")
        pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute("position", .float2)), label: "x-ray")
        triangle = try device.makeBuffer([-1, -1, 3, -1, -1, 3] as [Float], label: "x-ray")
    }

    package func toggle() { isOn.toggle() }
    /// Whether anything of the view is visible.
    package var isVisible: Bool { isOn || shownFade > -1 }
    /// Moves `shownFade` towards the wanted fade. Returns whether the picture changes.
    package func advance(_ delta: Double) -> Bool {
        let wanted = isOn ? fade : -1, before = shownFade
        let step = Float(min(max(delta, 0), 1) * 6)
        shownFade = abs(wanted - before) <= step ? wanted : before + (wanted > before ? step : -step)
        return shownFade != before
    }

    /// Adds the widgets that choose the quantity, and the legend of the colours.
    package func addOptions(to panel: PanelBuilder) {
        panel.combo("look", &look)
        panel.slider("fade", &fade, in: -1...1)
        for entry in scale.legend {
            // The text's colour is lighter than in the picture, because the text must be readable on the panel.
            panel.text(entry.meaning, color: SIMD4(SIMD3(Float(entry.color.x), Float(entry.color.y), Float(entry.color.z)) / 255 * 0.65 + 0.35, 1))
        }
        let rounded = (milliseconds * 10).rounded() / 10
        panel.note("\(title), \(size.width) × \(size.height), \(rounded) ms on top of the frame; \(XRay.key) ends it")
        if let subject { panel.note(subject) }
    }
    /// A sentence about the draws that were counted or shown; nil if no remark is needed.
    package var subject: String? {
        func text(_ list: [WorkCounter.Pass]) -> String {
            let draws = list.reduce(0) { $0 + $1.draws }
            return "\(draws) draw\(draws == 1 ? "" : "s") of \(list.count) pass\(list.count == 1 ? "" : "es")"
        }
        if passes.counted.isEmpty {
            return look == .wireframe || look == .depth ? "of the picture's own image; other images have their own" : nil
        }
        return "counted: \(text(passes.counted)) for the picture"
            + (passes.leftOut.isEmpty ? "" : "; not counted: \(text(passes.leftOut)), not visible in it")
    }
    private var title: String {
        switch look {
        case .wireframe: "edges of all primitives"
        case .overdraw: "written fragments of each pixel"
        case .depth: "depth"
        case .cost: "operations of fragment shaders of each pixel"
        }
    }

    /// Draws a demo's frame again to measure the quantity, and blends the result with the picture.
    package func draw(_ demo: any Demo, time: Double, number: Int, over picture: Framebuffer) throws -> Framebuffer {
        let clock = ContinuousClock(), begin = clock.now
        try measure(demo, time: time, number: number, width: picture.width, height: picture.height)
        let result = try mix(with: picture)
        milliseconds = (clock.now - begin) / .milliseconds(1)
        if look == .cost || (look == .overdraw && isComposed == true) {
            // The drawing time is proportional to the number of counted pixels, so the measured time gives the factor with which a frame
            // takes a tenth of a second.
            let wanted = costFactor * (milliseconds / 100).squareRoot()
            if milliseconds > 140 || milliseconds < 60 { costFactor = min(max(wanted, XRay.costFactors.lowerBound), XRay.costFactors.upperBound) }
        }
        return result
    }

    // MARK: Numbers

    /// Records a demo's frame at the given size. Returns the commands, and the framebuffer that receives the frame.
    private func record(_ demo: any Demo, time: Double, number: Int, width: Int, height: Int) throws -> (commands: [Command], target: Framebuffer) {
        size = (max(1, width), max(1, height))
        let target = try target.flatMap { $0.width == size.width && $0.height == size.height ? $0 : nil }
            ?? device.makeFramebuffer(width: size.width, height: size.height, color: [.rgba8], depth: .depth32FloatStencil8, label: "x-ray")
        self.target = target
        var encoder = device.makeCommandEncoder(label: "x-ray")
        try demo.draw(Frame(target: target, time: time, delta: 0, number: number), into: &encoder)
        return (try device.checkedCommands(of: encoder), target)
    }
    private func measure(_ demo: any Demo, time: Double, number: Int, width: Int, height: Int) throws {
        func recorded(_ factor: Double) throws -> (commands: [Command], target: Framebuffer) {
            try record(demo, time: time, number: number, width: Int(Double(width) / factor), height: Int(Double(height) / factor))
        }
        passes = ([], [])
        switch look {
        case .overdraw:
            if isComposed != false {
                let (commands, target) = try recorded(costFactor)
                if isComposition(commands, target) {
                    isComposed = true
                    values = try counted(.written, commands, in: target)
                    break
                }
                // The commands of the recorded frame must be executed, although the recorded frame is not shown: the commands may draw
                // pictures that the demo keeps for later frames.
                try device.submit(commands)
            }
            let (commands, target) = try recorded(1)
            // If `isComposed` is false, the next frame is recorded only at full size. If `isComposed` is nil, the next frame is first
            // recorded at the smaller size, so that the reference renderer can count several images.
            isComposed = isComposition(commands, target) ? nil : false
            values = try counts(commands, in: target)
        case .wireframe:
            let (commands, target) = try recorded(1)
            values = try counts(commands, in: target).map { min($0, 1) }
        case .depth:
            let (commands, target) = try recorded(1)
            try device.submit(commands)
            let depths = try target.readDepth().map(Double.init)
            // A depth of 1, the value of a cleared buffer, means that nothing was drawn to the pixel.
            values = depths.map { $0 == 1 ? .nan : $0 }
        case .cost:
            let (commands, target) = try recorded(costFactor)
            values = try counted(.operations, commands, in: target)
        }
        if look == .wireframe {
            scale = .categories(Overlay.wireframe.categories)
            return
        }
        let shown = values.filter { !$0.isNaN && (look == .depth || $0 > 0) }
        scale = .ramp(minimum: shown.min() ?? 0, maximum: shown.max() ?? 0, isLogarithmic: false)
    }

    /// If the command is a pass into `target`, returns the pass with changed draws, which count fragments in the stencil buffer. The first
    /// pass into `target` clears the stencil buffer. Commands that are not passes into `target` are returned unchanged.
    private func counting(_ command: Command, in target: Framebuffer, isFirst: inout Bool) throws -> Command {
        guard case .renderPass(var pass) = command, pass.target === target else { return command }
        pass.clear.stencil = isFirst ? 0 : nil
        isFirst = false
        pass.operations = try pass.operations.map { operation in
            switch operation {
            case .draw(let call): return .draw(call.with(pipeline: try variant(of: call.pipeline)))
            case .clear(var call):
                call.values.stencil = nil
                return .clear(call)
            case .pushGroup, .popGroup: return operation
            }
        }
        return .renderPass(pass)
    }
    private func variant(of pipeline: Pipeline) throws -> Pipeline {
        let key = Variant(pipeline: ObjectIdentifier(pipeline), look: look)
        if let known = variants[key] { return known.changed }
        var state = pipeline.state
        state.stencil = StencilState(both: StencilFaceState(pass: .incrementClamp))
        if look == .wireframe {
            state.polygonMode = .line
            state.lineWidth = 1
            state.cull = .none
            state.depth = nil
        }
        let made = try device.makePipeline(program: pipeline.program, vertexLayout: pipeline.vertexLayout, state: state, label: "x-ray")
        variants[key] = (pipeline, made)
        return made
    }

    /// Returns whether the target's picture depends on commands that do not draw into the target itself.
    private func isComposition(_ commands: [Command], _ target: Framebuffer) -> Bool {
        guard let image = target.color[0] else { return false }
        return zip(commands, CommandFlow(commands, toward: image).isBehind).contains { command, isBehind in
            guard isBehind else { return false }
            if case .renderPass(let pass) = command { return pass.target !== target }
            return true
        }
    }
    /// Draws the commands with counting, and returns the stencil value of each pixel.
    private func counts(_ commands: [Command], in target: Framebuffer) throws -> [Double] {
        var isFirst = true
        try device.submit(try commands.map { try counting($0, in: target, isFirst: &isFirst) })
        return try target.readStencil().map(Double.init)
    }
    /// Returns the counts of all commands that contribute to the target's picture.
    private func counted(_ quantity: WorkCounter.Quantity, _ commands: [Command], in target: Framebuffer) throws -> [Double] {
        guard let image = target.color[0] else { return [] }
        let counter = WorkCounter([quantity], stepLimit: device.options.shaderStepLimit)
        try counter.execute(commands, toward: image, on: device)
        passes = (counter.counted, counter.leftOut)
        return counter.values(quantity, of: image)
    }

    // MARK: Colours

    private func mix(with picture: Framebuffer) throws -> Framebuffer {
        if colors?.descriptor.width != size.width || colors?.descriptor.height != size.height {
            colors = try device.makeTexture(TextureDescriptor(format: .rgba8, width: size.width, height: size.height, label: "x-ray"))
        }
        if mixed?.width != picture.width || mixed?.height != picture.height {
            mixed = try device.makeFramebuffer(width: picture.width, height: picture.height, color: [.rgba8], label: "x-rayed")
        }
        guard let colors, let mixed, let shown = picture.color[0]?.texture else { preconditionFailure("they were just made") }
        var bytes = [UInt8](repeating: 0, count: size.width * size.height * 4), last = Double.nan, color = SIMD3<UInt8>?.none
        for (index, value) in values.enumerated() where !value.isNaN && (look == .depth || value > 0) {
            if value != last { (last, color) = (value, scale.color(value)) }
            guard let color else { continue }
            bytes[4 * index] = color.x; bytes[4 * index + 1] = color.y; bytes[4 * index + 2] = color.z; bytes[4 * index + 3] = 255
        }
        try colors.replace(bytes: bytes)
        var encoder = device.makeCommandEncoder(label: "x-ray")
        encoder.render(to: mixed, label: "x-ray") { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(triangle)
            pass.setTexture("picture", shown, .nearest)
            pass.setTexture("colors", colors, .nearest)
            pass.setUniform("share", (shownFade + 1) / 2)
            pass.draw(count: 3, label: "x-ray")
        }
        try device.submit(encoder)
        return mixed
    }
}
