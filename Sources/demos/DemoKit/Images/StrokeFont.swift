// StrokeFont: digits and the names of the axes as pen strokes, for pictures that label their parts.

import Raster

/// A short text of strokes with round ends. Characters are 1 high and 0.6 wide. The left ends of neighbouring characters are 0.85 apart.
struct StrokeText {
    private var segments: [(SIMD2<Float>, SIMD2<Float>)] = []
    let width: Float

    init(_ text: String) {
        width = Float(text.count) * 0.85 - 0.25
        for (i, character) in text.enumerated() {
            for stroke in StrokeText.strokes[character] ?? [] {
                let points = stroke.map { SIMD2($0.0 * 0.6 + Float(i) * 0.85, $0.1) }
                segments += zip(points, points.dropFirst())
            }
        }
    }
    /// Returns the distance from a point to the nearest stroke's centre line, in letter heights. The origin is the text's lower
    /// left corner.
    func distance(_ x: Float, _ y: Float) -> Float {
        var nearest = Float.infinity
        let p = SIMD2(x, y)
        for (a, b) in segments {
            let along = b - a, toPoint = p - a
            let t = clamp((toPoint * along).sum() / (along * along).sum())
            let d = toPoint - along * t
            nearest = min(nearest, (d * d).sum())
        }
        return nearest.squareRoot()
    }
    /// Returns the amount of ink at a point: 1 inside a stroke of radius `pen`, 0 outside, with a transition of width `softness` at
    /// the edge.
    func ink(_ x: Float, _ y: Float, pen: Float, softness: Float) -> Float {
        1 - smoothstep(pen - softness, pen + softness, distance(x, y))
    }

    /// The points of each character's strokes, in a box of 1 × 1; y grows upward.
    private static let strokes: [Character: [[(Float, Float)]]] = [
        "0": [[(0.3, 0), (0, 0.25), (0, 0.75), (0.3, 1), (0.7, 1), (1, 0.75), (1, 0.25), (0.7, 0), (0.3, 0)]],
        "1": [[(0.1, 0.75), (0.55, 1), (0.55, 0)], [(0.15, 0), (0.95, 0)]],
        "2": [[(0, 0.8), (0.25, 1), (0.75, 1), (1, 0.8), (1, 0.6), (0, 0), (1, 0)]],
        "3": [[(0, 0.85), (0.25, 1), (0.75, 1), (1, 0.8), (1, 0.65), (0.75, 0.52), (0.4, 0.52)],
              [(0.75, 0.52), (1, 0.38), (1, 0.2), (0.75, 0), (0.25, 0), (0, 0.15)]],
        "4": [[(0.75, 0), (0.75, 1), (0, 0.3), (1, 0.3)]],
        "5": [[(0.95, 1), (0.1, 1), (0.05, 0.55), (0.7, 0.6), (1, 0.4), (1, 0.2), (0.75, 0), (0.25, 0), (0, 0.15)]],
        "6": [[(0.9, 0.9), (0.7, 1), (0.3, 1), (0, 0.7), (0, 0.2), (0.25, 0), (0.75, 0), (1, 0.2), (1, 0.38), (0.75, 0.58), (0.25, 0.58), (0, 0.4)]],
        "7": [[(0, 1), (1, 1), (0.4, 0)]],
        "8": [[(0.3, 0.53), (0.05, 0.7), (0.05, 0.85), (0.3, 1), (0.7, 1), (0.95, 0.85), (0.95, 0.7), (0.7, 0.53), (0.3, 0.53), (0, 0.35),
               (0, 0.18), (0.25, 0), (0.75, 0), (1, 0.18), (1, 0.35), (0.7, 0.53)]],
        "9": [[(0.1, 0.1), (0.3, 0), (0.7, 0), (1, 0.3), (1, 0.8), (0.75, 1), (0.25, 1), (0, 0.8), (0, 0.62), (0.25, 0.42), (0.75, 0.42), (1, 0.6)]],
        "+": [[(0.1, 0.5), (0.9, 0.5)], [(0.5, 0.26), (0.5, 0.74)]],
        "-": [[(0.1, 0.5), (0.9, 0.5)]],
        "X": [[(0, 0), (1, 1)], [(0, 1), (1, 0)]],
        "Y": [[(0, 1), (0.5, 0.5), (1, 1)], [(0.5, 0.5), (0.5, 0)]],
        "Z": [[(0, 1), (1, 1), (0, 0), (1, 0)]],
    ]
}
