/// The API and version of a context.
package struct GLVersion: Sendable, Hashable {
    package enum API: Sendable { case es, core }
    package var api: API
    package var major: Int
    package var minor: Int
    /// Whether a context of desktop OpenGL accepts some features of older versions. These features are the vertex array 0, vertices in the
    /// program's memory, names that were not generated, and the capabilities of the fixed functions, which have no effect. A program that
    /// does not ask for the core profile gets a context with these features.
    package var allowsLegacy = false
    package init(_ api: API, _ major: Int, _ minor: Int) { self.api = api; self.major = major; self.minor = minor }
    package static let es2 = GLVersion(.es, 2, 0), es3 = GLVersion(.es, 3, 0), es31 = GLVersion(.es, 3, 1), core33 = GLVersion(.core, 3, 3)
    package static let legacy33: GLVersion = {
        var version = core33
        version.allowsLegacy = true
        return version
    }()
    /// Whether the context has the functions and constants of OpenGL ES 3.0, which OpenGL 3.3 has too.
    package var hasES3: Bool { api == .core || major >= 3 }
    /// Whether the context has the functions and constants of OpenGL ES 3.1. Contexts of OpenGL 3.3 have these functions and constants from
    /// extensions of the ARB.
    package var hasES31: Bool { api == .core || (major, minor) >= (3, 1) }
    /// Whether the context has geometry shaders, layered framebuffers and primitives with adjacency. OpenGL 3.3 has these features; OpenGL
    /// ES has these features from EXT_geometry_shader, which needs OpenGL ES 3.1.
    package var hasGeometryShaders: Bool { hasES31 }
    package var isES: Bool { api == .es }
    package var isDesktop: Bool { api == .core }
    /// The API and the version, as messages show them.
    package var name: String { "\(isES ? "OpenGL ES" : "OpenGL") \(major).\(minor)" }
}
