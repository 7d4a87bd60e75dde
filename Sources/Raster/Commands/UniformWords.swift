// UniformWords: the values of the default uniform block while a pass is recorded.

import Shading

struct UniformWords {
    var words: [UInt32] = []
    /// The positions of the uniforms that were written since the program was set. Writing a uniform a second time needs no search.
    private var places: [UniformPlace] = []
    /// The maximum number of names in `places`. Up to this number, a search in a list is faster than a dictionary.
    private static let placeCount = 8

    init() {}
    init(_ table: ProgramTable) { words = table.initialUniforms }

    /// Writes a value if a value of the same type was written to the name before. Returns false if no such value was written.
    @inline(__always)
    mutating func writeAgain<Value: UniformValue>(_ value: Value, to name: String) -> Bool {
        let type = ObjectIdentifier(Value.self)
        for i in places.indices where places[i].type == type && places[i].name == name {
            words.withUnsafeMutableBytes { words in
                withUnsafeBytes(of: value) {
                    words.baseAddress!.advanced(by: places[i].offset).copyMemory(from: $0.baseAddress!, byteCount: places[i].byteCount)
                }
            }
            return true
        }
        return false
    }
    mutating func write<Value: UniformValue>(_ value: Value, to name: String, of table: ProgramTable) throws(RasterError) {
        let place = try table.write(value, to: name, in: &words)
        if let place, places.count < Self.placeCount { places.append(place) }
    }
}
