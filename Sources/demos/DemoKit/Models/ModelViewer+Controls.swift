// ModelViewer+Controls: the keys, the mouse and the panel of the model viewer.

import Models
import Panels
import Raster

extension ModelViewer {
    package static let keys = ["drag: turn", "right drag: move", "wheel: zoom", "A: next animation", "C: next camera", "E: studio, sky", "V: next variant",
                               "W: wireframe", "Z: stand up, lie down", "F: shadow", "S: spin", "R: reset the view"]

    package func handle(_ event: DemoEvent, at time: Double) {
        switch event {
        case .drag(let dx, let dy, secondary: false): turn(by: SIMD2(dx, dy))
        case .drag(let dx, let dy, secondary: true): move(by: SIMD2(dx, dy))
        case .wheel(let steps): zoom(steps: steps)
        case .key("w"): settings.wireframe.toggle()
        case .key("z"): settings.zUp.toggle()
        case .key("f"): settings.floor.toggle()
        case .key("s"):
            // The angle `turned(at:)` jumps when the model starts or stops spinning. `yaw` changes by the same angle in the opposite
            // direction, so the model keeps its current rotation.
            settings.yaw += turned(at: time)
            settings.turnsPerMinute = settings.turnsPerMinute == 0 ? 4 : 0
            settings.yaw -= turned(at: time)
        case .key("a"): choose(animation: next(after: playback.choice, in: playback.choices.map(\.choice)))
        case .key("c"): settings.camera = next(after: settings.camera, in: cameras.map(\.node))
        case .key("e"): settings.environment = next(after: settings.environment, in: environmentChoices)
        case .key("v"): settings.variant = next(after: settings.variant, in: variants.map(\.index))
        case .key("r"): resetView()
        default: break
        }
    }
    private func next<Choice: Equatable>(after choice: Choice, in choices: [Choice]) -> Choice {
        guard let index = choices.firstIndex(of: choice) else { return choices.first ?? choice }
        return choices[(index + 1) % choices.count]
    }
    private func choose(animation: ModelPlayback.Choice) {
        playback.choose(animation)
        updateFraming()
    }

    /// The orbit camera, then the cameras of the file.
    private var cameras: [(node: Int?, name: String)] { [(nil, "orbit")] + model.cameraNodes.map { ($0, model.cameraName(of: $0)) } }
    private var variants: [(index: Int?, name: String)] { [(nil, "of the file")] + model.variants.enumerated().map { ($0, $1) } }
    /// The built-in environments and, if the command line names a file with an environment, this file.
    private var environmentChoices: [EnvironmentSource] {
        let own = firstSettings.environment
        return [.studio, .sky] + ([.studio, .sky].contains(own) ? [] : [own])
    }

    package static let hasOptions = true
    package func addOptions(to panel: PanelBuilder, at time: Double) {
        panel.text("\(shown.parts.count) \(shown.parts.count == 1 ? "part" : "parts"), \(model.triangleCount) triangles")
        addPlayer(to: panel, at: time)
        if model.variants.count > 0 {
            let names = variants
            panel.combo("variant", &settings.variant, of: names.map(\.index)) { index in names.first { $0.index == index }?.name ?? "" }
        }
        if !model.cameraNodes.isEmpty {
            let names = cameras
            panel.combo("camera", &settings.camera, of: names.map(\.node)) { node in names.first { $0.node == node }?.name ?? "" }
        }
        panel.combo("light", &settings.environment, of: environmentChoices) { $0.description }
        panel.slider("exposure", &settings.exposure, in: 0.05...20, unit: "×", logarithmic: true)
        panel.combo("tone mapping", &settings.toneMapping)
        panel.checkbox("shadow", &settings.floor)
        panel.checkbox("wireframe", &settings.wireframe)
        panel.checkbox("z points up", &settings.zUp)
        panel.separator()
        var degrees = SIMD2(settings.yaw, settings.pitch) * (180 / .pi)
        degrees.x -= (degrees.x / 360).rounded() * 360
        if panel.slider("turn", &degrees.x, in: -180...180, decimals: 0, unit: "°") { settings.yaw = degrees.x * .pi / 180 }
        if panel.slider("height", &degrees.y, in: -88...88, decimals: 0, unit: "°") { settings.pitch = degrees.y * .pi / 180 }
        panel.slider("zoom", &settings.zoom, in: 0.05...50, unit: "×", logarithmic: true)
        let reached = turned(at: time)
        // The angle `turned(at:)` jumps when the speed changes. `yaw` changes by the same angle in the opposite direction, so the model
        // keeps its current rotation.
        if panel.slider("spin", &settings.turnsPerMinute, in: -30...30, decimals: 1, unit: " / min") { settings.yaw += reached - turned(at: time) }
        if panel.button("first view") { resetView() }
    }

    /// Adds the widgets that play animations.
    private func addPlayer(to panel: PanelBuilder, at time: Double) {
        guard playback.choices.count > 1 else { return }
        var choice = playback.choice
        let names = playback.choices
        if panel.combo("animation", &choice, of: names.map(\.choice), name: { choice in names.first { $0.choice == choice }?.name ?? "" }) {
            choose(animation: choice)
        }
        let duration = playback.duration
        guard duration > 0 else { return }
        var position = playback.position(at: time)
        if panel.slider("time", &position, in: 0...duration, unit: " s") { playback.seek(position) }
        panel.slider("speed", &playback.speed, in: -2...4, unit: "×")
        panel.checkbox("play", &playback.isPlaying)
    }
}
