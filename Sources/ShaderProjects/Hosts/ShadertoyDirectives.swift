// ShadertoyDirectives: lines such as `#iChannel0 "file://noise.png"` and `#iUniform float speed = 1.0 in { 0.0, 5.0 }`. Editors for
// Shadertoy's files use such lines to describe channels and uniforms. These lines are not GLSL, so the compiler gets the text without these lines.

import Raster
import Shading

struct ShadertoyDirectives {
    /// The texts in quotation marks, such as paths, keyed by the channels' names.
    private(set) var targets: [String: String] = [:]
    /// The channels that are cube maps.
    private(set) var cubes: Set<String> = []
    private(set) var parameters: [ShaderParameter] = []
    private(set) var usesKeyboard = false
    /// The settings after `::`, keyed by the channels' names.
    private var settings: [String: [String: String]] = [:]

    /// - Parameter text: The text with its comments. Removing comments would also remove the end of `file://…`, because `//` begins
    ///   a comment.
    init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            let text = line.trimmed
            guard text.hasPrefix("#i") else { continue }
            let word = text.dropFirst().prefix { $0 != " " && $0 != "\t" && $0 != "\"" && $0 != "'" }
            let rest = text.dropFirst(1 + word.count).trimmed
            let quoted = rest.split(whereSeparator: { $0 == "\"" || $0 == "'" }).first.map { String($0.trimmed) } ?? ""
            if word == "iKeyboard" { usesKeyboard = true }
            else if word == "iUniform" { if let parameter = ShadertoyDirectives.parameter(String(rest)) { parameters.append(parameter) } }
            else if word.hasPrefix("iChannel"), let number = Int(word.dropFirst(8).prefix { $0.isNumber }), (0..<16).contains(number) {
                let channel = "iChannel\(number)", setting = String(word.dropFirst(8).drop { $0.isNumber || $0 == ":" })
                if setting.isEmpty { targets[channel] = ShadertoyDirectives.path(quoted) } else { settings[channel, default: [:]][setting] = quoted }
                if setting == "Type", quoted.lowercased() == "cubemap" { cubes.insert(channel) }
            }
        }
    }
    /// Removes the schemes `file://` and `buf://`.
    private static func path(_ text: String) -> String {
        for scheme in ["file://", "buf://", "buf:", "file:"] where text.hasPrefix(scheme) { return String(text.dropFirst(scheme.count)) }
        return text
    }

    func sampler(of channel: String) -> Sampler {
        let values = settings[channel] ?? [:]
        let wrap: WrapMode = switch values["WrapMode"]?.lowercased() {
        case "clamp": .clampToEdge
        case "mirror": .mirroredRepeat
        default: .repeat
        }
        let small = values["MinFilter"]?.lowercased() ?? "linear", large = values["MagFilter"]?.lowercased() ?? "linear"
        return Sampler(min: small.hasPrefix("nearest") ? .nearest : .linear, mag: large.hasPrefix("nearest") ? .nearest : .linear,
                       mip: small.contains("mipmaplinear") ? .linear : small.contains("mipmap") ? .nearest : .none, wrap: wrap)
    }

    /// Reads the text after `#iUniform`: `float speed = 1.0 in { 0.0, 5.0 } step 0.1`, `color3 tint = color3(1.0, 0.5, 0.0)`. Returns nil
    /// if the text does not describe a uniform.
    private static func parameter(_ text: String) -> ShaderParameter? {
        let words = ShaderText.words(in: text, keeping: "=")
        guard words.count >= 2 else { return nil }
        let type = words[0], name = words[1]
        /// Returns the numbers that occur in a part of the text.
        func numbers(_ part: Substring) -> [Double] {
            part.split { !($0.isNumber || ".-+eE".contains($0)) }.compactMap { Double($0) }
        }
        let value = text.firstIndex(of: "=").map { text[text.index(after: $0)...] } ?? ""
        let end = value.range(of: " in ")?.lowerBound ?? value.endIndex
        let isColor = type.hasPrefix("color"), count = isColor ? Int(type.dropFirst(5)) ?? 3 : type.hasPrefix("vec") ? Int(type.dropFirst(3)) ?? 1 : 1
        guard (1...4).contains(count) else { return nil }
        // The type before the parentheses contains a digit, such as the 3 of `color3`, so only the text after the parenthesis is read.
        let start = value[..<end].firstIndex(of: "(") ?? value.startIndex
        var initial = numbers(value[start..<end])
        if initial.count == 1 { initial = Array(repeating: initial[0], count: count) }
        guard initial.count == count else { return nil }
        let range = numbers(value[end...])
        let kind: ShaderParameter.Kind = isColor ? .color(count: count) : type == "int" ? .whole : type == "bool" ? .flag : .numbers(count: count)
        var parameter = ShaderParameter(name: name, kind: kind, initial: initial)
        if range.count >= 2, range[0] < range[1] {
            (parameter.minimum, parameter.maximum) = (Array(repeating: range[0], count: count), Array(repeating: range[1], count: count))
            if range.count > 2, range[2] > 0 { parameter.step = range[2] }
        }
        return parameter
    }

    /// Returns the source without the directives. A line with `#iUniform` becomes the declaration of the uniform.
    static func blanked(_ source: ShaderSource) -> ShaderSource {
        guard source.text.contains("#i") || source.text.contains("#Strict") else { return source }
        let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            let text = line.trimmed
            if text.hasPrefix("#iUniform"), let parameter = parameter(String(text.dropFirst(9).trimmed)) {
                let type = switch parameter.kind {
                case .whole: "int"
                case .flag: "bool"
                case .numbers(let count), .color(let count): count == 1 ? "float" : "vec\(count)"
                default: "float"
                }
                return "uniform \(type) \(parameter.name);"
            }
            let isOurs = ["#iChannel", "#iKeyboard", "#iUniform", "#iVertex", "#StrictCompatibility"].contains { text.hasPrefix($0) }
            return isOurs ? "" : String(line)
        }
        return ShaderSource(text: lines.joined(separator: "\n"), name: source.name)
    }

    /// The functions that the directive `#iKeyboard` adds to a file.
    static let keyboardFunctions = ShaderSource(text: """
        uniform sampler2D iKeyboard;
        bool isKeyDown(int key) { return texelFetch(iKeyboard, ivec2(key, 0), 0).x > 0.5; }
        bool isKeyPressed(int key) { return texelFetch(iKeyboard, ivec2(key, 1), 0).x > 0.5; }
        bool isKeyToggled(int key) { return texelFetch(iKeyboard, ivec2(key, 2), 0).x > 0.5; }
        bool isKeyReleased(int key) { return false; }
        const int Key_Backspace = 8, Key_Tab = 9, Key_Enter = 13, Key_Shift = 16, Key_Ctrl = 17, Key_Alt = 18, Key_Escape = 27, Key_Space = 32;
        const int Key_LeftArrow = 37, Key_UpArrow = 38, Key_RightArrow = 39, Key_DownArrow = 40, Key_Delete = 46;
        const int Key_0 = 48, Key_1 = 49, Key_2 = 50, Key_3 = 51, Key_4 = 52, Key_5 = 53, Key_6 = 54, Key_7 = 55, Key_8 = 56, Key_9 = 57;
        const int Key_A = 65, Key_B = 66, Key_C = 67, Key_D = 68, Key_E = 69, Key_F = 70, Key_G = 71, Key_H = 72, Key_I = 73, Key_J = 74, Key_K = 75;
        const int Key_L = 76, Key_M = 77, Key_N = 78, Key_O = 79, Key_P = 80, Key_Q = 81, Key_R = 82, Key_S = 83, Key_T = 84, Key_U = 85, Key_V = 86;
        const int Key_W = 87, Key_X = 88, Key_Y = 89, Key_Z = 90;

        """, name: "keyboard functions")
}
