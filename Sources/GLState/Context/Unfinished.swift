import Raster
package final class VertexArrayObject { package let name: GLuint; package init(name: GLuint) { self.name = name } }
package final class TransformFeedbackObject { package let name: GLuint; package init(name: GLuint) { self.name = name } }
package final class QueryObject { package let name: GLuint; package init(name: GLuint) { self.name = name } }
package final class SyncObject {}
package struct ActiveQueries {}
package struct DrawCache { var isStateDirty = true }
package struct ClientStreams { mutating func reset() {} }
package struct ContextStrings {}
package struct DebugState { var isEnabled = false, isSynchronous = false; mutating func report(_ error: GLError, in function: StaticString) {} }
