// swift-tools-version: 6.0
import PackageDescription

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

// MARK: Products

/// The libraries that a program can depend on.
let libraryProducts: [Product] = [
    .library(name: "Shading", targets: ["Shading"]),
    .library(name: "Raster", targets: ["Raster"]),
    .library(name: "FrameCapture", targets: ["FrameCapture"]),
    .library(name: "PictureTesting", targets: ["PictureTesting"]),
    .library(name: "SystemGL", targets: ["SystemGL"]),
    .library(name: "Window", targets: ["Window"]),
    .library(name: "Models", targets: ["Models"]),
    .library(name: "Effects", targets: ["Effects"]),
    .library(name: "ShaderProjects", targets: ["ShaderProjects"]),
    .library(name: "Canvas", targets: ["Canvas"]),
    .library(name: "Panels", targets: ["Panels"]),
    // Scenes2D contains interactive pieces that the demos show. Scenes2D uses the library, but is no part of the library.
    .library(name: "Scenes2D", targets: ["Scenes2D"]),
    // scripts/build-driver links this archive into the driver libEGL_raster.so.0. With the driver, programs that call OpenGL draw with
    // Raster.
    .library(name: "EGL_raster", type: .static, targets: ["EGLDriver", "GLXDriver"]),
]

/// A shared library that contains Raster, for a test.
let testProducts: [Product] = [
    .library(name: "guest-library", type: .dynamic, targets: ["GuestLibrary"]),
]

/// The programs that users run.
let programProducts: [Product] = [
    .executable(name: "demos", targets: ["demos"]),
    .executable(name: "framescope", targets: ["framescope"]),
    .executable(name: "conformance", targets: ["conformance"]),
]

// MARK: Targets

/// The C libraries that Raster calls, and Raster's own targets in C and C++. The libraries come from Debian packages and need no flags.
let systemLibraries: [Target] = [
    .systemLibrary(name: "CGlslang", providers: [.apt(["glslang-dev", "spirv-tools"])]),
    .systemLibrary(name: "CPNG", providers: [.apt(["libspng-dev"])]),
    .systemLibrary(name: "CWebP", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CZstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CXXHash", providers: [.apt(["libxxhash-dev"])]),
    .systemLibrary(name: "CSndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CSDL", providers: [.apt(["libsdl2-dev"])]),
    .systemLibrary(name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
    .systemLibrary(name: "CHarfBuzz", providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(name: "CFontconfig", providers: [.apt(["libfontconfig-dev"])]),
    .systemLibrary(name: "CFriBidi", providers: [.apt(["libfribidi-dev"])]),
    // Scenes2D writes PDF with Cairo, and the canvas's tests compare pictures with Cairo's.
    .systemLibrary(name: "CCairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CSystemGL", providers: [.apt(["libegl-dev", "libgl-dev"])]),
    // CJPEG contains C code, because libjpeg reports errors by longjmp, which must not skip Swift code. The headers are in Debian's
    // libjpeg62-turbo-dev.
    .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
    // CGlslangConstants replaces a part of glslang when the program is linked. CGlslangConstants compiles with the headers of the
    // installed version of glslang.
    .target(name: "CGlslangConstants"),
    .systemLibrary(name: "CMeshoptimizer", providers: [.apt(["libmeshoptimizer-dev"])]),
    .target(name: "CDraco", linkerSettings: [.linkedLibrary("draco")]),
    .target(name: "CAssimp", linkerSettings: [.linkedLibrary("assimp")]),
    .target(name: "CBox2D", linkerSettings: [.linkedLibrary("box2d")]),
    .target(name: "CImGui", linkerSettings: [.linkedLibrary("imgui"), .linkedLibrary("stb")]),
    // CHost handles the state that the library shares with the calling program: threads, floating-point environment, fork().
    .target(name: "CHost", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    // CLLVM declares the functions of libLLVM, and opens libLLVM at run time, when a kernel is first compiled.
    .target(name: "CLLVM", dependencies: ["CHost"], linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
]

/// The targets of the library. Each target depends only on targets that are above it in this file.
let libraries: [Target] = [
    .target(name: "Host", dependencies: ["CHost"]),
    .target(name: "Memory", dependencies: ["Host"]),
    .target(name: "CaptureFile", dependencies: ["CZstd", "CXXHash"]),
    .target(name: "Kernel", dependencies: ["CLLVM", "Host", "Memory"]),
    .target(name: "Shading", dependencies: ["CGlslang", "CGlslangConstants", "Host", "Memory"]),
    .target(name: "ShadingKernel", dependencies: ["Shading", "Kernel"]),
    .target(name: "Raster", dependencies: [
        "CHost", "Host", "Memory", "Shading", "Kernel", "ShadingKernel", "CLLVM", "CPNG", "CJPEG", "CWebP", "CaptureFile",
    ]),
    .target(name: "FrameCapture", dependencies: ["CaptureFile", "Raster", "Shading"], resources: [.embedInCode("Report/Page")]),
    .target(name: "PictureTesting", dependencies: ["FrameCapture", "Raster"]),
    .target(name: "SystemGL", dependencies: ["Host", "Raster", "Shading", "CSystemGL"]),
    .target(name: "Effects", dependencies: ["Host", "Raster", "Shading"],
            resources: [.embedInCode("Shaders"), .embedInCode("TransitionShaders")]),
    .target(name: "Models", dependencies: ["Host", "Raster", "Effects", "CAssimp", "CDraco", "CMeshoptimizer"]),
    .target(name: "ShaderProjects", dependencies: ["Host", "Raster", "Shading", "CSndfile"]),
    .target(name: "Canvas", dependencies: ["Host", "Memory", "Raster", "CFreeType", "CHarfBuzz", "CFontconfig", "CFriBidi"]),
    .target(name: "Window", dependencies: ["Raster", "Effects", "CSDL"]),
    .target(name: "Panels", dependencies: ["Host", "Raster", "CFreeType", "CImGui"]),
]

/// The driver: OpenGL for programs that contain no code for Raster.
let driver: [Target] = [
    .target(name: "CDriver"),
    .target(name: "GLState", dependencies: ["Host", "Raster", "Shading"]),
    .target(name: "GLEntries", dependencies: ["CDriver", "GLState", "Host"]),
    .target(name: "EGLDriver", dependencies: ["CDriver", "GLEntries", "GLState", "Host", "Raster"]),
    .target(name: "GLXDriver", dependencies: ["CDriver", "EGLDriver", "GLEntries", "GLState", "Host"]),
]

/// The code that the programs share for writing to standard error.
let terminal: [Target] = [
    .target(name: "Terminal"),
]

/// `framescope`, the command that explains captured frames, and its window.
let framescope: [Target] = [
    .target(name: "FrameViewing", dependencies: ["FrameCapture", "Panels", "Window"]),
    .executableTarget(name: "framescope", dependencies: ["FrameCapture", "FrameViewing", "Panels", "SystemGL", argumentParser]),
]

/// The demos, and the pieces that the demos show. Demos and pieces use the library.
let demos: [Target] = [
    // Vines, ropes, graphs, pickers: interactive pieces on a canvas. Other programs can show these pieces too, so Scenes2D is a product.
    .target(name: "Scenes2D", dependencies: ["Canvas", "CBox2D", "CCairo", "Effects", "Raster"], path: "Sources/demos/Scenes2D"),
    // DemoKit is a library, because the tests and the tools draw the demos too.
    .target(name: "DemoKit", dependencies: [
        "Raster", "Shading", "Kernel", "FrameCapture", "SystemGL", "Window", "Models", "Effects", "ShaderProjects", "Canvas", "Scenes2D",
        "Panels", "Terminal", argumentParser,
    ], path: "Sources/demos/DemoKit", resources: [.embedInCode("Shaders"), .embedInCode("Data")]),
    .executableTarget(name: "demos", dependencies: ["DemoKit"], path: "Sources/demos/command"),
]

/// Whole programs to copy from, one file each: `cd Examples; swift run -c release LitCube`.
let examplePrograms: [(name: String, libraries: [Target.Dependency])] = [
    ("Chart", ["Canvas"]), ("DeferredShading", ["Effects"]), ("EffectsTogether", ["Effects"]), ("Galaxies", []), ("LitCube", ["Effects"]),
    ("OwnWindow", ["Effects", "Window"]), ("Particles", []), ("PhysicalStill", ["Effects"]),
    ("ShadowMap", ["Effects"]), ("Thumbnails", ["Effects"]),
]
let exampleNames = examplePrograms.map(\.name)
let examples: [Target] = examplePrograms.map { example in
    .executableTarget(name: example.name, dependencies: example.libraries + ["Raster"], path: "Examples",
                      exclude: exampleNames.filter { $0 != example.name }.map { "\($0).swift" } + ["island.glb"],
                      sources: ["\(example.name).swift"])
}

/// Programs that only maintainers run, and their libraries. The library never depends on these programs.
let tools: [Target] = [
    .target(name: "Workers", path: "Tools/Workers"),
    .target(name: "Conformance", dependencies: ["Raster", "Shading", "SystemGL", "Workers"], path: "Tools/Conformance"),
    .executableTarget(name: "conformance", dependencies: ["Conformance", "SystemGL", "Terminal", "Workers", argumentParser],
                      path: "Tools/ConformanceCommand"),

    .target(name: "Fuzzing", dependencies: ["SeededRandom", "TestSupport", "Workers", "Canvas", "FrameCapture", "GLState", "Raster", "Shading", "Kernel"],
            path: "Tools/Fuzzing"),
    .executableTarget(name: "fuzz", dependencies: ["Fuzzing", "Memory", "Raster", "Workers", argumentParser],
                      path: "Tools/FuzzCommand"),

    .systemLibrary(name: "CLibFuzzer", path: "Tools/CLibFuzzer"),
    .target(name: "FuzzTargets",
            dependencies: ["CaptureFile", "FrameCapture", "Corpus", "Effects", "Kernel", "Shading", "Raster", "Models", "ShaderProjects", "TestSupport"],
            path: "Tools/FuzzTargets"),
    .executableTarget(name: "fuzz-files", dependencies: ["FuzzTargets", "CLibFuzzer"], path: "Tools/FuzzFiles"),

    .executableTarget(name: "determinism", dependencies: [
        "DemoKit", "DocumentationSamples", "TestSupport", "Scenes", "Scenes2D", "Effects", "Panels", "Models", "Kernel", "Raster",
        argumentParser,
    ], path: "Tools/Determinism", exclude: ["table.txt"]),

    .target(name: "CHeap", path: "Tools/CHeap"),
    .executableTarget(name: "soak", dependencies: [
        "CHeap", "TestSupport", "DemoKit", "Effects", "Models", "Raster", "Scenes2D", argumentParser,
    ], path: "Tools/Soak"),
]

/// The common code of several test targets, and the programs that tests start. None of these targets contains tests.
let testSupport: [Target] = [
    .target(name: "SeededRandom", path: "Tests/SeededRandom"),
    .target(name: "Corpus", path: "Tests/Corpus"),
    .target(name: "TestSupport", dependencies: ["CWebP", "FrameCapture", "Raster", "Workers"], path: "Tests/TestSupport"),
    .target(name: "Scenes", dependencies: ["FrameCapture", "Raster", "TestSupport"], path: "Tests/Scenes"),
    .target(name: "DocumentationSamples", dependencies: ["Raster", "Shading", "Effects", "Canvas", "Panels", "Window"],
            path: "Tests/DocumentationSamples"),
    .executableTarget(name: "window-probe", dependencies: ["Raster", "Effects", "Window"], path: "Tests/WindowProbe"),
    .executableTarget(name: "kernel-probe", dependencies: ["Kernel"], path: "Tests/KernelProbe"),
    .target(name: "CGuest", path: "Tests/CGuest"),
    .target(name: "GuestLibrary", dependencies: ["Raster"], path: "Tests/GuestLibrary"),
    .executableTarget(name: "guest-host", path: "Tests/GuestHost", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .executableTarget(name: "guest-probe", dependencies: ["CGuest", "Canvas", "Effects", "Kernel", "Raster", "Shading", "SystemGL"], path: "Tests/GuestProbe"),
    // A program in C that contains no code for Raster, and opens the libraries of OpenGL at run time.
    .executableTarget(name: "driver-probe", path: "Tests/DriverProbe",
                      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux])), .linkedLibrary("pthread", .when(platforms: [.linux]))]),
    .executableTarget(name: "memory-probe", dependencies: ["Memory", "Kernel"], path: "Tests/MemoryProbe"),
]

/// The tests, in the order of the targets that they test.
let tests: [Target] = [
    .testTarget(name: "HostTests", dependencies: ["TestSupport", "guest-host", "guest-probe"]),
    .testTarget(name: "MemoryGuardTests", dependencies: ["TestSupport", "Memory", "memory-probe"]),
    .testTarget(name: "KernelTests", dependencies: ["SeededRandom", "TestSupport", "Host", "Kernel", "Raster", "kernel-probe"]),
    .testTarget(name: "ShadingTests", dependencies: ["Corpus", "SeededRandom", "Shading"], exclude: ["Snapshots"]),
    .testTarget(name: "ShadingKernelTests", dependencies: ["Corpus", "SeededRandom", "ShadingKernel", "Kernel", "Shading"]),
    .testTarget(name: "RasterTests", dependencies: [
        "SeededRandom", "TestSupport", "Raster", "Shading", "ShadingKernel", "Kernel", "Scenes",
    ]),
    .testTarget(name: "FrameCaptureTests", dependencies: [
        "FrameCapture", "FrameViewing", "Panels", "CaptureFile", "framescope", "Scenes", "SeededRandom", "TestSupport", "Raster",
        "Shading",
    ]),
    .testTarget(name: "PictureTestingTests", dependencies: ["PictureTesting", "FrameCapture", "Raster"], exclude: ["Pictures"]),
    .testTarget(name: "SystemGLTests", dependencies: ["SystemGL", "Scenes", "SeededRandom", "Raster"]),
    .testTarget(name: "ModelsTests", dependencies: ["CMeshoptimizer", "TestSupport", "Effects", "Models", "Raster"]),
    .testTarget(name: "EffectsTests", dependencies: [
        "SeededRandom", "TestSupport", "DocumentationSamples", "Effects", "Host", "Raster", "Shading", "Window", "CSystemGL",
    ]),
    .testTarget(name: "ShaderProjectsTests", dependencies: ["ShaderProjects", "TestSupport", "Raster", "Shading"]),
    .testTarget(name: "CanvasTests", dependencies: [
        "CCairo", "Canvas", "CFreeType", "CHarfBuzz", "DocumentationSamples", "SeededRandom", "TestSupport", "Raster",
    ]),
    .testTarget(name: "DriverTests", dependencies: ["FrameCapture", "GLState", "TestSupport", "Raster", "driver-probe", "framescope"]),
    .testTarget(name: "WindowTests", dependencies: ["TestSupport", "Raster", "Workers", "window-probe", "demos", "OwnWindow"]),
    .testTarget(name: "PanelsTests", dependencies: ["DocumentationSamples", "TestSupport", "Panels", "Raster"]),
    .testTarget(name: "DocumentationTests", dependencies: ["TestSupport", "Raster", "Shading", "SystemGL", "Models", "Window"]),
    .testTarget(name: "Scenes2DTests", dependencies: ["Scenes2D", "Canvas", "SeededRandom", "TestSupport", "Raster"]),
    .testTarget(name: "DemoTests", dependencies: [
        "TestSupport", "demos", "DemoKit", "Canvas", "Scenes2D", "Effects", "FrameCapture", "Panels", "Raster", "Shading",
        "Models", "ShaderProjects", "SystemGL", "Window",
    ], exclude: ["Golden"]),
    .testTarget(name: "ExamplesTests", dependencies: ["TestSupport", "Raster"] + exampleNames.map { .byName(name: $0) }),
    .testTarget(name: "ConformanceTests", dependencies: ["TestSupport", "Conformance", "FrameCapture", "conformance", "SystemGL"]),
    .testTarget(name: "FuzzingTests", dependencies: ["Fuzzing", "TestSupport", "fuzz", "Raster"]),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets", "SeededRandom"]),
    .testTarget(name: "MachineTests", dependencies: ["TestSupport", "determinism", "fuzz", "soak"]),
]

let package = Package(
    name: "Raster",
    products: libraryProducts + programProducts + testProducts,
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: systemLibraries + libraries + driver + terminal + framescope + demos + examples + tools + testSupport + tests
)
