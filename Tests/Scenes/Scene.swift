// Scene: a small picture of a few features, drawn by any device, for the comparison of renderers. `Scene.all` lists all scenes.

import Foundation
import Raster

/// The allowed difference between two renderers' pictures of a scene, and the reason why this difference is allowed.
public struct Tolerance: Sendable, Hashable {
    /// The largest difference of a channel, in units of the output (1/255 for most colours; see `SceneOutput`).
    public var difference: Float
    /// The fraction of an output's pixels that may differ by more than `difference`, 0…1.
    public var share: Double
    /// The freedom in the specification that explains the tolerance. The text is empty for the strict default.
    public var reason: String

    public init(difference: Float, share: Double = 0, reason: String) {
        self.difference = difference; self.share = share; self.reason = reason
    }
    /// The strict tolerance of one unit for all pixels: coverage is equal, and colours differ only by rounding.
    public static let strict = Tolerance(difference: 1, reason: "")
    /// The tolerance for lines. A line's coverage follows the diamond-exit rule, but its colours may differ from equation 3.5.
    public static let lines = Tolerance(difference: 6, reason: "colours may be interpolated along the line or along its major axis (§3.5.1)")
    /// Returns a tolerance for scenes in which an implementation may approximate the level of detail (OpenGL 3.3 §3.8.11).
    public static func levelOfDetail(_ difference: Float, share: Double = 0) -> Tolerance {
        Tolerance(difference: difference, share: share, reason: "the level of detail may be approximated (§3.8.11)")
    }
}

public struct Scene: Sendable, CustomStringConvertible {
    /// A unique phrase, such as "blend factors".
    public var name: String
    public var tolerance: Tolerance
    /// Whether the scene uses sample counts that an OpenGL may not support (GL_MAX_SAMPLES may be 4).
    public var needsManySamples = false
    /// Draws the scene, submits it, and returns the outputs that are compared.
    public var draw: @Sendable (Stage) throws -> [SceneOutput]

    public init(_ name: String, tolerance: Tolerance = .strict, draw: @escaping @Sendable (Stage) throws -> [SceneOutput]) {
        self.name = name; self.tolerance = tolerance; self.draw = draw
    }
    /// Returns the scene with the mark `needsManySamples`, because an OpenGL with few samples cannot draw the scene.
    func needingManySamples() -> Scene {
        var scene = self
        scene.needsManySamples = true
        return scene
    }
    public func outputs(on device: Device) throws -> [SceneOutput] { try draw(Stage(device)) }
    public var description: String { name }

    /// The name of the only scene to be compared, from RASTER_SCENE in the environment.
    public static let selection = ProcessInfo.processInfo.environment["RASTER_SCENE"]
    /// All scenes, or the scene named by RASTER_SCENE.
    public static let selected = selection.map { name in all.filter { $0.name == name } } ?? all

    /// All scenes, in the order of the pipeline.
    public static let all: [Scene] = vertexFetch + vertexInput + primitives + transformFeedback + pointsAndLines + clipping + rasterization
        + smallPrimitives + thinPrimitives + repeatedDraws + depth + stencil + queries
        + blending + colorTargets + targets + multisampling + sampleCounts + capabilities + textureFormats + textureFiltering + textureLookups
        + sharedLookups + textureShapes + layers
        + textureKinds
        + transfers + repeatedClears + maskedClears + dialects + shaderArithmetic + localArrays + discardedLanes + notANumber + shaderInterfaces
        + interpolation + languageRules + geometryShaders + compute + storageBuffers + images + imageKinds + pictures
}
