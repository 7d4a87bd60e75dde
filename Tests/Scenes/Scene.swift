// Scene: a small picture over a few features, drawn by any device, so that renderers can be compared. The list of all is
// `Scene.all`.

import Foundation
import Raster

/// How far two renderers may differ on a scene, and why.
public struct Tolerance: Sendable, Hashable {
    /// Largest difference of a channel, in units of the output (1/255 for most colours; see `SceneOutput`).
    public var difference: Float
    /// Share of the pixels of one output that may differ by more than `difference`, 0…1.
    public var share: Double
    /// The freedom that the specification leaves. Empty for the strict default.
    public var reason: String

    public init(difference: Float, share: Double = 0, reason: String) {
        self.difference = difference; self.share = share; self.reason = reason
    }
    /// One unit everywhere: equal coverage, and colours that rounding alone can explain.
    public static let strict = Tolerance(difference: 1, reason: "")
    /// Coverage is the diamond-exit rule's; the colours of a line need not be exactly those of equation 3.5.
    public static let lines = Tolerance(difference: 6, reason: "colours may be interpolated along the line or along its major axis (§3.5.1)")
    /// The level of detail is an approximation of the ideal (OpenGL 3.3 §3.8.11).
    public static func levelOfDetail(_ difference: Float, share: Double = 0) -> Tolerance {
        Tolerance(difference: difference, share: share, reason: "the level of detail may be approximated (§3.8.11)")
    }
}

public struct Scene: Sendable, CustomStringConvertible {
    /// Unique, a phrase: "blend factors".
    public var name: String
    public var tolerance: Tolerance
    /// Draws on the device, submits, and reads the outputs that are compared.
    public var draw: @Sendable (Stage) throws -> [SceneOutput]

    public init(_ name: String, tolerance: Tolerance = .strict, draw: @escaping @Sendable (Stage) throws -> [SceneOutput]) {
        self.name = name; self.tolerance = tolerance; self.draw = draw
    }
    public func outputs(on device: Device) throws -> [SceneOutput] { try draw(Stage(device)) }
    public var description: String { name }

    /// RASTER_SCENE in the environment: the name of the one scene to be compared.
    public static let selection = ProcessInfo.processInfo.environment["RASTER_SCENE"]
    /// All scenes, or the one that RASTER_SCENE names.
    public static let selected = selection.map { name in all.filter { $0.name == name } } ?? all

    /// All scenes, in the order of the pipeline.
    public static let all: [Scene] = vertexFetch + primitives + pointsAndLines + clipping + rasterization + smallPrimitives + thinPrimitives + repeatedDraws + depth + stencil
        + blending + colorTargets + multisampling + textureFormats + textureFiltering + textureLookups + textureShapes
        + transfers + repeatedClears + dialects + shaderArithmetic + localArrays + discardedLanes + notANumber + shaderInterfaces
        + interpolation + languageRules + pictures
}
