// LitDemo: the wall and the figure are lit images. The bricks are bumps in the relief, and the figure's alpha casts a shadow on the
// wall.

import Effects
import Panels
import Raster

package final class LitDemo: Demo {
    /// The default of the threshold above which bright light is compressed.
    private static let standardRollOff: Float = 0.8

    private let device: Device
    private let controller: LightingController
    private var sprites: SpritePass
    private let brickWall: BrickWall
    private let lampPainter: Pipeline, ringPainter: Pipeline
    private var walk: WalkAnimation?

    package private(set) var lamps: [LitLamp]
    /// The index of the lamp that the panel changes; nil if the panel changes all lamps.
    package private(set) var selected: Int?
    /// The settings for new lamps.
    private var standard: LitLamp.Light
    private var nextLamp: Int
    private var ambient: Float
    private var isRolledOff: Bool
    private var rollOff = LitDemo.standardRollOff
    private var hasRelief: Bool
    private var hasShadows: Bool
    private var keepsAlpha = true
    /// The stage of the last frame.
    private var stage = LitStage(width: 1280, height: 720)
    private var pointer = SIMD2<Float>(640, 360)
    private var held: Int?
    private var isPressed = false

    /// - Parameters:
    ///   - count: The number of lamps at the start.
    ///   - own: The settings of lamps that the command line gives, in order. The demo's first lamps get these settings.
    package init(device: Device, lamps count: Int = 3, own: [LampOption] = [], ambient: Float = 0.24, intensity: Float = 0.95, range: Float = 520,
                 rollOff: Bool = true,
                 relief: Bool = true, shadows: Bool = true) throws {
        self.device = device; self.ambient = ambient
        isRolledOff = rollOff; hasRelief = relief; hasShadows = shadows
        controller = LightingController(device: device)
        sprites = try SpritePass(device: device)
        brickWall = try BrickWall(device: device)
        lampPainter = try SpritePass.pipeline(device, "lamp", blend: .additive)
        ringPainter = try SpritePass.pipeline(device, "ring", blend: .additive)
        let standard = LitLamp.Light(intensity: intensity, range: range)
        self.standard = standard
        lamps = (0..<count).map { LitLamp(number: $0, light: standard) }
        for (i, option) in zip(lamps.indices, own) {
            lamps[i].light.color = option.color
            lamps[i].light.intensity = option.intensity ?? intensity
            lamps[i].light.range = option.range ?? range
        }
        nextLamp = count
    }

    package static let keys = ["click: select a lamp; elsewhere, all lamps", "drag: move a lamp", "N: new lamp at the pointer", "X: remove the nearest lamp",
                               "M: let all lamps move again",
                               "E, D: more, less ambient light", "R, F or wheel: longer, shorter range of the selection",
                               "O: roll off, clip bright light",
                               "B: bumps on, off", "S: shadows on, off"]

    private func nearest(at time: Double) -> (index: Int, distance: Float)? {
        lamps.indices.map { i in
            let way = lamps[i].place(at: time, in: stage.size) - pointer
            return (i, (way * way).sum().squareRoot())
        }.min { $0.1 < $1.1 }
    }

    package func handle(_ event: DemoEvent, at time: Double) {
        switch event {
        case .pointer(let x, let y, let pressed):
            // A lamp's position must be within ±10⁶ points.
            pointer = pointwiseMin(pointwiseMax(SIMD2(x, y) * stage.pointsPerPixel, SIMD2(repeating: -1e6)), SIMD2(repeating: 1e6))
            if pressed, !isPressed {
                held = nearest(at: time).flatMap { $0.distance < 60 ? $0.index : nil }
                selected = held
            }
            if !pressed { held = nil }
            isPressed = pressed
            if let held { lamps[held].place = pointer }
        case .wheel(let steps) where !steps.isNaN: scaleRange(1 + 0.08 * min(max(steps, -5), 5))
        case .key("n"): add(at: pointer)
        case .key("x"): if let nearest = nearest(at: time) { remove(nearest.index) }
        case .key("m"): letLampsMove()
        case .key("e"): ambient = min(ambient + 0.05, 1)
        case .key("d"): ambient = max(ambient - 0.05, 0)
        case .key("r"): scaleRange(1.1)
        case .key("f"): scaleRange(1 / 1.1)
        case .key("o"): isRolledOff.toggle()
        case .key("b"): hasRelief.toggle()
        case .key("s"): hasShadows.toggle()
        default: break
        }
    }
    /// Changes the selected lamp. If no lamp is selected, changes all lamps and the settings for new lamps.
    private func change(_ body: (inout LitLamp.Light) -> Void) {
        if let selected { return body(&lamps[selected].light) }
        body(&standard)
        for i in lamps.indices { body(&lamps[i].light) }
    }
    private func scaleRange(_ factor: Float) {
        change { $0.range = min(max($0.range * factor, LitLamp.ranges.lowerBound), LitLamp.ranges.upperBound) }
    }
    private func add(at place: SIMD2<Float>) {
        guard lamps.count < LitLamp.most else { return }
        lamps.append(LitLamp(number: nextLamp, light: standard, place: place))
        nextLamp += 1
    }
    private func remove(_ index: Int) {
        lamps.remove(at: index)
        held = nil
        selected = selected.flatMap { $0 == index ? nil : $0 > index ? $0 - 1 : $0 }
    }
    private func letLampsMove() { for i in lamps.indices { lamps[i].place = nil } }

    package static let hasOptions = true
    package var gainsFromSamples: Bool { false }
    package func addOptions(to panel: PanelBuilder, at time: Double) {
        panel.slider("ambient", &ambient, in: 0...1)
        panel.checkbox("bumps", &hasRelief)
        panel.sameLine()
        panel.checkbox("shadows", &hasShadows)
        panel.sameLine()
        panel.checkbox("soft edges", &keepsAlpha)
        panel.tooltip("The figure's edges keep their alpha in the light.")
        panel.checkbox("roll-off", &isRolledOff)
        panel.tooltip("Bright light bends towards white and keeps its hue; otherwise it is clipped.")
        panel.sameLine()
        panel.disabled(!isRolledOff) { panel.slider("from", &rollOff, in: 0...1) }
        panel.separator()
        addLamps(to: panel)
    }
    private func addLamps(to panel: PanelBuilder) {
        if panel.toggle("all", isOn: selected == nil, width: 40) { selected = nil }
        panel.tooltip("The settings below are for all lamps. A click on a lamp in the picture, or on its number here, selects only this lamp.")
        for i in lamps.indices {
            let width: Float = 30
            panel.flow(width: width)
            // The button is about half as bright as the lamp, so that the number on the button is readable.
            if panel.toggle("\(i + 1)", isOn: selected == i, width: width, lit: SIMD4(lamps[i].light.color * 0.55, 1)) { selected = i }
        }
        var light = selected.map { lamps[$0].light } ?? standard
        if selected != nil, panel.color("colour", &light.color) { change { $0.color = light.color } }
        if panel.slider("intensity", &light.intensity, in: LitLamp.intensities) { change { $0.intensity = light.intensity } }
        if panel.slider("range", &light.range, in: LitLamp.ranges, decimals: 0, unit: " pt") { change { $0.range = light.range } }
        if panel.checkbox("constant over the range", &light.isConstant) { change { $0.isConstant = light.isConstant } }
        if panel.button("add") { add(at: stage.size / 2) }
        if let selected {
            panel.sameLine()
            if panel.button("remove") { remove(selected) }
        }
        panel.sameLine()
        if panel.button("let them move") { letLampsMove() }
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        stage = LitStage(width: frame.target.width, height: frame.target.height)
        sprites.size = stage.size
        let wall = try brickWall.image(for: frame.target, sprites, heights: stage.size.y / LitStage.height, into: &encoder)
        let walk = try currentWalk(), walker = walk.animation.image
        try walk.show(at: frame.time, into: &encoder)
        walker.transform = stage.walker(at: frame.time).transform(width: walker.picture.width, height: walker.picture.height)
        for image in [wall, walker] {
            image.ambientLightLevel = ambient
            image.rollOff = isRolledOff ? rollOff : nil
            image.edges = keepsAlpha ? .correct : .composite
            image.relief = hasRelief ? Relief(depth: (image === wall ? 3.2 : 9) / stage.pointsPerPixel, lampHeight: 0.3) : nil
        }
        // The shadow is shifted upwards, as if the figure walked at a distance in front of the wall.
        wall.lampRadius = 26
        var shade = walker.transform
        shade.origin += SIMD2(0, 14)
        wall.shadowCasters = hasShadows ? [ShadowCaster(walker.picture, transform: shade, opacity: 0.8)] : []

        let places = lamps.map { $0.place(at: frame.time, in: stage.size) }
        controller.lights = zip(lamps.map(\.light), places).map {
            PointLight(position: $1, intensity: $0.intensity, range: $0.range, color: $0.color, constantIntensityOverRange: $0.isConstant)
        }
        controller.images = [wall, walker]
        try controller.update(into: &encoder)

        // The picture of the wall has the target's size, so the picture can be copied without a draw, unless the target is multisampled.
        let isCopied = frame.target.samples == 1
        if isCopied, let color = frame.target.color[0] { encoder.copy(wall.litTexture, to: color.texture) }
        encoder.render(to: frame.target, label: "scene") { pass in
            if !isCopied { sprites.draw(wall.litTexture, isOpaque: true, at: .zero, sprites.size, in: &pass, label: "wall") }
            let figure = walker.transform
            sprites.draw(walker.litTexture, at: figure.origin,
                         figure.viewPlace(of: SIMD2(Float(walker.picture.width), Float(walker.picture.height))) - figure.origin, in: &pass, label: "figure")
            drawLamps(places, in: &pass)
        }
    }
    private func drawLamps(_ places: [SIMD2<Float>], in pass: inout RenderPass) {
        func draw(_ pipeline: Pipeline, around place: SIMD2<Float>, _ reach: Float, label: String, _ set: (inout RenderPass) -> Void) {
            sprites.draw(pipeline, at: place - reach, SIMD2(repeating: 2 * reach), in: &pass, label: label, set)
        }
        for (lamp, place) in zip(lamps, places) {
            draw(lampPainter, around: place, 46, label: "lamp") { pass in
                pass.setUniform("color", lamp.light.color * min(lamp.light.intensity, 1))
                pass.setUniform("core", Float(0.16))
            }
        }
        guard let selected else { return }
        draw(ringPainter, around: places[selected], 30, label: "selected lamp") { pass in
            pass.setUniform("color", lamps[selected].light.color * 0.5 + 0.5)
            pass.setUniform("width", Float(0.06))
        }
    }

    private func currentWalk() throws -> WalkAnimation {
        let height = max(1, Int((LitStage.figureExtent.y / stage.pointsPerPixel).rounded()))
        if let walk, walk.height == height { return walk }
        let new = try WalkAnimation(device: device, height: height, speed: LitStage.speed)
        walk = new
        return new
    }
}
