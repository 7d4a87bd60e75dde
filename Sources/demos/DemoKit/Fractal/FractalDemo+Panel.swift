// The panel of the demo fractal: playback, numbers, the drawing rules, and one line for each filter. The user can drag the lines of the
// filters into another order.

import Effects
import Panels
import Raster
import Scenes2D

extension FractalDemo {
    package func addOptions(to panel: PanelBuilder, at time: Double) throws {
        panel.text(system.name)
        if let ruleProblem { panel.text(ruleProblem, color: SIMD4(1, 0.45, 0.4, 1), wrapped: true) }
        panel.note("\(stages.wordLength(of: system.generations).map { "\($0) symbols" } ?? "not rewritten"); rewritten \(stages.rewritingCount == 1 ? "once" : "\(stages.rewritingCount) times"), drawn \(stages.drawingCount)")
        if let notice = filmNotice(at: time) ?? notice { panel.note(notice) }
        var share = progress(at: time) * 100
        if panel.slider("playback", &share, in: 0...100, decimals: 0, unit: " %") { progress = share / 100 }
        if panel.button(progress == nil ? "again" : "play") { (progress, begin) = (nil, time) }
        panel.sameLine()
        if panel.button("save") { saveHere() }
        panel.sameLine()
        if panel.button(recorder == nil ? "record" : "end the film") { toggleRecording(at: time) }
        var showsRules = editor != nil
        if panel.checkbox("rules as tiles", &showsRules) { self.showRules(showsRules) }
        panel.sameLine()
        panel.checkbox("in space", &isInSpace)
        panel.slider("generations", &system.generations, in: 0...12)
        let isTurned = panel.slider("angle", &system.angle, in: -180...180, decimals: 1, unit: "°"),
            isWidened = panel.slider("width", &system.width, in: 0.02...4, logarithmic: true)
        if panel.slider("heading", &system.heading, in: -180...180, decimals: 0, unit: "°") || isTurned || isWidened { quickUntil = time + 0.2 }
        panel.combo("colours", &system.coloring)
        var seed = Int(system.seed % 1000)
        if panel.slider("seed", &seed, in: 0...999) { system.seed = UInt64(seed) }
        panel.header("drawing") { addDrawing(to: panel) }
        panel.header("filters") { addFilters(to: panel) }
    }

    private func addDrawing(to panel: PanelBuilder) {
        panel.reorder("drawing rules", &drawingTiles, selection: &drawingSelection, id: { "\($0.number)" }, name: { $0.rule.title })
        if let index = drawingSelection, drawingTiles.indices.contains(index) {
            panel.combo("does", &drawingTiles[index].rule.kind)
            var amount = Float(drawingTiles[index].rule.amount)
            if panel.drag("amount", &amount, in: -10...10) { drawingTiles[index].rule.amount = Double(amount) }
            if panel.button("another"), drawingTiles.count < 100 {
                drawingTiles.insert(DrawingTile(number: (drawingTiles.map(\.number).max() ?? -1) + 1, rule: drawingTiles[index].rule), at: index)
            }
            panel.sameLine()
            if panel.button("remove##rule") {
                drawingTiles.remove(at: index)
                drawingSelection = nil
            }
        }
        let rules = drawingTiles.map(\.rule)
        if rules != system.drawing { system.drawing = rules }
    }

    private func addFilters(to panel: PanelBuilder) {
        panel.reorder("filters", &chain, selection: &filterSelection, id: { "\($0.number)" }, name: { "\($0.filter.kind.rawValue)\($0.isOn ? "" : " (off)")" })
        if let index = filterSelection, chain.indices.contains(index) {
            panel.checkbox("on", &chain[index].isOn)
            for parameter in chain[index].filter.kind.definition.parameters {
                guard case .number(let range, _) = parameter.kind, case .number(var value)? = chain[index].filter[parameter.name] else { continue }
                if panel.slider(parameter.name, &value, in: range) { chain[index].filter[parameter.name] = .number(value) }
            }
            if panel.button("remove##filter") {
                chain.remove(at: index)
                filterSelection = nil
            }
        }
        panel.combo("##new", &addedFilter)
        panel.sameLine()
        // Filters that need a second picture cannot be used in this demo.
        let isUsable = !addedFilter.definition.parameters.contains { $0.kind == .picture }
        panel.disabled(!isUsable) { if panel.button("add"), isUsable { add(Filter(addedFilter)) } }
    }
}
