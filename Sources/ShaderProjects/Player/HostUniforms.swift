// HostUniforms: the values of the uniforms that hosts set for their files.

import Raster

/// The data about one pass in one frame. The values of uniforms are computed from these data.
struct HostUniforms {
    let host: ShaderHost
    let moment: ShaderMoment
    let pass: ShaderProject.Pass
    /// Sizes in pixels. `size`: the picture that the pass draws. `output`: the whole output. `source`: the picture that the pass
    /// reads first. `input`: the input picture.
    var size: SIMD2<Double>
    let output: SIMD2<Double>, source: SIMD2<Double>, input: SIMD2<Double>
    /// The camera of the mesh on which the pass is drawn; nil for a rectangle.
    var camera: MeshCamera?
    /// The size of the texture that a sampler reads; nil if the program has no such sampler.
    let textureSize: (String) -> SIMD3<Double>?

    /// Returns a copy of these data for a picture of another size.
    func sized(_ size: SIMD2<Double>) -> HostUniforms {
        var result = self
        result.size = size
        return result
    }

    /// Returns the value of a uniform; nil if no host has a uniform of this name.
    func value(of name: String) -> [Double]? {
        hostValue(name) ?? clock(name) ?? place(name) ?? textureValue(name)
    }

    private func clock(_ name: String) -> [Double]? {
        let time = moment.time, frame = Double(moment.frame)
        switch name {
        case "iTime", "iGlobalTime", "u_time", "time", "TIME", "iChannelTime", "uTime", "seconds": return [time]
        case "iTimeDelta", "u_delta", "TIMEDELTA": return [moment.delta > 0 ? moment.delta : 1.0 / 60]
        case "iFrame", "u_frame", "FRAMEINDEX": return [frame]
        case "FrameCount": return [Double(pass.frameModulus > 0 ? moment.frame % pass.frameModulus : moment.frame)]
        case "FrameDirection": return [1]
        case "iFrameRate": return [60]
        case "iSampleRate": return [44100]
        case "iDate", "u_date", "DATE":
            let month = moment.date.y + (name == "DATE" ? 1 : 0)
            return [Double(moment.date.x), Double(month), Double(moment.date.z), Double(moment.date.w)]
        default: return nil
        }
    }

    private func place(_ name: String) -> [Double]? {
        let pointer = SIMD2<Double>(moment.pointer)
        switch name {
        case "iResolution", "u_resolution", "resolution", "RENDERSIZE", "shaderProjectSize", "uResolution": return [size.x, size.y, 1]
        case "iMouse": return [Double(moment.mouse.x), Double(moment.mouse.y), Double(moment.mouse.z), Double(moment.mouse.w)]
        case "u_mouse": return [pointer.x, pointer.y]
        // Sketches of Processing give the mouse position in pixels; GLSL Sandbox gives the position as a fraction of the picture's size.
        case "mouse": return host == .processing ? [pointer.x, pointer.y] : [pointer.x / size.x, pointer.y / size.y]
        case "surfaceSize": return [1, 1]
        default: return sceneValue(name)
        }
    }
    /// Returns a value of glslViewer's camera or light (UNIFORMS.md of glslViewer); nil for other names. `MeshCamera` computes the values
    /// that depend on the position of the camera.
    private func sceneValue(_ name: String) -> [Double]? {
        switch name {
        case "u_camera": [0, 0, 3]
        case "u_cameraTarget", "u_model": [0, 0, 0]
        case "u_cameraDistance": [MeshCamera.distance]
        case "u_cameraNearClip": [MeshCamera.near]
        case "u_cameraFarClip": [MeshCamera.far]
        case "u_cameraFov": [MeshCamera.fovy * 180 / .pi]
        case "u_light": [2, 3, 4]
        case "u_lightDirection": [0.371, 0.557, 0.743]
        case "u_lightColor": [1, 1, 1]
        case "u_lightIntensity", "u_iblLuminance", "u_cameraExposure", "u_pixelDensity": [1]
        case "u_lightFalloff", "u_cameraChange": [0]
        case "u_area": [1]
        case "u_sceneFps": [60]
        case "u_sceneMs": [1000.0 / 60]
        case "u_pixel": [1 / size.x, 1 / size.y]
        default: nil
        }
    }

    private func hostValue(_ name: String) -> [Double]? {
        switch host {
        case .isf: return name == "PASSINDEX" ? [Double(pass.index)] : nil
        case .libretro:
            switch name {
            case "OutputSize": return [size.x, size.y]
            case "FinalViewportSize": return [output.x, output.y]
            case "InputSize", "TextureSize": return [source.x, source.y]
            case "OrigInputSize", "OrigTextureSize": return [input.x, input.y]
            default: return librarySize(name)
            }
        case .raylib:
            switch name {
            case "colDiffuse": return [1, 1, 1, 1]
            case "renderWidth", "screenWidth": return [size.x]
            case "renderHeight", "screenHeight": return [size.y]
            case "renderSize", "screenSize", "size": return [size.x, size.y]
            case "numOfLights": return [1]
            case "ambient", "ambientColor": return [0.1, 0.1, 0.1, 1]
            default: return name.hasPrefix("lights[0].") ? lampValue(String(name.dropFirst(10))) : nil
            }
        case .processing:
            switch name {
            case "texOffset": return [1 / source.x, 1 / source.y]
            // Sketches that blend two pictures have a uniform for the rectangle of each picture. The names of these uniforms end with
            // `Rect`.
            case let name where name.hasSuffix("Rect"): return [0, 0, size.x, size.y]
            case "viewport": return [0, 0, size.x, size.y]
            // One light from the upper right, in the space of the camera.
            case "lightCount": return [1]
            case "lightPosition": return [2, 3, 4, 1]
            case "lightNormal": return [-0.371, -0.557, -0.743]
            case "lightAmbient": return [0.2, 0.2, 0.2]
            case "lightDiffuse", "lightSpecular": return [1, 1, 1]
            case "lightFalloff": return [1, 0, 0]
            default: return nil
            }
        case .pixi:
            switch name {
            case "inputSize", "uInputSize": return [size.x, size.y, 1 / size.x, 1 / size.y]
            case "inputPixel", "uInputPixel": return [size.x, size.y, 1 / size.x, 1 / size.y]
            case "outputFrame", "uOutputFrame": return [0, 0, size.x, size.y]
            case "uOutputTexture": return [size.x, size.y, 1]
            case "uGlobalFrame": return [0, 0, size.x, size.y]
            case "filterArea": return [size.x, size.y, 0, 0]
            case "inputClamp", "uInputClamp", "filterClamp": return [0.5 / size.x, 0.5 / size.y, 1 - 0.5 / size.x, 1 - 0.5 / size.y]
            case "dimensions", "uDimensions": return [size.x, size.y]
            default: return nil
            }
        case .picom:
            switch name {
            // picom gives the time in milliseconds.
            case "time": return [moment.time * 1000]
            case "opacity": return [1]
            case "effective_size", "window_size": return [size.x, size.y]
            default: return nil
            }
        case .ghostty: return TerminalPicture.uniform(name, size: size, time: moment.time)
        default: return name == "opacity" ? [1] : nil
        }
    }
    /// Returns a value of the first light of raylib's header rlights.h; nil for other names. The light is a white lamp at the upper right.
    private func lampValue(_ member: String) -> [Double]? {
        switch member {
        case "enabled", "type", "intensity": [1]
        case "position": [2, 3, 4]
        case "target": [0, 0, 0]
        case "color": [1, 1, 1, 1]
        default: nil
        }
    }
    /// Returns the sizes of earlier passes and of aliases in libretro, such as `PassPrev2TextureSize`; nil for other names.
    private func librarySize(_ name: String) -> [Double]? {
        for ending in ["TextureSize", "InputSize"] where name.hasSuffix(ending) {
            if let size = textureSize(name.dropLast(ending.count) + "Texture") { return [size.x, size.y] }
        }
        return nil
    }
    /// For a uniform `xResolution`, returns the size of the texture that the sampler `x` reads; nil for other names.
    private func textureValue(_ name: String) -> [Double]? {
        if name == "iChannelResolution" {
            return (0..<4).flatMap { number -> [Double] in
                let size = textureSize("iChannel\(number)") ?? SIMD3(0, 0, 0)
                return [size.x, size.y, size.z]
            }
        }
        guard name.hasSuffix("Resolution"), let size = textureSize(String(name.dropLast(10))) else { return nil }
        return [size.x, size.y, 1]
    }

    /// Returns a value for a uniform that the host itself would set. The value is chosen so that a filter usually shows something: 1 for a
    /// gain, an opacity or a colour, and a few pixels for a size. Returns nil if the name gives no hint. Only files of hosts whose shaders
    /// change a picture get values that are chosen in this way.
    static func usual(_ name: String, host: ShaderHost) -> Double? {
        guard [.raylib, .processing, .pixi, .picom, .hyprshade].contains(host) else { return nil }
        let name = name.lowercased()
        if let value = usualValues.first(where: { name.contains($0.word) })?.value { return value }
        // Sketches of Processing set factors more often than distances. So most names get 1, which changes nothing as a factor. Names of
        // distances and positions keep 0, which moves nothing.
        return host != .processing || neutralAtZero.contains { name.contains($0) } || name.count < 2 ? nil : 1
    }
    private static let neutralAtZero = [
        "offset", "angle", "rot", "shift", "phase", "seed", "time", "delay", "index", "pos", "dir", "min", "light", "mouse", "hue",
    ]
    private static let usualValues: [(word: String, value: Double)] = [
        ("threshold", 0.5), ("progress", 0.5), ("mix", 0.5), ("center", 0.5), ("size", 8), ("pixel", 8), ("radius", 4), ("blur", 4),
        ("sigma", 4), ("aperture", 180), ("tiling", 3), ("rough", 0.5), ("density", 0.15), ("iterations", 100), ("gamma", 1),
        ("saturation", 1), ("contrast", 1), ("bright", 1), ("alpha", 1), ("opacity", 1), ("scale", 1), ("intensity", 1), ("strength", 1),
        ("amount", 1), ("gain", 1), ("exposure", 1), ("color", 1), ("colour", 1), ("tint", 1), ("speed", 1), ("zoom", 1), ("sharp", 1), ("level", 1),
    ]

    /// Returns true for the name of a uniform that a host sets. All other uniforms belong to the file itself.
    static func isGiven(_ name: String) -> Bool {
        names.contains(name) || name.hasSuffix("Resolution") || name.hasPrefix("gl_") || name.hasPrefix("shaderProject")
    }
    private static let names: Set<String> = [
        "iResolution", "iTime", "iGlobalTime", "iTimeDelta", "iFrame", "iFrameRate", "iSampleRate", "iMouse", "iDate", "iChannelTime", "iChannelResolution",
        "u_time", "u_delta", "u_frame", "u_resolution", "u_mouse", "u_date", "time", "resolution", "mouse", "surfaceSize", "u_SH", "uTime",
        "uResolution", "seconds",
    ]
    /// The names of the uniforms that change with time.
    static let timeNames = [
        "iTime", "iGlobalTime", "iTimeDelta", "iFrame", "iDate", "iChannelTime", "u_time", "u_delta", "u_frame", "u_date", "time", "TIME", "TIMEDELTA",
        "FRAMEINDEX", "DATE", "FrameCount", "uTime", "seconds", "iTimeCursorChange",
    ]
}
