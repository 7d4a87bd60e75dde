// ModelViewer: shows a model with the materials, lights, cameras and animations of its file. An environment lights the model. The
// distance of the orbit camera depends on the model's size.

import Effects
import Models
import Panels
import Raster

package final class ModelViewer: Demo {
    /// The settings of the viewer. Angles are in radians.
    package struct Settings {
        package var yaw: Float = 0.5
        package var pitch: Float = 0.3
        package var zoom: Float = 1
        package var turnsPerMinute = 0.0
        package var zUp = false
        package var wireframe = false
        /// Whether a soft shadow lies on the ground.
        package var floor = true
        package var environment = EnvironmentSource.studio
        /// Whether the picture has no background.
        package var isTransparent = false
        package var exposure: Float = 1
        package var toneMapping = ToneCurve.neutral
        package var animation = ModelPlayback.Choice.one(0)
        /// The index of the chosen variant of the materials; nil for the file's default materials.
        package var variant: Int?
        /// The index of the node whose camera shows the model; nil for the orbit camera.
        package var camera: Int?
        package init() {}
        package init(yaw: Float = 0.5, wireframe: Bool = false) { self.yaw = yaw; self.wireframe = wireframe }
    }

    let device: Device
    let model: Model
    let shown: ModelScene
    private let scene: PhysicalScene
    private var environments: [EnvironmentSource: EnvironmentLight] = [:]
    private var framing: ModelFraming
    let firstSettings: Settings
    var settings: Settings {
        didSet { if oldValue.zUp != settings.zUp { updateFraming() } }
    }
    var playback: ModelPlayback
    /// The shift of the view's centre along the screen's axes, as a multiple of the model's radius.
    private var pan = SIMD2<Float>.zero
    /// The vertical angle of view of the orbit camera.
    private static let fovy: Float = 30 * .pi / 180

    /// One sentence for each kind of content in the file that the viewer leaves out, or shows differently from the file's description.
    package var warnings: [String] { model.warnings + shown.warnings }

    package init(device: Device, model: Model, settings: Settings = Settings()) throws {
        self.device = device; self.model = model; self.settings = settings
        firstSettings = settings
        shown = try ModelScene(device: device, model: model)
        playback = ModelPlayback(model, settings.animation)
        framing = ModelFraming(model, poses: playback.samples, isLying: settings.zUp)
        scene = PhysicalScene(device: device)
        scene.parts = shown.parts
    }

    func updateFraming() { framing = ModelFraming(model, poses: playback.samples, isLying: settings.zUp) }

    package var isAnimated: Bool { settings.turnsPerMinute != 0 || playback.moves }
    package var hasPremultipliedAlpha: Bool { settings.isTransparent }

    // MARK: Camera

    func turned(at time: Double) -> Float { Float((time * settings.turnsPerMinute / 60).truncatingRemainder(dividingBy: 1) * 2 * .pi) }
    func turn(by pixels: SIMD2<Float>) {
        settings.camera = nil
        settings.yaw -= pixels.x * OrbitCamera.radiansPerPixel
        settings.pitch = min(max(settings.pitch - pixels.y * OrbitCamera.radiansPerPixel, -1.55), 1.55)
    }
    func move(by pixels: SIMD2<Float>) {
        settings.camera = nil
        pan -= pixels * 0.003 / settings.zoom
        pan.clamp(lowerBound: .init(repeating: -4), upperBound: .init(repeating: 4))
    }
    func zoom(steps: Float) {
        settings.camera = nil
        settings.zoom = min(max(settings.zoom * Float(PortableMath.power(1.12, Double(steps))), 0.05), 50)
    }
    func resetView() {
        (settings.yaw, settings.pitch, settings.zoom, pan) = (firstSettings.yaw, firstSettings.pitch, firstSettings.zoom, .zero)
        settings.camera = firstSettings.camera
    }

    private func setCamera(_ frame: Frame, _ pose: ModelPose) {
        if let node = settings.camera, let camera = model.nodes[node].camera {
            scene.viewMatrix = pose.viewMatrix(of: node) * (framing.matrix.inverse ?? .identity)
            scene.projectionMatrix = pose.cameras[camera].projectionMatrix(aspect: frame.aspect)
            return
        }
        let angle = Double(settings.yaw + turned(at: frame.time)), pitch = Double(settings.pitch), level = PortableMath.cosine(pitch)
        let toEye = SIMD3(Float(PortableMath.sine(angle) * level), Float(PortableMath.sine(pitch)), Float(PortableMath.cosine(angle) * level))
        let right = SIMD3(Float(PortableMath.cosine(angle)), 0, -Float(PortableMath.sine(angle))), up = toEye.cross(right)
        let distance = framing.distance(toEye: toEye, fovy: ModelViewer.fovy, aspect: frame.aspect) / settings.zoom
        let looked = framing.center + (right * pan.x + up * pan.y) * framing.radius
        let reach = framing.radius * 6
        scene.viewMatrix = .lookAt(eye: looked + toEye * distance, center: looked)
        scene.projectionMatrix = .perspective(fovy: ModelViewer.fovy, aspect: frame.aspect, near: max(distance - reach, distance * 0.01), far: distance + reach)
    }

    // MARK: Drawing

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        let pose = playback.pose(playback.position(at: frame.time))
        if shown.variant != settings.variant { shown.variant = settings.variant }
        shown.matrix = framing.matrix
        try shown.show(pose)
        setCamera(frame, pose)
        scene.lights = shown.lights
        scene.environment = try environment()
        scene.exposure = settings.exposure
        scene.toneMapping = settings.toneMapping.mapping
        scene.polygonMode = settings.wireframe ? .line : .fill
        scene.background = settings.isTransparent ? .color(.zero) : .environment(blur: 0.55)
        scene.groundShadow = settings.floor ? GroundShadow(center: SIMD3(framing.center.x, framing.ground, framing.center.z), radius: 2 * framing.radius) : nil
        try scene.draw(into: &encoder, target: frame.target)
    }

    private func environment() throws -> EnvironmentLight {
        if let known = environments[settings.environment] { return known }
        let made = try settings.environment.makeLight(on: device)
        environments[settings.environment] = made
        return made
    }
}
