// ResolvedLight: the properties of a fixture, after validation, in the form that the shader reads. Lights are sorted, so the sum of the
// lights does not depend on the order of the fixtures.

import Raster

struct ResolvedLight: Hashable, Comparable {
    /// The position in x and y, 1 / range in z (0 for a disc), and the range in w.
    let place: SIMD4<Float>
    /// The colour times the intensity, and the intensity as the fourth component.
    let color: SIMD4<Float>
    /// The value 1 / range. Unlike `place.z`, this value is not 0 for a disc.
    var inverseRange: Float { 1 / place.w }

    /// Reads a fixture; nil if the fixture emits no light. Throws `invalidArgument` if a property is out of its range.
    init?(_ light: any LightFixture, name: @autoclosure () -> String) throws(RasterError) {
        func check(_ value: Float, _ range: ClosedRange<Float>, _ property: String) throws(RasterError) {
            if !range.contains(value) {
                throw RasterError(.invalidArgument, "\(property) of \(name())", "is \(value)", remedy: "use \(range.lowerBound) to \(range.upperBound)")
            }
        }
        let position = light.position, intensity = light.intensity, range = light.range, tint = light.color
        try check(position.x, -1e6...1e6, "position.x")
        try check(position.y, -1e6...1e6, "position.y")
        try check(intensity, 0...1000, "intensity")
        try check(range, 0...1e6, "range")
        for i in 0..<3 { try check(tint[i], 0...1, "color[\(i)]") }
        // The reciprocal of a subnormal range may be infinite, so a light with such a range counts as a light without range.
        guard intensity > 0, range > .leastNormalMagnitude else { return nil }
        place = SIMD4(position.x, position.y, light.constantIntensityOverRange ? 0 : 1 / range, range)
        color = SIMD4(tint * intensity, intensity)
    }

    static func < (a: ResolvedLight, b: ResolvedLight) -> Bool {
        for i in 0..<4 where a.place[i] != b.place[i] { return a.place[i] < b.place[i] }
        for i in 0..<4 where a.color[i] != b.color[i] { return a.color[i] < b.color[i] }
        return false
    }
}
