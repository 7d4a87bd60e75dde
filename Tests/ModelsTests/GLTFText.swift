// GLTFText: writes small glTF files for the tests. Lists of the description are JSON texts; numbers are added to one buffer.

import Foundation
import Models
import Raster
import TestSupport

struct GLTFText {
    /// Members of the description by name, each a JSON text.
    var members: [String: String] = ["scenes": "[{\"nodes\":[0]}]", "nodes": "[{\"mesh\":0}]"]
    private(set) var accessors: [String] = []
    private(set) var views: [String] = []
    private(set) var buffer: [UInt8] = []
    /// The complete text of the file; nil to make the text from the other properties.
    var replacement: String?

    /// Adds bytes as a buffer view and returns the view's number. `more` is the text of further members of the view.
    mutating func view(_ bytes: [UInt8], _ more: String = "") -> Int {
        while buffer.count % 4 != 0 { buffer.append(0) }
        views.append("{\"buffer\":0,\"byteOffset\":\(buffer.count),\"byteLength\":\(bytes.count)\(more)}")
        buffer += bytes
        return views.count - 1
    }
    /// Adds an accessor and returns its number.
    mutating func accessor(_ members: String) -> Int {
        accessors.append("{\(members)}")
        return accessors.count - 1
    }
    mutating func floats(_ values: [Float], _ type: String) -> Int {
        let width = ["SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16][type]!
        return accessor("\"bufferView\":\(view(Square.little(values))),\"componentType\":5126,\"count\":\(values.count / width),\"type\":\"\(type)\"")
    }
    mutating func bytes(_ values: [UInt8], _ type: String, width: Int, normalized: Bool = false) -> Int {
        accessor("\"bufferView\":\(view(values)),\"componentType\":5121,\"normalized\":\(normalized),\"count\":\(values.count / width),\"type\":\"\(type)\"")
    }
    var text: String {
        if let replacement { return replacement }
        var all = members
        all["asset"] = "{\"version\":\"2.0\"}"
        all["accessors"] = "[\(accessors.joined(separator: ","))]"
        all["bufferViews"] = "[\(views.joined(separator: ","))]"
        all["buffers"] = "[{\"byteLength\":\(buffer.count),\"uri\":\"data:application/octet-stream;base64,\(Data(buffer).base64EncodedString())\"}]"
        return "{" + all.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }
    func model() throws -> Model {
        let folder = try TemporaryFolder()
        return try Model(contentsOf: folder.write(text, "a.gltf"))
    }
    /// Returns the problem that the reader reports for the file.
    func problem() throws -> String {
        do { _ = try model(); return "read" } catch let error as RasterError { return error.problem }
    }

    /// The corners of a unit square, in the order of a strip.
    static let strip: [Float] = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]
}
