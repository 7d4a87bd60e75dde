/// The API and version of a context.
package struct GLVersion: Sendable, Hashable {
    package enum API: Sendable { case es, core }
    package var api: API
    package var major: Int
    package var minor: Int
    package init(_ api: API, _ major: Int, _ minor: Int) { self.api = api; self.major = major; self.minor = minor }
    package static let es2 = GLVersion(.es, 2, 0), es3 = GLVersion(.es, 3, 0)
    /// Whether the context has the functions and constants of OpenGL ES 3.0.
    package var hasES3: Bool { api == .core || major >= 3 }
    package var isES: Bool { api == .es }
}
