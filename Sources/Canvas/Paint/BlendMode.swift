/// How a drawn colour meets what is there: Porter and Duff's operators, and the blend modes of PDF and the W3C's Compositing and Blending Level 1.
///
/// Where a shape covers a pixel in part, the pixel becomes so much of what the mode makes of it and keeps the rest. `sourceIn`, `sourceOut`, `destinationIn` and `destinationAtop`
/// change all that the clip leaves, as nothing is drawn there counts as a transparent source (HTML's canvas and Cairo); all others change only what the shape covers.
/// A layer in `clear` or `source` takes the place of all that the clip leaves (Cairo's groups). In these two modes there are no drop shadows: nothing of them would be left.
public enum BlendMode: String, Sendable, Hashable, CaseIterable, Codable {
    /// Nothing is left.
    case clear
    /// The drawn colour takes the place of what is there, its transparency included.
    case source
    /// What is there stays.
    case destination
    /// The drawn colour lies over what is there: the mode at first.
    case sourceOver
    /// The drawn colour lies behind what is there.
    case destinationOver
    /// The drawn colour where something is there, and nothing else.
    case sourceIn
    /// What is there where something is drawn, and nothing else.
    case destinationIn
    /// The drawn colour where nothing is there, and nothing else.
    case sourceOut
    /// What is there loses where something is drawn.
    case destinationOut
    /// The drawn colour over what is there, and only there.
    case sourceAtop
    /// What is there over the drawn colour, and only where that is.
    case destinationAtop
    /// Each where the other is not.
    case xor
    /// The sum, as light adds up.
    case plus
    /// The product: as one slide over the other, always darker.
    case multiply
    /// The complements' product: as two projectors on one screen, always lighter.
    case screen
    /// `multiply` or `screen`, by what is there: keeps its lights and shadows.
    case overlay
    /// The smaller one of each channel.
    case darken
    /// The larger one of each channel.
    case lighten
    /// Brightens what is there as the drawn colour says.
    case colorDodge
    /// Darkens what is there as the drawn colour says.
    case colorBurn
    /// `multiply` or `screen`, by the drawn colour: as a harsh spotlight.
    case hardLight
    /// Darkens or lightens, by the drawn colour: as a diffuse spotlight.
    case softLight
    /// The distance of the two in each channel.
    case difference
    /// As `difference`, with less contrast.
    case exclusion
    /// The drawn colour's hue with the saturation and luminosity that are there.
    case hue
    /// The drawn colour's saturation with the hue and luminosity that are there.
    case saturation
    /// The drawn colour's hue and saturation with the luminosity that is there: tints a grey picture.
    case color
    /// The drawn colour's luminosity with the hue and saturation that are there.
    case luminosity
}
