/// How a drawn colour meets what is there: Porter and Duff's operators, and the blend modes of PDF and the W3C's Compositing and Blending Level 1.
public enum BlendMode: String, Sendable, Hashable, CaseIterable, Codable {
    case clear, source, destination, sourceOver, destinationOver, sourceIn, destinationIn, sourceOut, destinationOut
    case sourceAtop, destinationAtop, xor, plus
    case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference, exclusion
    case hue, saturation, color, luminosity
}
