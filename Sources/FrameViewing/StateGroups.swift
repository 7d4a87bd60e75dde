// StateGroups: a draw's state as a table for each stage. A row has a setting's label, the value as text, and the previous draw's
// value.

import FrameCapture

package struct StateGroup {
    package enum Stage: String, CaseIterable {
        case input = "Input", vertex = "Vertex shader", compute = "Compute shader", raster = "Rasterizer", fragment = "Fragment shader",
             uniforms = "Uniforms", textures = "Textures", memory = "Storage blocks and images", tests = "Tests", output = "Output"
    }
    package struct Row {
        /// The name of the setting in `DrawState`.
        package var name: String
        package var label: String
        /// The value as text; a matrix has a line for each row.
        package var lines: [String]
        /// The value as text with all digits.
        package var exact: String
        /// The value in the previous draw; nil if both draws have the same value.
        package var before: String?
        /// Whether the setting is rarely of interest.
        package var isMinor: Bool
        /// Whether the row shows names or numbers from the captured application, which need a monospaced font.
        package var isCode: Bool
    }
    package var stage: Stage
    package var rows: [Row]
    package var changeCount: Int { rows.count { $0.before != nil } }

    /// Returns the rows of all stages. A uniform's row shows the uniform's location as a part of the label.
    /// - Parameter before: The state of the previous draw; nil for the first draw.
    package static func groups(of state: DrawState, before: DrawState?) -> [StateGroup] {
        var groups = Stage.allCases.map { StateGroup(stage: $0, rows: []) }
        let old = Dictionary((before?.entries ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }), new = Set(state.entries.map(\.name))
        let isCompute = state["program.compute"] != nil
        let located = state.entries.compactMap { entry in entry.locatedName.map { ($0, " (location \(entry.value))") } }
        let locations = Dictionary(located, uniquingKeysWith: { first, _ in first })
        func add(_ entry: StateEntry, _ value: StateValue?, _ previous: StateValue?) {
            // An entry with a location is skipped if the uniform has its own row, because the location is part of this row's label. Each
            // element of an array of samplers has a row, so the location of the whole array has a row of its own.
            if let name = entry.locatedName, new.contains(name) || value == nil { return }
            let name = entry.setting, isHash = entry.name.hasSuffix(".hash") || name.hasPrefix("program.include.")
            // The digits of a hash mean nothing to a reader. A hash only shows whether the contents have changed, so the row of a hash is
            // shown only if the previous draw has another hash.
            if isHash, before == nil || value == previous { return }
            let (found, words) = place(of: name), stage = isCompute && found == .vertex ? .compute : found
            let label = (entry.name == name ? words : entry.name) + (locations[entry.name] ?? ""), number = Stage.allCases.firstIndex(of: stage) ?? 0
            let shown = value.map { lines(of: $0) } ?? ["–"]
            let was = before == nil || value == previous ? nil : previous.map { lines(of: $0).joined(separator: "\n") } ?? "none"
            groups[number].rows.append(Row(name: entry.name, label: label, lines: isHash ? ["different contents"] : shown,
                                           exact: isHash ? "" : value?.description ?? "",
                                           before: isHash ? was.map { _ in "–" } : was, isMinor: isMinor(name, value), isCode: isCode(name)))
        }
        for entry in state.entries { add(entry, entry.value, old[entry.name]) }
        for entry in before?.entries ?? [] where !new.contains(entry.name) { add(entry, nil, entry.value) }
        return groups.filter { !$0.rows.isEmpty }
    }

    private static func place(of name: String) -> (Stage, String) {
        if let known = labels[name] { return known }
        func rest(_ prefix: String) -> String { String(name.dropFirst(prefix.count)) }
        let prefixes: [(String, Stage)] = [
            ("attribute.", .input), ("program.vertex.", .vertex), ("program.geometry.", .vertex),
            ("program.fragment.", .fragment), ("program.compute.", .compute), ("storage.", .memory), ("image.", .memory),
            ("program.define.", .vertex), ("program.include.", .vertex),
            ("raster.", .raster),
            ("viewport.", .raster), ("uniform.", .uniforms), ("block.", .uniforms), ("texture.", .textures), ("depth.", .tests), ("stencil.", .tests),
            ("target.", .output), ("blend.", .output),
        ]
        for (prefix, stage) in prefixes where name.hasPrefix(prefix) {
            let rest = rest(prefix)
            switch prefix {
            case "attribute.", "uniform.", "block.", "texture.", "storage.", "image.": return (stage, rest)
            case "program.define.": return (stage, "define " + rest)
            case "program.include.": return (stage, "include " + rest)
            case "program.vertex.", "program.fragment.", "program.compute.": return (stage, "Source text")
            case "program.geometry.": return (stage, "Geometry source text")
            case "depth.": return (stage, "Depth " + words(rest))
            case "stencil.": return (stage, "Stencil " + words(rest))
            case "blend.": return (stage, "Blend " + words(rest))
            default: return (stage, capital(words(rest)))
            }
        }
        if name.hasPrefix("vertexBuffer[") { return (.input, capital(words(name.replacing("vertexBuffer", with: "buffer ").replacing(".buffer", with: "")))) }
        if name.hasPrefix("indices.") { return (.input, "Indices" + (rest("indices.") == "buffer" ? "" : " " + words(rest("indices.")))) }
        return (.input, capital(words(name)))
    }
    private static let labels: [String: (Stage, String)] = [
        "draw.name": (.input, "Draw"), "draw.site": (.input, "Recorded at"), "draw.callers": (.input, "Called by"),
        "dispatch.name": (.input, "Dispatch"), "dispatch.site": (.input, "Recorded at"), "dispatch.groups": (.input, "Work groups"),
        "dispatch.groupSize": (.input, "Size of a work group"), "dispatch.sharedBytes": (.input, "Shared memory in bytes"),
        "program.compute": (.compute, "Source"), "draw.primitive": (.input, "Primitive"), "draw.first": (.input, "First"),
        "draw.count": (.input, "Count"),
        "draw.instances": (.input, "Instances"), "draw.baseVertex": (.input, "Base vertex"), "draw.baseInstance": (.input, "Base instance"),
        "pipeline": (.vertex, "Pipeline"),
        "program": (.vertex, "Program"), "program.vertex": (.vertex, "Source"), "program.geometry": (.vertex, "Geometry source"),
        "program.fragment": (.fragment, "Source"), "viewport": (.raster, "Viewport"),
        "viewport.depth": (.raster, "Depth range"), "scissor": (.raster, "Scissor"), "raster.cull": (.raster, "Cull"),
        "raster.frontFace": (.raster, "Front face"),
        "raster.multisample": (.tests, "Multisampling"), "raster.alphaToCoverage": (.tests, "Alpha to coverage"), "raster.alphaToOne": (.tests, "Alpha to one"),
        "raster.minimumSampleShading": (.tests, "Minimum sample shading"), "raster.sampleMask": (.tests, "Sample mask"), "depth": (.tests, "Depth test"),
        "stencil": (.tests, "Stencil test"),
        "query": (.tests, "Occlusion query"), "feedback": (.vertex, "Transform feedback"),
        "program.feedback": (.vertex, "Captured outputs"), "target": (.output, "Framebuffer"),
    ]
    /// Returns the label for a setting's name: "stencil front depth fail" for "stencil.front.depthFail".
    private static func words(_ name: String) -> String {
        var text = ""
        for character in name {
            if character == "." { text += " " } else if character.isUppercase { text += " " + character.lowercased() } else { text.append(character) }
        }
        return text
    }
    private static func capital(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
    private static func isCode(_ name: String) -> Bool {
        ["attribute.", "uniform.", "block.", "texture.", "storage.", "image.", "program.define.", "draw.site"].contains { name.hasPrefix($0) }
    }
    private static func isMinor(_ name: String, _ value: StateValue?) -> Bool {
        if value == .text("disabled"), name.hasPrefix("raster.") { return true }
        if name.hasPrefix("texture.") {
            return [".border", ".integerBorder", ".readsStencil", ".seamlessCube",
                    ".anisotropy", ".lod", ".compare", ".levels", ".swizzle", ".view"].contains { name.hasSuffix($0) }
        }
        if name.hasSuffix(".bytes") || name.hasSuffix(".divisor") || name.hasSuffix(".slice") || name.hasSuffix(".level") {
            return value == .integer(0) || name.hasSuffix(".bytes")
        }
        switch name {
        case "draw.first", "draw.baseVertex", "draw.baseInstance": return value == .integer(0)
        case "draw.instances": return value == .integer(1)
        case "raster.provokingVertex", "raster.lineWidth", "raster.pointSize", "raster.primitiveRestart", "raster.restartIndex",
             "raster.pointSpriteOrigin": return true
        case "raster.polygonOffset", "blend.constant": if case .numbers(let list) = value { return list.allSatisfy { $0 == 0 } } else { return false }
        case "raster.depthClamp", "raster.alphaToCoverage", "raster.alphaToOne", "raster.rasterizerDiscard": return value == .boolean(false)
        case "raster.sampleMask": return value == .text("0xffffffff")
        case "query", "feedback": return value == .text("none")
        default: return false
        }
    }

    /// Returns a matrix row by row, an array of vectors with one vector per line, and other long lists with four numbers per line.
    private static func lines(of value: StateValue) -> [String] {
        func split(_ texts: [String]) -> [String] {
            let count = texts.count
            guard count > 4 else { return [texts.joined(separator: "  ")] }
            let shown = texts.prefix(64)
            let lines = stride(from: 0, to: shown.count, by: 4).map { start in shown[start..<min(start + 4, shown.count)].joined(separator: "  ") }
            return count > 64 ? lines + ["… \(count - 64) more"] : lines
        }
        return switch value {
        case .text(let text): [text]
        case .integer(let number): ["\(number)"]
        case .boolean(let flag): [flag ? "on" : "off"]
        case .booleans(let list): split(list.map { "\($0)" })
        case .numbers(let list): split(list.map { NumberText.short($0) })
        case .matrices, .vectors: value.lines.count > 64 ? value.lines.prefix(64) + ["… \(value.lines.count - 64) more"] : value.lines
        case .integers(let list): split(list.map { "\($0)" })
        }
    }
}
