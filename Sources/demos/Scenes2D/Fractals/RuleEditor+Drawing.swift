import Canvas

extension RuleEditor {
    private static let glow = Color(hex: 0xFFD166)

    /// Draws the rows, the row of new tiles, the insertion mark, and the tile or rule that the pointer holds.
    /// - Throws: `CanvasError` if a text cannot be laid out.
    public func draw(on canvas: inout Canvas) throws {
        let tile = FractalTile(system: system, font: font), size = layout.tile
        canvas.saved { canvas in
            canvas.shadows = [Shadow(offset: Point(0, 2), blur: 14, color: Color(white: 0, alpha: 0.5))]
            canvas.fill(Path(rectangle: frame), with: .color(Color(hex: 0x151B2A, alpha: 0.96)))
        }
        for line in layout.lines { try draw(line, tile, on: &canvas) }
        canvas.fill(Path(rectangle: Rectangle(x: frame.x, y: layout.divider, width: frame.width, height: 1)), with: .color(Color(white: 1, alpha: 0.16)))
        for (index, place) in layout.supplies.enumerated() where supplies.indices.contains(index) {
            let isNew = if case .kind = supplies[index] { true } else { false }
            try tile.draw(supplies[index], in: place, on: &canvas, strength: isNew ? 0.5 : 1)
            if showsCursor, index == chosen {
                canvas.stroke(Path(roundedRectangle: place.inset(dx: -2, dy: -2), cornerRadius: size * 0.24), with: .color(RuleEditor.glow),
                              style: StrokeStyle(width: 2.5))
            }
        }
        let mark: Slot? = if case .tile(_, _, let target)? = hold { target } else { hold == nil && showsCursor ? cursor : nil }
        if let mark, let bar = layout.mark(of: mark) { canvas.fill(Path(roundedRectangle: bar, cornerRadius: bar.width / 2), with: .color(RuleEditor.glow)) }
        try drawWords(tile, on: &canvas)
        guard case .tile(let supply, _, let target)? = hold else { return }
        // A tile that is released outside all rows is removed, so outside the rows the held tile is drawn fainter.
        try tile.draw(supply, in: Rectangle(x: pointer.x - size / 2, y: pointer.y - size / 2, width: size, height: size), on: &canvas,
                      strength: target == nil ? 0.55 : 1, isLifted: true)
    }
    private func draw(_ line: Layout.Line, _ tile: FractalTile, on canvas: inout Canvas) throws {
        let size = layout.tile
        var strength = 1.0
        if case .head(let index, isOut: true)? = hold, line.row == .rule(index) { strength = 0.25 }
        if line.tiles.lowerBound == 0 {
            let head = layout.head(of: line)
            switch line.row {
            case .axiom: drawSeed(in: head, on: &canvas)
            case .rule(let index):
                try tile.draw(.symbol(base.rules[index].symbol.first ?? " "), in: head, on: &canvas, strength: strength)
                try drawWeight(base.rules[index], below: head, on: &canvas)
            case .newRule:
                canvas.stroke(Path(roundedRectangle: head.inset(dx: 1, dy: 1), cornerRadius: size * 0.2), with: .color(Color(white: 1, alpha: 0.4)),
                              style: StrokeStyle(width: 1.5, dashes: [size * 0.11, size * 0.09]))
                for (dx, dy) in [(0.2, 0.0), (0, 0.2)] {
                    canvas.line(from: head.center - Point(dx, dy) * size, to: head.center + Point(dx, dy) * size, with: .color(Color(white: 1, alpha: 0.5)),
                                style: StrokeStyle(width: 2, cap: .round))
                }
            }
            // Draws the arrow from the symbol to its replacement.
            let y = line.origin.y + size / 2, x = line.origin.x - size * 0.56
            let arrow = Path(polygon: [Point(x + size * 0.16, y - size * 0.14), Point(x + size * 0.32, y), Point(x + size * 0.16, y + size * 0.14)],
                             isClosed: false)
            if line.row != .newRule {
                canvas.line(from: Point(x, y), to: Point(x + size * 0.32, y), with: .color(Color(white: 1, alpha: 0.55)),
                            style: StrokeStyle(width: 2, cap: .round))
                canvas.stroke(arrow, with: .color(Color(white: 1, alpha: 0.55)), style: StrokeStyle(width: 2, cap: .round, join: .round))
            } else if let font {
                let text = try TextLayout("drop a tile here to give it a rule", font: font, size: size * 0.3, paint: .color(Color(white: 1, alpha: 0.5)))
                canvas.draw(text, at: Point(line.origin.x - size * 0.5, y - text.bounds.height / 2))
            }
        }
        let tiles = tiles(of: line.row)
        for index in line.tiles where tiles.indices.contains(index) {
            try tile.draw(.symbol(tiles[index]), in: layout.place(of: index, in: line), on: &canvas, strength: strength)
        }
    }
    /// Draws the axiom's head: a seed.
    private func drawSeed(in place: Rectangle, on canvas: inout Canvas) {
        var seed = Path()
        let c = place.center, r = place.width * 0.3
        seed.move(to: Point(c.x, c.y - r * 1.25))
        seed.cubic(to: Point(c.x, c.y + r), control1: Point(c.x + r * 1.5, c.y - r * 0.1), control2: Point(c.x + r * 1.1, c.y + r))
        seed.cubic(to: Point(c.x, c.y - r * 1.25), control1: Point(c.x - r * 1.1, c.y + r), control2: Point(c.x - r * 1.5, c.y - r * 0.1))
        seed.close()
        canvas.fill(seed, with: .color(Color(hex: 0xE9C46A)))
        canvas.line(from: Point(c.x - r * 0.25, c.y + r * 0.45), to: Point(c.x - r * 0.3, c.y - r * 0.1), with: .color(Color(white: 1, alpha: 0.7)),
                    style: StrokeStyle(width: r * 0.2, cap: .round))
    }
    /// Draws the probability of a rule if its symbol has several rules.
    private func drawWeight(_ rule: LSystem.Rule, below head: Rectangle, on canvas: inout Canvas) throws {
        guard let font, base.rules.count(where: { $0.symbol == rule.symbol }) > 1 else { return }
        let all = base.rules.filter { $0.symbol == rule.symbol }.reduce(0) { $0 + $1.weight }
        let text = try TextLayout("\(Int((rule.weight / all * 100).rounded()))%", font: font, size: layout.tile * 0.22,
                                  paint: .color(Color(white: 1, alpha: 0.75)))
        canvas.draw(text, at: Point(head.maxX + layout.tile * 0.06, head.minY - layout.tile * 0.02))
    }
    /// Draws one text: the problem of the system if there is one, otherwise the meaning of the tile under the pointer or, if no tile is
    /// under the pointer, a hint.
    private func drawWords(_ tile: FractalTile, on canvas: inout Canvas) throws {
        guard let font else { return }
        let words: String, color: Color
        if let problem { (words, color) = (problem, Color(hex: 0xFF8A80)) } else if case .tile(let supply, let from, let target)? = hold {
            (words, color) = (target == nil && from != nil ? "let go here to remove it" : tile.meaning(of: supply), RuleEditor.glow)
        } else if case .head(_, let isOut)? = hold {
            (words, color) = (isOut ? "let go here to remove the rule" : "drag the rule out to remove it", RuleEditor.glow)
        } else if let slot = layout.tile(at: pointer) {
            (words, color) = (tile.meaning(of: .symbol(tiles(of: slot.row)[slot.index])), Color(white: 1, alpha: 0.85))
        } else if let index = layout.supply(at: pointer), supplies.indices.contains(index) {
            (words, color) = (tile.meaning(of: supplies[index]), Color(white: 1, alpha: 0.85))
        } else if showsCursor, supplies.indices.contains(chosen) {
            (words, color) = ("Return inserts: " + tile.meaning(of: supplies[chosen]), Color(white: 1, alpha: 0.85))
        } else { (words, color) = ("drag tiles into the rows, about, or out", Color(white: 1, alpha: 0.6)) }
        let text = try TextLayout(words, font: font, size: max(layout.tile * 0.31, 9), paint: .color(color),
                                  options: TextLayout.Options(width: layout.words.width, maximumLineCount: 2))
        canvas.draw(text, at: Point(layout.words.x, layout.words.y + max(0, (layout.words.height - text.bounds.height) / 2)))
    }
}
