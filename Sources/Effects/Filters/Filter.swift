/// One filter of a chain, with the values of its parameters. `FilterRenderer` applies a chain of filters to pictures.
///
///     let look: [Filter] = [.sepia(0.8), .blur(radius: 4), .vignette()]
///     let same = try Filter.chain("sepia(0.8) | blur(4) | vignette")
///
/// Filters read and write premultiplied colours as they are stored, without conversion to linear light. Filters that change colours work as
/// if each colour were divided by its alpha before the filter, and multiplied by its alpha afterwards. A value that is out of the parameter's
/// range is refused when the filter is applied.
public struct Filter: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of filters.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Changes saturation, contrast and brightness.
        case colorControls
        /// Replaces the picture by a disc of one colour that fades outwards.
        case radialGradient
        /// Adds another picture, on all channels.
        case addition
        /// Keeps the parts of the picture in which another picture is not transparent.
        case sourceIn
        /// Puts another picture behind the filtered picture.
        case sourceOver
        /// Blurs the picture with Gaussian weights.
        case blur
        /// Makes bright parts shine beyond their edges.
        case bloom
        /// Rotates hues around the colour circle.
        case hue
        /// Turns colours into shades of brown.
        case sepia
        /// Replaces the picture by squares of one colour each.
        case pixellate
        /// Shows outlines.
        case edges
        /// Darkens the corners.
        case vignette
        /// Replaces every channel by a weighted sum of all channels.
        case colorMatrix
        /// Looks up each colour in a table, and replaces the colour by the result.
        case lookupTable

        /// The description of this kind of filter and of its parameters.
        public var definition: FilterDefinition { Filter.definitions[Filter.Kind.allCases.firstIndex(of: self)!] }
    }
    /// The kind of the filter.
    public let kind: Kind
    /// The values of the filter's parameters, in the order of the definition; nil for a parameter that has no default and has not
    /// been set.
    public internal(set) var values: [FilterValue?]

    /// Creates a filter with the defaults of its parameters.
    public init(_ kind: Kind) {
        self.kind = kind
        values = kind.definition.parameters.map(\.defaultValue)
    }
    /// The value of the parameter with this name; nil if the filter has no parameter of this name. Setting a parameter that the
    /// filter does not have has no effect.
    public subscript(name: String) -> FilterValue? {
        get { kind.definition.parameters.firstIndex { $0.name == name }.flatMap { values[$0] } }
        set { if let index = kind.definition.parameters.firstIndex(where: { $0.name == name }) { values[index] = newValue } }
    }
    private init(_ kind: Kind, _ values: [FilterValue]) { self.kind = kind; self.values = values }

    /// The filter as it is written in the text of a chain, with all values: `sepia(0.8)`.
    public var description: String {
        values.isEmpty ? kind.rawValue : kind.rawValue + "(" + values.compactMap { $0?.description }.joined(separator: ", ") + ")"
    }
    /// Checks the values of all parameters.
    /// - Throws: `FilterError` for the first parameter whose value does not fit.
    public func validate() throws(FilterError) {
        for (parameter, value) in zip(kind.definition.parameters, values) {
            guard let value else {
                throw FilterError(.missingValue, filter: kind.rawValue, parameter: parameter.name, "has no value", remedy: "give \(parameter.rangeDescription)")
            }
            if let problem = parameter.problem(of: value) {
                throw FilterError(.invalidValue, filter: kind.rawValue, parameter: parameter.name, problem, remedy: "use \(parameter.rangeDescription)")
            }
        }
    }
    func number(_ index: Int) -> Float { if case .number(let number)? = values[index] { number } else { 0 } }
    func color(_ index: Int) -> SIMD4<Float> { if case .color(let color)? = values[index] { color } else { .zero } }
    func numbers(_ index: Int) -> SIMD4<Float> {
        if case .numbers(let numbers)? = values[index], numbers.count == 4 { SIMD4(numbers[0], numbers[1], numbers[2], numbers[3]) } else { .zero }
    }
    func picture(_ index: Int) -> String { if case .picture(let name)? = values[index] { name } else { "" } }
}

extension Filter {
    /// Scales the saturation (1 changes nothing, 0 gives grey), then scales the contrast about middle grey, then adds the
    /// brightness.
    public static func colorControls(saturation: Float = 1, contrast: Float = 1, brightness: Float = 0) -> Filter {
        Filter(.colorControls, [.number(saturation), .number(contrast), .number(brightness)])
    }
    /// Replaces the picture by a new picture of the same size: a disc of one colour that fades evenly from the inner to the outer
    /// radius. Beyond the outer radius, the new picture is transparent. `x` and `y` are fractions of the width and height from the
    /// lower left corner; radii are fractions of the height.
    public static func radialGradient(x: Float = 0.5, y: Float = 0.5, inner: Float = 0, outer: Float = 0.5, color: SIMD4<Float> = .one) -> Filter {
        Filter(.radialGradient, [.number(x), .number(y), .number(inner), .number(outer), .color(color)])
    }
    /// Adds another picture, on all channels. The name `"source"` means the picture to which the whole chain is applied.
    public static func addition(_ picture: String) -> Filter { Filter(.addition, [.picture(picture)]) }
    /// Multiplies all channels by another picture's alpha.
    public static func sourceIn(_ picture: String) -> Filter { Filter(.sourceIn, [.picture(picture)]) }
    /// Puts another picture behind the filtered picture.
    public static func sourceOver(_ picture: String) -> Filter { Filter(.sourceOver, [.picture(picture)]) }
    /// Returns a Gaussian blur; `radius` is the standard deviation in pixels. Outside of the picture, the blur uses the nearest edge pixel.
    public static func blur(radius: Float = 4) -> Filter { Filter(.blur, [.number(radius)]) }
    /// Adds a blurred copy of the parts that are brighter than the threshold.
    public static func bloom(intensity: Float = 0.8, radius: Float = 8, threshold: Float = 0.6) -> Filter {
        Filter(.bloom, [.number(intensity), .number(radius), .number(threshold)])
    }
    /// Rotates hues by an angle in degrees. The luma stays the same.
    public static func hue(_ angle: Float = 60) -> Filter { Filter(.hue, [.number(angle)]) }
    /// Turns the colours into shades of brown. An amount of 0 does not change the picture.
    public static func sepia(_ amount: Float = 1) -> Filter { Filter(.sepia, [.number(amount)]) }
    /// Replaces the picture by squares of one colour each, `size` pixels wide. The grid of squares starts at the upper left corner.
    public static func pixellate(size: Float = 8) -> Filter { Filter(.pixellate, [.number(size)]) }
    /// Shows how much colours change from pixel to pixel, by Sobel's operator.
    public static func edges(_ amount: Float = 1) -> Filter { Filter(.edges, [.number(amount)]) }
    /// Darkens towards the corners. Radius and softness are fractions of the distance from the centre to a corner.
    public static func vignette(_ amount: Float = 0.7, radius: Float = 0.45, softness: Float = 0.6) -> Filter {
        Filter(.vignette, [.number(amount), .number(radius), .number(softness)])
    }
    /// Makes each channel a weighted sum of red, green, blue and alpha, plus a bias. Each parameter is a list of four numbers.
    public static func colorMatrix(red: [Float] = [1, 0, 0, 0], green: [Float] = [0, 1, 0, 0], blue: [Float] = [0, 0, 1, 0], alpha: [Float] = [0, 0, 0, 1],
                                   bias: [Float] = [0, 0, 0, 0]) -> Filter {
        Filter(.colorMatrix, [.numbers(red), .numbers(green), .numbers(blue), .numbers(alpha), .numbers(bias)])
    }
    /// Looks up each colour in a table. The table is a picture with a row of N squares of N × N pixels, N from 2 to 64: red increases to
    /// the right, green downwards, and blue from square to square.
    public static func lookupTable(_ table: String, amount: Float = 1) -> Filter { Filter(.lookupTable, [.picture(table), .number(amount)]) }

    /// All filters, in the order of `Kind`.
    public static let definitions: [FilterDefinition] = {
        func number(_ name: String, _ summary: String, _ range: ClosedRange<Float>, _ standard: Float) -> FilterParameter {
            FilterParameter(name, summary, .number(range, default: standard))
        }
        func row(_ name: String, _ standard: [Float]) -> FilterParameter {
            FilterParameter(name, name == "bias" ? "offsets of red, green, blue and alpha" : "weights of red, green, blue and alpha in \(name)",
                            .numbers(default: standard))
        }
        return Filter.Kind.allCases.map { kind in
            func definition(_ summary: String, _ parameters: [FilterParameter]) -> FilterDefinition { FilterDefinition(kind.rawValue, summary, parameters) }
            return switch kind {
            case .colorControls: definition("Changes saturation, contrast and brightness.", [
                number("saturation", "0 is grey, 1 does not change it", 0...4, 1), number("contrast", "around middle grey", 0...4, 1),
                number("brightness", "added to all colours", -1...1, 0)])
            case .radialGradient: definition("Replaces the picture by a disc of light with a soft edge.", [
                number("x", "the middle, as a share of the width", -10...10, 0.5),
                number("y", "the middle, as a share of the height from below", -10...10, 0.5),
                number("inner", "radius of the full colour, in heights", 0...10, 0), number("outer", "radius of the light, in heights", 0...10, 0.5),
                FilterParameter("color", "the light's colour", .color(default: .one))])
            case .addition: definition("Adds another picture, on all channels.", [FilterParameter("picture", "the picture to add", .picture)])
            case .sourceIn: definition("Keeps the part inside of another picture.", [FilterParameter("picture", "the picture whose alpha is used", .picture)])
            case .sourceOver: definition("Puts another picture behind the picture.", [FilterParameter("picture", "the picture behind", .picture)])
            case .blur: definition("Applies a Gaussian blur.", [number("radius", "standard deviation in pixels", 0...100, 4)])
            case .bloom: definition("Adds a glow around bright parts.", [
                number("intensity", "strength of the glow", 0...4, 0.8), number("radius", "standard deviation in pixels", 0...100, 8),
                number("threshold", "brightness above which parts glow", 0...1, 0.6)])
            case .hue: definition("Rotates hues.", [number("angle", "degrees", -360...360, 60)])
            case .sepia: definition("Tints the picture brown.", [number("amount", "0 keeps the original picture", 0...1, 1)])
            case .pixellate: definition("Makes squares of one colour.", [number("size", "width of a square in pixels", 1...1000, 8)])
            case .edges: definition("Shows outlines.", [number("amount", "brightness", 0...10, 1)])
            case .vignette: definition("Darkens towards the corners.", [
                number("amount", "darkness of the corners", 0...1, 0.7), number("radius", "where it begins: 0 is the middle, 1 the corners", 0...2, 0.45),
                number("softness", "width of the transition", 0.01...2, 0.6)])
            case .colorMatrix: definition("Makes each channel a weighted sum of all channels.", [
                row("red", [1, 0, 0, 0]), row("green", [0, 1, 0, 0]), row("blue", [0, 0, 1, 0]), row("alpha", [0, 0, 0, 1]), row("bias", [0, 0, 0, 0])])
            case .lookupTable: definition("Looks colours up in a table of N squares of N × N pixels side by side.", [
                FilterParameter("table", "the picture with the table", .picture), number("amount", "0 keeps the original picture", 0...1, 1)])
            }
        }
    }()
}
