// UniformValue+Numbers: makes numbers, and matrices that are not square, usable as uniform values. Numbers convert to the uniform's type,
// like literals.

import Shading

/// A floating-point number, as in `setUniform("time", seconds)`. The number is rounded to the nearest float.
extension Double: UniformValue {
    public static var uniformType: ValueType { .scalar(.float) }
    public func appendWords(to words: inout [UInt32]) { words.append(Float(self).bitPattern) }
}
/// A whole number, as in `setUniform("count", 3)`. The number is converted to the uniform's int, uint or float. `submit` throws an
/// error if the number does not fit the type.
extension Int: UniformValue {
    public static var uniformType: ValueType { .scalar(.int) }
    /// Appends nothing if the number does not fit into an int. The missing word then causes an error.
    public func appendWords(to words: inout [UInt32]) { if let fitting = Int32(exactly: self) { words.append(UInt32(bitPattern: fitting)) } }
}

extension Matrix2x3: UniformValue {
    public static var uniformType: ValueType { .matrix(2, 3) }
    public func appendWords(to words: inout [UInt32]) { columns.0.appendWords(to: &words); columns.1.appendWords(to: &words) }
}
extension Matrix2x4: UniformValue {
    public static var uniformType: ValueType { .matrix(2, 4) }
    public func appendWords(to words: inout [UInt32]) { columns.0.appendWords(to: &words); columns.1.appendWords(to: &words) }
}
extension Matrix3x2: UniformValue {
    public static var uniformType: ValueType { .matrix(3, 2) }
    public func appendWords(to words: inout [UInt32]) {
        columns.0.appendWords(to: &words); columns.1.appendWords(to: &words); columns.2.appendWords(to: &words)
    }
}
extension Matrix3x4: UniformValue {
    public static var uniformType: ValueType { .matrix(3, 4) }
    public func appendWords(to words: inout [UInt32]) {
        columns.0.appendWords(to: &words); columns.1.appendWords(to: &words); columns.2.appendWords(to: &words)
    }
}
extension Matrix4x2: UniformValue {
    public static var uniformType: ValueType { .matrix(4, 2) }
    public func appendWords(to words: inout [UInt32]) {
        columns.0.appendWords(to: &words); columns.1.appendWords(to: &words)
        columns.2.appendWords(to: &words); columns.3.appendWords(to: &words)
    }
}
extension Matrix4x3: UniformValue {
    public static var uniformType: ValueType { .matrix(4, 3) }
    public func appendWords(to words: inout [UInt32]) {
        columns.0.appendWords(to: &words); columns.1.appendWords(to: &words)
        columns.2.appendWords(to: &words); columns.3.appendWords(to: &words)
    }
}

/// Numbers that convert to the uniform's type: one number, the components of a vector, or the elements of an array.
struct UniformNumbers {
    let values: [Double]
    /// Whether the numbers have the Swift type `Int`. Only numbers of the type `Int` may become integers.
    let areWhole: Bool
    let isList: Bool

    /// Returns nil if the Swift type `Value` corresponds to exactly one GLSL type, because such a value needs no conversion.
    init?<Value: UniformValue>(_ value: Value) {
        // The comparison of types is cheaper than the casts below. Most values have none of these four types and therefore need no cast.
        guard Value.self == Double.self || Value.self == Int.self || Value.self == [Double].self || Value.self == [Int].self else { return nil }
        switch value {
        case let value as Double: self.init(values: [value], areWhole: false, isList: false)
        case let value as Int: self.init(values: [Double(value)], areWhole: true, isList: false)
        case let values as [Double]: self.init(values: values, areWhole: false, isList: true)
        case let values as [Int]: self.init(values: values.map { Double($0) }, areWhole: true, isList: true)
        default: return nil
        }
    }

    private init(values: [Double], areWhole: Bool, isList: Bool) { self.values = values; self.areWhole = areWhole; self.isList = isList }

    /// Returns the words of the uniform. Throws if the numbers do not fit the uniform's type.
    func words(for member: UniformMember, _ name: String, of program: String) throws(RasterError) -> [UInt32] {
        let kind = member.type.scalarKind, width = member.type.scalarCount
        func mismatch(_ problem: String, _ remedy: String) -> RasterError {
            RasterError(.uniformTypeMismatch, "uniform '\(name)' of \(program)", problem, remedy: remedy)
        }
        func text(_ value: Double) -> String { Int(exactly: value).map { "\($0)" } ?? "\(value)" }
        guard values.count % width == 0 && (isList || width == 1) else {
            throw mismatch("is \(member.type.glslName), not \(values.count) \(values.count == 1 ? "number" : "numbers")",
                           width == 1 ? "give numbers" : "give a list of \(width) numbers")
        }
        if kind == .int || kind == .uint, !areWhole { throw mismatch("is \(member.type.glslName), not float", "give whole numbers") }
        var result: [UInt32] = []
        for value in values {
            switch kind {
            case .float: result.append(Float(value).bitPattern)
            case .bool: result.append(value != 0 ? 0xFFFF_FFFF : 0)
            case .int:
                guard let fitting = Int32(exactly: value) else {
                    throw mismatch("is \(member.type.glslName), which cannot hold \(text(value))", "use −2³¹ to 2³¹ − 1")
                }
                result.append(UInt32(bitPattern: fitting))
            default:
                guard let fitting = UInt32(exactly: value) else {
                    throw mismatch("is \(member.type.glslName), which cannot hold \(text(value))", "use 0 to 2³² − 1")
                }
                result.append(fitting)
            }
        }
        return result
    }
}
