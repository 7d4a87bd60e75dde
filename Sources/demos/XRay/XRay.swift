// XRay: a look through a demo's picture, at the edges of what is drawn, at depth, or at what each pixel costs.
//
// The frame is recorded once more and drawn with other pipelines: on the device itself where a stencil buffer can count, which takes about
// as long as the frame does; for cost on the reference renderer, which counts operations, at a size that takes a tenth of a second.

import FrameCapture
import Panels
import Raster

package final class XRay {
    /// The things that can be looked at.
    package enum Look: String, CaseIterable, Sendable {
        /// The edges of all primitives, culled and hidden ones too.
        case wireframe
        /// Fragments that each pixel was written by.
        case overdraw
        /// The depth buffer.
        case depth
        /// Operations that fragment shaders executed for each pixel.
        case cost
    }
    /// Switches it on and off in a window.
    package static let key = "F10"
    package var look: Look
    /// −1: the picture alone; 0: both; 1: the overlay alone.
    package var fade: Float
    package private(set) var isOn: Bool
    /// What is shown at this moment: it follows `fade`, or the picture when it is off.
    package private(set) var shownFade: Float
    /// The numbers of the last frame, a row for each row of `size`, the bottom row first; NaN for none.
    package private(set) var values: [Double] = []
    package private(set) var size = (width: 0, height: 0)

    private let device: Device
    private let pipeline: Pipeline
    private let triangle: Buffer
    private let reference: ReferenceRenderer
    private var target: Framebuffer?
    private var mixed: Framebuffer?
    private var colors: Texture?
    private var scale = OverlayScale.ramp(minimum: 0, maximum: 0, isLogarithmic: false)
    /// Each keeps its pipeline, so that its identity is not another's later.
    private var variants: [Variant: (original: Pipeline, changed: Pipeline)] = [:]
    private struct Variant: Hashable {
        var pipeline: ObjectIdentifier
        var look: Look
    }
    /// Pixels of the frame for each pixel that cost is counted for, along each side.
    private var costFactor = 4.0
    private var milliseconds = 0.0

    package init(device: Device, look: Look = .overdraw, fade: Float = 0.6, isOn: Bool = false) throws {
        self.device = device; self.look = look; self.fade = fade; self.isOn = isOn
        shownFade = isOn ? fade : -1
        let program = try device.makeProgram(vertex: EmbeddedShader.source("stretch.vert"), fragment: EmbeddedShader.source("xray.frag"), label: "x-ray")
        pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute("position", .float2)), label: "x-ray")
        triangle = try device.makeBuffer([-1, -1, 3, -1, -1, 3] as [Float], label: "x-ray")
        reference = ReferenceRenderer(stepLimit: device.options.shaderStepLimit)
    }

    package func toggle() { isOn.toggle() }
    /// Whether anything of it can be seen.
    package var isVisible: Bool { isOn || shownFade > -1 }
    /// Moves towards what is wanted. Returns whether the picture changes thereby.
    package func advance(_ delta: Double) -> Bool {
        let wanted = isOn ? fade : -1, before = shownFade
        let step = Float(min(max(delta, 0), 1) * 6)
        shownFade = abs(wanted - before) <= step ? wanted : before + (wanted > before ? step : -step)
        return shownFade != before
    }

    /// The widgets that choose what is looked at, and the meaning of the colours.
    package func addOptions(to panel: PanelBuilder) {
        panel.combo("look", &look)
        panel.slider("fade", &fade, in: -1...1)
        for entry in scale.legend {
            // Lighter than in the picture, to be read on the panel.
            panel.text(entry.meaning, color: SIMD4(SIMD3(Float(entry.color.x), Float(entry.color.y), Float(entry.color.z)) / 255 * 0.65 + 0.35, 1))
        }
        let rounded = (milliseconds * 10).rounded() / 10
        panel.note("\(title), \(size.width) × \(size.height), in \(rounded) ms on top of the frame; \(XRay.key) ends it")
    }
    private var title: String {
        switch look {
        case .wireframe: "edges of all primitives"
        case .overdraw: "fragments that were written"
        case .depth: "depth"
        case .cost: "operations of fragment shaders"
        }
    }

    /// Draws a demo's frame once more to see through it, and mixes what is seen with its picture.
    package func draw(_ demo: any Demo, time: Double, number: Int, over picture: Framebuffer) throws -> Framebuffer {
        let clock = ContinuousClock(), begin = clock.now
        try measure(demo, time: time, number: number, width: picture.width, height: picture.height)
        let result = try mix(with: picture)
        milliseconds = (clock.now - begin) / .milliseconds(1)
        if look == .cost {
            // The time goes with the pixels.
            let wanted = costFactor * (milliseconds / 100).squareRoot()
            if milliseconds > 140 || milliseconds < 60 { costFactor = min(max(wanted, 1), 32) }
        }
        return result
    }

    // MARK: Numbers

    private func measure(_ demo: any Demo, time: Double, number: Int, width: Int, height: Int) throws {
        let factor = look == .cost ? costFactor : 1
        size = (max(1, Int(Double(width) / factor)), max(1, Int(Double(height) / factor)))
        if target?.width != size.width || target?.height != size.height {
            target = try device.makeFramebuffer(width: size.width, height: size.height, color: [.rgba8], depth: .depth32FloatStencil8, label: "x-ray")
        }
        guard let target else { preconditionFailure("the framebuffer was just made") }
        var encoder = device.makeCommandEncoder(label: "x-ray")
        try demo.draw(Frame(target: target, time: time, delta: 0, number: number), into: &encoder)
        let commands = try device.checkedCommands(of: encoder)
        switch look {
        case .wireframe, .overdraw:
            var isFirst = true
            try device.submit(try commands.map { try counting($0, in: target, isFirst: &isFirst) })
            values = try target.readStencil().map { look == .wireframe ? min(Double($0), 1) : Double($0) }
        case .depth:
            try device.submit(commands)
            let depths = try target.readDepth().map(Double.init)
            // Nothing was drawn where the depth is that of a cleared buffer.
            values = depths.map { $0 == 1 ? .nan : $0 }
        case .cost: values = try cost(of: commands, in: target)
        }
        if look == .wireframe {
            scale = .categories(Overlay.wireframe.categories)
            return
        }
        let shown = values.filter { !$0.isNaN && (look == .depth || $0 > 0) }
        scale = .ramp(minimum: shown.min() ?? 0, maximum: shown.max() ?? 0, isLogarithmic: false)
    }

    /// A pass into `target` whose draws count in the stencil buffer, which the first of them clears; other commands stay as they are.
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

    private func cost(of commands: [Command], in target: Framebuffer) throws -> [Double] {
        let counter = FragmentCounter(width: target.width, height: target.height, [.operations])
        reference.counter = counter
        defer { reference.counter = nil }
        for command in commands {
            guard case .renderPass(let pass) = command, pass.target === target else {
                try device.submit([command])
                continue
            }
            for case .draw(let call) in pass.operations {
                for case .some(let binding) in call.textures { try binding.texture.prepareForHostAccess() }
            }
            for attachment in target.attachments { try attachment.texture.prepareForHostAccess() }
            try reference.execute([command])
        }
        return counter.values[0]
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
