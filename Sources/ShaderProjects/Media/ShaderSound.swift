// ShaderSound: the sound that Shadertoy's sound pass makes, and files with this sound.

import CSndfile
public import Raster

/// Sound in two channels.
public struct ShaderSound: Sendable {
    /// The number of samples per second and channel.
    public var rate: Int
    /// The samples of the left and the right channel, −1…1.
    public var samples: [SIMD2<Float>]

    /// Creates a sound with these samples.
    public init(rate: Int = 44_100, samples: [SIMD2<Float>]) { self.rate = rate; self.samples = samples }

    /// The formats of sound files.
    public enum Format: String, Sendable, CaseIterable {
        /// WAV with 16 bits per sample.
        case wav
        /// FLAC with 16 bits per sample.
        case flac
        /// Ogg with Vorbis, which is not lossless.
        case ogg
        /// MP3, which is not lossless.
        case mp3

        var number: Int32 {
            switch self {
            case .wav: Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_16)
            case .flac: Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
            case .ogg: Int32(SF_FORMAT_OGG | SF_FORMAT_VORBIS)
            case .mp3: Int32(SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III)
            }
        }
    }

    /// Returns the bytes of a file with this sound. Samples outside of −1…1 are clipped.
    /// - Throws: `RasterError` with `invalidArgument` if the rate or the number of samples is too large for the format.
    public func encoded(as format: Format) throws(RasterError) -> [UInt8] {
        func refusal(_ problem: String) -> RasterError {
            RasterError(.invalidArgument, "a sound of \(samples.count) samples at \(rate) per second", problem, remedy: "write a shorter sound, or WAV")
        }
        guard (1...768_000).contains(rate) else { throw refusal("cannot be written") }
        let memory = SoundMemory(), pointer = Unmanaged.passRetained(memory)
        defer { pointer.release() }
        var calls = SoundMemory.calls
        var information = SF_INFO(frames: 0, samplerate: Int32(rate), channels: 2, format: format.number, sections: 0, seekable: 0)
        guard let file = sf_open_virtual(&calls, Int32(SFM_WRITE), &information, pointer.toOpaque()) else {
            throw refusal("cannot be written: \(SoundFile.reason(nil))")
        }
        _ = sf_command(file, Int32(SFC_SET_CLIPPING), nil, 1)
        var isWritten = true
        for start in stride(from: 0, to: samples.count, by: 4096) {
            let part = samples[start..<min(start + 4096, samples.count)].flatMap { [clipped($0.x), clipped($0.y)] }
            isWritten = isWritten && Int(sf_writef_float(file, part, sf_count_t(part.count / 2))) == part.count / 2
        }
        let reason = SoundFile.reason(file)
        sf_close(file)
        guard isWritten else { throw refusal("cannot be written: \(reason)") }
        return memory.bytes
    }
    private func clipped(_ value: Float) -> Float { value.isNaN ? 0 : min(max(value, -1), 1) }
}
