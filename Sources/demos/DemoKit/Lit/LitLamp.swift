// LitLamp: the light and the position of a lamp in the demo `lit`.

import ArgumentParser
import Canvas
import Effects
import Raster
import Scenes2D

package struct LitLamp: Equatable, Sendable {
    /// The settings of a lamp.
    package struct Light: Equatable, Sendable {
        package var color: SIMD3<Float> = .one
        package var intensity: Float = 0.95
        /// The range in points.
        package var range: Float = 520
        package var isConstant = false
    }
    static let intensities: ClosedRange<Float> = 0...4, ranges: ClosedRange<Float> = 1...2000
    static let most = 64
    private static let palette: [SIMD3<Float>] = [[1, 0.62, 0.34], [0.36, 0.66, 1], [0.92, 0.42, 0.86], [0.5, 1, 0.6], [1, 0.92, 0.6], [1, 0.42, 0.42]]

    package var light: Light
    /// The position at which the user has put the lamp; nil while the lamp moves by itself.
    var place: SIMD2<Float>?
    /// The number of lamps that were made before this lamp, including removed lamps. `number` determines the lamp's initial colour and its path.
    let number: Int

    init(number: Int, light: Light, place: SIMD2<Float>? = nil) {
        self.number = number; self.light = light; self.place = place
        self.light.color = LitLamp.palette[number % LitLamp.palette.count]
    }

    /// Returns the lamp's position at the given time. Each lamp moves along its own path through a view of the given size.
    func place(at time: Double, in size: SIMD2<Float>) -> SIMD2<Float> {
        if let place { return place }
        let number = Double(number)
        // A lamp's position must be within ±10⁶ points.
        let view = pointwiseMin(size, SIMD2(repeating: 1e6))
        let x = PortableMath.sine(time * (0.41 + 0.13 * (number * 0.618).truncatingRemainder(dividingBy: 1)) + number * 2.1)
        let y = PortableMath.cosine(time * (0.53 + 0.11 * (number * 0.382).truncatingRemainder(dividingBy: 1)) + number * 1.7)
        return SIMD2(Float(Double(view.x) * (0.5 + 0.38 * x)), view.y * Float(0.56 + 0.27 * y))
    }
}

/// A lamp that the command line gives: a colour and, optionally, intensity and range, written `#ff9e57,0.9,400`.
package struct LampOption: ExpressibleByArgument, Equatable, Sendable {
    package var color: SIMD3<Float>
    package var intensity: Float?
    package var range: Float?

    package init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let color = try? Color(text: String(parts[0])), color.alpha == 1 else { return nil }
        self.color = SIMD3(Float(color.red), Float(color.green), Float(color.blue))
        for (i, limits) in [LitLamp.intensities, LitLamp.ranges].enumerated() where parts.count > i + 1 && !parts[i + 1].isEmpty {
            guard let number = Float(parts[i + 1]), limits.contains(number) else { return nil }
            if i == 0 { intensity = number } else { range = number }
        }
    }
}
