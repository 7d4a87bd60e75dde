import Raster

/// A query object (OpenGL ES 3.0.6 §2.14).
package final class QueryObject {
    package let name: GLuint
    package var label = ""
    /// The target with which the query was first begun.
    package let target: GLenum
    /// Counts the samples of the draws between glBeginQuery and glEndQuery.
    package let samples = OcclusionQuery()
    /// Counts the primitives of the draws between glBeginQuery and glEndQuery.
    package let primitives = PrimitiveQuery()
    /// The result, if the query does not count during draws: the number of primitives that transform feedback wrote, or a time in
    /// nanoseconds. The property is nil until the result is known.
    package var number: UInt64?
    package var isActive = false
    package var use = PendingUse()

    package init(name: GLuint, target: GLenum) { self.name = name; self.target = target }
}

/// The queries that have begun and not ended.
package struct ActiveQueries {
    package var occlusion: QueryObject?
    /// The query that counts the primitives that transform feedback writes; nil if no query of this kind is active.
    package var written: QueryObject?
    /// The query that counts the primitives of draws; nil if no query of this kind is active.
    package var generated: QueryObject?
    package var elapsed: QueryObject?
    /// The query of conditional rendering (glBeginConditionalRender); nil if conditional rendering is not active. Draws have an effect only
    /// if the query's result allows drawing.
    package var condition: QueryObject?
    /// The number of primitives that transform feedback had written when `written` began.
    var writtenBefore = 0
    /// The time at which `elapsed` began.
    var elapsedBefore = ContinuousClock.now
    package init() {}

    static var paths: [WritableKeyPath<ActiveQueries, QueryObject?>] { [\.occlusion, \.written, \.generated, \.elapsed, \.condition] }
}

extension GLContext {
    package func glGenQueries(_ n: GLsizei, _ ids: UnsafeMutablePointer<GLuint>?) throws(GLError) { try queries.generate(n, ids) }
    package func glDeleteQueries(_ n: GLsizei, _ ids: UnsafePointer<GLuint>?) throws(GLError) {
        guard n >= 0 else { throw .invalidValue("the number of names is negative") }
        guard let ids else { return }
        for i in 0..<Int(n) {
            guard let query = queries.remove(ids[i]) else { continue }
            for path in ActiveQueries.paths where activeQueries[keyPath: path] === query { activeQueries[keyPath: path] = nil }
        }
    }
    package func glIsQuery(_ id: GLuint) throws(GLError) -> GLboolean { GLboolean(queries[id] != nil) }

    /// Returns the key path of the active query of a target. All targets that count samples share one key path, because only one such query
    /// can be active at a time.
    private func path(_ target: GLenum) throws(GLError) -> WritableKeyPath<ActiveQueries, QueryObject?> {
        switch target {
        case GL_ANY_SAMPLES_PASSED: return \.occlusion
        case GL_ANY_SAMPLES_PASSED_CONSERVATIVE where version.isES: return \.occlusion
        case GL_SAMPLES_PASSED where version.isDesktop: return \.occlusion
        case GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN where version.hasES3: return \.written
        case GL_PRIMITIVES_GENERATED where version.hasGeometryShaders: return \.generated
        case GL_TIME_ELAPSED where version.isDesktop: return \.elapsed
        default: throw .invalidEnum("target", target)
        }
    }
    /// Returns the query with this name. If the name is used for the first time, the query is made.
    private func query(_ id: GLuint, _ target: GLenum) throws(GLError) -> QueryObject {
        guard id != 0, queries.isUsed(id) else { throw .invalidOperation("query \(id) was not generated") }
        let known = queries[id]
        guard known == nil || known?.target == target else { throw .invalidOperation("query \(id) belongs to another target") }
        guard known?.isActive != true else { throw .invalidOperation("query \(id) is active already") }
        let query = known ?? QueryObject(name: id, target: target)
        if known == nil { queries.insert(query, id) }
        return query
    }
    package func glBeginQuery(_ target: GLenum, _ id: GLuint) throws(GLError) {
        let path = try path(target)
        guard activeQueries[keyPath: path] == nil else { throw .invalidOperation("a query of this kind is active already") }
        let query = try query(id, target)
        query.isActive = true
        query.number = nil
        switch path {
        case \.written:
            countEmittedPrimitives()
            activeQueries.writtenBefore = writtenPrimitiveCount
        case \.elapsed:
            commands.flush()
            activeQueries.elapsedBefore = .now
        default:
            // Recorded draws may still add to the query's old result. So these draws run before the counts are set to zero.
            query.use.finish()
            query.samples.reset()
            query.primitives.reset()
            query.use.mark(commands)
        }
        activeQueries[keyPath: path] = query
    }
    package func glEndQuery(_ target: GLenum) throws(GLError) {
        let path = try path(target)
        guard let query = activeQueries[keyPath: path], query.target == target else { throw .invalidOperation("no query of this kind is active") }
        query.isActive = false
        switch path {
        case \.written:
            countEmittedPrimitives()
            query.number = UInt64(clamping: writtenPrimitiveCount - activeQueries.writtenBefore)
        case \.elapsed:
            // All commands have run when `flush` returns, so the elapsed time includes the time of these commands.
            commands.flush()
            query.number = (ContinuousClock.now - activeQueries.elapsedBefore).nanoseconds
        default: query.use.mark(commands)
        }
        activeQueries[keyPath: path] = nil
    }
    /// Records the time at which all earlier commands are complete (OpenGL 3.3 §2.15, ARB_timer_query).
    package func glQueryCounter(_ id: GLuint, _ target: GLenum) throws(GLError) {
        guard target == GL_TIMESTAMP else { throw .invalidEnum("target", target) }
        let query = try query(id, target)
        commands.flush()
        query.number = Self.timestamp
    }
    /// The value of GL_TIMESTAMP.
    static var timestamp: UInt64 { (ContinuousClock.now - timeOrigin).nanoseconds }
    private static let timeOrigin = ContinuousClock.now

    // MARK: Results

    package func glGetQueryiv(_ target: GLenum, _ pname: GLenum, _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        let isTimestamp = target == GL_TIMESTAMP && version.isDesktop
        let query = isTimestamp ? nil : activeQueries[keyPath: try path(target)]
        switch pname {
        case GL_CURRENT_QUERY: params?.pointee = query?.target == target ? GLint(bitPattern: query?.name ?? 0) : 0
        case GL_QUERY_COUNTER_BITS where version.isDesktop: params?.pointee = target == GL_ANY_SAMPLES_PASSED ? 1 : 64
        default: throw .invalidEnum("pname", pname)
        }
    }
    package func glGetQueryObjectuiv(_ id: GLuint, _ pname: GLenum, _ params: UnsafeMutablePointer<GLuint>?) throws(GLError) {
        let result = try result(of: id, pname)
        params?.pointee = GLuint(clamping: result)
    }
    package func glGetQueryObjectiv(_ id: GLuint, _ pname: GLenum, _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        let result = try result(of: id, pname)
        params?.pointee = GLint(clamping: result)
    }
    package func glGetQueryObjecti64v(_ id: GLuint, _ pname: GLenum, _ params: UnsafeMutablePointer<Int64>?) throws(GLError) {
        let result = try result(of: id, pname)
        params?.pointee = Int64(clamping: result)
    }
    package func glGetQueryObjectui64v(_ id: GLuint, _ pname: GLenum, _ params: UnsafeMutablePointer<UInt64>?) throws(GLError) {
        let result = try result(of: id, pname)
        params?.pointee = result
    }
    private func result(of id: GLuint, _ pname: GLenum) throws(GLError) -> UInt64 {
        guard let query = queries[id] else { throw .invalidOperation("\(id) is no query") }
        guard !query.isActive else { throw .invalidOperation("query \(id) is active") }
        guard pname == GL_QUERY_RESULT || pname == GL_QUERY_RESULT_AVAILABLE else { throw .invalidEnum("pname", pname) }
        query.use.finish()
        if pname == GL_QUERY_RESULT_AVAILABLE { return 1 }
        switch query.target {
        case GL_SAMPLES_PASSED: return query.samples.count
        case GL_PRIMITIVES_GENERATED: return query.primitives.count
        default: return query.number ?? (query.samples.hasPassed ? 1 : 0)
        }
    }
}

extension Duration {
    /// The whole nanoseconds of a time that is not negative.
    fileprivate var nanoseconds: UInt64 { UInt64(clamping: components.seconds) &* 1_000_000_000 &+ UInt64(clamping: components.attoseconds / 1_000_000_000) }
}
