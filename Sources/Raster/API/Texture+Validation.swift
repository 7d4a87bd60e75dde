// Texture+Validation: checks texture descriptors, and that boxes lie inside a level.

extension TextureDescriptor {
    func validate() throws(RasterError) {
        let subject = label.isEmpty ? "texture" : "texture '\(label)'"
        let limit = Device.maximumTextureSize
        guard (1...limit).contains(width), (1...limit).contains(height), (1...limit).contains(depth) else {
            throw RasterError(.invalidSize, subject, "cannot be \(width)×\(height)×\(depth)", remedy: "use 1 to \(limit) texels a side")
        }
        if type.isCube && width != height {
            throw RasterError(.invalidSize, subject, "is a cube of \(width)×\(height) faces", remedy: "make the faces square")
        }
        if !type.isArray && type != .d3 && depth != 1 {
            throw RasterError(.invalidSize, subject, "has depth \(depth)", remedy: "use depth 1, or type .d3 or .d2Array")
        }
        if type.hasOneRow && height != 1 {
            throw RasterError(.invalidSize, subject, "has \(height) rows", remedy: type == .d1Array ? "use height 1; depth is the number of layers" : "use height 1")
        }
        if type == .rectangle && mipLevels != 1 {
            throw RasterError(.invalidSize, subject, "is a rectangle with \(mipLevels) mip levels", remedy: "use one level, or type .d2")
        }
        if type == .buffer {
            throw RasterError(.invalidArgument, subject, "is to be a buffer texture of its own", remedy: "make it with makeTexture(reading:)")
        }
        let full = TextureDescriptor.fullMipLevelCount(width: width, height: height, depth: type == .d3 ? depth : 1)
        guard (1...full).contains(mipLevels) else {
            throw RasterError(.invalidSize, subject, "cannot have \(mipLevels) mip levels", remedy: "use 1 to \(full)")
        }
        guard Device.sampleCounts.contains(samples) else {
            throw RasterError(.unsupported, subject, "asks for \(samples) samples", remedy: "use 1, 2, 4, 8 or 16")
        }
        if samples > 1 && (type != .d2 && type != .d2Array || mipLevels != 1) {
            throw RasterError(.unsupported, subject, "is multisampled, but neither 2D nor a 2D array with one level", remedy: "use type .d2 or .d2Array with one level")
        }
        let bytes = width.multipliedReportingOverflow(by: height).partialValue * slices * samples * format.bytesPerTexel
        guard bytes <= 1 << 33 else {
            throw RasterError(.outOfMemory, subject, "would take \(bytes) bytes", remedy: "stay under 8 GiB")
        }
    }
}

extension Texture {
    /// Throws if the box does not lie inside the level.
    package func checkRegion(_ region: TextureRegion, level: Int, at place: String = "") throws(RasterError) {
        if let source {
            throw RasterError(.invalidArgument, name, at: place, "has its texels in \(source.buffer.name)", remedy: "read or update the buffer")
        }
        guard storage.levels.indices.contains(level) else {
            throw RasterError(.invalidArgument, name, at: place, "has no level \(level)", remedy: "it has \(descriptor.mipLevels)")
        }
        let l = storage.levels[level]
        func inside(_ start: Int, _ count: Int, _ limit: Int) -> Bool { start >= 0 && count >= 0 && start <= limit && count <= limit - start }
        guard inside(region.x, region.width, l.width), inside(region.y, region.height, l.height), inside(region.z, region.depth, l.slices) else {
            throw RasterError(.invalidArgument, "region \(region.width)×\(region.height)×\(region.depth) at (\(region.x), \(region.y), \(region.z))", at: place,
                              "does not lie in level \(level) of \(name) (\(l.width)×\(l.height)×\(l.slices))", remedy: "stay inside the level")
        }
    }
}
