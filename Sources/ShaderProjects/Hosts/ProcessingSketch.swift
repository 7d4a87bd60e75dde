// ProcessingSketch: the values that a Processing sketch gives to the uniforms of its shaders: `blur.set("sigma", 5.0f);`.

import Foundation
import Raster

extension ShaderProject {
    /// Reads the sketches in the folder of a shader, or in the parent folder if the shader is in a folder `data`. A value becomes the
    /// initial value of a parameter. If the sketches set a name several times, the first value counts. Values that are not written as
    /// numbers are left out.
    mutating func readSketch(beside path: String) {
        let folder = path.folderName, parent = folder.hasSuffix("data/") ? String(folder.dropLast(5)) : folder
        for place in Set([folder, parent]).sorted() {
            for name in ProjectFiles.names(in: place.isEmpty ? "." : place).filter({ $0.fileExtension == "pde" }).prefix(8) {
                guard let bytes = try? HostFile.read(place + name), bytes.count <= ProcessingSketch.byteLimit else { continue }
                for (name, values) in ProcessingSketch.values(in: ProjectFiles.decoded(bytes)) where !parameters.contains(where: { $0.name == name }) {
                    parameters.append(ShaderParameter(name: name, kind: .numbers(count: values.count), initial: values))
                }
            }
        }
    }
}

enum ProcessingSketch {
    /// The size in bytes of the largest sketch that is read.
    static let byteLimit = 1 << 18

    /// Returns the calls of `set` in a sketch, each with the name and the numbers that the call sets.
    static func values(in text: String) -> [(name: String, values: [Double])] {
        ShaderText.withoutComments(text).matches(of: /\.\s*set\s*\(\s*"(\w+)"\s*,([^()]*)\)/).compactMap { match in
            let numbers = match.2.split(separator: ",").map { word -> Double? in
                let word = word.trimmed
                if word == "true" || word == "false" { return word == "true" ? 1 : 0 }
                return Double(word.hasSuffix("f") ? word.dropLast() : word)
            }
            let values = numbers.compactMap { $0 }
            guard values.count == numbers.count, (1...4).contains(values.count), values.allSatisfy(\.isFinite) else { return nil }
            return (String(match.1), values)
        }
    }
}
