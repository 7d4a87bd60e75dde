// swift-tools-version: 6.0
import PackageDescription

/// Whole programs to copy from, a file each: `cd Examples; swift run -c release LitCube`.
let examples: [(name: String, libraries: [Target.Dependency])] = [
    ("Chart", ["Canvas"]), ("DeferredShading", ["Effects"]), ("EffectsTogether", ["Effects"]), ("LitCube", ["Effects"]), ("OwnWindow", ["Effects", "Window"]),
    ("Particles", []), ("ShadowMap", ["Effects"]), ("Thumbnails", ["Effects"]),
]
let exampleNames = examples.map(\.name)
let exampleTargets: [Target] = examples.map { example in
    .executableTarget(name: example.name, dependencies: example.libraries + ["Raster"], path: "Examples",
                      exclude: exampleNames.filter { $0 != example.name }.map { "\($0).swift" } + ["island.glb"], sources: ["\(example.name).swift"])
}

let package = Package(
    name: "Raster",
    products: [
        .library(name: "Shading", targets: ["Shading"]),
        .library(name: "Raster", targets: ["Raster"]),
        .library(name: "FrameCapture", targets: ["FrameCapture"]),
        .library(name: "PictureTesting", targets: ["PictureTesting"]),
        .library(name: "SystemGL", targets: ["SystemGL"]),
        .library(name: "Window", targets: ["Window"]),
        .library(name: "Models", targets: ["Models"]),
        .library(name: "Effects", targets: ["Effects"]),
        .library(name: "Canvas", targets: ["Canvas"]),
        .library(name: "Scenes2D", targets: ["Scenes2D"]),
        .library(name: "Panels", targets: ["Panels"]),
        .executable(name: "demos", targets: ["demos"]),
        .executable(name: "framescope", targets: ["framescope"]),
        .executable(name: "conformance", targets: ["conformance"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .systemLibrary(name: "CGlslang", providers: [.apt(["glslang-dev", "spirv-tools"])]),
        .systemLibrary(name: "CPNG", providers: [.apt(["libspng-dev"])]),
        .systemLibrary(name: "CJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CZstd", providers: [.apt(["libzstd-dev"])]),
        .systemLibrary(name: "CXXHash", providers: [.apt(["libxxhash-dev"])]),
        .systemLibrary(name: "CSDL", providers: [.apt(["libsdl2-dev"])]),
        .systemLibrary(name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
        .systemLibrary(name: "CHarfBuzz", providers: [.apt(["libharfbuzz-dev"])]),
        .systemLibrary(name: "CFontconfig", providers: [.apt(["libfontconfig-dev"])]),
        .systemLibrary(name: "CFriBidi", providers: [.apt(["libfribidi-dev"])]),
        // Writes PDF for Scenes2D; an oracle of the canvas' tests.
        .systemLibrary(name: "CCairo", providers: [.apt(["libcairo2-dev"])]),
        .systemLibrary(name: "CSystemGL", providers: [.apt(["libegl-dev", "libgl-dev"])]),
        // Replaces a part of glslang when the program is linked, with the headers of the version that is installed.
        .target(name: "CGlslangConstants"),
        .target(name: "CAssimp", linkerSettings: [.linkedLibrary("assimp")]),
        .target(name: "CBox2D", linkerSettings: [.linkedLibrary("box2d")]),
        .target(name: "CImGui", linkerSettings: [.linkedLibrary("imgui"), .linkedLibrary("stb")]),
        // Declarations only: the library is opened at run time, when a kernel has to be compiled.
        .target(name: "CLLVM", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),

        .target(name: "Memory"),
        .target(name: "CaptureFile", dependencies: ["CZstd", "CXXHash"]),
        .target(name: "Kernel", dependencies: ["CLLVM", "Memory"]),
        .target(name: "Shading", dependencies: ["CGlslang", "CGlslangConstants", "Memory"]),
        .target(name: "ShadingKernel", dependencies: ["Shading", "Kernel"]),
        .target(name: "Raster", dependencies: ["Memory", "Shading", "Kernel", "ShadingKernel", "CLLVM", "CPNG", "CJPEG", "CaptureFile"]),
        .target(name: "FrameCapture", dependencies: ["CaptureFile", "Raster", "Shading"], resources: [.embedInCode("Report/Page")]),
        .target(name: "FrameViewing", dependencies: ["FrameCapture", "Panels", "Window"]),
        .executableTarget(name: "framescope", dependencies: ["FrameCapture", "FrameViewing", "Panels", "SystemGL", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        .target(name: "PictureTesting", dependencies: ["FrameCapture", "Raster"]),
        .target(name: "Effects", dependencies: ["Raster", "Shading"], resources: [.embedInCode("Shaders"), .embedInCode("TransitionShaders")]),
        .target(name: "Canvas", dependencies: ["Memory", "Raster", "CFreeType", "CHarfBuzz", "CFontconfig", "CFriBidi"]),
        .target(name: "Scenes2D", dependencies: ["Canvas", "CBox2D", "CCairo", "Effects", "Raster"]),
        .target(name: "Panels", dependencies: ["Raster", "CFreeType", "CImGui"]),
        .target(name: "SystemGL", dependencies: ["Raster", "Shading", "CSystemGL"]),
        .target(name: "Window", dependencies: ["Raster", "Effects", "CSDL"]),
        .target(name: "Models", dependencies: ["Raster", "CAssimp"]),

        // A library, so that other executables can draw the demos too.
        .target(name: "DemoKit", dependencies: [
            "Raster", "Shading", "Kernel", "FrameCapture", "SystemGL", "Window", "Models", "Effects", "Canvas", "Scenes2D", "Panels",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], path: "Sources/demos", resources: [.embedInCode("Shaders"), .embedInCode("Data")]),
        .executableTarget(name: "demos", dependencies: ["DemoKit"], path: "Sources/demos-command"),

        .target(name: "Workers"),
        .target(name: "Conformance", dependencies: ["Raster", "Shading", "SystemGL", "Workers"]),
        .executableTarget(name: "conformance", dependencies: [
            "Conformance", "SystemGL", "Workers", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], path: "Sources/ConformanceCommand"),

        .executableTarget(name: "window-probe", dependencies: ["Raster", "Effects", "Window"], path: "Tests/WindowProbe"),
        .executableTarget(name: "kernel-probe", dependencies: ["Kernel"], path: "Tests/KernelProbe"),
        .executableTarget(name: "memory-probe", dependencies: ["Memory", "Kernel"], path: "Tests/MemoryProbe"),
        .testTarget(name: "MemoryGuardTests", dependencies: ["TestSupport", "Memory", "memory-probe"]),
        .systemLibrary(name: "CLibFuzzer", path: "Tests/CLibFuzzer"),
        .target(name: "FuzzTargets", dependencies: ["CaptureFile", "FrameCapture", "Corpus", "Kernel", "Shading", "Raster", "Models"], path: "Tests/FuzzTargets"),
        .executableTarget(name: "fuzz-files", dependencies: ["FuzzTargets", "CLibFuzzer"], path: "Tests/FuzzFiles"),
        .target(name: "SeededRandom", path: "Tests/SeededRandom"),
        .target(name: "Corpus", path: "Tests/Corpus"),
        .target(name: "TestSupport", dependencies: ["FrameCapture", "Raster", "Workers"], path: "Tests/TestSupport"),
        .target(name: "Scenes", dependencies: ["FrameCapture", "Raster", "TestSupport"], path: "Tests/Scenes"),
        .target(name: "DocumentationSamples", dependencies: ["Raster", "Shading", "Effects", "Canvas", "Panels", "Window"], path: "Tests/DocumentationSamples"),
        .executableTarget(name: "determinism", dependencies: [
            "DemoKit", "DocumentationSamples", "TestSupport", "Scenes", "Scenes2D", "Effects", "Panels", "Models", "Kernel", "Raster", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], path: "Tests/Determinism", exclude: ["table.txt"]),
        .target(name: "CHeap", path: "Tests/CHeap"),
        .executableTarget(name: "soak", dependencies: ["CHeap", "TestSupport", "DemoKit", "Effects", "Models", "Raster", "Scenes2D", .product(name: "ArgumentParser", package: "swift-argument-parser")],
                          path: "Tests/Soak"),
        .target(name: "Fuzzing", dependencies: ["SeededRandom", "TestSupport", "Workers", "Canvas", "Raster", "Shading", "Kernel"], path: "Tests/Fuzzing"),
        .executableTarget(name: "fuzz", dependencies: [
            "Fuzzing", "Memory", "Raster", "Workers", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], path: "Tests/FuzzCommand"),
        .testTarget(name: "KernelTests", dependencies: ["SeededRandom", "TestSupport", "Kernel", "Raster", "kernel-probe"]),
        .testTarget(name: "ShadingTests", dependencies: ["Corpus", "SeededRandom", "Shading"], exclude: ["Snapshots"]),
        .testTarget(name: "ShadingKernelTests", dependencies: ["Corpus", "SeededRandom", "ShadingKernel", "Kernel", "Shading"]),
        .testTarget(name: "RasterTests", dependencies: ["SeededRandom", "TestSupport", "Raster", "Shading", "ShadingKernel", "Kernel", "Scenes"]),
        .testTarget(name: "FrameCaptureTests", dependencies: ["FrameCapture", "FrameViewing", "Panels", "CaptureFile", "framescope", "Scenes", "SeededRandom", "TestSupport", "Raster", "Shading"]),
        .testTarget(name: "PictureTestingTests", dependencies: ["PictureTesting", "FrameCapture", "Raster"], exclude: ["Pictures"]),
        .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets", "SeededRandom"]),
        .testTarget(name: "FuzzingTests", dependencies: ["Fuzzing", "TestSupport", "fuzz", "Raster"]),
        .testTarget(name: "SystemGLTests", dependencies: ["SystemGL", "Scenes", "Raster"]),
        .testTarget(name: "EffectsTests", dependencies: ["SeededRandom", "TestSupport", "DocumentationSamples", "Effects", "Raster", "Shading", "Window", "CSystemGL"]),
        .testTarget(name: "CanvasTests", dependencies: ["CCairo", "Canvas", "CFreeType", "CHarfBuzz", "DocumentationSamples", "SeededRandom", "TestSupport", "Raster"]),
        .testTarget(name: "Scenes2DTests", dependencies: ["Scenes2D", "Canvas", "SeededRandom", "TestSupport", "Raster"]),
        .testTarget(name: "ExamplesTests", dependencies: ["TestSupport", "Raster"] + exampleNames.map { .byName(name: $0) }),
        .testTarget(name: "PanelsTests", dependencies: ["DocumentationSamples", "TestSupport", "Panels", "Raster"]),
        .testTarget(name: "ModelsTests", dependencies: ["TestSupport", "Effects", "Models", "Raster"]),
        .testTarget(name: "MachineTests", dependencies: ["TestSupport", "determinism", "fuzz", "soak"]),
        .testTarget(name: "WindowTests", dependencies: ["TestSupport", "Raster", "Workers", "window-probe", "demos", "OwnWindow"]),
        .testTarget(name: "ConformanceTests", dependencies: ["TestSupport", "Conformance", "FrameCapture", "conformance", "SystemGL"]),
        .testTarget(name: "DocumentationTests", dependencies: ["TestSupport", "Raster", "Shading", "SystemGL", "Models", "Window"]),
        .testTarget(name: "DemoTests", dependencies: ["TestSupport", "demos", "DemoKit", "Canvas", "Scenes2D", "Effects", "FrameCapture", "Panels", "Raster", "Shading", "Models", "SystemGL", "Window"], exclude: ["Golden"]),
    ] + exampleTargets
)
