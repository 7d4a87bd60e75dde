// DriverConfig+Choosing: eglChooseConfig (EGL 1.5 §3.4.1).

import CDriver

/// The properties that a program wants a configuration to have.
struct ConfigWishes {
    private enum Criterion { case atLeast, exact, mask, ignored }
    private var values: [EGLint: EGLint] = [:]
    /// A pixmap for which the configuration must be able to make a surface (EGL_MATCH_NATIVE_PIXMAP); nil if the program names no pixmap.
    private var pixmap: UInt?
    private static let dontCare: EGLint = -1

    /// For each attribute: how the configuration's value is compared with the wanted value, and the wanted value if the program's list does
    /// not contain the attribute (EGL 1.5 table 3.4). According to the table, a list without EGL_RENDERABLE_TYPE asks for OpenGL ES 1,
    /// which no configuration supports. But programs of GTK 4 give no EGL_RENDERABLE_TYPE, and accept any API. So in this driver a list
    /// without EGL_RENDERABLE_TYPE accepts every configuration.
    private static let criteria: [EGLint: (criterion: Criterion, initial: EGLint)] = [
        EGL_BUFFER_SIZE: (.atLeast, 0), EGL_RED_SIZE: (.atLeast, 0), EGL_GREEN_SIZE: (.atLeast, 0), EGL_BLUE_SIZE: (.atLeast, 0),
        EGL_LUMINANCE_SIZE: (.atLeast, 0), EGL_ALPHA_SIZE: (.atLeast, 0), EGL_ALPHA_MASK_SIZE: (.atLeast, 0),
        EGL_BIND_TO_TEXTURE_RGB: (.exact, dontCare), EGL_BIND_TO_TEXTURE_RGBA: (.exact, dontCare),
        EGL_COLOR_BUFFER_TYPE: (.exact, EGL_RGB_BUFFER), EGL_CONFIG_CAVEAT: (.exact, dontCare), EGL_CONFIG_ID: (.exact, dontCare),
        EGL_CONFORMANT: (.mask, 0), EGL_DEPTH_SIZE: (.atLeast, 0), EGL_LEVEL: (.exact, 0),
        EGL_MAX_PBUFFER_WIDTH: (.ignored, 0), EGL_MAX_PBUFFER_HEIGHT: (.ignored, 0), EGL_MAX_PBUFFER_PIXELS: (.ignored, 0),
        EGL_MAX_SWAP_INTERVAL: (.exact, dontCare), EGL_MIN_SWAP_INTERVAL: (.exact, dontCare), EGL_MATCH_NATIVE_PIXMAP: (.ignored, EGL_NONE),
        EGL_NATIVE_RENDERABLE: (.exact, dontCare), EGL_NATIVE_VISUAL_ID: (.ignored, 0), EGL_NATIVE_VISUAL_TYPE: (.exact, dontCare),
        EGL_RENDERABLE_TYPE: (.mask, 0), EGL_SAMPLE_BUFFERS: (.atLeast, 0), EGL_SAMPLES: (.atLeast, 0),
        EGL_STENCIL_SIZE: (.atLeast, 0), EGL_SURFACE_TYPE: (.mask, EGL_WINDOW_BIT), EGL_TRANSPARENT_TYPE: (.exact, EGL_NONE),
        EGL_TRANSPARENT_RED_VALUE: (.exact, dontCare), EGL_TRANSPARENT_GREEN_VALUE: (.exact, dontCare),
        EGL_TRANSPARENT_BLUE_VALUE: (.exact, dontCare),
    ]
    private static let booleans = [EGL_BIND_TO_TEXTURE_RGB, EGL_BIND_TO_TEXTURE_RGBA, EGL_NATIVE_RENDERABLE]
    private static let enumerations: [EGLint: [EGLint]] = [
        EGL_COLOR_BUFFER_TYPE: [EGL_RGB_BUFFER, EGL_LUMINANCE_BUFFER], EGL_CONFIG_CAVEAT: [EGL_NONE, EGL_SLOW_CONFIG, EGL_NON_CONFORMANT_CONFIG],
        EGL_TRANSPARENT_TYPE: [EGL_NONE, EGL_TRANSPARENT_RGB],
    ]

    init(_ list: AttributeList) throws(EGLError) {
        for (name, value) in list.pairs {
            guard let criterion = Self.criteria[name]?.criterion else { throw .badAttribute(name) }
            guard let value = EGLint(exactly: value) else { throw .badAttribute(name) }
            values[name] = value
            if name == EGL_MATCH_NATIVE_PIXMAP {
                if value != EGL_NONE { pixmap = UInt(UInt32(bitPattern: value)) }
                continue
            }
            if value == Self.dontCare {
                if name == EGL_LEVEL { throw EGLError(EGL_BAD_ATTRIBUTE, "EGL_LEVEL cannot be EGL_DONT_CARE") }
                continue
            }
            let isAllowed = if let allowed = Self.enumerations[name] { allowed.contains(value) }
                else if Self.booleans.contains(name) { value == EGL_TRUE || value == EGL_FALSE }
                else if criterion == .atLeast { value >= 0 }
                else { true }
            guard isAllowed else { throw EGLError(EGL_BAD_ATTRIBUTE, "\(EGLError.hexadecimal(name)) cannot be \(EGLError.hexadecimal(value))") }
        }
    }

    private func matches(_ config: DriverConfig) -> Bool {
        // EGL_CONFIG_ID asks for a single configuration. If the program gives EGL_CONFIG_ID, all other attributes are ignored.
        if let id = values[EGL_CONFIG_ID], id != Self.dontCare { return config.id == id }
        return Self.criteria.allSatisfy { name, row in
            let wish = values[name] ?? row.initial
            if row.criterion == .ignored || wish == Self.dontCare { return true }
            guard let value = config.value(name) else { return true }
            return switch row.criterion {
            case .atLeast: value >= wish
            case .exact: value == wish
            case .mask: value & wish == wish
            case .ignored: true
            }
        }
    }

    /// Returns the configurations that fulfil the wishes, beginning with the best configuration (EGL 1.5 §3.4.1.2).
    func choose(from display: DriverDisplay) throws(EGLError) -> [DriverConfig] {
        var configs = display.sortedConfigs
        if let pixmap {
            guard let windows = display.windows else { throw EGLError(EGL_BAD_NATIVE_PIXMAP, "the display has no pixmaps") }
            let native = try windows.pixmap(pixmap)
            configs = configs.filter { $0.surfaceTypes & EGL_PIXMAP_BIT != 0 && $0.fits(native) }
        }
        return configs.filter(matches).sorted { first, second in
            order(first).lexicographicallyPrecedes(order(second))
        }
    }
    /// Returns the list of numbers by which a configuration is sorted. The lists are compared number by number, and the configuration with
    /// the smaller list comes first, because it is the better configuration. Caveats, colour buffer types and alpha masks are left out,
    /// because they are the same for all configurations.
    private func order(_ config: DriverConfig) -> [EGLint] {
        let channels = [EGL_RED_SIZE, EGL_GREEN_SIZE, EGL_BLUE_SIZE, EGL_ALPHA_SIZE]
        let wanted = channels.filter { (values[$0] ?? 0) > 0 }
        let bits = wanted.reduce(0) { $0 + (config.value($1) ?? 0) }
        let rising = [EGL_BUFFER_SIZE, EGL_SAMPLE_BUFFERS, EGL_SAMPLES, EGL_DEPTH_SIZE, EGL_STENCIL_SIZE, EGL_CONFIG_ID]
        return [-bits] + rising.map { config.value($0) ?? 0 }
    }
}
