// ShaderNode: GLSL text as a tree. The tree can be printed, and can be reduced without knowledge of the text's meaning.

package indirect enum ShaderNode: Sendable, Hashable {
    /// A list of statements, one below the other.
    case list([ShaderNode])
    /// The texts around the children; the number of texts is the number of children plus 1. A node without a type is a statement.
    case node(type: String?, pieces: [String], children: [ShaderNode])

    static func statement(_ text: String) -> ShaderNode { .node(type: nil, pieces: [text], children: []) }
    /// Makes a statement from a template. Each `$` in the template is replaced by the next child.
    static func statement(_ template: String, _ children: ShaderNode...) -> ShaderNode {
        .node(type: nil, pieces: template.split(separator: "$", omittingEmptySubsequences: false).map(String.init), children: children)
    }
    static func expression(_ type: String, _ template: String, _ children: [ShaderNode] = []) -> ShaderNode {
        .node(type: type, pieces: template.split(separator: "$", omittingEmptySubsequences: false).map(String.init), children: children)
    }

    package var text: String {
        switch self {
        case .list(let nodes): return nodes.map(\.text).joined(separator: "\n")
        case .node(_, let pieces, let children):
            var result = pieces[0]
            for (child, piece) in zip(children, pieces.dropFirst()) { result += child.text + piece }
            return result
        }
    }

    /// All trees that are one step smaller: a statement is removed, a construct is replaced by its body, or an expression is
    /// shorter. The largest reductions come first.
    package var reductions: [ShaderNode] { withSizes.sorted { $0.removed > $1.removed }.map(\.tree) }

    private var size: Int {
        switch self {
        case .list(let nodes): nodes.reduce(1) { $0 + $1.size }
        case .node(_, _, let children): children.reduce(1) { $0 + $1.size }
        }
    }
    private var withSizes: [(tree: ShaderNode, removed: Int)] {
        var result: [(ShaderNode, Int)] = []
        switch self {
        case .list(let nodes):
            for i in nodes.indices {
                var shorter = nodes
                shorter.remove(at: i)
                result.append((.list(shorter), nodes[i].size))
                if case .node(nil, _, let children) = nodes[i] {
                    for case .list(let body) in children {
                        var open = nodes
                        open.replaceSubrange(i...i, with: body)
                        result.append((.list(open), 1))
                    }
                }
                for (smaller, removed) in nodes[i].withSizes {
                    var changed = nodes
                    changed[i] = smaller
                    result.append((.list(changed), removed))
                }
            }
        case .node(let type, let pieces, let children):
            // The program writes to a node of type "place", for example a variable. A node of type "place" cannot be replaced by the
            // simplest value of a type.
            if let type, type != "place", pieces != [Self.plain(type)] {
                result.append((.node(type: type, pieces: [Self.plain(type)], children: []), size))
                for case .node(type, let inner, let innerChildren) in children {
                    result.append((.node(type: type, pieces: inner, children: innerChildren), 1))
                }
            }
            for i in children.indices {
                for (smaller, removed) in children[i].withSizes {
                    var changed = children
                    changed[i] = smaller
                    result.append((.node(type: type, pieces: pieces, children: changed), removed))
                }
            }
        }
        return result
    }
    /// Returns the simplest value of a type, such as 0.
    private static func plain(_ type: String) -> String {
        switch type {
        case "float": "1.0"
        case "int": "1"
        case "uint": "1u"
        case "bool": "true"
        default: "\(type)(1)"
        }
    }
}
