public import Raster
public import Shading

/// The transitions that Raster contains. Each transition has a name.
public enum TransitionLibrary {
    /// The names of the transitions that draw geometry.
    public static let segueNames = ["box", "cloth", "cube", "doors", "flip", "scale-rotate", "tile-fly", "zoom"]
    /// The names of the transitions that are files of the gl-transitions form, from Shaders/transitions.
    public static var fileNames: [String] { files.keys.sorted() }
    /// The names of all transitions, in the order in which galleries show them.
    public static var names: [String] { segueNames + fileNames }

    /// Makes the transition with this name, with default settings. `luma-wipe` has a sampler that needs a picture before the
    /// transition draws.
    /// - Throws: `invalidArgument` for a name that is not in `names`.
    public static func make(_ name: String, device: Device) throws -> any Transition {
        switch name {
        case "box": return BoxTransition(device: device)
        case "cloth": return try ClothTransition(device: device)
        case "cube": return CubeTransition(device: device)
        case "doors": return DoorsTransition(device: device)
        case "flip": return FlipTransition(device: device)
        case "scale-rotate": return ScaleRotateTransition(device: device)
        case "tile-fly": return try TileFlyTransition(device: device)
        case "zoom": return try ZoomFromRectangleTransition(device: device)
        default:
            guard let source = source(of: name) else {
                throw RasterError(.invalidArgument, "transition '\(name)'", "is not known", remedy: "use one of: \(names.joined(separator: ", "))")
            }
            return try GLTransition(device: device, source: source)
        }
    }
    /// Returns the text of a transition that is a file; nil for other names.
    public static func source(of name: String) -> ShaderSource? {
        files[name].map { ShaderSource(text: String(decoding: $0, as: UTF8.self), name: "\(name).glsl") }
    }

    private static let files: [String: [UInt8]] = [
        "blinds": PackageResources.blinds_glsl, "burn": PackageResources.burn_glsl, "checkerboard": PackageResources.checkerboard_glsl,
        "circle": PackageResources.circle_glsl, "clock": PackageResources.clock_glsl, "curtains": PackageResources.curtains_glsl,
        "dissolve": PackageResources.dissolve_glsl, "fade": PackageResources.fade_glsl, "glitch": PackageResources.glitch_glsl,
        "hexagons": PackageResources.hexagons_glsl, "iris": PackageResources.iris_glsl, "kaleidoscope": PackageResources.kaleidoscope_glsl,
        "luma-wipe": PackageResources.luma_wipe_glsl, "move-in": PackageResources.move_in_glsl, "page-curl": PackageResources.page_curl_glsl,
        "pixellate": PackageResources.pixellate_glsl, "push": PackageResources.push_glsl, "reveal": PackageResources.reveal_glsl,
        "ripple": PackageResources.ripple_glsl, "soft-swipe": PackageResources.soft_swipe_glsl, "swirl": PackageResources.swirl_glsl,
        "zoom-through": PackageResources.zoom_through_glsl,
    ]
}
