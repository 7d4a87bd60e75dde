// ImageDifference: the samples of an image that differ between two replays of a frame.

import CaptureFile
import Glibc
import Raster

/// The samples of an image that differ between two replays of a frame.
struct ImageDifference {
    let image: RecordedAttachment
    /// The byte offsets of the differing samples in the image.
    private(set) var places: [Int]
    private let texelByteCount: Int

    init(_ image: RecordedAttachment, _ a: Replayer, _ b: Replayer) {
        self.image = image
        let (first, second) = (a.bytes(of: image), b.bytes(of: image)), size = a.textures[image.texture].storage.bytesPerTexel
        texelByteCount = size
        var places: [Int] = []
        // Most pairs of images are equal almost everywhere, so large blocks are compared first.
        let blockSize = size * 1024
        for block in stride(from: 0, to: first.count, by: blockSize) {
            let end = min(block + blockSize, first.count)
            if ImageDifference.isEqual(first, second, block, end - block) { continue }
            for place in stride(from: block, to: end, by: size) where !ImageDifference.isEqual(first, second, place, size) { places.append(place) }
        }
        self.places = places
    }
    /// Removes the samples that no longer differ.
    mutating func update(_ a: Replayer, _ b: Replayer) {
        let (first, second) = (a.bytes(of: image), b.bytes(of: image)), size = texelByteCount
        places.removeAll { ImageDifference.isEqual(first, second, $0, size) }
    }
    /// - Precondition: The range is inside of both images.
    private static func isEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer, _ place: Int, _ count: Int) -> Bool {
        guard let first = a.baseAddress, let second = b.baseAddress else { return true }
        return memcmp(first + place, second + place, count) == 0
    }
}

extension Attachment {
    /// The bytes of the attachment's slice, or of all its layers, with all samples.
    var imageBytes: UnsafeMutableRawBufferPointer {
        let size = texture.storage.levels[level].bytesPerSlice
        return UnsafeMutableRawBufferPointer(rebasing: texture.storage.mutableBytes(ofLevel: level)[(slices.lowerBound * size)..<(slices.upperBound * size)])
    }
}
extension Replayer {
    func bytes(of image: RecordedAttachment) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(Attachment(textures[image.texture], level: image.level, slice: image.slice).imageBytes)
    }
}
