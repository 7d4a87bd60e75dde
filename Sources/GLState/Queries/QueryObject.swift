import Raster

/// A query object (OpenGL ES 3.0.6 §2.14).
package final class QueryObject {
    package let name: GLuint
    package var label = ""
    /// The target with which the query was first begun.
    package let target: GLenum
    /// Counts the samples of draws between begin and end.
    package let samples = OcclusionQuery()
    /// The primitives that transform feedback wrote; nil until the query has ended.
    package var writtenPrimitives: Int?
    package var isActive = false
    package var use = PendingUse()

    package init(name: GLuint, target: GLenum) { self.name = name; self.target = target }
}

/// The queries that have begun and not ended.
package struct ActiveQueries {
    package var occlusion: QueryObject?
    package var primitives: QueryObject?
    /// The primitives that transform feedback had written when `primitives` began.
    var primitivesBefore = 0
    package init() {}
}

extension GLContext {
    package func glGenQueries(_ n: GLsizei, _ ids: UnsafeMutablePointer<GLuint>?) throws(GLError) { try queries.generate(n, ids) }
    package func glDeleteQueries(_ n: GLsizei, _ ids: UnsafePointer<GLuint>?) throws(GLError) {
        guard n >= 0 else { throw .invalidValue("the number of names is negative") }
        guard let ids else { return }
        for i in 0..<Int(n) {
            guard let query = queries.remove(ids[i]) else { continue }
            if activeQueries.occlusion === query { activeQueries.occlusion = nil }
            if activeQueries.primitives === query { activeQueries.primitives = nil }
        }
    }
    package func glIsQuery(_ id: GLuint) throws(GLError) -> GLboolean { GLboolean(queries[id] != nil) }

    private func isOcclusion(_ target: GLenum) throws(GLError) -> Bool {
        switch target {
        case GL_ANY_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED_CONSERVATIVE: return true
        case GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN where version.hasES3: return false
        default: throw .invalidEnum("target", target)
        }
    }
    package func glBeginQuery(_ target: GLenum, _ id: GLuint) throws(GLError) {
        let isOcclusion = try isOcclusion(target)
        guard (isOcclusion ? activeQueries.occlusion : activeQueries.primitives) == nil else { throw .invalidOperation("a query of this kind is active already") }
        guard id != 0, queries.isUsed(id) else { throw .invalidOperation("query \(id) was not generated") }
        let known = queries[id]
        guard known == nil || known?.target == target else { throw .invalidOperation("query \(id) belongs to another target") }
        guard known?.isActive != true else { throw .invalidOperation("query \(id) is active already") }
        let query = known ?? QueryObject(name: id, target: target)
        if known == nil { queries.insert(query, id) }
        query.isActive = true
        if isOcclusion {
            // Recorded draws may still count in the query.
            query.use.finish()
            query.samples.reset()
            query.use.mark(commands)
            activeQueries.occlusion = query
        } else {
            query.writtenPrimitives = nil
            activeQueries.primitivesBefore = writtenPrimitiveCount
            activeQueries.primitives = query
        }
    }
    package func glEndQuery(_ target: GLenum) throws(GLError) {
        let isOcclusion = try isOcclusion(target)
        guard let query = isOcclusion ? activeQueries.occlusion : activeQueries.primitives, query.target == target else {
            throw .invalidOperation("no query of this kind is active")
        }
        query.isActive = false
        if isOcclusion {
            query.use.mark(commands)
            activeQueries.occlusion = nil
        } else {
            query.writtenPrimitives = writtenPrimitiveCount - activeQueries.primitivesBefore
            activeQueries.primitives = nil
        }
    }
    package func glGetQueryiv(_ target: GLenum, _ pname: GLenum, _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        let isOcclusion = try isOcclusion(target)
        guard pname == GL_CURRENT_QUERY else { throw .invalidEnum("pname", pname) }
        let query = isOcclusion ? activeQueries.occlusion : activeQueries.primitives
        params?.pointee = query?.target == target ? GLint(bitPattern: query?.name ?? 0) : 0
    }
    package func glGetQueryObjectuiv(_ id: GLuint, _ pname: GLenum, _ params: UnsafeMutablePointer<GLuint>?) throws(GLError) {
        guard let query = queries[id] else { throw .invalidOperation("\(id) is no query") }
        guard !query.isActive else { throw .invalidOperation("query \(id) is active") }
        switch pname {
        case GL_QUERY_RESULT_AVAILABLE:
            query.use.finish()
            params?.pointee = 1
        case GL_QUERY_RESULT:
            query.use.finish()
            params?.pointee = query.writtenPrimitives.map { GLuint(clamping: $0) } ?? (query.samples.hasPassed ? 1 : 0)
        default: throw .invalidEnum("pname", pname)
        }
    }
}
