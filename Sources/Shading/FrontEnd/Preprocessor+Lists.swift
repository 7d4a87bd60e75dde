// Preprocessor, lists: finds wrong numbers in layouts and wrong columns in initializers of matrices. glslang accepts both kinds of
// mistakes.

extension Preprocessor {
    /// Reports layouts that break one of these rules:
    /// - Several declarations must state the same size of the work groups (GLSL 4.60, 4.4.1.4). If one declaration states several numbers,
    ///   the last number counts (4.4).
    /// - If the implementation chooses a block's layout, the source must not state places of the block's members (4.4.5).
    /// - The offset of a block's captured outputs must be a multiple of the size of the first component (4.4.2.1).
    mutating func refuseLayouts() {
        guard ["local_size_x", "local_size_y", "local_size_z", "xfb_offset", "align", "offset"].contains(where: spellings.contains) else { return }
        var sizes: [String: Int] = [:], numbers: [String: (value: Int, place: ShaderLineMap.Location)] = [:]
        var words: [String] = [], isInOpenBlock = false
        for token in emitted[min(headCount, emitted.count)...] where token.kind != .directive {
            let spelling = spellings[token.symbol]
            if spelling == "," || spelling == ")", words.count > 2, words[words.count - 2] == "=", let value = Int(words[words.count - 1]) {
                numbers[words[words.count - 3]] = (value, token.place)
            }
            guard ["{", "}", ";"].contains(spelling) else { words.append(spelling); continue }
            if spelling == "{" { isInOpenBlock = words.contains("layout") && (words.contains("shared") || words.contains("packed")) }
            if isInOpenBlock, let name = ["align", "offset"].first(where: { numbers[$0] != nil }), let place = numbers[name]?.place {
                report("'\(name)' : a block whose layout is shared or packed has no stated places; write std140", at: place)
            }
            if spelling == "}" { isInOpenBlock = false }
            if spelling == ";", words.last == "in" {
                for (name, number) in numbers.sorted(by: { $0.key < $1.key }) where name.hasPrefix("local_size_") {
                    if let other = sizes[name], other != number.value {
                        report("'\(name)' : is \(number.value) here and \(other) in an earlier declaration; state one size", at: number.place)
                    }
                    sizes[name] = number.value
                }
            } else if spelling == "{", words.contains("out"), let offset = numbers["xfb_offset"], offset.value % 4 != 0 {
                report("'xfb_offset' : \(offset.value) is no multiple of 4, the number of bytes of a component", at: offset.place)
            }
            (words, numbers) = ([], [:])
        }
    }

    /// Reports columns with a wrong number of components in the braces that initialize a matrix. Each column must be a vector of as many
    /// components as the matrix has rows (GLSL 4.60, 4.1.14).
    mutating func refuseColumns() {
        guard !dialect.isES, dialect.version >= 420 || enabledExtensions["GL_ARB_shading_language_420pack"] == true else { return }
        let open = spellings.number(of: "{"), assignment = spellings.number(of: "=")
        for index in emitted.indices.dropFirst(headCount + 3) where emitted[index].symbol == open && emitted[index - 1].symbol == assignment {
            guard let rows = Self.rowCount(spellings[emitted[index - 3].symbol]) else { continue }
            for column in columns(openedAt: index) where column.rows != rows {
                report("'{' : a column of this matrix has \(rows) components, and this vector has \(column.rows)", at: column.place)
            }
        }
    }

    /// Returns the number of rows of a matrix type: 2 for `mat3x2` and `mat2`. The result is nil for other words.
    private static func rowCount(_ type: String) -> Int? {
        guard type.hasPrefix("mat"), type.count == 4 || type.count == 6 else { return nil }
        return type.last.flatMap { Int(String($0)) }
    }

    /// In a list in braces, finds the elements that consist of a single vector constructor. Returns the number of components and
    /// the place of each of these constructors.
    private func columns(openedAt opening: Int) -> [(rows: Int, place: ShaderLineMap.Location)] {
        var result: [(rows: Int, place: ShaderLineMap.Location)] = [], nesting = 0
        var column: (rows: Int, place: ShaderLineMap.Location)?
        var before = ""
        for token in emitted[opening...] {
            let spelling = spellings[token.symbol]
            switch spelling {
            case "{", "(", "[": nesting += 1
            case ",", "}":
                if nesting == 1, before == ")", let column { result.append(column) }
                if nesting == 1 { column = nil }
                if spelling == "}" { nesting -= 1 }
            case ")", "]": nesting -= 1
            case ";": return result
            default:
                guard nesting == 1 else { break }
                // After a token other than `{` or `,`, such as an operator, a constructor is only a part of an element.
                let isFirst = before == "{" || before == ","
                column = isFirst && ["vec2", "vec3", "vec4"].contains(spelling) ? (Int(String(spelling.last ?? "0")) ?? 0, token.place) : nil
            }
            if nesting == 0 { break }
            before = spelling
        }
        return result
    }
}
