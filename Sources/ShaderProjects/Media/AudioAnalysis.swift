// AudioAnalysis: spectrum and wave of a sound, as browsers give them to Shadertoy (Web Audio API, AnalyserNode): a window of 2048
// samples, Blackman's weights, smoothing with the constant 0.8, and −100…−30 dB as 0…255.

import Raster

enum AudioAnalysis {
    private static let windowSize = 2048, texelCount = 512
    /// The number of earlier frames that the smoothed spectrum contains. All frames before these frames would together have a weight below
    /// 0.5 %.
    private static let smoothedFrames = 24
    private static let smoothing = 0.8

    /// The texels of a channel without sound: the spectrum is 0, and the wave has its middle value.
    static let silence = [UInt8](repeating: 0, count: texelCount) + [UInt8](repeating: 128, count: texelCount)

    /// Returns 512 bytes of spectrum, then 512 bytes of wave, at a time in seconds. The sound repeats.
    static func texels(of sound: SoundFile, at time: Double) -> [UInt8] {
        guard !sound.samples.isEmpty else { return silence }
        var smoothed = [Double](repeating: 0, count: texelCount)
        for back in (0..<smoothedFrames).reversed() {
            let moment = time - Double(back) / 60
            guard moment >= 0 else { continue }
            let magnitudes = spectrum(window(of: sound, at: moment))
            for k in 0..<texelCount { smoothed[k] = smoothing * smoothed[k] + (1 - smoothing) * magnitudes[k] }
        }
        let spectrum = smoothed.map { magnitude -> UInt8 in
            guard magnitude > 0 else { return 0 }
            let decibels = 20 * logarithm10(magnitude)
            return UInt8(min(max(255 * (decibels + 100) / 70, 0), 255))
        }
        let wave = window(of: sound, at: time).suffix(texelCount).map { UInt8(min(max(128 * (1 + $0), 0), 255)) }
        return spectrum + wave
    }

    /// Returns the samples directly before a moment.
    private static func window(of sound: SoundFile, at time: Double) -> [Double] {
        let count = sound.samples.count, end = Int((time * sound.rate).truncatingRemainder(dividingBy: Double(count)))
        return (0..<windowSize).map { index in
            let place = (end - windowSize + index) % count
            return Double(sound.samples[place < 0 ? place + count : place])
        }
    }

    /// Returns the magnitudes of the lowest 512 of 1024 frequencies, by Cooley and Tukey's algorithm.
    private static func spectrum(_ samples: [Double]) -> [Double] {
        let n = windowSize
        var re = (0..<n).map { samples[$0] * weights[$0] }, im = [Double](repeating: 0, count: n)
        var j = 0
        for i in 1..<n {
            var bit = n >> 1
            while j & bit != 0 { j ^= bit; bit >>= 1 }
            j |= bit
            if i < j { re.swapAt(i, j) }
        }
        var length = 2
        while length <= n {
            let step = n / length
            for start in stride(from: 0, to: n, by: length) {
                for k in 0..<length / 2 {
                    let c = cosines[k * step], s = -sines[k * step], a = start + k, b = a + length / 2
                    let x = re[b] * c - im[b] * s, y = re[b] * s + im[b] * c
                    (re[b], im[b]) = (re[a] - x, im[a] - y)
                    (re[a], im[a]) = (re[a] + x, im[a] + y)
                }
            }
            length *= 2
        }
        return (0..<texelCount).map { ((re[$0] * re[$0] + im[$0] * im[$0]).squareRoot()) / Double(n) }
    }
    private static let cosines = (0..<windowSize).map { PortableMath.cosine(2 * .pi * Double($0) / Double(windowSize)) }
    private static let sines = (0..<windowSize).map { PortableMath.sine(2 * .pi * Double($0) / Double(windowSize)) }
    private static let weights = (0..<windowSize).map { 0.42 - 0.5 * cosines[$0] + 0.08 * cosines[2 * $0 % windowSize] }

    /// Returns the decimal logarithm of a positive number, with the same bits on every system.
    private static func logarithm10(_ x: Double) -> Double {
        // x = m · 2ᵉ with m in √½…√2; ln m is a series in (m − 1) / (m + 1).
        var exponent = Double(x.exponent), m = x.significand
        if m > 2.0.squareRoot() { m /= 2; exponent += 1 }
        let t = (m - 1) / (m + 1), square = t * t
        var sum = 0.0, power = t
        for k in 0..<16 {
            sum += power / Double(2 * k + 1)
            power *= square
        }
        return (2 * sum + exponent * 0.693_147_180_559_945_3) / 2.302_585_092_994_045_7
    }
}
