// ModelPlayback: plays one animation of a model, all animations or none, and keeps the position of the playback in time.

import Models

package struct ModelPlayback {
    /// The choice of animations.
    package enum Choice: Hashable, Sendable {
        /// The model's own pose.
        case none
        case all
        /// The animation with this index.
        case one(Int)
    }
    /// The choices in the order of the panel's list, with their names.
    let choices: [(choice: Choice, name: String)]
    private(set) var choice: Choice
    package var isPlaying = true { didSet { if oldValue != isPlaying { anchor = (now, oldValue ? position(at: now, playing: true) : anchor.position) } } }
    /// The number of seconds by which the animations advance per second of the demo.
    package var speed = 1.0 { didSet { if oldValue != speed { anchor = (now, position(at: now, speed: oldValue)) } } }

    private let model: Model
    /// A moment of the demo's time, and the position of the animations at this moment.
    private var anchor: (time: Double, position: Double) = (0, 0)
    /// The time of the last frame.
    private var now = 0.0

    package init(_ model: Model, _ choice: Choice) {
        self.model = model
        let named = model.animations.enumerated().map { (choice: Choice.one($0), name: $1.name.isEmpty ? "animation \($0 + 1)" : $1.name) }
        choices = [(.none, "none")] + named + (named.count > 1 ? [(.all, "all")] : [])
        self.choice = choices.contains { $0.choice == choice } ? choice : .none
    }

    var animations: [Model.Animation] {
        switch choice {
        case .none: []
        case .all: model.animations
        case .one(let index): [model.animations[index]]
        }
    }
    /// The length in seconds; 0 if nothing moves.
    package var duration: Double { Double(animations.reduce(0) { max($0, $1.duration) }) }
    var moves: Bool { isPlaying && duration > 0 && speed != 0 }

    mutating func choose(_ new: Choice) {
        choice = new
        anchor = (now, 0)
    }
    /// Moves the animations to a position, in seconds.
    package mutating func seek(_ position: Double) { anchor = (now, position) }
    /// Returns the position of the animations at a time of the demo, in seconds. When the position reaches the duration, the
    /// animations begin again at 0.
    package mutating func position(at time: Double) -> Double {
        now = time
        return position(at: time, playing: isPlaying, speed: speed)
    }
    private func position(at time: Double, playing: Bool? = nil, speed: Double? = nil) -> Double {
        let duration = duration
        guard duration > 0 else { return 0 }
        let reached = anchor.position + (playing ?? isPlaying ? (time - anchor.time) * (speed ?? self.speed) : 0)
        // If the user seeks exactly to the duration, the last keyframe is shown, not the first keyframe.
        if reached == duration { return duration }
        let rest = reached.truncatingRemainder(dividingBy: duration)
        return rest < 0 ? rest + duration : rest
    }

    /// Four poses, evenly distributed over the animations, for the box around the moving model.
    var samples: [ModelPose] {
        let duration = duration
        if duration == 0 { return [model.pose(of: animations, at: 0)] }
        return (0..<4).map { model.pose(of: animations, at: Float(duration * Double($0) / 4)) }
    }
    /// Returns the model's pose at a position of the animations, in seconds.
    func pose(_ position: Double) -> ModelPose { animations.isEmpty ? model.pose() : model.pose(of: animations, at: Float(position)) }
}
