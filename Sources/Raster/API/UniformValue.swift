import Shading

/// A Swift value that `RenderPass.setUniform` can give to a uniform of the default block: numbers, booleans, vectors, matrices, and arrays
/// of such values.
public protocol UniformValue {
    /// The GLSL type of one element: float, int, uint or bool, or a vector or matrix of such scalars, with 1…16 scalars.
    static var uniformType: ValueType { get }
    /// The number of elements: 1, or an array's count.
    var elementCount: Int { get }
    /// Appends the bits of each scalar in GLSL's order: matrices column by column, arrays element by element. A bool is 0 or 1.
    func appendWords(to words: inout [UInt32])
}
extension UniformValue {
    /// `elementCount` is 1 by default, because only arrays have several elements.
    public var elementCount: Int { 1 }
}

extension Float: UniformValue {
    public static var uniformType: ValueType { .scalar(.float) }
    public func appendWords(to words: inout [UInt32]) { words.append(bitPattern) }
}
extension Int32: UniformValue {
    public static var uniformType: ValueType { .scalar(.int) }
    public func appendWords(to words: inout [UInt32]) { words.append(UInt32(bitPattern: self)) }
}
extension UInt32: UniformValue {
    public static var uniformType: ValueType { .scalar(.uint) }
    public func appendWords(to words: inout [UInt32]) { words.append(self) }
}
extension Bool: UniformValue {
    public static var uniformType: ValueType { .scalar(.bool) }
    public func appendWords(to words: inout [UInt32]) { words.append(self ? 1 : 0) }
}
extension SIMD2: UniformValue where Scalar: UniformValue {
    public static var uniformType: ValueType { vectorType(Scalar.uniformType, 2) }
    public func appendWords(to words: inout [UInt32]) { for i in 0..<2 { self[i].appendWords(to: &words) } }
}
extension SIMD3: UniformValue where Scalar: UniformValue {
    public static var uniformType: ValueType { vectorType(Scalar.uniformType, 3) }
    public func appendWords(to words: inout [UInt32]) { for i in 0..<3 { self[i].appendWords(to: &words) } }
}
extension SIMD4: UniformValue where Scalar: UniformValue {
    public static var uniformType: ValueType { vectorType(Scalar.uniformType, 4) }
    public func appendWords(to words: inout [UInt32]) { for i in 0..<4 { self[i].appendWords(to: &words) } }
}
extension Matrix4: UniformValue {
    public static var uniformType: ValueType { .matrix(4, 4) }
    public func appendWords(to words: inout [UInt32]) {
        columns.0.appendWords(to: &words); columns.1.appendWords(to: &words)
        columns.2.appendWords(to: &words); columns.3.appendWords(to: &words)
    }
}
extension Matrix3: UniformValue {
    public static var uniformType: ValueType { .matrix(3, 3) }
    public func appendWords(to words: inout [UInt32]) {
        columns.0.appendWords(to: &words); columns.1.appendWords(to: &words); columns.2.appendWords(to: &words)
    }
}
extension Matrix2: UniformValue {
    public static var uniformType: ValueType { .matrix(2, 2) }
    public func appendWords(to words: inout [UInt32]) { columns.0.appendWords(to: &words); columns.1.appendWords(to: &words) }
}
extension Array: UniformValue where Element: UniformValue {
    public static var uniformType: ValueType { Element.uniformType }
    public var elementCount: Int { count }
    public func appendWords(to words: inout [UInt32]) { for element in self { element.appendWords(to: &words) } }
}

private func vectorType(_ scalar: ValueType, _ count: Int) -> ValueType {
    if case .scalar(let kind) = scalar { .vector(kind, count) } else { scalar }
}

/// Splits a name into the name and the index of an element: `weights[2]` → ("weights", 2); `weights` → ("weights", nil).
func splitArrayName(_ name: String) -> (String, Int?) {
    guard name.hasSuffix("]"), let open = name.lastIndex(of: "["),
          let index = Int(name[name.index(after: open)..<name.index(before: name.endIndex)]), index >= 0 else { return (name, nil) }
    return (String(name[..<open]), index)
}

extension RasterError {
    func at(_ place: String) -> RasterError { var copy = self; copy.place = place; return copy }
}

/// The position of one uniform in the default block, for values of one Swift type whose bytes can be copied unchanged.
package struct UniformPlace {
    let name: String
    let type: ObjectIdentifier
    let offset: Int, byteCount: Int
}

extension UniformValue {
    /// Whether the memory of a value begins with the words of the uniform, so that the words can be copied from the memory.
    fileprivate static var isPlain: Bool { plainTypes.contains(ObjectIdentifier(Self.self)) }
}
private let plainTypes: Set<ObjectIdentifier> = {
    func types<Scalar: SIMDScalar>(of scalar: Scalar.Type) -> [any Any.Type] { [scalar, SIMD2<Scalar>.self, SIMD3<Scalar>.self, SIMD4<Scalar>.self] }
    return Set((types(of: Float.self) + types(of: Int32.self) + types(of: UInt32.self) + [Matrix2.self, Matrix4.self]).map { ObjectIdentifier($0) })
}()

extension ProgramTable {
    /// Writes a value into a copy of the default block. A bool uniform also accepts float, int and uint values (zero is false), as in
    /// OpenGL. `Int` and `Double` convert to the uniform's type. Every other value must match the declared type.
    /// - Returns: The position of the uniform in the default block, with which further values of the same type are copied without a
    ///   search; nil if values of this type need a conversion.
    @discardableResult
    package func write<Value: UniformValue>(_ value: Value, to uniformName: String, in words: inout [UInt32]) throws(RasterError) -> UniformPlace? {
        var first = 0
        var found = uniforms[uniformName]
        if found == nil {
            let (base, index) = splitArrayName(uniformName)
            if let index, let member = uniforms[base], member.isArray { found = member; first = index }
        }
        guard let member = found else { throw unknownName(uniformName, wanted: .uniform) }
        if let numbers = UniformNumbers(value) {
            let source = try numbers.words(for: member, uniformName, of: programName)
            try checkCount(source.count / member.type.scalarCount, from: first, of: member, uniformName)
            words.replaceSubrange(member.offset / 4 + first * member.arrayStride / 4 ..< member.offset / 4 + first * member.arrayStride / 4 + source.count,
                                  with: source)
            return nil
        }
        let isBool = member.type.scalarKind == .bool && member.type.scalarCount == Value.uniformType.scalarCount
        guard Value.uniformType == member.type || isBool else {
            throw RasterError(.uniformTypeMismatch, "uniform '\(uniformName)' of \(programName)", "is \(member.type.glslName), not \(Value.uniformType.glslName)",
                              remedy: "give a value of its type")
        }
        let count = value.elementCount
        try checkCount(count, from: first, of: member, uniformName)
        // The default block is packed tightly, so the elements of an array are consecutive.
        var source: [UInt32] = []
        source.reserveCapacity(count * member.type.scalarCount)
        value.appendWords(to: &source)
        guard source.count == count * member.type.scalarCount else {
            throw RasterError(.uniformTypeMismatch, "value of uniform '\(uniformName)' of \(programName)",
                              "has \(source.count) words for \(count) elements of \(member.type.glslName)",
                              remedy: "append as many words as the type has scalars")
        }
        let start = (member.offset + first * member.arrayStride) / 4
        let valueIsFloat = Value.uniformType.scalarKind == .float
        if isBool {
            for (i, word) in source.enumerated() { words[start + i] = (valueIsFloat ? word & 0x7FFF_FFFF : word) != 0 ? 0xFFFF_FFFF : 0 }
            return nil
        }
        words.replaceSubrange(start ..< start + source.count, with: source)
        if !Value.isPlain { return nil }
        return UniformPlace(name: uniformName, type: ObjectIdentifier(Value.self), offset: 4 * start, byteCount: 4 * source.count)
    }
    private func checkCount(_ count: Int, from first: Int, of member: UniformMember, _ uniformName: String) throws(RasterError) {
        guard first <= member.arrayCount, count >= 0, count <= member.arrayCount - first else {
            throw RasterError(.uniformTypeMismatch, "uniform '\(uniformName)' of \(programName)",
                              "has \(member.arrayCount) elements, not \(count) from element \(first) on",
                              remedy: "give fewer elements")
        }
    }
}

extension ValueType {
    package var scalarKind: ScalarType {
        switch self {
        case .scalar(let k), .vector(let k, _): k
        case .matrix: .float
        case .array(let element, _): element.scalarKind
        case .structure: .void
        }
    }
}
