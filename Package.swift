// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Raster",
    products: [
        .library(name: "Shading", targets: ["Shading"]),
        .library(name: "Raster", targets: ["Raster"]),
        .library(name: "FrameCapture", targets: ["FrameCapture"]),
        .library(name: "SystemGL", targets: ["SystemGL"]),
        .library(name: "Window", targets: ["Window"]),
        .library(name: "Models", targets: ["Models"]),
        .library(name: "Effects", targets: ["Effects"]),
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
        .systemLibrary(name: "CSDL", providers: [.apt(["libsdl2-dev"])]),
        .systemLibrary(name: "CSystemGL", providers: [.apt(["libegl-dev", "libgl-dev"])]),
        // Replaces a part of glslang when the program is linked, with the headers of the version that is installed.
        .target(name: "CGlslangConstants"),
        .target(name: "CAssimp", linkerSettings: [.linkedLibrary("assimp")]),
        .target(name: "CImGui", linkerSettings: [.linkedLibrary("imgui"), .linkedLibrary("stb")]),
        // Declarations only: the library is opened at run time, when a kernel has to be compiled.
        .target(name: "CLLVM", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),

        .target(name: "Memory"),
        .target(name: "CaptureFile", dependencies: ["CZstd"]),
        .target(name: "Kernel", dependencies: ["CLLVM", "Memory"]),
        .target(name: "Shading", dependencies: ["CGlslang", "CGlslangConstants", "Memory"]),
        .target(name: "ShadingKernel", dependencies: ["Shading", "Kernel"]),
        .target(name: "Raster", dependencies: ["Memory", "Shading", "Kernel", "ShadingKernel", "CLLVM", "CPNG", "CJPEG", "CaptureFile"]),
        .target(name: "FrameCapture", dependencies: ["CaptureFile", "Raster", "Shading"]),
        .executableTarget(name: "framescope", dependencies: ["FrameCapture", "Panels", "Window", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        .target(name: "Effects", dependencies: ["Raster", "Shading"], resources: [.embedInCode("Shaders")]),
        .target(name: "Panels", dependencies: ["Raster", "CImGui"]),
        .target(name: "SystemGL", dependencies: ["Raster", "Shading", "CSystemGL"]),
        .target(name: "Window", dependencies: ["Raster", "Effects", "CSDL"]),
        .target(name: "Models", dependencies: ["Raster", "CAssimp"]),

        // A library, so that other executables can draw the demos too.
        .target(name: "DemoKit", dependencies: [
            "Raster", "Shading", "Kernel", "FrameCapture", "SystemGL", "Window", "Models", "Effects", "Panels",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], path: "Sources/demos", resources: [.embedInCode("Shaders")]),
        .executableTarget(name: "demos", dependencies: ["DemoKit"], path: "Sources/demos-command"),

        .target(name: "Workers"),
        .target(name: "Conformance", dependencies: ["Raster", "Shading", "SystemGL", "Workers"]),
        .executableTarget(name: "conformance", dependencies: [
            "Conformance", "SystemGL", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], path: "Sources/ConformanceCommand"),

        .executableTarget(name: "window-probe", dependencies: ["Raster", "Effects", "Window"], path: "Tests/WindowProbe"),
        .executableTarget(name: "kernel-probe", dependencies: ["Kernel"], path: "Tests/KernelProbe"),
        .executableTarget(name: "memory-probe", dependencies: ["Memory", "Kernel"], path: "Tests/MemoryProbe"),
        .testTarget(name: "MemoryGuardTests", dependencies: ["Memory", "memory-probe"]),
        .systemLibrary(name: "CLibFuzzer", path: "Tests/CLibFuzzer"),
        .target(name: "FuzzTargets", dependencies: ["Corpus", "Kernel", "Shading", "Raster", "Models"], path: "Tests/FuzzTargets"),
        .executableTarget(name: "fuzz-files", dependencies: ["FuzzTargets", "CLibFuzzer"], path: "Tests/FuzzFiles"),
        .target(name: "SeededRandom", path: "Tests/SeededRandom"),
        .target(name: "Corpus", path: "Tests/Corpus"),
        .target(name: "TestSupport", dependencies: ["Raster"], path: "Tests/TestSupport"),
        .target(name: "Scenes", dependencies: ["Raster", "TestSupport"], path: "Tests/Scenes"),
        .target(name: "DocumentationSamples", dependencies: ["Raster", "Effects", "Panels", "Window"], path: "Tests/DocumentationSamples"),
        .executableTarget(name: "determinism", dependencies: [
            "DemoKit", "DocumentationSamples", "TestSupport", "Scenes", "Panels", "Models", "Kernel", "Raster", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], path: "Tests/Determinism", exclude: ["table.txt"]),
        .target(name: "CHeap", path: "Tests/CHeap"),
        .executableTarget(name: "soak", dependencies: ["CHeap", "TestSupport", "DemoKit", "Models", "Raster", .product(name: "ArgumentParser", package: "swift-argument-parser")],
                          path: "Tests/Soak"),
        .target(name: "Fuzzing", dependencies: ["SeededRandom", "Workers", "Raster", "Shading", "Kernel"], path: "Tests/Fuzzing"),
        .executableTarget(name: "fuzz", dependencies: [
            "Fuzzing", "Memory", "Raster", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], path: "Tests/FuzzCommand"),
        .testTarget(name: "KernelTests", dependencies: ["SeededRandom", "TestSupport", "Kernel", "kernel-probe"]),
        .testTarget(name: "ShadingTests", dependencies: ["Corpus", "SeededRandom", "Shading"]),
        .testTarget(name: "ShadingKernelTests", dependencies: ["Corpus", "SeededRandom", "ShadingKernel", "Kernel", "Shading"]),
        .testTarget(name: "RasterTests", dependencies: ["SeededRandom", "TestSupport", "Raster", "Shading", "ShadingKernel", "Kernel", "Scenes"]),
        .testTarget(name: "FrameCaptureTests", dependencies: ["FrameCapture", "CaptureFile", "framescope", "Scenes", "SeededRandom", "Raster", "Shading"]),
        .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets", "SeededRandom"]),
        .testTarget(name: "FuzzingTests", dependencies: ["Fuzzing", "fuzz", "Raster"]),
        .testTarget(name: "SystemGLTests", dependencies: ["SystemGL", "Scenes", "Raster"]),
        .testTarget(name: "EffectsTests", dependencies: ["SeededRandom", "TestSupport", "DocumentationSamples", "Effects", "Raster", "Shading", "Window", "CSystemGL"]),
        .testTarget(name: "PanelsTests", dependencies: ["DocumentationSamples", "TestSupport", "Panels", "Raster"]),
        .testTarget(name: "ModelsTests", dependencies: ["Models", "Raster"]),
        .testTarget(name: "MachineTests", dependencies: ["TestSupport", "determinism", "fuzz", "soak"]),
        .testTarget(name: "WindowTests", dependencies: ["TestSupport", "Raster", "Workers", "window-probe"]),
        .testTarget(name: "ConformanceTests", dependencies: ["Conformance", "conformance", "SystemGL"]),
        .testTarget(name: "DocumentationTests", dependencies: ["TestSupport", "Raster", "Shading", "SystemGL", "Models", "Window"]),
        .testTarget(name: "DemoTests", dependencies: ["TestSupport", "demos", "DemoKit", "FrameCapture", "Raster", "Shading", "Models", "SystemGL", "Window"], exclude: ["Golden"]),
    ]
)
