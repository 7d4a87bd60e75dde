// URIText: percent-encoded names and data URIs (RFC 3986, RFC 2397).

enum URIText {
    /// Replaces each escape, such as `%20`, by the encoded byte. A % that begins no escape stays.
    static func percentDecoded(_ text: some Sequence<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            let digits = byte == UInt8(ascii: "%") ? rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue } : []
            if digits.count == 2 {
                bytes.append(UInt8(digits[0] * 16 + digits[1]))
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    /// Returns the bytes of a data URI; nil if the text is not a data URI, or is damaged.
    static func data(_ uri: String) -> [UInt8]? {
        let text = Array(uri.utf8)
        guard isData(uri), let comma = text.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        let head = String(decoding: text[..<comma], as: UTF8.self).lowercased(), body = text[(comma + 1)...]
        return head.hasSuffix(";base64") ? base64(body) : percentDecoded(body)
    }
    static func isData(_ uri: String) -> Bool { uri.prefix(5).lowercased() == "data:" }

    /// Decodes base64 (RFC 4648) with or without padding, also with the letters of the URL alphabet. White space is skipped. Returns
    /// nil for other characters, and for a length that no encoded bytes can have.
    private static func base64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var word: UInt32 = 0, bits = 0, hasEnded = false
        for character in text {
            let value: UInt8
            switch character {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = character - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = character - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = character - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
            case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
            case UInt8(ascii: "="):
                hasEnded = true
                continue
            case 9, 10, 13, 32: continue
            default: return nil
            }
            if hasEnded { return nil }
            word = word << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(bits)))
            }
        }
        // If six bits remain, the last byte is incomplete, so the text is damaged.
        return bits == 6 ? nil : bytes
    }
}
