// CommentedParameters: ranges that editors read from comments after uniforms: `uniform float speed; // 0.0, 2.0` or `// [0, 2, 1]`.

enum CommentedParameters {
    /// Returns the uniforms whose comment begins with two numbers, the range, and perhaps a third number, the initial value.
    static func all(in text: String) -> [ShaderParameter] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let line = line.trimmed
            guard line.hasPrefix("uniform"), let comment = line.range(of: "//"), let end = line.firstIndex(of: ";"),
                  end < comment.lowerBound else { return nil }
            let words = ShaderText.words(in: String(line[..<end])).filter { !["lowp", "mediump", "highp"].contains($0) }
            guard words.count >= 3, ["float", "int", "vec2", "vec3", "vec4"].contains(words[1]) else { return nil }
            let numbers = numbers(atStartOf: line[comment.upperBound...])
            guard numbers.count >= 2, numbers[0] < numbers[1] else { return nil }
            let count = words[1].hasPrefix("vec") ? Int(words[1].dropFirst(3)) ?? 1 : 1
            // If the comment gives no initial value, the uniform begins with the value of its declaration.
            let initial = numbers.count > 2 && (numbers[0]...numbers[1]).contains(numbers[2]) ? Array(repeating: numbers[2], count: count) : []
            return ShaderParameter(name: words[2], kind: words[1] == "int" ? .whole : .numbers(count: count), initial: initial,
                                   minimum: Array(repeating: numbers[0], count: count), maximum: Array(repeating: numbers[1], count: count))
        }
    }
    private static func numbers(atStartOf comment: Substring) -> [Double] {
        var numbers: [Double] = []
        for word in comment.split(whereSeparator: { " \t,;:[]{}()".contains($0) }) {
            if let number = Double(word), number.isFinite { numbers.append(number) }
            else if numbers.isEmpty, ["slider", "range", "min", "max"].contains(word.lowercased()) { continue }
            else { break }
        }
        return numbers
    }
}
