// ClothSimulation: a sheet of particles and springs whose upper edge is rotated, in steps of fixed length.
//
// The sheet is 300 units wide; the unit of time is 1/60 second. 312 springs along rows and columns connect 13 × 13 particles of
// mass 0.7. The springs have stiffness 1.1 and, along their direction, damping 0.6. Air resistance is a force of 0.03 times a
// particle's speed; gravity is 0.1. The sheet rotates for 4 seconds and then settles for one second. A step takes 1/240 second.
// 1/240 second is the longest step in our trials with which explicit integration keeps these springs stable. Steps of 1/480 second give no
// visible difference. With steps of 1/60 second, the particles fly apart.
//
// Each state is computed only from the previous state. All states are kept; each state takes 2 KiB. Therefore a frame at a given progress
// is always interpolated between the same two states, in whatever order and at whatever rate frames are drawn.

import Raster

struct ClothSimulation: Sendable {
    static let tiles = 12
    /// The number of particles in a row.
    static let side = tiles + 1
    static let particleCount = side * side
    /// The two particles at the ends of each spring. Particles are numbered row by row from the bottom.
    static let springs: [(Int, Int)] = (0..<particleCount).flatMap { i -> [(Int, Int)] in
        (i % side < tiles ? [(i, i + 1)] : []) + (i / side < tiles ? [(i, i + side)] : [])
    }
    static let stiffness: Float = 1.1, damping: Float = 0.6, mass: Float = 0.7, drag: Float = 0.03, gravity: Float = 0.1
    static let worldWidth: Float = 300
    /// `turning`: the duration of the rotation, in sixtieths of a second. `settling`: the time after the rotation in which the sheet comes
    /// to rest, in sixtieths of a second.
    static let turning = 240, settling = 60
    static let frameCount = turning + settling
    static let stepsPerFrame = 4

    let worldHeight: Float
    private let rest: [SIMD3<Float>]
    private var velocities = [SIMD3<Float>](repeating: .zero, count: particleCount)
    /// The positions of the particles after each sixtieth of a second that has been computed so far.
    private(set) var frames: [[SIMD3<Float>]]

    /// Creates a sheet with the given ratio of width to height.
    init(ratio: Float) {
        let height = Self.worldWidth / ratio
        worldHeight = height
        rest = (0..<Self.particleCount).map { i in
            SIMD3(Float(i % Self.side) / Float(Self.tiles) * Self.worldWidth, Float(i / Self.side) / Float(Self.tiles) * height, 0)
        }
        frames = [rest]
    }

    /// Returns the positions at a progress of 0…1, interpolated between the last state before this progress and the first state after this
    /// progress. In the last fifth of the progress, the positions gradually become the resting positions of the rotated sheet.
    mutating func places(progress: Double) -> [SIMD3<Float>] {
        let time = progress * Double(Self.frameCount), whole = min(Int(time), Self.frameCount - 1)
        while frames.count <= whole + 1 { advance() }
        let share = Float(time - Double(whole))
        let turned = Double(Self.turning) / Double(Self.frameCount)
        let calm = Float(Easing.sineInOut((progress - turned) / (1 - turned)))
        return (0..<Self.particleCount).map { i in
            let place = frames[whole][i] + (frames[whole + 1][i] - frames[whole][i]) * share
            let end = SIMD3(Self.worldWidth - rest[i].x, rest[i].y, 0)
            return place + (end - place) * calm
        }
    }

    /// Returns the transform of the upper edge. The time is in sixtieths of a second.
    private func held(_ time: Double) -> Matrix4 {
        let p = Easing.sineInOut(time / Double(Self.turning)), middle = Float(p) * Self.worldWidth / 2
        return .translation(middle, 0, -80 * swell(p)) * .rotationY(Float(.pi * p)) * .translation(-middle, 0, 0)
    }

    /// Advances the simulation by a sixtieth of a second.
    private mutating func advance() {
        let dt = 1 / Float(Self.stepsPerFrame), start = frames.count - 1, edge = Self.particleCount - Self.side
        let gaps = SIMD2(Self.worldWidth, worldHeight) / Float(Self.tiles)
        var places = frames[start]
        var forces = [SIMD3<Float>](repeating: .zero, count: Self.particleCount)
        for step in 1...Self.stepsPerFrame {
            for i in 0..<edge { forces[i] = SIMD3(0, -Self.gravity * Self.mass, 0) - velocities[i] * Self.drag }
            for (a, b) in Self.springs {
                let along = places[b] - places[a], length = along.dot(along).squareRoot()
                guard length > 1e-6 else { continue }
                let direction = along / length, stretch = length - (b == a + 1 ? gaps.x : gaps.y)
                let force = direction * (Self.stiffness * stretch + Self.damping * direction.dot(velocities[b] - velocities[a]))
                forces[a] += force
                forces[b] -= force
            }
            for i in 0..<edge {
                velocities[i] += forces[i] * (dt / Self.mass)
                places[i] += velocities[i] * dt
            }
            let matrix = held(Double(start) + Double(step) / Double(Self.stepsPerFrame))
            for i in edge..<Self.particleCount {
                let place = matrix.transformPoint(rest[i])
                velocities[i] = (place - places[i]) / dt
                places[i] = place
            }
        }
        frames.append(places)
    }
}
