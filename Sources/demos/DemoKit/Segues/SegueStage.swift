// SegueStage: one transition over the whole picture, which the user plays, drags and steps. Until the user touches the stage, the
// transition runs back and forth automatically, or stands still.

import Effects
import Panels
import Raster

package final class SegueStage {
    let player: TransitionPlayer
    /// The pause between two automatic runs of the transition, in seconds.
    private static let rest = 0.4
    /// A progress at which both the old and the new screen are visible, for still pictures.
    package static let tellingMoment = 0.4
    /// The amount by which an arrow key changes the progress.
    private static let step = 1.0 / 60

    /// The progress at which the transition stands still until the user touches the stage; nil if the transition runs back and
    /// forth.
    var still: Double?
    private var isTouched = false
    /// The width of the frame in pixels. A drag to the left over the whole width moves the progress from 0 to 1.
    private var width = 1280
    /// The current drag; nil if there is no drag. `time` is the time of the last move, and `velocity` is the change of the progress per
    /// second.
    private var drag: (time: Double, velocity: Double)?

    init(_ transition: any Transition, from: Texture, to: Texture, seed: UInt64, resize: ResizeMode, easing: Easing? = nil, still: Double? = nil) throws {
        self.still = still
        player = try TransitionPlayer(transition, from: .texture(from), to: .texture(to), easing: easing)
        player.seed = seed
        player.resize = resize
    }

    /// Returns the duration in seconds of one run forth and back, with a pause after each direction.
    static func cycle(_ duration: Double) -> Double { 2 * (duration + rest) }
    /// Returns the progress at a time, if the transition runs back and forth automatically.
    static func idleProgress(_ time: Double, duration: Double, easing: Easing) -> Double {
        let place = time.truncatingRemainder(dividingBy: cycle(duration))
        let way = place < duration + rest ? min(place / duration, 1) : max(0, 1 - (place - duration - rest) / duration)
        return min(max(easing(way), 0), 1)
    }
    func progress(at time: Double) throws -> Double {
        isTouched ? try player.progress(at: time) : still ?? Self.idleProgress(time, duration: player.duration, easing: player.easing)
    }

    /// Returns the seconds until the picture changes; during a pause of the automatic run, the seconds until the pause ends.
    /// Returns nil if the transition stands still.
    func timeUntilNextChange(at time: Double) throws -> Double? {
        if isTouched { return try player.phase(at: time) == .running ? 0 : nil }
        return still == nil ? Self.timeUntilIdleChange(time, duration: player.duration) : nil
    }
    /// Returns the seconds until the picture changes, if the transition runs back and forth automatically.
    static func timeUntilIdleChange(_ time: Double, duration: Double) -> Double {
        let place = time.truncatingRemainder(dividingBy: cycle(duration)), half = duration + rest
        let way = place < half ? place : place - half
        return way < duration ? 0 : half - way
    }

    /// Stops the automatic run at its current progress. After this call, the user controls the progress.
    private func touch(at time: Double) throws {
        guard !isTouched else { return }
        let progress = try progress(at: time)
        isTouched = true
        player.jump(toDestination: false)
        try player.beginDrag(at: time)
        try player.drag(by: progress)
    }
    /// Plays from the start.
    func play(at time: Double) throws {
        isTouched = true
        player.jump(toDestination: false)
        try player.play(at: time)
    }
    /// Changes the progress by the given amount, and stops the transition at the new progress.
    func move(by share: Double, at time: Double) throws {
        try touch(at: time)
        try player.beginDrag(at: time)
        try player.drag(by: share)
    }

    func handle(_ event: DemoEvent, at time: Double) throws {
        switch event {
        case .tap:
            try touch(at: time)
            try player.toggle(at: time)
        case .drag(let dx, _, false):
            if drag == nil {
                try touch(at: time)
                try player.beginDrag(at: time)
            }
            let share = -Double(dx) / Double(width)
            try player.drag(by: share)
            let passed = time - (drag?.time ?? time)
            drag = (time, passed > 0 ? share / passed : drag?.velocity ?? 0)
        case .pointer(_, _, pressed: false):
            guard let released = drag else { return }
            drag = nil
            // If the pointer has rested for a tenth of a second before the button is released, the velocity is 0.
            try player.endDrag(at: time, velocity: time - released.time < 0.1 ? released.velocity : 0)
        case .arrow(let dx, _) where dx != 0: try move(by: Double(dx) * Self.step, at: time)
        default: break
        }
    }

    func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        width = frame.target.width
        if isTouched { return try player.draw(at: frame.time, to: frame.target, into: &encoder) }
        try draw(progress: progress(at: frame.time), frame, into: &encoder)
    }
    func draw(progress: Double, _ frame: Frame, into encoder: inout CommandEncoder) throws {
        guard case .texture(let from) = player.source, case .texture(let to) = player.destination else { return }
        try player.transition.draw(TransitionFrame(source: from, destination: to, target: frame.target, progress: progress, seed: player.seed,
                                                   resize: player.resize), into: &encoder)
    }

    func addOptions(to panel: PanelBuilder, at time: Double) throws {
        panel.text(player.transition.name)
        if let file = player.transition as? GLTransition, let author = file.author { panel.note("by \(author)" + (file.license.map { ", \($0)" } ?? "")) }
        var progress = try progress(at: time)
        let before = progress
        if panel.slider("progress", &progress, in: 0...1, decimals: 3) { try move(by: progress - before, at: time) }
        panel.combo("resize", &player.resize)
        guard let file = player.transition as? GLTransition, !file.parameters.isEmpty else { return }
        panel.separator()
        for parameter in file.parameters where parameter.count == 1 { try SegueStage.addParameter(parameter, of: file, to: panel) }
    }
    private static func addParameter(_ parameter: TransitionParameter, of file: GLTransition, to panel: PanelBuilder) throws {
        guard let value = file.value(of: parameter.name) else { return }
        var numbers = value.components.map { Float($0) }
        let name = parameter.name
        var isChanged = false
        switch parameter.typeName {
        case "bool":
            var isOn = numbers[0] != 0
            isChanged = panel.checkbox(name, &isOn)
            numbers = [isOn ? 1 : 0]
        case "float": isChanged = panel.drag(name, &numbers[0])
        case "int", "uint", "ivec2", "ivec3", "ivec4":
            for i in numbers.indices {
                var number = Int(numbers[i])
                if panel.slider(numbers.count == 1 ? name : "\(name)[\(i)]", &number, in: (parameter.typeName == "uint" ? 0 : -64)...64) {
                    numbers[i] = Float(number)
                    isChanged = true
                }
            }
        case "vec2":
            var vector = SIMD2(numbers[0], numbers[1])
            isChanged = panel.drag(name, &vector)
            numbers = [vector.x, vector.y]
        case "vec3":
            var vector = SIMD3(numbers[0], numbers[1], numbers[2])
            isChanged = panel.color(name, &vector)
            numbers = [vector.x, vector.y, vector.z]
        case "vec4":
            var vector = SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])
            isChanged = panel.color(name, &vector)
            numbers = [vector.x, vector.y, vector.z, vector.w]
        default: return
        }
        if isChanged { try file.set(name, to: TransitionValue(numbers.map { Double($0) })) }
    }
}
