/// The way a drawn colour (the source) combines with the stored colour (the destination): the operators of Porter and Duff, and the
/// blend modes of PDF and the W3C's Compositing and Blending Level 1.
///
/// If a shape covers a part of a pixel, the new colour is interpolated between the stored colour and the mode's result, in proportion to
/// that part. `sourceIn`, `sourceOut`, `destinationIn` and `destinationAtop` change all pixels within the clip, because pixels outside the
/// shape count as a transparent source (as in HTML's canvas and Cairo). All other modes change only the pixels that the shape covers. A
/// layer in `clear` or `source` replaces all pixels within the clip (like a group in Cairo). The modes `clear` and `source` draw no drop
/// shadows, because the layer would erase the shadows.
public enum BlendMode: String, Sendable, Hashable, CaseIterable, Codable {
    /// Erases the destination.
    case clear
    /// The source replaces the destination, including its transparency.
    case source
    /// The destination stays unchanged.
    case destination
    /// The source over the destination. The default mode.
    case sourceOver
    /// The source behind the destination.
    case destinationOver
    /// The source where the destination is opaque; nothing elsewhere.
    case sourceIn
    /// The destination where the source is opaque; nothing elsewhere.
    case destinationIn
    /// The source where the destination is transparent; nothing elsewhere.
    case sourceOut
    /// The destination where the source is transparent; the source erases the rest.
    case destinationOut
    /// The source over the destination, only where the destination is opaque.
    case sourceAtop
    /// The destination over the source, only where the source is opaque.
    case destinationAtop
    /// The source where the destination is transparent, and the destination where the source is transparent.
    case xor
    /// The sum of both colours, as with two lights on one surface.
    case plus
    /// The product of both colours, as with two slides on top of each other: never lighter than either colour.
    case multiply
    /// The complement of the product of the complements, as with two projectors on one screen: never darker than either colour.
    case screen
    /// `multiply` where the destination is dark, `screen` where the destination is light: keeps the destination's lights and shadows.
    case overlay
    /// The smaller of both values in each channel.
    case darken
    /// The larger of both values in each channel.
    case lighten
    /// Brightens the destination; a brighter source brightens more.
    case colorDodge
    /// Darkens the destination; a darker source darkens more.
    case colorBurn
    /// `multiply` where the source is dark, `screen` where the source is light: like a harsh spotlight.
    case hardLight
    /// Darkens where the source is dark, lightens where the source is light: like a diffuse spotlight.
    case softLight
    /// The absolute difference of both colours in each channel.
    case difference
    /// Like `difference`, with less contrast.
    case exclusion
    /// The hue of the source with the saturation and luminosity of the destination.
    case hue
    /// The saturation of the source with the hue and luminosity of the destination.
    case saturation
    /// The hue and saturation of the source with the luminosity of the destination: tints a grey picture.
    case color
    /// The luminosity of the source with the hue and saturation of the destination.
    case luminosity
}
