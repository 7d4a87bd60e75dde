import Foundation
import Raster
import Testing

/// These tests check whether the bits are right. The determinism table ("numbers/transforms") checks whether they are equal on all
/// machines.
@Suite("Elementary functions") struct ElementaryTests {
    /// Returns the largest error relative to the C library's result, or to `scale` if that is larger.
    private func error(_ range: ClosedRange<Double>, scale: Double = 0, _ ours: (Double) -> Double, _ library: (Double) -> Double) -> Double {
        (0...20_000).map { i in
            let x = range.lowerBound + (range.upperBound - range.lowerBound) * Double(i) / 20_000, expected = library(x)
            return abs(ours(x) - expected) / max(abs(expected), scale, .leastNormalMagnitude)
        }.max() ?? .infinity
    }

    @Test("they agree with the C library's functions") func accuracy() {
        for range in [-30.0...30, -1e5...1e5, 1e9...1e15] {
            #expect(error(range, Elementary.sine, sin) < 1e-14 && error(range, Elementary.cosine, cos) < 1e-14, "\(range)")
        }
        #expect(error(-1.57...1.57, Elementary.tangent, tan) < 1e-14)
        #expect(error(-1...1, Elementary.arccosine, acos) < 1e-14)
        for x in [-7.0, -0.1, 0, 0.1, 7] { #expect(error(-5...5, { Elementary.arctangent($0, x) }, { atan2($0, x) }) < 1e-14, "\(x)") }
        for y in [-3.0, -0.5, 0, 0.3, 1, 2.2, 4, 160, 200.5] { #expect(error(0.01...3, { Elementary.power($0, y) }, { pow($0, y) }) < 2e-13, "\(y)") }
        #expect(error(-3...3, { Elementary.power($0, 5) }, { pow($0, 5) }) < 1e-14)
    }

    @Test("they are exact at the ends of their ranges") func ends() {
        #expect(Elementary.sine(0) == 0 && Elementary.cosine(0) == 1 && Elementary.arctangent(0, 0) == 0 && Elementary.arctangent(0, -1) == .pi)
        for x in [Double.infinity, -.infinity, .nan] {
            #expect(Elementary.sine(x).isNaN && Elementary.cosine(x).isNaN && Elementary.tangent(x).isNaN && Elementary.arccosine(x).isNaN)
        }
        #expect(Elementary.arccosine(1.0001).isNaN && Elementary.arctangent(.nan, 1).isNaN && Elementary.arctangent(1, .nan).isNaN)
        #expect(abs(Elementary.arctangent(.infinity, .infinity) - .pi / 4) < 1e-15 && Elementary.arctangent(-.infinity, 1) == -.pi / 2)
        #expect(abs(Elementary.sine(.greatestFiniteMagnitude)) <= 1 && abs(Elementary.cosine(-1e200)) <= 1)
        #expect(Elementary.power(0, 2.2) == 0 && Elementary.power(0, 0) == 1 && Elementary.power(0, -0.5) == .infinity
                && Elementary.power(.infinity, 0.5) == .infinity)
        #expect(Elementary.power(-1, 0.5).isNaN && Elementary.power(.nan, 2.5).isNaN && Elementary.power(2, .infinity).isNaN)
        #expect(Elementary.power(10, 308.25).isFinite && Elementary.power(10, 400.5) == .infinity && Elementary.power(10, -400.5) == 0)
    }
}
