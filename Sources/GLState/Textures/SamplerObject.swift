import Raster

/// A sampler object (OpenGL ES 3.0.6 §3.8.2).
package final class SamplerObject {
    package let name: GLuint
    package var label = ""
    package var parameters = SamplerParameters() { didSet { if parameters != oldValue { version += 1 } } }
    /// A number that grows when a parameter changes.
    private(set) var version = 0
    package init(name: GLuint) { self.name = name }
}
