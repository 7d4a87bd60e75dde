// SamplerShape: the shapes of samplers and images, and the forms of GLSL's lookups for each shape.

import Raster

/// The shape of a sampler or image, as GLSL writes it after the word `sampler` or `image`.
enum SamplerShape: String, Sendable, Hashable, CaseIterable {
    case d1 = "1D", d1Array = "1DArray", d2 = "2D", d2Array = "2DArray", d3 = "3D", cube = "Cube", cubeArray = "CubeArray", rectangle = "2DRect"
    case buffer = "Buffer", multisample = "2DMS", multisampleArray = "2DMSArray"

    init(_ type: TextureType) {
        self = switch type {
        case .d1: .d1
        case .d1Array: .d1Array
        case .d2: .d2
        case .d2Array: .d2Array
        case .d3: .d3
        case .cube: .cube
        case .cubeArray: .cubeArray
        case .rectangle: .rectangle
        case .buffer: .buffer
        }
    }

    /// The number of coordinates of a filtered lookup, including the layer; 0 if the sampler has no filtered lookups.
    var coordinateCount: Int {
        switch self {
        case .d1: 1
        case .d1Array, .d2, .rectangle: 2
        case .d2Array, .d3, .cube: 3
        case .cubeArray: 4
        case .buffer, .multisample, .multisampleArray: 0
        }
    }
    /// The number of coordinates that have derivatives.
    var derivativeCount: Int { self == .d3 || isCube ? 3 : self == .d1 || self == .d1Array ? 1 : 2 }
    /// The number of integers in the position of a texel; 0 for a sampler whose texels cannot be fetched.
    var texelCount: Int {
        switch self {
        case .d1, .buffer: 1
        case .d1Array, .d2, .rectangle, .multisample: 2
        case .d2Array, .d3, .multisampleArray: 3
        case .cube, .cubeArray: 0
        }
    }
    /// The number of integers in the position of a texel of an image.
    var imageCoordinateCount: Int { isCube ? 3 : texelCount }
    /// The number of integers of an offset; 0 for a sampler without offsets.
    var offsetCount: Int { isCube || coordinateCount == 0 ? 0 : derivativeCount }
    var isCube: Bool { self == .cube || self == .cubeArray }
    var isMultisampled: Bool { self == .multisample || self == .multisampleArray }
    var hasLevels: Bool { coordinateCount > 0 && self != .rectangle }
    var gathers: Bool { self == .d2 || self == .d2Array || self == .rectangle || isCube }
    /// The number of coordinates of a projective lookup; 0 for a sampler without projective lookups.
    var projectiveCount: Int { self == .d1 ? 2 : self == .d2 || self == .rectangle ? 3 : self == .d3 ? 4 : 0 }
}

/// A sampler of a random program.
struct NamedTexture: Sendable, Hashable {
    var name: String
    var shape: SamplerShape
    /// The letter before the word `sampler`: i or u for integers.
    var prefix = ""
    /// Whether lookups compare with a reference value.
    var isShadow = false
    var declaration: String { "uniform \(prefix)sampler\(shape.rawValue)\(isShadow ? "Shadow" : "") \(name);" }
    /// The type of a lookup's result.
    var type: String { isShadow ? "float" : prefix + "vec4" }
}

func floatType(_ count: Int) -> String { count == 1 ? "float" : "vec\(count)" }
func intType(_ count: Int) -> String { count == 1 ? "int" : "ivec\(count)" }
