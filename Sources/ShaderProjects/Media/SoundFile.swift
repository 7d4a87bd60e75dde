// SoundFile: the samples of a sound file through libsndfile: WAV, FLAC, Ogg with Vorbis or Opus, MP3, AIFF and other formats.

import CSndfile
import Raster

/// The sound of a file, in one channel: the mean of all channels.
struct SoundFile: Sendable {
    /// The number of samples per second.
    let rate: Double
    /// The samples, normally −1…1.
    let samples: [Float]
    /// Whether the file has more than `maximumCount` samples. Further samples are not read.
    let isCut: Bool

    /// The file extensions of sounds.
    static let extensions: Set<String> = ["wav", "flac", "ogg", "oga", "opus", "mp3", "aif", "aiff", "aifc", "au", "caf"]
    /// The maximum number of samples per channel: 12 minutes at 44,100 per second.
    static let maximumCount = 1 << 25
    private static let maximumChannelCount = 64, maximumRate = 768_000, blockLength = 4096

    /// - Throws: `RasterError` with `fileNotReadable` if libsndfile cannot read the bytes.
    init(_ bytes: [UInt8], name: String) throws(RasterError) {
        let memory = SoundMemory(bytes), pointer = Unmanaged.passRetained(memory)
        defer { pointer.release() }
        var calls = SoundMemory.calls, information = SF_INFO()
        guard let file = sf_open_virtual(&calls, Int32(SFM_READ), &information, pointer.toOpaque()) else {
            throw SoundFile.refusal(name, "cannot be read: \(SoundFile.reason(nil))")
        }
        defer { sf_close(file) }
        let channels = Int(information.channels), rate = Int(information.samplerate)
        guard (1...SoundFile.maximumChannelCount).contains(channels), (1...SoundFile.maximumRate).contains(rate) else {
            throw SoundFile.refusal(name, "has \(channels) channels of \(rate) samples per second")
        }
        var block = [Float](repeating: 0, count: SoundFile.blockLength * channels), samples: [Float] = []
        while samples.count < SoundFile.maximumCount {
            let count = Int(sf_readf_float(file, &block, sf_count_t(SoundFile.blockLength)))
            guard (1...SoundFile.blockLength).contains(count) else { break }
            for frame in 0..<count {
                var sum: Float = 0
                for value in block[frame * channels..<(frame + 1) * channels] where value.isFinite { sum += value }
                samples.append(sum / Float(channels))
            }
        }
        guard !samples.isEmpty else { throw SoundFile.refusal(name, "has no samples that can be read") }
        self.rate = Double(rate)
        self.samples = samples
        isCut = samples.count >= SoundFile.maximumCount
    }

    private static func refusal(_ name: String, _ problem: String) -> RasterError {
        RasterError(.fileNotReadable, "sound '\(name)'", problem, remedy: "name a WAV, FLAC, Ogg or MP3 file")
    }
    /// Returns libsndfile's message about the last error, without the full stop.
    static func reason(_ file: OpaquePointer?) -> String {
        let words = sf_strerror(file).map { String(cString: $0) } ?? "unknown mistake"
        return words.hasSuffix(".") ? String(words.dropLast()) : words
    }
}

/// A file in memory that libsndfile reads or writes.
final class SoundMemory {
    private(set) var bytes: [UInt8]
    private var place = 0
    /// The maximum length of a written file.
    private static let maximumLength = 1 << 30

    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    private static func memory(_ pointer: UnsafeMutableRawPointer?) -> SoundMemory? {
        pointer.map { Unmanaged<SoundMemory>.fromOpaque($0).takeUnretainedValue() }
    }
    /// The functions that libsndfile calls with a pointer to a `SoundMemory`.
    static var calls: SF_VIRTUAL_IO {
        SF_VIRTUAL_IO(
            get_filelen: { sf_count_t(SoundMemory.memory($0)?.bytes.count ?? 0) },
            seek: { offset, origin, pointer in
                guard let memory = SoundMemory.memory(pointer) else { return -1 }
                let start = origin == SEEK_CUR ? memory.place : origin == SEEK_END ? memory.bytes.count : 0
                let (place, isTooLarge) = start.addingReportingOverflow(Int(offset))
                guard !isTooLarge, (0...SoundMemory.maximumLength).contains(place) else { return -1 }
                memory.place = place
                return sf_count_t(place)
            },
            read: { target, count, pointer in
                guard let memory = SoundMemory.memory(pointer), let target, count > 0 else { return 0 }
                let length = min(Int(count), memory.bytes.count - memory.place)
                guard length > 0 else { return 0 }
                UnsafeMutableRawBufferPointer(start: target, count: length).copyBytes(from: memory.bytes[memory.place..<memory.place + length])
                memory.place += length
                return sf_count_t(length)
            },
            write: { source, count, pointer in
                guard let memory = SoundMemory.memory(pointer), let source, count > 0, Int(count) <= SoundMemory.maximumLength - memory.place else { return 0 }
                let written = UnsafeRawBufferPointer(start: source, count: Int(count)), end = memory.place + Int(count)
                if memory.bytes.count < end { memory.bytes += [UInt8](repeating: 0, count: end - memory.bytes.count) }
                memory.bytes.replaceSubrange(memory.place..<end, with: written)
                memory.place = end
                return count
            },
            tell: { sf_count_t(SoundMemory.memory($0)?.place ?? 0) })
    }
}
