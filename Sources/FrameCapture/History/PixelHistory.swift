import Raster

/// Everything that touched a pixel in a frame, or could have.
public struct PixelHistory: Sendable {
    /// Pixels from the left.
    public let x: Int
    /// Pixels from the top, as in the picture.
    public let y: Int
    /// The width and height of the images that the pixel belongs to.
    public let size: (width: Int, height: Int)
    /// The image that the verdict is about.
    public let image: PixelImage
    /// In the order of the frame, for all images of the size.
    public let events: [PixelEvent]
    /// Whether each draw left the bits that the history says, in all its attachments; where not, one of the two renderers is wrong.
    public let isProven: Bool
    /// The pixel's value after the last event; where it has several samples, the first sample's.
    let value: StateValue
    /// The format of the image.
    let format: PixelFormat

    /// The events that have to do with the image: those in it, and those in images that it took the pixel from.
    public var eventsOfImage: [PixelEvent] {
        // Backwards, because an image matters only until the moment at which it was read.
        var wanted: Set<PixelImage> = [image], kept: [PixelEvent] = []
        for event in events.reversed() where event.images.contains(where: wanted.contains) {
            kept.append(event)
            if event.keepsPixel, let source = event.source { wanted.insert(source) }
        }
        return kept.reversed()
    }

    /// Tells in a few sentences which event made the pixel, and which later draws did not change it and why. Colours of 8 bits a channel are
    /// #RRGGBB, or #RRGGBBAA where alpha is not 1.
    public var verdict: String { PixelVerdict(self).text }
    /// As `verdict`, with all colours as numbers, and the sum that blending computes.
    public var verboseVerdict: String { PixelVerdict(self, PixelText(isVerbose: true)).text }
}
