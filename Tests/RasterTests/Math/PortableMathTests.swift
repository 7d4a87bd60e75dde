import Foundation
import Raster
import Testing

/// These tests check whether the results are accurate. The entry "numbers/transforms" of the determinism table checks whether the
/// results have the same bits on all machines.
@Suite("PortableMath functions") struct ElementaryTests {
    /// Returns the largest error, divided by the C library's result, or by `scale` if `scale` is larger.
    private func error(_ range: ClosedRange<Double>, scale: Double = 0, _ ours: (Double) -> Double, _ library: (Double) -> Double) -> Double {
        (0...20_000).map { i in
            let x = range.lowerBound + (range.upperBound - range.lowerBound) * Double(i) / 20_000, expected = library(x)
            return abs(ours(x) - expected) / max(abs(expected), scale, .leastNormalMagnitude)
        }.max() ?? .infinity
    }

    @Test("they agree with the C library's functions") func accuracy() {
        for range in [-30.0...30, -1e5...1e5, 1e9...1e15] {
            #expect(error(range, PortableMath.sine, sin) < 1e-14 && error(range, PortableMath.cosine, cos) < 1e-14, "\(range)")
        }
        #expect(error(-1.57...1.57, PortableMath.tangent, tan) < 1e-14)
        #expect(error(-1...1, PortableMath.arccosine, acos) < 1e-14)
        for x in [-7.0, -0.1, 0, 0.1, 7] { #expect(error(-5...5, { PortableMath.arctangent($0, x) }, { atan2($0, x) }) < 1e-14, "\(x)") }
        for y in [-3.0, -0.5, 0, 0.3, 1, 2.2, 4, 160, 200.5] { #expect(error(0.01...3, { PortableMath.power($0, y) }, { pow($0, y) }) < 2e-13, "\(y)") }
        #expect(error(-3...3, { PortableMath.power($0, 5) }, { pow($0, 5) }) < 1e-14)
    }

    @Test("they are exact at the ends of their ranges") func ends() {
        #expect(PortableMath.sine(0) == 0 && PortableMath.cosine(0) == 1 && PortableMath.arctangent(0, 0) == 0 && PortableMath.arctangent(0, -1) == .pi)
        for x in [Double.infinity, -.infinity, .nan] {
            #expect(PortableMath.sine(x).isNaN && PortableMath.cosine(x).isNaN && PortableMath.tangent(x).isNaN && PortableMath.arccosine(x).isNaN)
        }
        #expect(PortableMath.arccosine(1.0001).isNaN && PortableMath.arctangent(.nan, 1).isNaN && PortableMath.arctangent(1, .nan).isNaN)
        #expect(abs(PortableMath.arctangent(.infinity, .infinity) - .pi / 4) < 1e-15 && PortableMath.arctangent(-.infinity, 1) == -.pi / 2)
        #expect(abs(PortableMath.sine(.greatestFiniteMagnitude)) <= 1 && abs(PortableMath.cosine(-1e200)) <= 1)
        #expect(PortableMath.power(0, 2.2) == 0 && PortableMath.power(0, 0) == 1 && PortableMath.power(0, -0.5) == .infinity
                && PortableMath.power(.infinity, 0.5) == .infinity)
        #expect(PortableMath.power(-1, 0.5).isNaN && PortableMath.power(.nan, 2.5).isNaN && PortableMath.power(2, .infinity).isNaN)
        #expect(PortableMath.power(10, 308.25).isFinite && PortableMath.power(10, 400.5) == .infinity && PortableMath.power(10, -400.5) == 0)
    }
}
