// GLXConfig+Choosing: glXChooseFBConfig and glXChooseVisual (GLX 1.4 §3.3.3, table 3.4).

/// The properties that a program wants a configuration to have.
struct GLXWishes {
    private enum Criterion { case atLeast, exact, mask, ignored }
    private var values: [Int32: Int32] = [:]

    /// For each attribute: how the configuration's value is compared with the wanted value, and the wanted value if the program's list does
    /// not contain the attribute.
    private static let criteria: [Int32: (criterion: Criterion, initial: Int32)] = [
        GLX.bufferSize: (.atLeast, 0), GLX.level: (.exact, 0), GLX.doubleBuffer: (.exact, GLX.dontCare), GLX.stereo: (.exact, 0), GLX.auxBuffers: (.atLeast, 0),
        GLX.redSize: (.atLeast, 0), GLX.greenSize: (.atLeast, 0), GLX.blueSize: (.atLeast, 0), GLX.alphaSize: (.atLeast, 0), GLX.depthSize: (.atLeast, 0),
        GLX.stencilSize: (.atLeast, 0), GLX.accumRedSize: (.atLeast, 0), GLX.accumGreenSize: (.atLeast, 0), GLX.accumBlueSize: (.atLeast, 0),
        GLX.accumAlphaSize: (.atLeast, 0), GLX.sampleBuffers: (.atLeast, 0), GLX.samples: (.atLeast, 0), GLX.configCaveat: (.exact, GLX.dontCare),
        GLX.configID: (.exact, GLX.dontCare), GLX.visualID: (.exact, GLX.dontCare), GLX.visualType: (.exact, GLX.dontCare),
        GLX.renderType: (.mask, GLX.rgbaBit), GLX.drawableType: (.mask, GLX.windowBit), GLX.xRenderable: (.exact, GLX.dontCare),
        GLX.sRGBCapable: (.exact, GLX.dontCare), GLX.transparentType: (.exact, GLX.none), GLX.transparentIndexValue: (.ignored, 0),
        GLX.transparentRedValue: (.ignored, 0), GLX.transparentGreenValue: (.ignored, 0), GLX.transparentBlueValue: (.ignored, 0),
        GLX.transparentAlphaValue: (.ignored, 0), GLX.maxPbufferWidth: (.ignored, 0), GLX.maxPbufferHeight: (.ignored, 0),
        GLX.maxPbufferPixels: (.ignored, 0), GLX.visualSelectGroup: (.ignored, 0), GLX.screen: (.ignored, 0),
    ]

    /// Reads the list of glXChooseFBConfig: pairs of a name and a value; a name of 0 ends the list. Returns nil if a name is unknown or a
    /// value is not allowed.
    init?(configList: UnsafePointer<Int32>?) {
        guard var list = configList else { return }
        while list[0] != 0 {
            guard add(list[0], list[1]) else { return nil }
            list += 2
        }
    }
    /// Reads the list of glXChooseVisual. In the list of glXChooseVisual, a value follows some names, but not all names. Returns nil if a
    /// name is unknown.
    init?(visualList: UnsafePointer<Int32>?) {
        // A list without GLX_DOUBLEBUFFER asks for a single buffer. A list without GLX_RGBA asks for colour indices. No visual of this
        // driver has colour indices, so no visual matches a list without GLX_RGBA.
        values[GLX.doubleBuffer] = 0
        var isRGBA = false
        guard var list = visualList else { return nil }
        while list[0] != 0 {
            switch list[0] {
            case GLX.useGL: list += 1
            case GLX.rgba:
                isRGBA = true
                list += 1
            case GLX.doubleBuffer, GLX.stereo:
                values[list[0]] = 1
                list += 1
            // GLX_BUFFER_SIZE is the number of bits of a colour index. The visuals of this driver have colours instead of indices, so the
            // value is ignored.
            case GLX.bufferSize: list += 2
            default:
                guard add(list[0], list[1]) else { return nil }
                list += 2
            }
        }
        if !isRGBA { return nil }
    }
    private mutating func add(_ name: Int32, _ value: Int32) -> Bool {
        guard let criterion = Self.criteria[name]?.criterion, criterion != .atLeast || value >= 0 || value == GLX.dontCare else { return false }
        values[name] = value
        return true
    }

    private func matches(_ config: GLXConfig) -> Bool {
        // GLX_FBCONFIG_ID asks for a single configuration. If the program gives GLX_FBCONFIG_ID, all other attributes are ignored.
        if let id = values[GLX.configID], id != GLX.dontCare { return config.config.id == id }
        return Self.criteria.allSatisfy { name, row in
            let wish = values[name] ?? row.initial
            guard row.criterion != .ignored, wish != GLX.dontCare, let value = config.value(name) else { return true }
            return switch row.criterion {
            case .atLeast: value >= wish
            case .exact: value == wish
            case .mask: value & wish == wish
            case .ignored: true
            }
        }
    }

    /// Returns the configurations that fulfil the wishes, beginning with the best configuration.
    func choose(from configs: [GLXConfig]) -> [GLXConfig] {
        configs.filter(matches).sorted { order($0).lexicographicallyPrecedes(order($1)) }
    }
    /// Returns the list of numbers by which a configuration is sorted (GLX 1.4 §3.3.3). The lists are compared number by number, and the
    /// configuration with the smaller list comes first, because it is the better configuration. Caveats, auxiliary buffers and accumulation
    /// buffers are left out, because they are the same for all configurations.
    private func order(_ config: GLXConfig) -> [Int32] {
        func value(_ name: Int32) -> Int32 { config.value(name) ?? 0 }
        let wanted = [GLX.redSize, GLX.greenSize, GLX.blueSize, GLX.alphaSize].filter { (values[$0] ?? 0) > 0 }
        let bits = wanted.reduce(0) { $0 + value($1) }
        return [-bits, value(GLX.bufferSize), value(GLX.doubleBuffer), value(GLX.sampleBuffers), value(GLX.samples), -value(GLX.depthSize),
                value(GLX.stencilSize), config.config.id]
    }
}
