// FixedFunctionContext: draws FixedFunctionScenes with the system's OpenGL ES 1.x (Mesa: libGLESv1_CM through EGL without a
// window). The context is used on a separate thread, because the current context of another thread must not change.

import CSystemGL
import Effects
import Foundation
import Raster

/// The error that is thrown if the system has no OpenGL ES 1.x for the comparison; the error contains the reason.
struct FixedFunctionUnavailable: Error, CustomStringConvertible {
    var description: String
}

/// `@unchecked` is correct, because the new thread writes the result before the thread signals the semaphore, and the caller reads the
/// result after the signal.
private final class ThreadOutcome<Value>: @unchecked Sendable { var result: Swift.Result<Value, any Error>? }

/// A context that is made, used and released on one thread.
struct FixedFunctionContext {
    let name: String
    private let gl: FixedFunctionGL

    /// Runs `body` with a current context on a new thread, and waits until `body` ends.
    static func withContext<Result: Sendable>(_ body: @escaping @Sendable (FixedFunctionContext) throws -> Result) throws -> Result {
        let outcome = ThreadOutcome<Result>(), done = DispatchSemaphore(value: 0)
        let thread = Thread {
            outcome.result = Swift.Result { try withCurrentContext(body) }
            done.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
        done.wait()
        guard let result = outcome.result else { throw FixedFunctionUnavailable(description: "the thread did not answer") }
        return try result.get()
    }

    private static func withCurrentContext<Result>(_ body: (FixedFunctionContext) throws -> Result) throws -> Result {
        func missing(_ what: String) -> FixedFunctionUnavailable { FixedFunctionUnavailable(description: what) }
        guard let egl = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL) else { throw missing("libEGL.so.1 cannot be loaded") }
        guard let es = dlopen("libGLESv1_CM.so.1", RTLD_NOW | RTLD_LOCAL) else { throw missing("libGLESv1_CM.so.1 cannot be loaded") }
        func find<Function>(_ name: String, in library: UnsafeMutableRawPointer, as type: Function.Type = Function.self) throws -> Function {
            guard let address = dlsym(library, name) else { throw missing("there is no \(name)") }
            return unsafeBitCast(address, to: type)
        }
        let getProcAddress: PFNEGLGETPROCADDRESSPROC = try find("eglGetProcAddress", in: egl)
        let initialize: PFNEGLINITIALIZEPROC = try find("eglInitialize", in: egl)
        let bindAPI: PFNEGLBINDAPIPROC = try find("eglBindAPI", in: egl)
        let chooseConfig: PFNEGLCHOOSECONFIGPROC = try find("eglChooseConfig", in: egl)
        let createContext: PFNEGLCREATECONTEXTPROC = try find("eglCreateContext", in: egl)
        let destroyContext: PFNEGLDESTROYCONTEXTPROC = try find("eglDestroyContext", in: egl)
        let createSurface: PFNEGLCREATEPBUFFERSURFACEPROC = try find("eglCreatePbufferSurface", in: egl)
        let destroySurface: PFNEGLDESTROYSURFACEPROC = try find("eglDestroySurface", in: egl)
        let makeCurrent: PFNEGLMAKECURRENTPROC = try find("eglMakeCurrent", in: egl)
        let releaseThread: PFNEGLRELEASETHREADPROC = try find("eglReleaseThread", in: egl)

        guard let address = getProcAddress("eglGetPlatformDisplayEXT") else { throw missing("EGL has no platform displays") }
        let getPlatformDisplay = unsafeBitCast(address, to: PFNEGLGETPLATFORMDISPLAYEXTPROC.self)
        guard let display = getPlatformDisplay(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil), initialize(display, nil, nil) != 0 else {
            throw missing("EGL has no surfaceless display")
        }
        guard bindAPI(EGLenum(EGL_OPENGL_ES_API)) != 0 else { throw missing("EGL has no OpenGL ES") }
        defer { _ = releaseThread() }
        let wanted: [EGLint] = [EGL_RENDERABLE_TYPE, EGL_OPENGL_ES_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8,
                                EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_NONE]
        var config: EGLConfig?
        var count: EGLint = 0
        guard chooseConfig(display, wanted, &config, 1, &count) != 0, count > 0 else { throw missing("EGL has no configuration for OpenGL ES 1") }
        guard let context = createContext(display, config, nil, [EGL_CONTEXT_CLIENT_VERSION, 1, EGL_NONE]) else {
            throw missing("EGL makes no OpenGL ES 1 context")
        }
        defer { _ = destroyContext(display, context) }
        let side = EGLint(FixedFunctionScene.size)
        guard let surface = createSurface(display, config, [EGL_WIDTH, side, EGL_HEIGHT, side, EGL_NONE]) else { throw missing("EGL makes no pixel buffer") }
        defer { _ = destroySurface(display, surface) }
        guard makeCurrent(display, surface, surface, context) != 0 else { throw missing("the OpenGL ES 1 context cannot be made current") }
        defer { _ = makeCurrent(display, nil, nil, nil) }

        let gl = try FixedFunctionGL { name in try find(name, in: es, as: UnsafeMutableRawPointer.self) }
        func text(_ name: UInt32) -> String { gl.getString(name).map { String(cString: $0) } ?? "?" }
        return try body(FixedFunctionContext(name: "\(text(0x1F02)), \(text(0x1F01))", gl: gl))
    }

    /// Returns RGBA bytes, bottom row first. Throws if the driver reports an error.
    func draw(_ scene: FixedFunctionScene) throws -> [UInt8] {
        gl.viewport(0, 0, Int32(FixedFunctionScene.size), Int32(FixedFunctionScene.size))
        gl.disable(GL.dither)
        gl.clearColor(0, 0, 0, 0)
        gl.clear(0x4000)
        setLight(scene)
        setFog(scene.fog)
        let textures = setTextures(scene)
        gl.color4f(scene.constantColor.x, scene.constantColor.y, scene.constantColor.z, scene.constantColor.w)
        setMatrix(GL.projection, scene.projection)
        setMatrix(GL.modelview, scene.modelview)
        let pixels = drawVertices(scene)
        gl.deleteTextures(Int32(textures.count), textures)
        let error = gl.getError()
        guard error == 0 else { throw FixedFunctionUnavailable(description: "OpenGL ES reports error 0x\(String(error, radix: 16)) for scene \(scene.seed)") }
        return pixels
    }

    private func set(_ capability: UInt32, _ isOn: Bool) { isOn ? gl.enable(capability) : gl.disable(capability) }
    private func setMatrix(_ mode: UInt32, _ m: Matrix4) {
        gl.matrixMode(mode)
        gl.loadMatrix(m.elements)
    }
    private func array(_ v: SIMD4<Float>) -> [Float] { [v.x, v.y, v.z, v.w] }

    private func setLight(_ scene: FixedFunctionScene) {
        set(GL.lighting, !scene.lights.isEmpty)
        set(GL.normalize, true)
        set(GL.colorMaterial, scene.isColorMaterial)
        gl.lightModel(GL.lightModelAmbient, array(scene.modelAmbient))
        gl.lightModel(GL.lightModelTwoSide, [scene.isTwoSided ? 1 : 0])
        for i in 0..<FixedFunctionScene.maximumLights {
            let name = GL.light0 + UInt32(i)
            set(name, i < scene.lights.count)
            guard i < scene.lights.count else { continue }
            let settings = scene.lights[i], light = settings.light
            setMatrix(GL.modelview, settings.modelview)
            gl.light(name, GL.position, array(settings.position))
            gl.light(name, GL.spotDirection, [settings.spotDirection.x, settings.spotDirection.y, settings.spotDirection.z])
            gl.light(name, GL.ambient, array(light.ambientColor))
            gl.light(name, GL.diffuse, array(light.diffuseColor))
            gl.light(name, GL.specular, array(light.specularColor))
            gl.light(name, GL.spotExponent, [light.spotExponent])
            gl.light(name, GL.spotCutoff, [light.spotCutoff])
            gl.light(name, GL.constantAttenuation, [light.constantAttenuation])
            gl.light(name, GL.linearAttenuation, [light.linearAttenuation])
            gl.light(name, GL.quadraticAttenuation, [light.quadraticAttenuation])
        }
        let material = scene.material
        // While colour material is enabled, the material's ambient and diffuse colours follow the current colour and cannot be set.
        gl.disable(GL.colorMaterial)
        gl.material(GL.frontAndBack, GL.ambient, array(material.ambientColor))
        gl.material(GL.frontAndBack, GL.diffuse, array(material.diffuseColor))
        gl.material(GL.frontAndBack, GL.specular, array(material.specularColor))
        gl.material(GL.frontAndBack, GL.emission, array(material.emissiveColor))
        gl.material(GL.frontAndBack, GL.shininess, [material.shininess])
        set(GL.colorMaterial, scene.isColorMaterial)
    }

    private func setFog(_ fog: Fog) {
        set(GL.fog, fog.enabled)
        let mode: Float = switch fog.mode { case .exp: 0x0800; case .exp2: 0x0801; case .linear: 0x2601 }
        gl.fog(GL.fogMode, [mode])
        gl.fog(GL.fogColor, array(fog.color))
        gl.fog(GL.fogDensity, [fog.density])
        gl.fog(GL.fogStart, [fog.start])
        gl.fog(GL.fogEnd, [fog.end])
    }

    private func setTextures(_ scene: FixedFunctionScene) -> [UInt32] {
        var names = [UInt32](repeating: 0, count: 2)
        gl.genTextures(2, &names)
        gl.pixelStore(GL.unpackAlignment, 1)
        for unit in 0..<2 {
            gl.activeTexture(GL.texture0 + UInt32(unit))
            set(GL.texture2D, scene.textures[unit] != nil)
            guard let settings = scene.textures[unit] else { continue }
            gl.bindTexture(GL.texture2D, names[unit])
            gl.texParameter(GL.texture2D, GL.textureMinFilter, GL.nearest)
            gl.texParameter(GL.texture2D, GL.textureMagFilter, GL.nearest)
            let format = settings.hasAlpha ? GL.rgba : GL.rgb
            gl.texImage2D(GL.texture2D, 0, Int32(format), 4, 4, 0, format, GL.unsignedByte, settings.bytes)
            let mode: Int32 = switch settings.mode { case .replace: 0x1E01; case .modulate: 0x2100; case .decal: 0x2101 }
            gl.texEnv(GL.textureEnv, GL.textureEnvMode, mode)
        }
        return names
    }

    private func drawVertices(_ scene: FixedFunctionScene) -> [UInt8] {
        let stride = Int32(FixedFunctionScene.stride), size = FixedFunctionScene.size
        scene.vertices.withUnsafeBytes { bytes in
            func pointer(_ component: Int) -> UnsafeRawPointer? { bytes.baseAddress.map { $0 + component * 4 } }
            gl.enableClientState(GL.vertexArray)
            gl.vertexPointer(3, GL.float, stride, pointer(0))
            gl.enableClientState(GL.normalArray)
            gl.normalPointer(GL.float, stride, pointer(3))
            if scene.hasColorArray { gl.enableClientState(GL.colorArray) } else { gl.disableClientState(GL.colorArray) }
            gl.colorPointer(4, GL.float, stride, pointer(6))
            for unit in 0..<2 {
                gl.clientActiveTexture(GL.texture0 + UInt32(unit))
                gl.enableClientState(GL.textureCoordinateArray)
                gl.texCoordPointer(2, GL.float, stride, pointer(10 + 2 * unit))
            }
            gl.drawArrays(4, 0, Int32(scene.vertexCount))
            gl.finish()
        }
        var pixels = [UInt8](repeating: 0, count: size * size * 4)
        gl.readPixels(0, 0, Int32(size), Int32(size), GL.rgba, GL.unsignedByte, &pixels)
        return pixels
    }
}

/// Constants of OpenGL ES 1.1, named without their prefix.
private enum GL {
    static let dither: UInt32 = 0x0BD0, lighting: UInt32 = 0x0B50, colorMaterial: UInt32 = 0x0B57, normalize: UInt32 = 0x0BA1, fog: UInt32 = 0x0B60
    static let light0: UInt32 = 0x4000, lightModelAmbient: UInt32 = 0x0B53, lightModelTwoSide: UInt32 = 0x0B52
    static let ambient: UInt32 = 0x1200, diffuse: UInt32 = 0x1201, specular: UInt32 = 0x1202, position: UInt32 = 0x1203
    static let spotDirection: UInt32 = 0x1204, spotExponent: UInt32 = 0x1205, spotCutoff: UInt32 = 0x1206
    static let constantAttenuation: UInt32 = 0x1207, linearAttenuation: UInt32 = 0x1208, quadraticAttenuation: UInt32 = 0x1209
    static let emission: UInt32 = 0x1600, shininess: UInt32 = 0x1601, frontAndBack: UInt32 = 0x0408
    static let fogDensity: UInt32 = 0x0B62, fogStart: UInt32 = 0x0B63, fogEnd: UInt32 = 0x0B64, fogMode: UInt32 = 0x0B65, fogColor: UInt32 = 0x0B66
    static let modelview: UInt32 = 0x1700, projection: UInt32 = 0x1701
    static let texture2D: UInt32 = 0x0DE1, texture0: UInt32 = 0x84C0, textureEnv: UInt32 = 0x2300, textureEnvMode: UInt32 = 0x2200
    static let textureMinFilter: UInt32 = 0x2801, textureMagFilter: UInt32 = 0x2800, nearest: Int32 = 0x2600
    static let rgb: UInt32 = 0x1907, rgba: UInt32 = 0x1908, unsignedByte: UInt32 = 0x1401, float: UInt32 = 0x1406, unpackAlignment: UInt32 = 0x0CF5
    static let vertexArray: UInt32 = 0x8074, normalArray: UInt32 = 0x8075, colorArray: UInt32 = 0x8076, textureCoordinateArray: UInt32 = 0x8078
}

/// Entry points of libGLESv1_CM.
private struct FixedFunctionGL {
    typealias Name = @convention(c) (UInt32) -> Void
    typealias Parameters = @convention(c) (UInt32, UnsafePointer<Float>) -> Void
    typealias TargetParameters = @convention(c) (UInt32, UInt32, UnsafePointer<Float>) -> Void
    typealias TargetParameter = @convention(c) (UInt32, UInt32, Int32) -> Void
    typealias Pointer = @convention(c) (Int32, UInt32, Int32, UnsafeRawPointer?) -> Void

    let enable, disable, matrixMode, activeTexture, clientActiveTexture, enableClientState, disableClientState, clear: Name
    let lightModel, fog: Parameters
    let light, material: TargetParameters
    let texParameter, texEnv: TargetParameter
    let vertexPointer, colorPointer, texCoordPointer: Pointer
    let normalPointer: @convention(c) (UInt32, Int32, UnsafeRawPointer?) -> Void
    let loadMatrix: @convention(c) (UnsafePointer<Float>) -> Void
    let color4f, clearColor: @convention(c) (Float, Float, Float, Float) -> Void
    let viewport: @convention(c) (Int32, Int32, Int32, Int32) -> Void
    let genTextures: @convention(c) (Int32, UnsafeMutablePointer<UInt32>) -> Void
    let deleteTextures: @convention(c) (Int32, UnsafePointer<UInt32>) -> Void
    let bindTexture: @convention(c) (UInt32, UInt32) -> Void
    let texImage2D: @convention(c) (UInt32, Int32, Int32, Int32, Int32, Int32, UInt32, UInt32, UnsafeRawPointer?) -> Void
    let pixelStore: @convention(c) (UInt32, Int32) -> Void
    let drawArrays: @convention(c) (UInt32, Int32, Int32) -> Void
    let readPixels: @convention(c) (Int32, Int32, Int32, Int32, UInt32, UInt32, UnsafeMutableRawPointer?) -> Void
    let finish: @convention(c) () -> Void
    let getError: @convention(c) () -> UInt32
    let getString: @convention(c) (UInt32) -> UnsafePointer<UInt8>?

    init(_ find: (String) throws -> UnsafeMutableRawPointer) throws {
        func get<Function>(_ name: String) throws -> Function { unsafeBitCast(try find(name), to: Function.self) }
        enable = try get("glEnable"); disable = try get("glDisable"); matrixMode = try get("glMatrixMode")
        activeTexture = try get("glActiveTexture"); clientActiveTexture = try get("glClientActiveTexture")
        enableClientState = try get("glEnableClientState"); disableClientState = try get("glDisableClientState")
        clear = try get("glClear"); lightModel = try get("glLightModelfv"); fog = try get("glFogfv")
        light = try get("glLightfv"); material = try get("glMaterialfv")
        texParameter = try get("glTexParameteri"); texEnv = try get("glTexEnvi")
        vertexPointer = try get("glVertexPointer"); colorPointer = try get("glColorPointer"); texCoordPointer = try get("glTexCoordPointer")
        normalPointer = try get("glNormalPointer"); loadMatrix = try get("glLoadMatrixf")
        color4f = try get("glColor4f"); clearColor = try get("glClearColor"); viewport = try get("glViewport")
        genTextures = try get("glGenTextures"); deleteTextures = try get("glDeleteTextures"); bindTexture = try get("glBindTexture")
        texImage2D = try get("glTexImage2D"); pixelStore = try get("glPixelStorei"); drawArrays = try get("glDrawArrays")
        readPixels = try get("glReadPixels"); finish = try get("glFinish"); getError = try get("glGetError"); getString = try get("glGetString")
    }
}
