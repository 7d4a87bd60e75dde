// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "RasterBenchmarks",
    dependencies: [
        .package(name: "Raster", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // Raster has its own module CCairo, and module names must be unique across packages.
        .systemLibrary(name: "CCairoPeer", providers: [.apt(["libcairo2-dev"])]),
        .executableTarget(name: "RasterBenchmarks", dependencies: [
            "CCairoPeer",
            .product(name: "Canvas", package: "Raster"),
            .product(name: "Effects", package: "Raster"),
            .product(name: "Raster", package: "Raster"),
            .product(name: "SystemGL", package: "Raster"),
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ]),
    ]
)
