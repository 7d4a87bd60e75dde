// MessageServer: JSON-RPC 2.0 as used by the Model Context Protocol. The server answers one message after another, and no message
// can end the process.
//
// In revisions of the protocol up to 2025-11-25, a connection begins with `initialize`, which chooses the revision for all later messages.
// Since revision 2026-07-28, each request names its revision and is independent of the other requests.

import Foundation

final class MessageServer {
    /// The revisions among which `initialize` chooses.
    private static let settledRevisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
    /// The newest revision. Each request of this revision names the revision.
    private static let namedRevision = "2026-07-28"
    static let revisions = settledRevisions + [namedRevision]
    private static let versionKey = "io.modelcontextprotocol/protocolVersion"

    /// An error of the protocol. A question that the capture cannot answer is no error of the protocol: the answer to such a question is a
    /// result that describes the problem.
    struct Problem: Error {
        var code: Int
        var message: String
        /// The revision that the client requested, if the server does not know this revision; nil for other errors.
        var requested: String?
        static func notParsed(_ message: String) -> Problem { Problem(code: -32700, message: message) }
        static func invalidRequest(_ message: String) -> Problem { Problem(code: -32600, message: message) }
        static func unknownMethod(_ name: String) -> Problem { Problem(code: -32601, message: "there is no method '\(name)'") }
        static func invalidParameters(_ message: String) -> Problem { Problem(code: -32602, message: message) }
    }

    private let tools: ToolBox
    /// The revision that `initialize` chose; nil before `initialize`.
    private var revision: String?

    init(_ tools: ToolBox) { self.tools = tools }

    /// Returns the answer to a message, given the line that contains the message; nil if the message needs no answer.
    func answer(to line: MessageLines.Line) -> JSON? {
        guard case .text(let bytes) = line else { return failure(.notParsed("the line is longer than \(MessageLines.longest) bytes"), id: .null) }
        let isBlank = bytes.allSatisfy { [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains($0) }
        if isBlank { return nil }
        guard let message = try? JSONDecoder().decode(JSON.self, from: Data(bytes)) else { return failure(.notParsed("the line is not JSON"), id: .null) }
        guard case .list(let batch) = message else { return answer(to: message) }
        // Revisions up to 2025-03-26 allow JSON-RPC batches; later revisions do not allow batches.
        guard let revision, revision <= "2025-03-26" else { return failure(.invalidRequest("this revision of the protocol has no batches"), id: .null) }
        if batch.isEmpty { return failure(.invalidRequest("the batch is empty"), id: .null) }
        let answers = batch.compactMap { answer(to: $0) }
        return answers.isEmpty ? nil : .list(answers)
    }

    private func answer(to message: JSON) -> JSON? {
        guard case .object = message else { return failure(.invalidRequest("the message is not an object"), id: .null) }
        let id = message["id"]
        let isNamed = switch id { case .string, .int, .number: true; default: false }
        guard message["jsonrpc"]?.text == "2.0" else { return failure(.invalidRequest("the message is not JSON-RPC 2.0"), id: isNamed ? id! : .null) }
        guard let method = message["method"] else {
            // The message is an answer to a request. The server never sends requests, so the server ignores the answer.
            if message["result"] != nil || message["error"] != nil { return nil }
            return failure(.invalidRequest("the message has no method"), id: isNamed ? id! : .null)
        }
        guard let name = method.text else { return failure(.invalidRequest("the method is not a string"), id: isNamed ? id! : .null) }
        // A message without an id is a notification. In this server, notifications have no effect and get no answer.
        guard let id else { return nil }
        guard isNamed else { return failure(.invalidRequest("the id is neither a string nor a number"), id: .null) }
        do {
            return .object([("jsonrpc", .string("2.0")), ("id", id), ("result", try result(of: name, message["params"]))])
        } catch let problem as Problem {
            return failure(problem, id: id)
        } catch {
            return failure(Problem(code: -32603, message: "\(error)"), id: id)
        }
    }
    private func failure(_ problem: Problem, id: JSON) -> JSON {
        var error: [(String, JSON)] = [("code", .int(problem.code)), ("message", .string(problem.message))]
        if let requested = problem.requested {
            error.append(("data", .object([("supported", JSON([MessageServer.namedRevision])), ("requested", .string(requested))])))
        }
        return .object([("jsonrpc", .string("2.0")), ("id", id), ("error", .object(error))])
    }

    private func result(of method: String, _ parameters: JSON?) throws -> JSON {
        switch parameters {
        case .object?, nil: break
        default: throw Problem.invalidParameters("the parameters are not an object")
        }
        let named = parameters?["_meta"]?[MessageServer.versionKey]
        if let named, named.text != MessageServer.namedRevision {
            throw Problem(code: -32022, message: "this revision of the protocol is not supported", requested: named.text ?? named.compact)
        }
        let members = try members(of: method, parameters ?? .object([]), takesStructure: named != nil || revision.map { $0 >= "2025-06-18" } ?? true)
        guard named != nil else { return .object(members) }
        return .object([("resultType", .string("complete"))] + members
                       + [("_meta", .object([("io.modelcontextprotocol/serverInfo", MessageServer.information)]))])
    }
    private func members(of method: String, _ parameters: JSON, takesStructure: Bool) throws -> [(String, JSON)] {
        // The list of tools does not change while the process runs, so clients may cache the list. The list is for one user, so clients
        // must not share the list among users.
        let caching: [(String, JSON)] = [("ttlMs", .int(3_600_000)), ("cacheScope", .string("private"))]
        switch method {
        case "initialize":
            guard let wanted = parameters["protocolVersion"]?.text else { throw Problem.invalidParameters("initialize names no protocolVersion") }
            let settled = MessageServer.settledRevisions.contains(wanted) ? wanted : MessageServer.settledRevisions.last!
            revision = settled
            return [("protocolVersion", .string(settled)), ("capabilities", MessageServer.capabilities), ("serverInfo", MessageServer.information),
                    ("instructions", .string(tools.instructions))]
        case "server/discover":
            return [("supportedVersions", JSON([MessageServer.namedRevision])), ("capabilities", MessageServer.capabilities),
                    ("instructions", .string(tools.instructions))] + caching
        case "ping": return []
        case "tools/list":
            if let cursor = parameters["cursor"] { throw Problem.invalidParameters("there is no page '\(cursor.compact.prefix(100))': the first page has all tools") }
            return [("tools", .list(tools.list(withOutputSchema: takesStructure)))] + caching
        case "tools/call":
            guard let name = parameters["name"]?.text else { throw Problem.invalidParameters("tools/call names no tool") }
            return try tools.call(name, parameters["arguments"] ?? .object([]), takesStructure: takesStructure)
        default: throw Problem.unknownMethod(String(method.prefix(100)))
        }
    }
    private static var capabilities: JSON { .object([("tools", .object([("listChanged", .bool(false))]))]) }
    private static var information: JSON { .object([("name", .string("framescope")), ("version", .string(Framescope.version))]) }
}
