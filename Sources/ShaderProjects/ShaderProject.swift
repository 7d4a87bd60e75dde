// ShaderProject: the contents of a file or folder of shaders, for any host.

public import Raster
public import Shading

/// One or several passes of fragment shaders that together draw a picture, with the files that they read.
///
/// `init(contentsOf:options:)` reads the files of Shadertoy, glslViewer, ISF, libretro and other hosts. `ShaderPlayer` draws a project. An
/// application can also make a project itself, with passes whose sources are in memory.
public struct ShaderProject: Sendable {
    /// The application that the files were written for.
    public var host: ShaderHost
    /// The path of the project, for messages.
    public var name: String
    /// The passes in the order in which they are drawn. The last pass draws the picture.
    public var passes: [Pass]
    /// Texts that come before the text of each pass, such as Shadertoy's Common.
    public var common: [ShaderSource] = []
    /// The uniforms that the files describe: with ranges, defaults and labels.
    public var parameters: [ShaderParameter] = []
    /// The channels that every pass has, keyed by the name of the sampler.
    public var channels: [String: Channel] = [:]
    /// Shadertoy's sound pass, which the player renders apart from the frames; nil if the project has no sound pass.
    public var sound: Pass?
    /// The samplers of the pictures that the project changes, in the order of the user's files; empty if the samplers have the host's usual
    /// names.
    public var inputNames: [String] = []
    /// Whether the files are written for a model: the files read normals, or draw a background behind the model.
    public var isForMesh = false
    /// Sentences about the parts that the files leave open or that cannot be drawn.
    public var notes: [String] = []
    /// The paths of the files that were read, so that an application can watch these files for changes.
    public var paths: Set<String> = []

    /// Creates a project with these passes.
    public init(host: ShaderHost, name: String, passes: [Pass]) { self.host = host; self.name = name; self.passes = passes }

    /// One fragment shader that is drawn over a whole picture.
    public struct Pass: Sendable {
        /// The name, which is unique in the project: `Buffer A`, `BUFFER_0`, the target of an ISF pass.
        public var name: String
        /// The fragment shader in its host's form. For libretro, the text of both stages.
        public var source: ShaderSource
        /// The vertex shader; nil if the pass is drawn on a rectangle over the whole picture.
        public var vertex: ShaderSource?
        /// The macros of this pass alone.
        public var defines: [ShaderDefine] = []
        /// The width and the height of the pass's picture.
        public var width = Extent.output(1), height = Extent.output(1)
        /// The format of the pass's picture. The last pass is drawn in the format of the target instead, unless another pass reads the last
        /// pass's picture.
        public var format = PixelFormat.rgba8
        /// Whether the pass keeps its picture for the next frame, even if the pass does not read this picture itself.
        public var isPersistent = false
        /// Whether the pass draws the six faces of a cube map. If this property is true, `width` is the length of a side.
        public var isCube = false
        /// Whether the pass makes sound: its program has `mainSound`.
        public var isSound = false
        /// Whether mip levels are made after the pass.
        public var hasMipmaps = false
        /// The number of the pass: ISF's `PASSINDEX`, or libretro's number.
        public var index = 0
        /// libretro's `frame_count_mod`: the frame counter begins again after this number of frames; 0 if the counter never begins again.
        public var frameModulus = 0
        /// The channels of this pass, keyed by the name of the sampler. The pass's channels take precedence over the channels of the
        /// project.
        public var channels: [String: Channel] = [:]
        /// Whether the pass is drawn on the player's mesh instead of over the whole picture. Without a mesh, the pass is drawn over the
        /// whole picture.
        public var isOnMesh = false
        /// The name of the pass whose picture is shown behind the mesh; nil if the background is black.
        public var backdrop: String?
        /// The steps that change the pass's picture before other passes read it; nil if there are no steps.
        public var steps: Steps?

        /// Creates a pass whose picture is as large as the output and has 8 bits per channel.
        public init(name: String, source: ShaderSource) { self.name = name; self.source = source }
    }

    /// A shader that draws several pictures one after another, beginning with the picture of a pass. The kind of steps determines the sizes
    /// and the order of these pictures. The last of these pictures replaces the picture of the pass.
    public struct Steps: Sendable {
        public enum Kind: Sendable, Hashable {
            /// A convolution pyramid (Farbman, Fattal, Lischinski 2011): smaller and smaller pictures down to a few pixels, then larger and
            /// larger pictures.
            case pyramid
            /// Jump flooding (Rong, Tan 2006). The number of pictures is 1 plus log₂ of the longer side's length, rounded up.
            case flood
        }
        /// The sizes and the order of the pictures.
        public var kind: Kind
        /// The fragment shader of each picture.
        public var source: ShaderSource
        /// The macros of the fragment shader.
        public var defines: [ShaderDefine]

        /// Creates steps of this kind.
        public init(_ kind: Kind, source: ShaderSource, defines: [ShaderDefine] = []) { self.kind = kind; self.source = source; self.defines = defines }
    }

    /// The length of one side of a pass's picture.
    public enum Extent: Sendable, Hashable {
        /// A multiple of the output's side.
        case output(Double)
        /// A multiple of the side of the previous pass's picture; for the first pass, of the input picture's side.
        case previous(Double)
        /// A number of pixels.
        case pixels(Int)
        /// ISF's expression over `$WIDTH`, `$HEIGHT` and the values of the inputs.
        case formula(SizeFormula)
    }

    /// A texture that a pass reads, with its sampler and its orientation.
    public struct Channel: Sendable, Hashable {
        /// The content of the texture.
        public var content: Content
        /// The filters and wrap modes of lookups; nil for the host's usual sampler.
        public var sampler: Sampler?
        /// Whether the first row of a file is at the bottom: t = 0. Normally the first row is at the top.
        public var isFlipped = false

        /// Whether no file describes the channel. A channel that no file describes may get another type, according to the shader's lookups.
        var isGuess = false

        /// Creates a channel, by default in the host's usual orientation.
        public init(_ content: Content, sampler: Sampler? = nil, isFlipped: Bool = false) {
            self.content = content; self.sampler = sampler; self.isFlipped = isFlipped
        }
        /// The type that the sampler needs.
        var dimension: TextureDimension {
            switch content {
            case .cubeMap, .sky: .cube
            case .volume: .d3
            default: .d2
            }
        }
    }

    /// The sources of a channel's texture.
    public enum Content: Sendable, Hashable {
        /// The newest picture of a pass: the picture of this frame if the pass is drawn before the pass that reads it; otherwise the
        /// picture of the last frame.
        case pass(String)
        /// A pass's picture of the last frame.
        case lastFrame(String)
        /// The depth, 0…1, of the newest picture of a pass that is drawn on a mesh.
        case depth(String)
        /// The picture that the project changes: the user's picture, or a built-in picture.
        case input
        /// The frame of the input video that is this number of frames earlier; the same as `input` if the input is not a video.
        case earlierInput(Int)
        /// A picture that the application gave to the player by `ShaderPlayer.add(_:named:)`.
        case stored(String)
        /// A picture file: PNG or JPEG.
        case picture(path: String)
        /// Six faces in the order +X −X +Y −Y +Z −Z, or one file with a strip of six squares.
        case cubeMap(paths: [String])
        /// A file in Shadertoy's volume format: the letters BIN, a zero byte, then size, channels and voxels.
        case volume(path: String?)
        /// A video file, or the first of numbered picture files; 30 frames per second.
        case video(path: String)
        /// A sound file (WAV, FLAC, Ogg, MP3) as spectrum (row 0) and wave (row 1) in 512 texels; `path` is nil if the sound is silence.
        case audio(path: String?)
        /// The keys by JavaScript's codes: held (row 0), pressed in this frame (row 1), toggled (row 2).
        case keyboard
        /// Built-in noise with this number of texels per side; grey if `isGrey`.
        case noise(size: Int, isGrey: Bool)
        /// A built-in picture.
        case standIn
        /// A built-in sky as a cube map.
        case sky
    }

    /// The settings for reading a project.
    public struct Options: Sendable {
        /// The host to assume; nil to recognise the host by the contents of the files.
        public var host: ShaderHost?
        /// The names that are defined when the files are compiled. These names can affect the recognised host, because branches of `#if`
        /// that the names switch off are not examined.
        public var defines: Set<String> = []
        /// The folders in which `#include` searches for files that are not in the folder of the including file.
        public var folders: [String] = []
        /// Whether the player draws on a mesh. If `drawsMesh` is true, the vertex shader beside a fragment shader is always used. If
        /// `drawsMesh` is nil, the player draws on a mesh if `ShaderProject.isForMesh` is true.
        public var drawsMesh: Bool?
        /// Creates options. By default, the contents of the files determine the host.
        public init(host: ShaderHost? = nil, defines: Set<String> = [], folders: [String] = [], drawsMesh: Bool? = nil) {
            self.host = host; self.defines = defines; self.folders = folders; self.drawsMesh = drawsMesh
        }
    }
}

/// A uniform that the user can change, as its file describes it.
public struct ShaderParameter: Sendable, Hashable {
    /// The kinds of values. Each kind has its own widget.
    public enum Kind: Sendable, Hashable {
        /// One or several numbers.
        case numbers(count: Int)
        /// A whole number.
        case whole
        /// A truth value.
        case flag
        /// True in one frame after each press of a button.
        case event
        /// Red, green, blue and perhaps alpha, 0…1.
        case color(count: Int)
        /// One of several values, with their labels.
        case choice(values: [Double], labels: [String])
    }
    /// The name of the uniform.
    public var name: String
    /// The label to show.
    public var label: String
    /// The kind of the uniform's value.
    public var kind: Kind
    /// The initial value: one number per component.
    public var initial: [Double]
    /// The lowest values, per component; nil if the file gives no lowest values.
    public var minimum: [Double]?
    /// The highest values, per component; nil if the file gives no highest values.
    public var maximum: [Double]?
    /// The distance between values; nil if every value is allowed.
    public var step: Double?

    /// Creates a parameter, by default without a range.
    public init(name: String, label: String? = nil, kind: Kind, initial: [Double], minimum: [Double]? = nil, maximum: [Double]? = nil, step: Double? = nil) {
        self.name = name; self.label = label ?? name; self.kind = kind; self.initial = initial
        self.minimum = minimum; self.maximum = maximum; self.step = step
    }
}
