// GLTFAccessors: reads typed elements from buffer views (glTF 2.0 §3.6.2). An accessor may be sparse or normalized, and may lack a buffer
// view.

import Raster

/// The types of components. The raw values are OpenGL's constants.
enum GLTFComponent: Int {
    case int8 = 5120, uint8 = 5121, int16 = 5122, uint16 = 5123, uint32 = 5125, float = 5126
    var byteCount: Int {
        switch self {
        case .int8, .uint8: 1
        case .int16, .uint16: 2
        case .uint32, .float: 4
        }
    }
}

struct GLTFAccessors {
    private let accessors: [GLTFObject]
    private let buffers: GLTFBuffers
    private let work = Work()
    /// Counts the work that all accessors cause together. The sum of the work is limited, because a small file could name a large accessor
    /// thousands of times.
    private final class Work {
        /// The number of components that may still be read. A model of the largest size needs less than half of the initial number.
        var left = 1 << 30
    }
    /// The maximum number of elements of an accessor without a buffer view. An accessor without a buffer view needs no bytes in the file,
    /// so the file's size does not limit its number of elements.
    private static let mostUnbacked = 1 << 20
    private static let componentCounts = ["SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16]

    init(_ gltf: GLTFFile, _ buffers: GLTFBuffers) throws(RasterError) {
        accessors = try gltf.root.objects("accessors")
        self.buffers = buffers
    }
    var count: Int { accessors.count }
    func place(_ index: Int) -> String { "accessors[\(index)]" }
    /// Returns the number of elements.
    func elementCount(_ index: Int) throws(RasterError) -> Int {
        let accessor = accessors[index]
        return try accessor.required("count", try accessor.integer("count", in: 0...Model.maximumIndexCount))
    }
    /// Returns the number of components of an element.
    func componentCount(_ index: Int) throws(RasterError) -> Int {
        let accessor = accessors[index], type = try accessor.required("type", try accessor.text("type"))
        guard let count = GLTFAccessors.componentCounts[type] else { throw accessor.damaged("type", "is the unknown '\(type.prefix(20))'") }
        return count
    }
    private func component(_ object: GLTFObject) throws(RasterError) -> GLTFComponent {
        let number = try object.required("componentType", try object.integer("componentType"))
        guard let component = GLTFComponent(rawValue: number) else { throw object.damaged("componentType", "is the unknown \(number)") }
        return component
    }

    /// Returns the divisor that maps stored whole numbers to −1…1 or 0…1; 1 if the accessor is not normalized.
    func normalization(_ index: Int) throws(RasterError) -> Float {
        guard try accessors[index].bool("normalized") ?? false else { return 1 }
        switch try component(accessors[index]) {
        case .int8: return 127
        case .uint8: return 255
        case .int16: return 32767
        case .uint16: return 65535
        case .uint32, .float: return 1
        }
    }
    /// Returns all components of all elements as floats. Normalized whole numbers become −1…1 or 0…1, other whole numbers keep their value.
    /// - Parameter counts: The allowed values for the number of components of an element.
    func floats(_ index: Int, components counts: ClosedRange<Int>) throws(RasterError) -> [Float] {
        let scale = try normalization(index)
        return try elements(index, components: counts) { bytes, offset, component in
            switch component {
            case .float: bytes.loadUnaligned(fromByteOffset: offset, as: Float.self)
            // The stored numbers −128 and −127 both become −1.
            case .int8:
                scale == 1 ? Float(bytes.loadUnaligned(fromByteOffset: offset, as: Int8.self))
                    : max(Float(bytes.loadUnaligned(fromByteOffset: offset, as: Int8.self)) / scale, -1)
            case .uint8: Float(bytes[offset]) / scale
            case .int16:
                scale == 1 ? Float(bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self))
                    : max(Float(bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self)) / scale, -1)
            case .uint16: Float(bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)) / scale
            case .uint32: Float(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            }
        }
    }
    /// Returns all components of all elements as whole numbers. Floats that are whole numbers are accepted, because some writers use floats
    /// for joints; other floats are an error.
    func integers(_ index: Int, components counts: ClosedRange<Int>) throws(RasterError) -> [UInt32] {
        var hasFraction = false
        let values = try elements(index, components: counts) { bytes, offset, component -> UInt32 in
            switch component {
            case .uint8: return UInt32(bytes[offset])
            case .uint16: return UInt32(bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
            case .uint32: return bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            case .int8, .int16, .float:
                let value: Float = component == .float ? bytes.loadUnaligned(fromByteOffset: offset, as: Float.self)
                    : component == .int8 ? Float(bytes.loadUnaligned(fromByteOffset: offset, as: Int8.self))
                    : Float(bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self))
                guard let whole = UInt32(exactly: value) else { hasFraction = true; return 0 }
                return whole
            }
        }
        guard !hasFraction else { throw accessors[index].damaged("componentType", "has numbers that are not whole, so they cannot be indices") }
        return values
    }

    private func elements<Value>(_ index: Int, components counts: ClosedRange<Int>,
                                 _ decode: (UnsafeRawBufferPointer, Int, GLTFComponent) -> Value) throws(RasterError) -> [Value]
    where Value: ExpressibleByIntegerLiteral {
        let accessor = accessors[index], count = try elementCount(index), width = try componentCount(index), component = try component(accessor)
        guard counts.contains(width) else {
            throw accessor.damaged("type", "has \(width) components, not \(counts.lowerBound)\(counts.count > 1 ? " to \(counts.upperBound)" : "")")
        }
        let sparse = try accessor.object("sparse")
        guard count * width <= Model.maximumIndexCount else { throw accessor.file.tooLarge("has \(accessor.place) with \(count) elements") }
        work.left -= count * width
        guard work.left >= 0 else { throw accessor.file.tooLarge("names its accessors so often that more than 2³⁰ numbers would be read") }
        var values: [Value]
        if let view = try accessor.index("bufferView", below: buffers.viewCount, of: "bufferViews") {
            values = try read(accessor, view: view, offset: try accessor.integer("byteOffset") ?? 0, count: count, width: width, component, decode)
        } else {
            guard count <= GLTFAccessors.mostUnbacked else {
                throw accessor.file.tooLarge("has \(accessor.place) with \(count) elements without a buffer view")
            }
            values = [Value](repeating: 0, count: count * width)
        }
        guard let sparse else { return values }
        let changed = try sparse.required("count", try sparse.integer("count", in: 0...count))
        let places = try sparse.required("indices", try sparse.object("indices")), news = try sparse.required("values", try sparse.object("values"))
        func view(_ object: GLTFObject) throws(RasterError) -> Int {
            try object.required("bufferView", try object.index("bufferView", below: buffers.viewCount, of: "bufferViews"))
        }
        let at = try read(places, view: try view(places), offset: try places.integer("byteOffset") ?? 0, count: changed, width: 1,
                          try self.component(places), { bytes, offset, component -> Int in
            switch component {
            case .uint8: Int(bytes[offset])
            case .uint16: Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
            case .uint32: Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            default: .max
            }
        })
        let replaced = try read(news, view: try view(news), offset: try news.integer("byteOffset") ?? 0, count: changed, width: width, component, decode)
        for (i, place) in at.enumerated() {
            guard place < count else { throw places.file.damaged("\(places.place) names an element beyond the \(count) of \(accessor.place)") }
            for k in 0..<width { values[place * width + k] = replaced[i * width + k] }
        }
        return values
    }

    private func read<Value>(_ object: GLTFObject, view: Int, offset: Int, count: Int, width: Int, _ component: GLTFComponent,
                             _ decode: (UnsafeRawBufferPointer, Int, GLTFComponent) -> Value) throws(RasterError) -> [Value] {
        let bytes = try buffers.view(view), size = width * component.byteCount, stride = max(try buffers.stride(of: view) ?? size, 1)
        guard count > 0 else { return [] }
        // All factors are below 2³¹, so the product does not overflow.
        let end = offset + stride * (count - 1) + size
        guard end <= bytes.count else {
            throw object.file.damaged("\(object.place) ends at byte \(end) of bufferViews[\(view)], which has \(bytes.count) bytes")
        }
        return bytes.withUnsafeBytes { source in
            [Value](unsafeUninitializedCapacity: count * width) { target, initialized in
                for i in 0..<count {
                    let start = offset + i * stride
                    for k in 0..<width { target.initializeElement(at: i * width + k, to: decode(source, start + k * component.byteCount, component)) }
                }
                initialized = count * width
            }
        }
    }
}
