// GLTFObject: an object of a glTF description, with typed access to its members. A member of a wrong type is an error that names its
// place, such as `accessors[3].count`. Names and similar texts are an exception: a value that is not a string is read as an empty text.

import Raster

struct GLTFObject {
    let members: [String: JSONValue]
    /// The place of the object in the description, such as `accessors[3]`; empty for the description itself.
    let place: String
    let file: ModelFile

    func path(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }
    func damaged(_ key: String, _ problem: String) -> RasterError { file.damaged("\(path(key)) \(problem)") }

    /// Returns the member with the given key; nil if the member is missing or null.
    private func member(_ key: String) -> JSONValue? {
        if let value = members[key], case .null = value { return nil }
        return members[key]
    }
    private func wrongType(_ key: String, _ value: JSONValue, _ expected: String) -> RasterError {
        damaged(key, "is \(value.typeName), not \(expected)")
    }

    /// Returns a whole number in `range`; nil if the member is missing.
    func integer(_ key: String, in range: ClosedRange<Int> = 0...Int(Int32.max)) throws(RasterError) -> Int? {
        guard let value = member(key) else { return nil }
        guard case .number(let number) = value else { throw wrongType(key, value, "a whole number") }
        return try whole(number, key, range)
    }
    private func whole(_ number: Double, _ key: String, _ range: ClosedRange<Int>) throws(RasterError) -> Int {
        guard number >= Double(range.lowerBound), number <= Double(range.upperBound), number == number.rounded() else {
            throw damaged(key, "is \(number.isFinite && number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"), "
                + "not a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return Int(number)
    }
    func required<Value>(_ key: String, _ value: Value?) throws(RasterError) -> Value {
        guard let value else { throw damaged(key, "is missing") }
        return value
    }
    /// Returns an index into a list with `count` elements; nil if the member is missing.
    func index(_ key: String, below count: Int, of list: String) throws(RasterError) -> Int? {
        guard let value = try integer(key, in: -1...Int(Int32.max)) else { return nil }
        // Some writers give −1 for a missing index.
        if value == -1 { return nil }
        guard value < count else { throw damaged(key, "is \(value), but there are \(count) \(list)") }
        return value
    }
    /// Returns a number; nil if the member is missing. Numbers beyond the range of Float become the largest Float.
    func number(_ key: String) throws(RasterError) -> Float? {
        guard let value = member(key) else { return nil }
        guard case .number(let number) = value, !number.isNaN else { throw wrongType(key, value, "a number") }
        return GLTFObject.float(number)
    }
    private static func float(_ number: Double) -> Float {
        let largest = Double(Float.greatestFiniteMagnitude)
        return Float(min(max(number, -largest), largest))
    }
    /// Returns a list of numbers; nil if the member is missing.
    func numbers(_ key: String) throws(RasterError) -> [Float]? {
        guard let value = member(key) else { return nil }
        guard case .array(let values) = value else { throw wrongType(key, value, "a list of numbers") }
        var result: [Float] = []
        for value in values {
            guard case .number(let number) = value, !number.isNaN else { throw damaged(key, "contains \(value.typeName), not only numbers") }
            result.append(GLTFObject.float(number))
        }
        return result
    }
    /// Returns a list of exactly `count` numbers; nil if the member is missing.
    func numbers(_ key: String, count: Int) throws(RasterError) -> [Float]? {
        guard let values = try numbers(key) else { return nil }
        guard values.count == count else { throw damaged(key, "has \(values.count) numbers, not \(count)") }
        return values
    }
    func vector2(_ key: String) throws(RasterError) -> SIMD2<Float>? { try numbers(key, count: 2).map { SIMD2($0[0], $0[1]) } }
    func vector3(_ key: String) throws(RasterError) -> SIMD3<Float>? { try numbers(key, count: 3).map { SIMD3($0[0], $0[1], $0[2]) } }
    /// Returns four numbers; nil if the member is missing. If the list has only three numbers, the fourth returned number is 1, because
    /// some writers leave out the alpha of colours.
    func color(_ key: String) throws(RasterError) -> SIMD4<Float>? {
        guard let values = try numbers(key) else { return nil }
        guard values.count == 4 || values.count == 3 else { throw damaged(key, "has \(values.count) numbers, not 4") }
        return SIMD4(values[0], values[1], values[2], values.count == 4 ? values[3] : 1)
    }
    /// Returns indices into a list with `count` elements; an empty array if the member is missing.
    func indices(_ key: String, below count: Int, of list: String) throws(RasterError) -> [Int] {
        guard let value = member(key) else { return [] }
        guard case .array(let values) = value else { throw wrongType(key, value, "a list of whole numbers") }
        var result: [Int] = []
        for value in values {
            guard case .number(let number) = value else { throw damaged(key, "contains \(value.typeName), not only whole numbers") }
            let index = try whole(number, key, 0...Int(Int32.max))
            guard index < count else { throw damaged(key, "contains \(index), but there are \(count) \(list)") }
            result.append(index)
        }
        return result
    }
    func bool(_ key: String) throws(RasterError) -> Bool? {
        guard let value = member(key) else { return nil }
        switch value {
        case .bool(let bool): return bool
        // Some writers give 0 and 1 in place of false and true.
        case .number(let number) where number == 0 || number == 1: return number == 1
        default: throw wrongType(key, value, "a truth value")
        }
    }
    /// Returns a text that the reader needs; nil if the member is missing.
    func text(_ key: String) throws(RasterError) -> String? {
        guard let value = member(key) else { return nil }
        guard case .string(let text) = value else { throw wrongType(key, value, "a string") }
        return text
    }
    /// Returns a text that is only shown to people, such as a name; empty if the member is missing or is not a string.
    func label(_ key: String) -> String { if case .string(let text)? = members[key] { text } else { "" } }
    /// Returns a list of texts that are only shown to people.
    func labels(_ key: String) -> [String] {
        guard case .array(let values)? = members[key] else { return [] }
        return values.map { if case .string(let text) = $0 { text } else { "" } }
    }

    func object(_ key: String) throws(RasterError) -> GLTFObject? {
        guard let value = member(key) else { return nil }
        guard case .object(let members) = value else { throw wrongType(key, value, "an object") }
        return GLTFObject(members: members, place: path(key), file: file)
    }
    /// Returns a list of objects; empty if the member is missing.
    func objects(_ key: String) throws(RasterError) -> [GLTFObject] {
        guard let value = member(key) else { return [] }
        guard case .array(let values) = value else { throw wrongType(key, value, "a list") }
        var result: [GLTFObject] = []
        result.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            guard case .object(let members) = value else { throw file.damaged("\(path(key))[\(index)] is \(value.typeName), not an object") }
            result.append(GLTFObject(members: members, place: "\(path(key))[\(index)]", file: file))
        }
        return result
    }
    /// Returns the object of an extension; nil if this object does not use the extension.
    func `extension`(_ name: String) throws(RasterError) -> GLTFObject? {
        guard members["extensions"] != nil, let all = try object("extensions") else { return nil }
        return try all.object(name)
    }
    /// Collects the names of the extensions that this object and its inner objects use.
    func usedExtensions(into names: inout Set<String>) { GLTFObject.collect(.object(members), into: &names) }
    private static func collect(_ value: JSONValue, into names: inout Set<String>) {
        switch value {
        case .array(let values):
            // Lists of numbers are not searched, because such lists are long and contain no objects.
            if case .number? = values.first { return }
            for value in values { collect(value, into: &names) }
        case .object(let members):
            for (key, value) in members where key != "extras" {
                if key == "extensions", case .object(let extensions) = value { names.formUnion(extensions.keys) }
                collect(value, into: &names)
            }
        default: return
        }
    }
}
