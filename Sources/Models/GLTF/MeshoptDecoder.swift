// MeshoptDecoder: buffer views compressed by EXT_meshopt_compression, decoded by libmeshoptimizer.

import CMeshoptimizer
import Raster

enum MeshoptDecoder {
    /// Returns the number of decompressed bytes.
    static func byteCount(of view: GLTFObject) throws(RasterError) -> Int {
        let count = try view.required("count", try view.integer("count", in: 0...Model.maximumIndexCount))
        return count * (try view.required("byteStride", try view.integer("byteStride", in: 1...256)))
    }
    /// - Parameters:
    ///   - view: The extension's object.
    ///   - source: The compressed bytes.
    static func decode(_ view: GLTFObject, source: ArraySlice<UInt8>) throws(RasterError) -> [UInt8] {
        let count = try view.required("count", try view.integer("count", in: 0...Model.maximumIndexCount))
        let stride = try view.required("byteStride", try view.integer("byteStride", in: 1...256))
        let mode = try view.required("mode", try view.text("mode")), filter = try view.text("filter") ?? "NONE"
        // In each mode, a compressed byte represents at most 1,024 decoded bytes or one triangle.
        guard count <= (source.count + 16) * 1024 else { throw view.damaged("count", "is \(count), too many for \(source.count) bytes") }
        var bytes = [UInt8](repeating: 0, count: count * stride)
        let code: Int32
        switch mode {
        case "ATTRIBUTES":
            guard stride % 4 == 0 else { throw view.damaged("byteStride", "is \(stride), not a multiple of 4") }
            code = source.withUnsafeBufferPointer { meshopt_decodeVertexBuffer(&bytes, count, stride, $0.baseAddress, $0.count) }
        case "TRIANGLES", "INDICES":
            guard stride == 2 || stride == 4 else { throw view.damaged("byteStride", "is \(stride), not 2 or 4") }
            if mode == "TRIANGLES" {
                guard count % 3 == 0 else { throw view.damaged("count", "is \(count), not a multiple of 3") }
                code = source.withUnsafeBufferPointer { meshopt_decodeIndexBuffer(&bytes, count, stride, $0.baseAddress, $0.count) }
            } else {
                code = source.withUnsafeBufferPointer { meshopt_decodeIndexSequence(&bytes, count, stride, $0.baseAddress, $0.count) }
            }
        default: throw view.damaged("mode", "is the unknown '\(mode.prefix(20))'")
        }
        guard code == 0 else { throw view.file.damaged("\(view.place) cannot be decompressed (meshoptimizer's code \(code))") }
        switch filter {
        case "NONE": break
        case "OCTAHEDRAL" where stride == 4 || stride == 8: meshopt_decodeFilterOct(&bytes, count, stride)
        case "QUATERNION" where stride == 8: meshopt_decodeFilterQuat(&bytes, count, stride)
        case "EXPONENTIAL" where stride % 4 == 0: meshopt_decodeFilterExp(&bytes, count, stride)
        default: throw view.damaged("filter", "'\(filter.prefix(20))' does not fit elements of \(stride) bytes")
        }
        return bytes
    }
}
