// Mutations that respect the structure of an input. Inputs that are changed in this way pass a reader's first checks more often.

import Raster

/// A small random generator; libFuzzer supplies a seed for each mutation.
package struct FuzzRandom {
    private var state: UInt64
    package init(seed: UInt32) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }
    package mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(max(bound, 1)))
    }
}

extension FuzzTarget {
    /// Returns the input with changes in a few places; nil if libFuzzer's own changes of single bytes are good enough.
    package func mutated(_ bytes: [UInt8], _ random: inout FuzzRandom) -> [UInt8]? {
        switch self {
        case .glsl: Self.mutatedText(bytes, &random)
        case .spirv: Self.mutatedModule(bytes, &random)
        case .png, .animation: Self.withPNGChecksums(bytes)
        case .capture: CaptureTargets.mutated(bytes, &random)
        case .model, .jpeg, .webp, .radiance, .texture, .scene, .cache, .object, .project: nil
        }
    }

    /// Removes, inserts, exchanges and repeats words of the text. Returns the changed text; nil if no words are left. Usually the function
    /// makes a single change, because a text with several changes is seldom a valid shader.
    private static func mutatedText(_ bytes: [UInt8], _ random: inout FuzzRandom) -> [UInt8]? {
        var tokens = tokens(of: bytes)
        if tokens.isEmpty { return nil }
        repeat {
            let place = random.below(tokens.count)
            switch random.below(7) {
            case 0, 1:
                // A name is replaced only by a name, and an operator only by an operator.
                let isName = isWord(tokens[place].first!)
                let likely = ShaderTargets.words.filter { isWord($0.first!) == isName }
                tokens[place] = likely[random.below(likely.count)][...]
            case 2: tokens.insert(ShaderTargets.words[random.below(ShaderTargets.words.count)][...], at: place)
            case 3: tokens[place] = tokens[random.below(tokens.count)]
            case 4: tokens.swapAt(place, random.below(tokens.count))
            case 5:
                // Moves a part in brackets, or a few words, to another place.
                let length = bracketed(tokens, place) ?? min(1 + random.below(12), tokens.count - place)
                let piece = Array(tokens[place ..< place + length]), target = random.below(tokens.count)
                if let other = bracketed(tokens, target) {
                    tokens.replaceSubrange(target ..< target + other, with: piece)
                } else {
                    tokens.insert(contentsOf: piece, at: target)
                }
            default:
                tokens.removeSubrange(place ..< min(place + (bracketed(tokens, place) ?? 1 + random.below(4)), tokens.count))
                if tokens.isEmpty { return nil }
            }
        } while random.below(3) == 0
        var text: [UInt8] = []
        for token in tokens {
            text += token
            if token.last != newline, token != [UInt8(ascii: "#")] { text.append(UInt8(ascii: " ")) }
        }
        return text
    }

    private static let newline = UInt8(ascii: "\n")
    private static func isWord(_ byte: UInt8) -> Bool { byte >= 0x80 || byte == 95 || (48 ... 57).contains(byte) || (97 ... 122).contains(byte | 32) }
    private static let pairs = ["==", "!=", "<=", ">=", "&&", "||", "^^", "<<", ">>", "++", "--", "+=", "-=", "*=", "/=", "%=", "##"].map { Array($0.utf8) }

    private static func tokens(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var tokens: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            var end = start + 1
            if isWord(bytes[start]) {
                // A decimal point is part of a number token.
                let isNumber = (48 ... 57).contains(bytes[start])
                while end < bytes.count, isWord(bytes[end]) || isNumber && bytes[end] == UInt8(ascii: ".") { end += 1 }
            } else if end < bytes.count, pairs.contains([bytes[start], bytes[end]]) {
                end += 1
            }
            if bytes[start] != UInt8(ascii: " ") { tokens.append(bytes[start ..< end]) }
            start = end
        }
        return tokens
    }

    /// Returns the number of tokens from an opening bracket to the matching closing bracket. Returns nil if token `start` is no opening
    /// bracket, or if the matching bracket is missing.
    private static func bracketed(_ tokens: [ArraySlice<UInt8>], _ start: Int) -> Int? {
        func depth(_ token: ArraySlice<UInt8>) -> Int {
            switch token.first {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): -1
            default: 0
            }
        }
        guard depth(tokens[start]) == 1 else { return nil }
        var open = 0
        for index in start ..< tokens.count {
            open += depth(tokens[index])
            if open == 0 { return index + 1 - start }
        }
        return nil
    }

    /// Replaces words of instructions by other words of the module, and moves, repeats or removes whole instructions.
    private static func mutatedModule(_ bytes: [UInt8], _ random: inout FuzzRandom) -> [UInt8]? {
        var words = bytes.withUnsafeBytes { buffer -> [UInt32] in
            (0 ..< buffer.count / 4).map { buffer.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
        }
        if words.count < 6 { return nil }
        var starts: [Int] = [], offset = 5
        while offset < words.count, words[offset] >> 16 > 0 {
            starts.append(offset)
            offset += Int(words[offset] >> 16)
        }
        if starts.count < 2 { return nil }
        func instruction(_ k: Int) -> Range<Int> { starts[k] ..< (k + 1 < starts.count ? starts[k + 1] : words.count) }
        let range = instruction(random.below(starts.count))
        switch random.below(6) {
        case 0: words.removeSubrange(range)
        case 1: words.insert(contentsOf: words[range], at: starts[random.below(starts.count)])
        case 2: words[range.lowerBound] = words[range.lowerBound] & 0xffff_0000 | UInt32(random.below(410))
        default:
            let place = range.lowerBound + 1 + random.below(max(range.count - 1, 1))
            if place >= words.count { return nil }
            switch random.below(4) {
            case 0: words[place] = UInt32(random.below(Int(min(words[3], 4096)) + 2))
            case 1: words[place] ^= 1 << UInt32(random.below(32))
            case 2: words[place] &+= UInt32(random.below(5)) &- 2
            default: words[place] = words[random.below(words.count)]
            }
        }
        return words.withUnsafeBytes { Array($0) }
    }

    /// Corrects the checksums of all chunks of a PNG file. Returns nil if the bytes are no PNG file, or if all checksums are right already.
    /// With a wrong checksum, a reader would refuse the changed file without decoding it.
    private static func withPNGChecksums(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.starts(with: PNGChunks.signature) else { return nil }
        var bytes = bytes
        var offset = 8, hasChanged = false
        while bytes.count - offset >= 12 {
            var length = 0
            for byte in bytes[offset ..< offset + 4] { length = length << 8 | Int(byte) }
            guard length <= bytes.count - offset - 12 else { break }
            var crc: UInt32 = .max
            for byte in bytes[offset + 4 ..< offset + 8 + length] {
                crc ^= UInt32(byte)
                for _ in 0 ..< 8 { crc = crc >> 1 ^ (crc & 1 != 0 ? 0xEDB8_8320 : 0) }
            }
            for k in 0 ..< 4 {
                let value = UInt8(truncatingIfNeeded: ~crc >> UInt32(24 - 8 * k))
                hasChanged = hasChanged || bytes[offset + 8 + length + k] != value
                bytes[offset + 8 + length + k] = value
            }
            offset += 12 + length
        }
        return hasChanged ? bytes : nil
    }
}
