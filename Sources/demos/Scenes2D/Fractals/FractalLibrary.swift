import Canvas

/// A library of example systems.
public enum FractalLibrary {
    /// Returns the system with this name, ignoring case; nil if there is no such system.
    public static func system(named name: String) -> LSystem? { systems.first { $0.name.lowercased() == name.lowercased() } }

    private static let plane: [DrawingRule] = [
        DrawingRule("F", .line), DrawingRule("G", .line), DrawingRule("f", .move), DrawingRule("+", .rotate, 1), DrawingRule("-", .rotate, -1),
        DrawingRule("|", .rotate, 2),
        DrawingRule("[", .push), DrawingRule("]", .pop),
    ]
    private static let night = [Color(hex: 0x171B34), Color(hex: 0x07080F)], dusk = [Color(hex: 0x2B1B3D), Color(hex: 0x0B0714)]
    private static let day = [Color(hex: 0xDDEFF7), Color(hex: 0xF9F4E4)], paper = [Color(hex: 0xFBF7EE), Color(hex: 0xEFE6D4)]
    private static let sea = [Color(hex: 0x0B2B3C), Color(hex: 0x041018)]
    private static let sunset = [0xFFD166, 0xFF7A59, 0xE83F6F, 0x8B2FC9].map { Color(hex: $0) }, ice = [0xFFFFFF, 0x9BE7FF, 0x4C9BFF].map { Color(hex: $0) }
    private static let rainbow = [0xFF5E5B, 0xFFB84C, 0x9BE15D, 0x3EC7E8, 0x7A6CFF, 0xF062C0].map { Color(hex: $0) }
    private static let leaves = [0x5B3A24, 0x6B5A2B, 0x4E7F3A, 0x6DB152, 0xA6D96A].map { Color(hex: $0) }
    private static let gold = [0xFFF3C4, 0xF2B84B, 0xB4611B].map { Color(hex: $0) }, mint = [0xE8FFF3, 0x63E6BE, 0x1B9AAA].map { Color(hex: $0) }

    /// All systems, in the order of the gallery.
    public static let systems: [LSystem] = [
        LSystem("Fern", axiom: "X", rules: [.init("X", "F+[[X]-X]-F[-FX]+X"), .init("F", "FF")], drawing: plane + [DrawingRule("[", .width, 0.82)],
                generations: 6, angle: 25, width: 1.6, heading: -22, palette: leaves, coloring: .depth, background: day),
        LSystem("Koch snowflake", axiom: "F--F--F", rules: [.init("F", "F+F--F+F")], drawing: plane, generations: 4, angle: 60, width: 0.9, heading: -90,
                palette: ice, background: night),
        LSystem("Dragon", axiom: "FX", rules: [.init("X", "X+YF+"), .init("Y", "-FX-Y")],
                drawing: [DrawingRule("F", .line), DrawingRule("+", .rotate, 1), DrawingRule("-", .rotate, -1)],
                generations: 12, angle: 90, width: 0.45, palette: sunset, background: dusk),
        LSystem("Round dragon", axiom: "FX", rules: [.init("X", "X+YF+"), .init("Y", "-FX-Y")],
                drawing: [DrawingRule("F", .line, 0.2), DrawingRule("+", .curve, 1), DrawingRule("-", .curve, -1)],
                generations: 10, angle: 90, width: 0.5, palette: gold, background: night),
        LSystem("Sierpinski triangle", axiom: "F+G+G", rules: [.init("F", "F+G-F-G+F"), .init("G", "GG")], drawing: plane, generations: 6, angle: 120,
                width: 0.25,
                heading: -90, palette: rainbow, background: night),
        LSystem("Arrowhead", axiom: "XF", rules: [.init("X", "YF+XF+Y"), .init("Y", "XF-YF-X")], drawing: plane, generations: 7, angle: 60, width: 0.6,
                heading: -90,
                palette: mint, background: sea),
        LSystem("Hilbert", axiom: "X", rules: [.init("X", "+YF-XFX-FY+"), .init("Y", "-XF+YFY+FX-")], drawing: plane, generations: 5, angle: 90, width: 0.42,
                palette: rainbow, background: night),
        LSystem("Gosper", axiom: "A", rules: [.init("A", "A-B--B+A++AA+B-"), .init("B", "+A-BB--B-A++A+B")],
                drawing: [DrawingRule("A", .line), DrawingRule("B", .line), DrawingRule("+", .rotate, 1), DrawingRule("-", .rotate, -1)],
                generations: 4, angle: 60, width: 0.4, palette: sunset, background: dusk),
        LSystem("Peano", axiom: "X", rules: [.init("X", "XFYFX+F+YFXFY-F-XFYFX"), .init("Y", "YFXFY-F-XFYFX+F+YFXFY")], drawing: plane, generations: 3,
                angle: 90, width: 0.4,
                palette: gold, background: dusk),
        LSystem("Lévy curve", axiom: "F", rules: [.init("F", "-F++F-")], drawing: plane, generations: 12, angle: 45, width: 0.5, heading: -90, palette: mint,
                background: sea),
        LSystem("Square island", axiom: "F-F-F-F", rules: [.init("F", "F-F+F+FF-F-F+F")], drawing: plane, generations: 3, angle: 90, width: 0.5,
                palette: [Color(hex: 0x1D3557), Color(hex: 0x457B9D), Color(hex: 0xE63946)], background: paper),
        LSystem("Penrose", axiom: "[7]++[7]++[7]++[7]++[7]", rules: [.init("6", "81++91----71[-81----61]++"), .init("7", "+81--91[---61--71]+"),
                                                                    .init("8", "-61++71[+++81++91]-"), .init("9", "--81++++61[+91++++71]--71"), .init("1", "")],
                drawing: [DrawingRule("1", .line), DrawingRule("+", .rotate, 1), DrawingRule("-", .rotate, -1), DrawingRule("[", .push),
                          DrawingRule("]", .pop)],
                generations: 5, angle: 36, width: 0.12, palette: gold, background: night),
        LSystem("Cherry tree", axiom: "A",
                rules: [.init("A", "F[+A][-A]", weight: 3), .init("A", "F[+A]?FA", weight: 2), .init("A", "F[-A]?F[+A]A", weight: 2)],
                // A blossom is three discs in different pinks around the tip of a twig. The bark uses only colours of the palette's
                // first half.
                drawing: [DrawingRule("F", .scatter, 0.35), DrawingRule("F", .line), DrawingRule("+", .rotate, 1), DrawingRule("-", .rotate, -1),
                          DrawingRule("?", .scatter, 0.6),
                          DrawingRule("[", .push), DrawingRule("[", .width, 0.68), DrawingRule("[", .length, 0.84), DrawingRule("[", .color, 0.2),
                          DrawingRule("]", .pop),
                          DrawingRule("A", .color, 3), DrawingRule("A", .dot, 0.34), DrawingRule("A", .scatter, 4), DrawingRule("A", .move, 0.45),
                          DrawingRule("A", .color, 0.7),
                          DrawingRule("A", .dot, 0.3), DrawingRule("A", .scatter, 6), DrawingRule("A", .move, 0.5), DrawingRule("A", .color, -0.3),
                          DrawingRule("A", .dot, 0.22)],
                generations: 9, angle: 24, width: 0.42, seed: 5,
                palette: [0x3B2A2A, 0x5A3B3A, 0x7A4B4C, 0xEC8FAE, 0xF7B5C9, 0xFFD3E0, 0xFFEDF3].map { Color(hex: $0) },
                coloring: .rules, background: [Color(hex: 0xBFDDF0), Color(hex: 0xFBEFF0)]),
        LSystem("Bush", axiom: "F", rules: [.init("F", "FF-[-F+F+F]+[+F-F-F]")], drawing: plane + [DrawingRule("[", .width, 0.8)], generations: 4, angle: 22.5,
                width: 0.9,
                palette: leaves, coloring: .depth, background: day),
        LSystem("Weed", axiom: "F", rules: [.init("F", "F[+F]F[-F]F", weight: 1), .init("F", "F[+F]F", weight: 1), .init("F", "F[-F]F", weight: 1)],
                drawing: plane + [DrawingRule("[", .width, 0.85)], generations: 5, angle: 28, width: 0.7, seed: 8,
                palette: [0x0B6E4F, 0x08A045, 0x6BBF59, 0xC5E063].map { Color(hex: $0) },
                coloring: .depth, background: sea),
        LSystem("Crystal", axiom: "F+F+F+F", rules: [.init("F", "FF+F++F+F")], drawing: plane, generations: 4, angle: 90, width: 0.35, palette: ice,
                background: night),
        LSystem("Pentagons", axiom: "F++F++F++F++F", rules: [.init("F", "F++F++F+++++F-F++F")], drawing: plane, generations: 3, angle: 36, width: 0.3,
                palette: rainbow, background: dusk),
        LSystem("Space tree", axiom: "A", rules: [.init("A", "F[&A]>[&B]>[&C]"), .init("B", "F[&C]>>[&A]>[&B]"), .init("C", "F[&B]<[&A]>[&C]")],
                // Each fork has three branches at angles of a third of a turn. The leaves have three different greens.
                drawing: [DrawingRule("F", .scatter, 0.25), DrawingRule("F", .line), DrawingRule("&", .pitch, 1), DrawingRule(">", .roll, 4),
                          DrawingRule("<", .roll, 2),
                          DrawingRule("[", .push), DrawingRule("[", .width, 0.64), DrawingRule("[", .length, 0.82), DrawingRule("[", .color, 0.3),
                          DrawingRule("]", .pop),
                          DrawingRule("A", .move, 0.7), DrawingRule("A", .color, 1.2), DrawingRule("A", .dot, 0.6), DrawingRule("B", .move, 0.7),
                          DrawingRule("B", .color, 2.2),
                          DrawingRule("B", .dot, 0.52), DrawingRule("C", .move, 0.7), DrawingRule("C", .color, 3.1), DrawingRule("C", .dot, 0.46)],
                generations: 6, angle: 30, width: 0.24, seed: 7,
                palette: [0x4A2F1E, 0x5E4227, 0x6B5A2B, 0x3F7A3A, 0x5E9E45, 0x86BF55, 0xB9DC72].map { Color(hex: $0) },
                coloring: .rules, background: day),
    ]
}
