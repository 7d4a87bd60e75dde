// Window+Notice: a short text for the user, shown over the picture for some seconds. The notice is drawn when the picture is
// presented, never into a framebuffer. So screenshots and captured frames do not contain the notice, and a new notice does not
// require a new frame.

import CSDL
import Raster

/// A notice that is being shown.
struct Notice {
    /// `fullTime` is the number of seconds during which a notice is fully visible. `fadeTime` is the number of seconds during which the
    /// notice then fades.
    static let fullTime = 3.0, fadeTime = 0.6
    /// The number of seconds between two steps of the fade.
    static let fadeStep = 1.0 / 30

    let text: String
    /// The picture of the text; nil if the title bar shows the text.
    let texture: OpaquePointer?
    let size: (width: Int, height: Int)
    private let begin = ContinuousClock.now

    init(text: String, texture: OpaquePointer? = nil, size: (width: Int, height: Int) = (0, 0)) { self.text = text; self.texture = texture; self.size = size }
    func free() { if let texture { SDL_DestroyTexture(texture) } }

    private var age: Double { (ContinuousClock.now - begin) / .seconds(1) }
    /// The opacity, 0…1.
    var opacity: Double { min(max(1 - (age - Notice.fullTime) / Notice.fadeTime, 0), 1) }
    var isOver: Bool { age >= Notice.fullTime + (texture == nil ? 0 : Notice.fadeTime) }
    /// The seconds until the notice's appearance changes.
    var timeUntilNextChange: Double { age < Notice.fullTime ? Notice.fullTime - age : Notice.fadeStep }
    /// Returns the text of the title bar if the title bar shows the notice; nil if the notice is drawn over the picture.
    func titleText(of window: Window) -> String? { texture == nil ? "\(window.name) — \(text)" : nil }
}

extension Window {
    /// Shows a text to the user for some seconds, over the lower edge of the picture, or in the title bar if there is no `noticePainter`.
    /// The notice is in no framebuffer and no screenshot. A new notice replaces the previous notice. The window itself shows a notice after
    /// saving a screenshot.
    public func showNotice(_ text: String) {
        removeNotice()
        notice = pictureOfNotice(text) ?? Notice(text: text)
        needsRepaint = true
        showTitle(wantedTitle)
    }
    private func pictureOfNotice(_ text: String) -> Notice? {
        guard let noticePainter, let image = try? noticePainter(text, pixelsPerPoint, max(1, width - margin * 2)).converted(to: .rgba8),
              let made = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ABGR8888.rawValue, Int32(SDL_TEXTUREACCESS_STATIC.rawValue), Int32(image.width),
                                           Int32(image.height)) else { return nil }
        SDL_SetTextureBlendMode(made, SDL_BLENDMODE_BLEND)
        SDL_UpdateTexture(made, nil, image.bytes, Int32(image.width * 4))
        return Notice(text: text, texture: made, size: (image.width, image.height))
    }
    private func removeNotice() {
        notice?.free()
        notice = nil
    }
    /// The distance between the notice and the edges, in pixels.
    private var margin: Int { Int(16 * pixelsPerPoint) }

    /// Fades the notice, and removes the notice when its time is over. The loop calls this function before the loop sleeps. Returns the
    /// number of seconds after which this function must be called again; nil if there is no notice.
    func advanceNotice() -> Double? {
        guard let notice else { return nil }
        if notice.opacity < 1 || notice.isOver { needsRepaint = true }
        if notice.isOver {
            removeNotice()
            showTitle(wantedTitle)
            return nil
        }
        return notice.timeUntilNextChange
    }
    /// Draws the notice over the rendered picture.
    func drawNotice() {
        guard let notice, let texture = notice.texture, !notice.isOver else { return }
        SDL_SetTextureAlphaMod(texture, UInt8(notice.opacity * 255))
        let x = (width - notice.size.width) / 2, y = height - margin - notice.size.height
        var place = SDL_Rect(x: Int32(x), y: Int32(y), w: Int32(notice.size.width), h: Int32(notice.size.height))
        SDL_RenderCopy(renderer, texture, nil, &place)
    }
}
