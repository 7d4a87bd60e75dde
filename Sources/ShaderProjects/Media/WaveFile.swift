// WaveFile: the samples of a WAV file (RIFF, "WAVE"): PCM of 8, 16, 24 or 32 bits, or floats of 32 bits, of any number of channels.

import Raster

/// Sound as the mean of its channels.
struct WaveFile: Sendable {
    /// The number of samples per second.
    let rate: Double
    /// The samples, −1…1.
    let samples: [Float]

    /// - Throws: `RasterError` with `fileNotReadable` if the bytes are no WAV file of a known kind.
    init(_ bytes: [UInt8], name: String) throws(RasterError) {
        func refusal(_ problem: String) -> RasterError {
            RasterError(.fileNotReadable, "sound '\(name)'", problem, remedy: "convert it to a WAV file of 16 bits, for example with ffmpeg")
        }
        func number(_ at: Int, _ count: Int) -> Int { (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
        func isWord(_ word: StaticString, _ at: Int) -> Bool { word.withUTF8Buffer { Array($0) == Array(bytes[at..<at + 4]) } }
        guard bytes.count >= 12, isWord("RIFF", 0), isWord("WAVE", 8) else { throw refusal("is no WAV file") }
        var at = 12, format: (kind: Int, channels: Int, rate: Int, bits: Int)?, data: Range<Int>?
        while at + 8 <= bytes.count, data == nil {
            let length = number(at + 4, 4), start = at + 8, end = min(bytes.count, start + length)
            if isWord("fmt ", at), end - start >= 16 {
                var kind = number(start, 2)
                // The extensible form has the kind in its GUID.
                if kind == 0xFFFE, end - start >= 26 { kind = number(start + 24, 2) }
                format = (kind, number(start + 2, 2), number(start + 4, 4), number(start + 14, 2))
            } else if isWord("data", at) {
                data = start..<end
            }
            at = start + length + length % 2
        }
        guard let format, let data else { throw refusal("has no format or no samples") }
        guard (1...64).contains(format.channels), (1...768_000).contains(format.rate) else {
            throw refusal("has \(format.channels) channels of \(format.rate) samples per second")
        }
        let width = format.bits / 8, isFloat = format.kind == 3 && format.bits == 32
        guard isFloat || format.kind == 1 && [8, 16, 24, 32].contains(format.bits) else {
            throw refusal("has samples of the kind \(format.kind) with \(format.bits) bits")
        }
        let frameBytes = width * format.channels
        var samples: [Float] = []
        samples.reserveCapacity(data.count / frameBytes)
        for frame in 0..<data.count / frameBytes {
            var sum: Float = 0
            for channel in 0..<format.channels {
                let place = data.lowerBound + frame * frameBytes + channel * width
                if isFloat {
                    let value = Float(bitPattern: UInt32(number(place, 4)))
                    sum += value.isFinite ? value : 0
                } else if width == 1 {
                    sum += (Float(bytes[place]) - 128) / 128
                } else {
                    let bits = number(place, width), limit = 1 << (8 * width - 1)
                    sum += Float(bits >= limit ? bits - 2 * limit : bits) / Float(limit)
                }
            }
            samples.append(sum / Float(format.channels))
        }
        rate = Double(format.rate)
        self.samples = samples
    }
}
