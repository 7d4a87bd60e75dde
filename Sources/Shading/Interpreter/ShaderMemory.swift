// ShaderMemory: the memory that outlives an invocation, as the interpreter accesses it: storage blocks and images. Raster implements the
// access to images.

/// The storage blocks and images that a draw or a dispatch binds.
package struct ShaderMemory {
    /// The memory of each storage block, by its index in `ProgramInterface.storageBlocks`. A block without a buffer has an empty
    /// entry. A block whose index is beyond the list counts as a block without a buffer. Addresses are multiples of 4. The memory
    /// must stay in place until the next `bind`.
    package var storage: [UnsafeMutableRawBufferPointer]
    /// The image units.
    package var images: any ImageAccess

    /// By default, no buffer and no image is bound.
    package init(storage: [UnsafeMutableRawBufferPointer] = [], images: any ImageAccess = NoImages()) {
        self.storage = storage; self.images = images
    }
}

/// The evaluated operands of one image instruction, for a quad.
package struct ImageRequest: Sendable {
    /// The image unit of each lane; the index is clamped to the range of the array of images.
    package var unit = QuadInt()
    /// The texel's coordinates, in the order of `ImageOperation.coordinate`; 0 for coordinates that the shape does not have.
    package var x = QuadInt(), y = QuadInt(), z = QuadInt()
    /// The index of the sample; 0 if the image is not multisampled.
    package var sample = QuadInt()
    /// Creates a request in which everything is zero.
    package init() {}
}

/// The image units of a draw or a dispatch. All functions are defined for every argument. A read of a texel, sample, level, layer or unit
/// that does not exist gives zero in all four components. A write to a place that does not exist does nothing.
package protocol ImageAccess {
    /// Reads a texel for each lane. The components are the register bits of `operation.type`; green and blue are 0 and alpha is 1 if the
    /// format does not have these components.
    func load(_ operation: ImageOperation, _ request: ImageRequest) -> TextureResult
    /// Writes a texel for each lane in `lanes`, in ascending order of the lanes.
    /// - Parameters:
    ///   - texel: the four components as register bits of `operation.type`.
    ///   - lanes: a mask with all ones in the lanes that write.
    func store(_ operation: ImageOperation, _ request: ImageRequest, texel: TextureResult, lanes: QuadUInt)
    /// Returns the address of the texel on which an atomic operation works, for one lane of the request; nil if the texel does not exist,
    /// or if the image's texels do not have 32 bits.
    func word(_ operation: ImageOperation, _ request: ImageRequest, lane: Int) -> UnsafeMutablePointer<UInt32>?
    /// Returns the size of the image at `unit`; all numbers are 0 if the unit is empty.
    func size(_ operation: ImageOperation, unit: Int) -> ImageSize
}

/// The size of an image.
package struct ImageSize: Sendable, Hashable {
    package var width = 0, height = 0
    /// The depth or the number of layers; 1 for a cube.
    package var depth = 0
    /// The number of samples of a texel.
    package var samples = 0
    package init() {}
    package init(width: Int, height: Int, depth: Int, samples: Int = 1) {
        self.width = width; self.height = height; self.depth = depth; self.samples = samples
    }
}

/// Image units that are all empty.
package struct NoImages: ImageAccess {
    package init() {}
    package func load(_ operation: ImageOperation, _ request: ImageRequest) -> TextureResult { TextureResult() }
    package func store(_ operation: ImageOperation, _ request: ImageRequest, texel: TextureResult, lanes: QuadUInt) {}
    package func word(_ operation: ImageOperation, _ request: ImageRequest, lane: Int) -> UnsafeMutablePointer<UInt32>? { nil }
    package func size(_ operation: ImageOperation, unit: Int) -> ImageSize { ImageSize() }
}
