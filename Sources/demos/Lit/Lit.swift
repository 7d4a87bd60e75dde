// lit: coloured lamps over a wall and someone who walks along it, after an article of 2015 about dynamic lighting.
//
// The wall and the figure are lit images. Bricks are bumps for the light, and the figure's alpha throws its shadow on the wall. The view is
// 720 points high, whatever its pixels.

import ArgumentParser
import Effects
import Panels
import Raster

struct LitCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "lit", abstract: "Coloured lamps over a brick wall and a walking figure: lit images, bumps, soft shadows.",
        discussion: "Keys: " + LitDemo.keys.joined(separator: "; ") + ".")

    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Lamps at first, 0 to 64.", valueName: "count"))
    var lamps = 3
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Brightness without lamps, 0 to 1.", valueName: "share"))
    var ambient: Float = 0.24
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("How far lamps reach, 1 to 2000 points; the picture is 720 points high.", valueName: "points"))
    var reach: Float = 520
    @Flag(name: .long, inversion: .prefixedNo, help: "Let light show the bumps of the wall and the figure.")
    var relief = true
    @Flag(name: .long, inversion: .prefixedNo, help: "Let the figure throw shadows.")
    var shadows = true
    @OptionGroup var common: CommonOptions

    var defaultTime: Double { 2.4 }
    /// Sprites' edges are soft by themselves.

    func validate() throws {
        guard (0...64).contains(lamps) else { throw ValidationError("--lamps must be between 0 and 64, not \(lamps).") }
        guard (0...1).contains(ambient) else { throw ValidationError("--ambient must be between 0 and 1, not \(ambient).") }
        guard (1...2000).contains(reach) else { throw ValidationError("--reach must be between 1 and 2000, not \(reach).") }
    }
    func makeDemo(device: Device) throws -> LitDemo {
        try LitDemo(device: device, lamps: lamps, ambient: ambient, range: reach, relief: relief, shadows: shadows)
    }
}

package final class LitDemo: Demo {
    private struct Lamp {
        /// Where it stays, once it was dragged; nil while it moves.
        var place: SIMD2<Float>?
        var number: Int
        var color: SIMD3<Float>
    }
    private static let height: Float = 720, figureHeight: Float = 330, speed = 0.55
    private static let palette: [SIMD3<Float>] = [[1, 0.62, 0.34], [0.36, 0.66, 1], [0.92, 0.42, 0.86], [0.5, 1, 0.6], [1, 0.92, 0.6], [1, 0.42, 0.42]]

    private let device: Device
    private let controller: LightingController
    private var sprites: SpritePass
    private let brickWall: BrickWall
    private let lampPainter: Pipeline
    private var figure: (drawing: WalkingFigure, image: LitImage)?

    private var lamps: [Lamp]
    private var nextLamp: Int
    private var ambient: Float
    private var range: Float
    private var intensity: Float = 0.95
    private var isConstant = false
    private var hasRelief: Bool
    private var hasShadows: Bool
    private var keepsAlpha = true
    /// Points of the view per pixel of the last frame.
    private var pointsPerPixel: Float = 1
    private var pointer = SIMD2<Float>(640, 360)
    private var held: Int?
    private var isPressed = false

    package init(device: Device, lamps count: Int = 3, ambient: Float = 0.24, range: Float = 520, relief: Bool = true, shadows: Bool = true) throws {
        self.device = device; self.ambient = ambient; self.range = range
        hasRelief = relief; hasShadows = shadows
        controller = LightingController(device: device)
        sprites = try SpritePass(device: device)
        brickWall = try BrickWall(device: device)
        lampPainter = try SpritePass.pipeline(device, "lamp", blend: .additive)
        lamps = (0..<count).map { Lamp(number: $0, color: LitDemo.palette[$0 % LitDemo.palette.count]) }
        nextLamp = count
    }

    package static let keys = ["drag: move a lamp", "N: new lamp at the pointer", "X: remove the nearest lamp", "M: let all lamps move again",
                               "E, D: more, less ambient light", "R, F: longer, shorter range", "B: bumps on, off", "S: shadows on, off"]

    /// Each lamp has a path of its own.
    private func place(_ lamp: Lamp, _ time: Double) -> SIMD2<Float> {
        if let place = lamp.place { return place }
        let number = Double(lamp.number), width = Double(sprites.size.x)
        let x = Elementary.sine(time * (0.41 + 0.13 * (number * 0.618).truncatingRemainder(dividingBy: 1)) + number * 2.1)
        let y = Elementary.cosine(time * (0.53 + 0.11 * (number * 0.382).truncatingRemainder(dividingBy: 1)) + number * 1.7)
        return SIMD2(Float(width * (0.5 + 0.38 * x)), LitDemo.height * Float(0.56 + 0.27 * y))
    }
    private func nearest(at time: Double) -> (index: Int, distance: Float)? {
        lamps.indices.map { i in
            let way = place(lamps[i], time) - pointer
            return (i, (way * way).sum().squareRoot())
        }.min { $0.1 < $1.1 }
    }

    package func handle(_ event: DemoEvent, at time: Double) {
        switch event {
        case .pointer(let x, let y, let pressed):
            pointer = SIMD2(x, y) * pointsPerPixel
            if pressed, !isPressed, let nearest = nearest(at: time), nearest.distance < 60 { held = nearest.index }
            if !pressed { held = nil }
            isPressed = pressed
            if let held { lamps[held].place = pointer }
        case .wheel(let steps): range = min(max(range * (1 + 0.08 * min(max(steps, -5), 5)), 1), 2000)
        case .key("n"): if lamps.count < 64 { add(at: pointer) }
        case .key("x"): if let nearest = nearest(at: time) { remove(nearest.index) }
        case .key("m"): for i in lamps.indices { lamps[i].place = nil }
        case .key("e"): ambient = min(ambient + 0.05, 1)
        case .key("d"): ambient = max(ambient - 0.05, 0)
        case .key("r"): range = min(range * 1.1, 2000)
        case .key("f"): range = max(range / 1.1, 1)
        case .key("b"): hasRelief.toggle()
        case .key("s"): hasShadows.toggle()
        default: break
        }
    }
    private func add(at place: SIMD2<Float>) {
        lamps.append(Lamp(place: place, number: nextLamp, color: LitDemo.palette[nextLamp % LitDemo.palette.count]))
        nextLamp += 1
    }
    private func remove(_ index: Int) {
        lamps.remove(at: index)
        held = nil
    }

    package static let hasOptions = true
    package var gainsFromSamples: Bool { false }
    package func addOptions(to panel: PanelBuilder, at time: Double) {
        panel.slider("ambient", &ambient, in: 0...1)
        panel.slider("intensity", &intensity, in: 0...2)
        panel.slider("range", &range, in: 1...1000, decimals: 0, unit: " pt")
        panel.checkbox("constant over the range", &isConstant)
        panel.checkbox("bumps", &hasRelief)
        panel.sameLine()
        panel.checkbox("shadows", &hasShadows)
        panel.checkbox("edges keep their alpha", &keepsAlpha)
        panel.separator()
        var removed: Int?
        for i in lamps.indices {
            panel.group("lamp \(lamps[i].number)") {
                panel.color("lamp \(lamps[i].number + 1)", &lamps[i].color)
                panel.sameLine()
                if panel.button("x") { removed = i }
            }
        }
        if let removed { remove(removed) }
        if panel.button("add a lamp"), lamps.count < 64 { add(at: SIMD2(sprites.size.x / 2, LitDemo.height / 2)) }
        panel.sameLine()
        if panel.button("let them move") { for i in lamps.indices { lamps[i].place = nil } }
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        pointsPerPixel = LitDemo.height / Float(frame.target.height)
        sprites.size = SIMD2(Float(frame.target.width), Float(frame.target.height)) * pointsPerPixel
        let wall = try brickWall.image(for: frame.target, sprites, into: &encoder)
        let (drawing, walker) = try currentFigure(frame.target)

        // From beyond the left edge to beyond the right one, and again.
        let extent = WalkingFigure.extent * LitDemo.figureHeight
        let walked = frame.time * LitDemo.speed, around = Double((sprites.size.x + extent.x) / LitDemo.figureHeight)
        let x = Float((walked + around * 0.28).truncatingRemainder(dividingBy: around)) * LitDemo.figureHeight - extent.x
        // A film's drawings last for several frames, and with them the figure's relief.
        if drawing.draw(distance: walked, into: &encoder) {
            walker.setNeedsLightingUpdate()
            wall.setNeedsShadowUpdate()
        }
        walker.transform = ImageTransform(origin: SIMD2(x, 46), size: extent, width: drawing.target.width, height: drawing.target.height)
        for image in [wall, walker] {
            image.ambientLightLevel = ambient
            image.edges = keepsAlpha ? .correct : .composite
            image.relief = hasRelief ? Relief(depth: image === wall ? 3.2 * Float(frame.target.height) / LitDemo.height : 9 / pointsPerPixel, lampHeight: 0.3) : nil
        }
        // The shadow falls beside the figure, as if it walked before the wall.
        wall.lampRadius = 26
        var shade = walker.transform
        shade.origin += SIMD2(0, 14)
        wall.shadowCasters = hasShadows ? [ShadowCaster(drawing.picture, transform: shade, opacity: 0.8)] : []

        let places = lamps.map { place($0, frame.time) }
        controller.lights = zip(lamps, places).map {
            PointLight(position: $1, intensity: intensity, range: range, color: $0.color, constantIntensityOverRange: isConstant)
        }
        controller.images = [wall, walker]
        try controller.update(into: &encoder)

        // The wall is of the target's size: copied, it need not be sampled.
        let isCopied = frame.target.samples == 1
        if isCopied, let color = frame.target.color[0] { encoder.copy(wall.litTexture, to: color.texture) }
        encoder.render(to: frame.target, label: "scene") { pass in
            if !isCopied { sprites.draw(wall.litTexture, isOpaque: true, at: .zero, sprites.size, in: &pass, label: "wall") }
            sprites.draw(walker.litTexture, at: walker.transform.origin, extent, in: &pass, label: "figure")
            for (lamp, place) in zip(lamps, places) {
                let reach: Float = 46
                sprites.draw(lampPainter, at: place - reach, SIMD2(repeating: 2 * reach), in: &pass, label: "lamp") { pass in
                    pass.setUniform("color", lamp.color * min(intensity, 1))
                    pass.setUniform("core", Float(0.16))
                }
            }
        }
    }

    private func currentFigure(_ target: Framebuffer) throws -> (WalkingFigure, LitImage) {
        let height = max(1, Int((LitDemo.figureHeight * WalkingFigure.extent.y / pointsPerPixel).rounded()))
        if let figure, figure.drawing.target.height == height { return figure }
        let drawing = try WalkingFigure(device: device, height: height), image = try LitImage(drawing.picture)
        image.label = "figure"
        figure = (drawing, image)
        return (drawing, image)
    }
}
