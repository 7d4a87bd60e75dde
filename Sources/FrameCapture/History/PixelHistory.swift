import Raster

/// All events of a frame that wrote, or might have written, a pixel.
public struct PixelHistory: Sendable {
    /// The pixel's column, counted from 0 at the left.
    public let x: Int
    /// The pixel's row, counted from 0 at the top, as in the picture.
    public let y: Int
    /// The width and height of the images that the pixel belongs to.
    public let size: (width: Int, height: Int)
    /// The image that the verdict describes.
    public let image: PixelImage
    /// The events in the order of the frame, for all images of size `size`.
    public let events: [PixelEvent]
    /// Whether each draw on the device left exactly the bits that `events` state, in all attachments. The bits in `events` come
    /// from the reference renderer. If a draw on the device left other bits, the device's renderer or the reference renderer has a
    /// bug.
    public let isProven: Bool
    /// The pixel's value after the last event; with several samples, the value of the first sample.
    let value: StateValue
    /// The format of the image.
    let format: PixelFormat
    /// The vocabulary in which texts name states.
    var vocabulary = Vocabulary.raster

    /// The pixel's events in `image`, and in the images from which the pixel was copied.
    public var eventsOfImage: [PixelEvent] {
        // The loop runs backwards, because the events of another image matter only before the pixel is copied from that image.
        var wanted: Set<PixelImage> = [image], kept: [PixelEvent] = []
        for event in events.reversed() where event.images.contains(where: wanted.contains) {
            kept.append(event)
            if event.keepsPixel, let source = event.source { wanted.insert(source) }
        }
        return kept.reversed()
    }

    /// A few sentences about the event that wrote the pixel, and about why each later draw did not change the pixel. Colours of 8 bits per
    /// channel are #RRGGBB, or #RRGGBBAA if alpha is not 1.
    public var verdict: String { PixelVerdict(self, PixelText(vocabulary: vocabulary)).text }
    /// The text of `verdict`, but with all colours as numbers and with the sum that blending computes.
    public var verboseVerdict: String { PixelVerdict(self, PixelText(isVerbose: true, vocabulary: vocabulary)).text }
}
