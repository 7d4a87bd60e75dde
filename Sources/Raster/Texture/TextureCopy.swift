// TextureCopy: copies a box of texels, unchanged, between images of equal texel size (like glCopyImageSubData).
//
// Promises: overlapping boxes of one image give the same result as a copy through temporary memory. `execute` expects a command that
// validation has accepted.

package enum TextureCopy {
    /// - Parameter loop: The loop that distributes the rows over threads.
    package static func execute(_ command: CopyTextureCommand, loop: @escaping BandLoop = ParallelRows.inOrder) {
        let region = command.sourceRegion
        let source = command.source.storage, destination = command.destination.storage
        let rowBytes = region.width * source.bytesPerTexel
        guard rowBytes > 0, region.height > 0, region.depth > 0 else { return }
        // If both boxes belong to one image, the rows are copied one after another, in an order that reads each row before the row is
        // overwritten.
        let isSame = source === destination && command.sourceLevel == command.destinationLevel
        let descends = isSame && (command.destinationZ, command.destinationY) > (region.z, region.y)
        let rows = ParallelRows(count: region.depth * source.samples * region.height, byteCount: rowBytes, isSame ? ParallelRows.inOrder : loop)
        rows.forEach { n in
            let index = descends ? rows.count - 1 - n : n
            let y = index % region.height
            let sample = index / region.height % source.samples
            let z = index / (region.height * source.samples)
            let from = source.address(level: command.sourceLevel, slice: region.z + z, x: region.x, y: region.y + y, sample: sample)
            let to = destination.address(level: command.destinationLevel, slice: command.destinationZ + z, x: command.destinationX,
                                         y: command.destinationY + y, sample: sample)
            to.copyMemory(from: from, byteCount: rowBytes)
        }
        command.destination.hostVersion &+= 1
    }
}
