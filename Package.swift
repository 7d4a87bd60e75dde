// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Raster",
    products: [
        .library(name: "Shading", targets: ["Shading"]),
        .library(name: "Raster", targets: ["Raster"]),
        .executable(name: "demos", targets: ["demos"]),
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
        .executableTarget(name: "demos", dependencies: [
            "Raster", "Shading", "SystemGL", "Window", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], resources: [.embedInCode("Shaders")]),
        .testTarget(name: "ShadingTests", dependencies: ["Shading"]),
        .testTarget(name: "RasterTests", dependencies: ["Raster", "Shading"]),
        .testTarget(name: "DemoTests", dependencies: ["demos", "Raster", "SystemGL"], exclude: ["Golden"]),
    ]
)
