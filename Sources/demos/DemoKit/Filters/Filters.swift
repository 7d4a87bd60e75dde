// filters: draws a picture through a chain of filters. The panel adds, reorders and changes the filters.

import ArgumentParser
import Effects
import Foundation
import Panels
import Raster

struct FiltersCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "filters", abstract: "A picture through a chain of filters, which are reordered by dragging.",
        discussion: "Keys: " + FiltersDemo.keys.joined(separator: "; ") + ".\n\n" + FiltersCommand.reference)

    @Argument(help: ArgumentHelp("A picture file (PNG, JPEG, WebP, HDR), one of the demos' shaders (\(EmbeddedShader.samples.keys.sorted().joined(separator: ", "))), or a pattern (\(Patterns.names.joined(separator: ", "))).",
                                 valueName: "image"), completion: .file(extensions: ["png", "jpg", "webp", "hdr"]))
    var image = "dunes"
    @Option(name: .long, help: ArgumentHelp("The filters, as in 'sepia(0.8) | blur(4) | vignette'; or @ and the name of a file with the chain.",
                                            valueName: "chain"))
    var chain = "colorControls(saturation: 1.3, contrast: 1.1) | bloom(1.2, 9, 0.55) | vignette"
    @Flag(name: .long, inversion: .prefixedNo, help: "Let filters share passes. The picture is the same.")
    var fused = true
    @OptionGroup var common: CommonOptions

    func makeDemo(device: Device) throws -> FiltersDemo { try FiltersDemo(device: device, image: image, chain: FiltersCommand.read(chain), fused: fused) }

    /// Reads the filter chain that the command line gives. Throws `FilterError`, or `RasterError` for a file that cannot be read.
    static func read(_ text: String) throws -> [Filter] {
        guard text.hasPrefix("@") else { return try Filter.chain(text, file: "--chain") }
        let path = String(text.dropFirst())
        let bytes = try Suggestion.withSuggestions(for: path, builtIn: []) { try HostFile.read(path) }
        return try Filter.chain(String(decoding: bytes, as: UTF8.self), file: path)
    }
    /// The help text: all filters with their parameters, ranges and defaults.
    static var reference: String {
        var lines = ["Filters, with their parameters, ranges and [defaults]:"]
        for filter in Filter.definitions {
            lines.append("  \(filter.name): \(filter.summary)")
            for parameter in filter.parameters {
                let standard = parameter.defaultValue.map { " [\($0)]" } ?? ""
                lines.append("      \(parameter.name): \(parameter.rangeDescription)\(standard): \(parameter.summary)")
            }
        }
        lines.append("Give values in this order, or with their names: vignette(0.5, softness: 0.3). A picture is a file, a pattern, or 'source', the image itself; put names with other characters than letters and digits in \"quotes\".")
        return lines.joined(separator: "\n")
    }
}

package final class FiltersDemo: Demo {
    struct Entry {
        /// A number that identifies this entry of the filter chain while the user drags the entry.
        var number: Int
        var filter: Filter
        var isOn = true
    }
    private let device: Device
    private let renderer: FilterRenderer
    private var sprites: SpritePass
    private let source: Texture
    private var pictures: [String: Texture] = [:]
    private var entries: [Entry] = []
    private var nextNumber = 0
    private var selection: Int?
    private var added = Filter.Kind.sepia
    private var showsOriginal = false
    private var isFused: Bool

    package init(device: Device, image: String = "dunes", chain: [Filter] = [], fused: Bool = true) throws {
        self.device = device
        isFused = fused
        renderer = FilterRenderer(device: device)
        sprites = try SpritePass(device: device)
        source = try FiltersDemo.picture(image, device: device)
        for filter in chain {
            for case .picture(let name)? in filter.values where name != "source" && pictures[name] == nil {
                pictures[name] = try FiltersDemo.picture(name, device: device)
            }
            add(filter)
        }
        selection = entries.isEmpty ? nil : 0
    }
    private func add(_ filter: Filter) {
        entries.append(Entry(number: nextNumber, filter: filter))
        nextNumber += 1
    }

    /// Returns the source picture: reads a file, draws a shader, or makes a pattern. The result is premultiplied.
    private static func picture(_ name: String, device: Device) throws -> Texture {
        if !FileManager.default.fileExists(atPath: name) {
            if let pattern = Patterns.named(name) { return try device.makeTexture(from: pattern, label: name) }
            if EmbeddedShader.samples[name] != nil {
                let target = try device.makeFramebuffer(width: 640, height: 360, color: [.rgba8], label: name)
                var encoder = device.makeCommandEncoder(label: name)
                try ShaderViewer(device: device, path: name).draw(Frame(target: target, time: 3), into: &encoder)
                try device.submit(encoder)
                guard let texture = target.color[0]?.texture else { preconditionFailure("the framebuffer was made with a colour") }
                return texture
            }
        }
        return try Suggestion.withSuggestions(for: name, builtIn: Patterns.names + EmbeddedShader.samples.keys) {
            let loaded = try TextureLoader(device: device).texture(withContentsOfFile: name,
                                                                   options: .init(applyPremultiplication: true, originBottomLeft: true))
            PictureReading.tell(loaded.warnings, of: name)
            return loaded.texture
        }
    }

    package static let keys = ["space: original, filtered picture", "1-9: this filter on, off", "drag lines in the panel: reorder the filters"]
    package var isAnimated: Bool { false }

    package func handle(_ event: DemoEvent, at time: Double) {
        switch event {
        case .tap: showsOriginal.toggle()
        case .key(let character):
            if let digit = character.wholeNumberValue, entries.indices.contains(digit - 1) { entries[digit - 1].isOn.toggle() }
        default: break
        }
    }

    package static let hasOptions = true
    package var gainsFromSamples: Bool { false }
    package func addOptions(to panel: PanelBuilder, at time: Double) {
        panel.note("Drag a line to move it.")
        var numbers: [Int: Int] = [:]
        for (i, entry) in entries.enumerated() { numbers[entry.number] = i + 1 }
        panel.reorder("chain", &entries, selection: &selection, id: { "\($0.number)" },
                      name: { "\(numbers[$0.number] ?? 0)  \($0.filter.kind.rawValue)\($0.isOn ? "" : " (off)")" })
        panel.separator()
        if let index = selection, entries.indices.contains(index) { addParameters(of: index, to: panel) }
        panel.separator()
        panel.combo("##new", &added)
        panel.sameLine()
        if panel.button("add") {
            var filter = Filter(added)
            // If the new filter needs a second picture, the second picture is the source picture until the user sets another picture.
            for parameter in added.definition.parameters where parameter.kind == .picture { filter[parameter.name] = .picture("source") }
            if added != .lookupTable {
                add(filter)
                selection = entries.count - 1
            }
        }
        panel.checkbox("original picture", &showsOriginal)
        panel.checkbox("filters share passes", &isFused)
        panel.note("\(renderer.passCount) passes")
    }
    private func addParameters(of index: Int, to panel: PanelBuilder) {
        var filter = entries[index].filter
        panel.group("filter \(entries[index].number)") {
            panel.checkbox("on", &entries[index].isOn)
            panel.sameLine()
            let isRemoved = panel.button("remove")
            for parameter in filter.kind.definition.parameters {
                switch (parameter.kind, filter[parameter.name]) {
                case (.number(let range, _), .number(var value)?):
                    if panel.slider(parameter.name, &value, in: range) { filter[parameter.name] = .number(value) }
                case (.numbers, .numbers(let numbers)?) where numbers.count == 4:
                    var row = SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])
                    if panel.drag(parameter.name, &row, in: -10...10) { filter[parameter.name] = .numbers((0..<4).map { row[$0] }) }
                case (.color, .color(var color)?):
                    if panel.color(parameter.name, &color) { filter[parameter.name] = .color(color) }
                case (_, .picture(let name)?): panel.text("\(parameter.name): \(name)")
                default: break
                }
                panel.tooltip(parameter.summary)
            }
            entries[index].filter = filter
            if isRemoved {
                entries.remove(at: index)
                selection = entries.isEmpty ? nil : min(index, entries.count - 1)
            }
        }
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        renderer.fusesStages = isFused
        let chain = showsOriginal ? [] : entries.filter(\.isOn).map(\.filter)
        let shown = try renderer.apply(chain, to: source, pictures: pictures, into: &encoder)
        // The picture is scaled to fit and centred.
        sprites.size = SIMD2(Float(frame.target.width), Float(frame.target.height))
        let scale = min(sprites.size.x / Float(shown.width), sprites.size.y / Float(shown.height))
        let extent = SIMD2(Float(shown.width), Float(shown.height)) * scale
        encoder.render(to: frame.target, clear: .color(0.09, 0.1, 0.12, 1), label: "picture") { pass in
            sprites.draw(shown, at: (sprites.size - extent) / 2, extent, in: &pass, label: "picture")
        }
    }
}
