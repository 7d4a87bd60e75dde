// JSONSchema: checks values against the part of JSON Schema that describes framescope's answers.

import Foundation

struct JSONSchema {
    let root: [String: Any]
    /// The places of all members that occurred in the checked values.
    private(set) var seen: Set<String> = []

    init(_ root: [String: Any]) { self.root = root }

    /// Names that the `required` list of a schema object contains twice. JSON Schema forbids duplicate names, and a reader of the
    /// answer would see only one of two members with the same name.
    var repeated: [String] { JSONSchema.repeated(in: root, at: "") }
    private static func repeated(in value: Any, at place: String) -> [String] {
        if let list = value as? [Any] { return list.flatMap { repeated(in: $0, at: place) } }
        guard let object = value as? [String: Any] else { return [] }
        let required = object["required"] as? [String] ?? []
        let twice = Set(required.filter { name in required.count { $0 == name } > 1 }).sorted().map { "\(place).\($0)" }
        return twice + object.sorted { $0.key < $1.key }.flatMap { repeated(in: $0.value, at: "\(place)/\($0.key)") }
    }

    /// Returns one sentence for each difference between the value and the schema.
    mutating func problems(of value: Any) -> [String] { problems(of: value, root, at: "") }

    private mutating func problems(of value: Any, _ schema: [String: Any], at place: String) -> [String] {
        if let reference = schema["$ref"] as? String {
            let name = reference.replacingOccurrences(of: "#/$defs/", with: "")
            guard let definition = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else { return ["\(place): \(reference) is not defined"] }
            return problems(of: value, definition, at: "<\(name)>")
        }
        if let choices = schema["anyOf"] as? [[String: Any]] {
            var found: [[String]] = []
            for choice in choices {
                var attempt = self
                let wrong = attempt.problems(of: value, choice, at: place)
                if wrong.isEmpty {
                    self = attempt
                    return []
                }
                found.append(wrong)
            }
            return found.min { $0.count < $1.count } ?? []
        }
        var wrong: [String] = []
        let types = schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
        if !types.isEmpty, !types.contains(where: { JSONSchema.isOf($0, value) }) { return ["\(place): \(value) is not of type \(types)"] }
        if let pattern = schema["pattern"] as? String, let text = value as? String, text.range(of: pattern, options: .regularExpression) == nil {
            wrong.append("\(place): \(text) is not like \(pattern)")
        }
        if let list = value as? [Any], let items = schema["items"] as? [String: Any] {
            for element in list { wrong += problems(of: element, items, at: place + "[]") }
        }
        guard let object = value as? [String: Any] else { return wrong }
        let properties = schema["properties"] as? [String: Any] ?? [:]
        for name in schema["required"] as? [String] ?? [] where object[name] == nil { wrong.append("\(place).\(name) is missing") }
        for (name, member) in object {
            if let property = properties[name] as? [String: Any] {
                seen.insert("\(place).\(name)")
                wrong += problems(of: member, property, at: "\(place).\(name)")
            } else if let others = schema["additionalProperties"] as? [String: Any] {
                wrong += problems(of: member, others, at: "\(place).*")
            } else if schema["additionalProperties"] as? Bool == false {
                wrong.append("\(place).\(name) is not in the schema")
            }
        }
        return wrong
    }
    private static func isOf(_ type: String, _ value: Any) -> Bool {
        switch type {
        case "string": return value is String
        case "null": return value is NSNull
        case "array": return value is [Any]
        case "object": return value is [String: Any]
        default:
            guard let number = value as? NSNumber else { return false }
            let isBoolean = isFlag(number)
            return type == "boolean" ? isBoolean : type == "integer" ? !isBoolean && number.doubleValue == number.doubleValue.rounded() : !isBoolean
        }
    }
    /// Returns whether a number is a boolean, which JSONSerialization returns as a number of one byte.
    private static func isFlag(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" || String(cString: number.objCType) == "B" }

    /// The places of all members in the schema.
    var places: Set<String> { JSONSchema.places(in: root, at: "") }
    private static func places(in schema: [String: Any], at place: String) -> Set<String> {
        var result: Set<String> = []
        for choice in schema["anyOf"] as? [[String: Any]] ?? [] { result.formUnion(places(in: choice, at: place)) }
        if let items = schema["items"] as? [String: Any] { result.formUnion(places(in: items, at: place + "[]")) }
        if let others = schema["additionalProperties"] as? [String: Any] { result.formUnion(places(in: others, at: place + ".*")) }
        for (name, property) in schema["properties"] as? [String: [String: Any]] ?? [:] {
            result.formUnion(places(in: property, at: "\(place).\(name)").union(["\(place).\(name)"]))
        }
        return result
    }
}
