// ShaderViewer+Panel: the player's buttons, and a widget for each uniform of the file.

import Panels
import Raster
import ShaderProjects
import Shading
import Window

extension ShaderViewer {
    package func addOptions(to panel: PanelBuilder, at time: Double) {
        panel.text(path, wrapped: true)
        addPlayer(to: panel)
        guard let player else { return panel.note("The program failed; it is retried when the file changes.") }
        panel.note(player.summary)
        let own = player.ownMembers.filter { $0.arrayCount == 1 }
        for member in own { addOption(for: member, to: panel) }
        if own.isEmpty { panel.note("Uniforms that the file declares itself appear here.") }
        if player.passNames.count > 1 { addPasses(of: player, to: panel) }
    }

    // MARK: the player

    /// Adds the player's sliders and buttons. Text after ## belongs to a widget's name but is not shown, so a player's widget and a
    /// uniform's widget may have the same label.
    private func addPlayer(to panel: PanelBuilder) {
        var seconds = clock.now
        let end = max(clock.loopEnd ?? 0, 10, (seconds / 10).rounded(.up) * 10)
        if panel.slider("time##player", &seconds, in: 0...end, decimals: 2, unit: "s") { clock.seek(to: seconds) }
        if panel.button(clock.isPlaying ? "pause##player" : "play##player") { clock.setPlaying(!clock.isPlaying) }
        panel.sameLine()
        if panel.button("|<##player") {
            clock.seek(to: 0)
            player?.restart()
        }
        panel.sameLine()
        if panel.button("<##player") { step(by: -1) }
        panel.sameLine()
        if panel.button(">##player") { step(by: 1) }
        var speed = clock.speed
        if panel.slider("speed##player", &speed, in: 0.05...4, decimals: 2) { clock.setSpeed(speed) }
        var loops = clock.loopEnd != nil
        if panel.checkbox("loop##player", &loops) { clock.loopEnd = loops ? max(1, clock.now.rounded(.up)) : nil }
        if var loopEnd = clock.loopEnd {
            panel.sameLine()
            if panel.slider("loop end##player", &loopEnd, in: 0.5...max(60, loopEnd), decimals: 1, unit: "s") { clock.loopEnd = loopEnd }
        }
        if let window { addSize(of: window, to: panel) }
    }
    /// The sizes that the panel offers for the picture, beside the current size.
    private static let sizes = [SIMD2(320, 180), SIMD2(640, 360), SIMD2(512, 512), SIMD2(960, 540), SIMD2(1280, 720), SIMD2(1920, 1080)]

    private func addSize(of window: Window, to panel: PanelBuilder) {
        let current = SIMD2(window.width, window.height), sizes = ShaderViewer.sizes
        var size = current
        if panel.combo("size##player", &size, of: sizes.contains(current) ? sizes : [current] + sizes, name: { "\($0.x) × \($0.y)" }) {
            window.resize(width: size.x, height: size.y)
        }
    }
    /// Stops the shader's time, and moves this time by a number of frames.
    private func step(by frames: Int) {
        clock.setPlaying(false)
        clock.seek(to: clock.now + Double(frames) * PlayedCourse.step)
    }

    private func addPasses(of player: ShaderPlayer, to panel: PanelBuilder) {
        panel.header("passes") {
            var measures = player.measures
            if panel.checkbox("measure the time of each pass", &measures) { player.measures = measures }
            for (index, name) in player.passNames.enumerated() {
                let time = player.passTimes.indices.contains(index) ? " \((player.passTimes[index] * 10_000).rounded() / 10) ms" : ""
                panel.text(name + time)
            }
        }
    }

    // MARK: uniforms

    /// Returns the value of a uniform before the user changes it: the initial value of its parameter, else the player's usual
    /// value, else the default value in the program.
    private func initial(of member: UniformMember, _ parameter: ShaderParameter?) -> [Double] {
        let count = member.type.scalarCount
        if let parameter, parameter.initial.count == count { return parameter.initial }
        if let usual = player?.usualValue(of: member) { return Array(repeating: usual, count: count) }
        return (0..<count).map { index in
            guard let bits = member.defaultValue.flatMap({ index < $0.count ? $0[index] : nil }) else { return 0 }
            switch member.type.scalarKind {
            case .float: return Double(Float(bitPattern: bits))
            case .int: return Double(Int32(bitPattern: bits))
            case .bool: return bits != 0 ? 1 : 0
            default: return Double(bits)
            }
        }
    }

    private func addOption(for member: UniformMember, to panel: PanelBuilder) {
        let count = member.type.scalarCount, name = member.name
        guard count <= 4, let player else { return }
        let parameter = player.project.parameters.first { $0.name == name }
        // The text after `##` makes the widget's name unique, because another uniform or a widget of the player may have the same label.
        let label = "\(parameter?.label ?? name)##uniform \(name)"
        let values = player.givenValues(for: member) ?? initial(of: member, parameter)
        if case .event = parameter?.kind {
            if panel.button(label) { events.insert(name) }
            return
        }
        if case .choice(let choices, let labels)? = parameter?.kind, choices.count == labels.count, let value = values.first {
            var index = choices.firstIndex(of: value) ?? 0
            if panel.combo(label, &index, of: Array(choices.indices), name: { labels[$0] }) { give([choices[index]], to: name) }
            return
        }
        switch member.type {
        case .scalar(.float), .vector(.float, _): addNumbers(member, parameter, label: label, values, to: panel)
        case .scalar(.int), .scalar(.uint):
            var value = Int(values[0])
            let low = parameter?.minimum?.first.map { Int($0) } ?? (member.type == .scalar(.uint) ? 0 : -32),
                high = parameter?.maximum?.first.map { Int($0) } ?? 32
            if panel.slider(label, &value, in: min(low, high)...max(low, high)) { give([Double(value)], to: name) }
        case .scalar(.bool):
            var value = values[0] != 0
            if panel.checkbox(label, &value) { give([value ? 1 : 0], to: name) }
        default: break
        }
    }
    private func addNumbers(_ member: UniformMember, _ parameter: ShaderParameter?, label: String, _ values: [Double], to panel: PanelBuilder) {
        let count = values.count
        var numbers = SIMD4<Float>()
        for index in 0..<count { numbers[index] = Float(values[index]) }
        var isColor = count >= 3 && ["color", "colour", "tint", "albedo"].contains { member.name.lowercased().contains($0) }
        if case .color? = parameter?.kind { isColor = count >= 3 }
        var range: ClosedRange<Float>?
        if let low = parameter?.minimum?.min(), let high = parameter?.maximum?.max(), low < high { range = Float(low)...Float(high) }
        var changed = false
        switch count {
        case 1:
            if let range { changed = panel.slider(label, &numbers.x, in: range) } else { changed = panel.drag(label, &numbers.x) }
            if changed, let step = parameter?.step.map({ Float($0) }), step > 0, let low = range?.lowerBound {
                numbers.x = low + ((numbers.x - low) / step).rounded() * step
            }
        case 2:
            var two = numbers.lowHalf
            if let range { changed = panel.slider(label, &two, in: range) } else { changed = panel.drag(label, &two) }
            numbers.lowHalf = two
        case 3:
            var three = SIMD3(numbers.x, numbers.y, numbers.z)
            if isColor {
                changed = panel.color(label, &three)
            } else if let range {
                changed = panel.slider(label, &three, in: range)
            } else {
                changed = panel.drag(label, &three)
            }
            numbers = SIMD4(three, 0)
        default:
            if isColor {
                changed = panel.color(label, &numbers)
            } else if let range {
                changed = panel.slider(label, &numbers, in: range)
            } else {
                changed = panel.drag(label, &numbers)
            }
        }
        if changed { give((0..<count).map { Double(numbers[$0]) }, to: member.name) }
    }
}
