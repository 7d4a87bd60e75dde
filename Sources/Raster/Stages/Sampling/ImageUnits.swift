// ImageUnits: the images of one draw or dispatch. Shaders read and write the texels of images by integer coordinates, without filtering
// (OpenGL 4.3 §8.25).
//
// Every access has a result: a read outside of the image, or of an empty unit, gives zeros in all components, and a write outside of the
// image or to an empty unit does nothing. PixelCodec defines how texels are converted to registers. ImageUnits applies these rules in
// Swift; ImageKernel emits kernel code that applies these rules.

import Memory
import Shading

/// The texels of one image unit: one mip level, or one layer of a mip level, or the elements of a buffer.
package struct BoundImage {
    package var base: UnsafeMutableRawPointer
    package var format: PixelFormat
    package var width: Int
    package var height: Int
    /// The number of slices, layers or faces.
    package var slices: Int
    package var bytesPerRow: Int
    package var bytesPerSlice: Int
    package var samples: Int
    /// The number of bytes from one sample of a texel to the texel's next sample.
    package var bytesPerSample: Int

    /// Returns nil if the texture lacks the level or the layer.
    package init?(_ binding: ImageBinding) {
        let storage = binding.texture.storage
        guard storage.levels.indices.contains(binding.level) else { return nil }
        let level = storage.levels[binding.level]
        if let layer = binding.layer, !(0..<level.slices).contains(layer) { return nil }
        base = storage.base + level.offset + (binding.layer ?? 0) * level.bytesPerSlice
        format = binding.format
        width = level.width; height = level.height; slices = binding.layer == nil ? level.slices : 1
        bytesPerRow = level.bytesPerRow; bytesPerSlice = level.bytesPerSlice
        samples = storage.samples; bytesPerSample = level.bytesPerPlane
    }

    /// Returns the address of a texel's sample; nil if the image has no such texel or sample.
    @inline(__always)
    func address(x: Int, y: Int, slice: Int, sample: Int) -> UnsafeMutableRawPointer? {
        guard x >= 0, x < width, y >= 0, y < height, slice >= 0, slice < slices, sample >= 0, sample < samples else { return nil }
        return base + (slice * bytesPerSlice + sample * bytesPerSample + y * bytesPerRow + x * format.bytesPerTexel)
    }
}

package struct ImageUnits: ImageAccess {
    private let units: [BoundImage?]
    /// The objects that own the texels of `units`. This list keeps the texels alive.
    private let storages: [TexelStorage]

    /// - Parameter bindings: The binding of each image unit; nil for an empty unit.
    package init(bindings: [ImageBinding?]) {
        units = bindings.map { $0.flatMap(BoundImage.init) }
        storages = bindings.compactMap { $0?.texture.storage }
    }

    /// - Parameter units: The images, whose memory outlives the result.
    init(units: [BoundImage?]) { self.units = units; storages = [] }

    private func address(_ operation: ImageOperation, _ request: ImageRequest, _ lane: Int) -> (image: BoundImage, UnsafeMutableRawPointer)? {
        let unit = Int(request.unit[lane])
        guard units.indices.contains(unit), let image = units[unit] else { return nil }
        let second = Int(request.y[lane]), third = Int(request.z[lane]), sample = Int(request.sample[lane])
        return image.address(x: Int(request.x[lane]), y: second, slice: third, sample: sample).map { (image, $0) }
    }
    package func load(_ operation: ImageOperation, _ request: ImageRequest) -> TextureResult {
        var result = TextureResult()
        for lane in 0..<4 {
            guard let (image, texel) = address(operation, request, lane) else { continue }
            let value = PixelCodec.loadTexel(image.format, texel)
            result.x[lane] = value.x; result.y[lane] = value.y; result.z[lane] = value.z; result.w[lane] = value.w
        }
        return result
    }
    package func store(_ operation: ImageOperation, _ request: ImageRequest, texel: TextureResult, lanes: QuadUInt) {
        for lane in 0..<4 where lanes[lane] != 0 {
            guard let (image, place) = address(operation, request, lane) else { continue }
            PixelCodec.storeTexel(image.format, place, SIMD4(texel.x[lane], texel.y[lane], texel.z[lane], texel.w[lane]))
        }
    }
    package func word(_ operation: ImageOperation, _ request: ImageRequest, lane: Int) -> UnsafeMutablePointer<UInt32>? {
        guard let (image, texel) = address(operation, request, lane), image.format.bytesPerTexel == 4 else { return nil }
        return texel.assumingMemoryBound(to: UInt32.self)
    }
    package func size(_ operation: ImageOperation, unit: Int) -> ImageSize {
        guard units.indices.contains(unit), let image = units[unit] else { return ImageSize() }
        return ImageSize(width: image.width, height: image.height, depth: operation.dimension == .cube ? 1 : image.slices, samples: image.samples)
    }
}
