// ElementType: the types of a case's values: scalars, vectors and matrices.

import Shading

package struct ElementType: Sendable, Hashable {
    package enum Scalar: Sendable, Hashable { case float, int, uint, bool }
    package var scalar: Scalar
    package var columns: Int
    /// The number of components in a column, or in the vector if there is only one column.
    package var rows: Int
    package var isMatrix: Bool { columns > 1 }
    package var scalarCount: Int { columns * rows }

    package init(_ scalar: Scalar, columns: Int = 1, rows: Int = 1) { self.scalar = scalar; self.columns = columns; self.rows = rows }

    /// Creates the type that GLSL calls `name`; nil if GLSL has no such type.
    package init?(_ name: String) {
        guard let type = Self.byName[name] else { return nil }
        self = type
    }
    package var name: String {
        if isMatrix { return columns == rows ? "mat\(columns)" : "mat\(columns)x\(rows)" }
        let prefix = switch scalar { case .float: ""; case .int: "i"; case .uint: "u"; case .bool: "b" }
        return rows == 1 ? "\(scalar)" : "\(prefix)vec\(rows)"
    }
    /// The float type with as many rows and columns as this type. Varyings pass values as this float type, because floats can be
    /// interpolated.
    package var asFloat: ElementType { ElementType(.float, columns: columns, rows: rows) }

    private static let byName: [String: ElementType] = {
        var result: [String: ElementType] = [:]
        for scalar in [Scalar.float, .int, .uint, .bool] {
            for rows in 1...4 { result[ElementType(scalar, rows: rows).name] = ElementType(scalar, rows: rows) }
        }
        for columns in 2...4 {
            for rows in 2...4 { result["mat\(columns)x\(rows)"] = ElementType(.float, columns: columns, rows: rows) }
            result["mat\(columns)"] = ElementType(.float, columns: columns, rows: columns)
        }
        return result
    }()

    /// The corresponding type in Raster's compiler.
    package var valueType: ValueType {
        let kind: ScalarType = switch scalar { case .float: .float; case .int: .int; case .uint: .uint; case .bool: .bool }
        if isMatrix { return .matrix(columns, rows) }
        return rows == 1 ? .scalar(kind) : .vector(kind, rows)
    }

    /// Returns one value in GLSL notation, such as `vec2(0.5, 1.0)`.
    package func text(_ words: ArraySlice<UInt32>) -> String {
        let scalars = words.map { word -> String in
            switch scalar {
            case .float: "\(Float(bitPattern: word))"
            case .int: "\(Int32(bitPattern: word))"
            case .uint: "\(word)"
            case .bool: word == 0 ? "false" : "true"
            }
        }
        return scalars.count == 1 ? scalars[0] : "\(name)(\(scalars.joined(separator: ", ")))"
    }
}
