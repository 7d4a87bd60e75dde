// StorageBlock+Places: names the words of a storage block.

import Raster
import Shading

/// A word of a storage block: a scalar of a member.
struct BlockPlace: Hashable {
    /// The scalar, vector or matrix that contains the word: `particles[3].velocity`.
    var name: String
    var type: ValueType
    /// The index of the scalar in the value; the components of a matrix are counted column by column.
    var component: Int
}

extension StorageBlock {
    /// Returns the place of a word; nil if the word lies between members or after the last member.
    /// - Parameter byte: The first byte of the word, counted from the beginning of the block.
    func place(ofByte byte: Int) -> BlockPlace? {
        for member in members {
            var leaf = member, place = byte
            if let array = member.topLevelArray, let bracket = member.name.firstRange(of: "[0]"), array.stride > 0 {
                let prefix = member.name[..<bracket.lowerBound]
                let first = members.lazy.filter { $0.topLevelArray != nil && $0.name.hasPrefix(prefix + "[0]") }.map(\.offset).min() ?? member.offset
                let element = (byte - first) / array.stride
                guard byte >= first, array.count == 0 || element < array.count else { continue }
                leaf.name = prefix + "[\(element)]" + member.name[bracket.upperBound...]
                place = byte - element * array.stride
            }
            guard place >= leaf.offset else { continue }
            if leaf.isArray {
                guard leaf.arrayStride > 0 else { continue }
                let element = (place - leaf.offset) / leaf.arrayStride
                guard leaf.arrayCount == 0 || element < leaf.arrayCount else { continue }
                leaf.name += "[\(element)]"
                place -= element * leaf.arrayStride
            }
            leaf.arrayCount = 1
            let places = UniformReader.places(of: leaf)
            if let component = places.firstIndex(of: place) { return BlockPlace(name: leaf.name, type: leaf.type, component: component) }
        }
        return nil
    }
}
