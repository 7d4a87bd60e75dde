// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Raster",
    products: [
        .library(name: "Shading", targets: ["Shading"]),
        .library(name: "Raster", targets: ["Raster"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .systemLibrary(name: "CGlslang", providers: [.apt(["glslang-dev", "spirv-tools"])]),
        .systemLibrary(name: "CPNG", providers: [.apt(["libspng-dev"])]),
        .systemLibrary(name: "CJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
        .target(name: "Shading", dependencies: ["CGlslang"]),
        .target(name: "Raster", dependencies: ["Shading", "CPNG", "CJPEG"]),
        .target(name: "CLLVM", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(name: "Kernel", dependencies: ["CLLVM"]),
        .testTarget(name: "KernelTests", dependencies: ["Kernel"]),
        .testTarget(name: "ShadingTests", dependencies: ["Shading"]),
    ]
)
