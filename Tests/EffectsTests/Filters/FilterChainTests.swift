// Chains of filters as text: their meaning, and their error messages.

import Effects
import Testing

private func error(_ text: String, file: String = "") -> FilterError? {
    do { _ = try Filter.chain(text, file: file) } catch { return error }
    return nil
}

@Suite("Filter chains as text") struct FilterChainTests {
    @Test("a filter's values are given in order, by name, or omitted")
    func meaning() throws {
        #expect(try Filter.chain("sepia(0.8) | blur(4) | vignette") == [.sepia(0.8), .blur(radius: 4), .vignette()])
        #expect(try Filter.chain("vignette(softness: 0.2, amount=1)|hue( -90 )") == [.vignette(1, softness: 0.2), .hue(-90)])
        #expect(try Filter.chain("colorMatrix(red: [0 1 0 0], bias: [0, 0, .5, 0])") == [.colorMatrix(red: [0, 1, 0, 0], bias: [0, 0, 0.5, 0])])
        #expect(try Filter.chain("radialGradient(color: #ff800080)") == [.radialGradient(color: SIMD4(255, 128, 0, 128) / 255)])
        #expect(try Filter.chain("addition(source) | lookupTable(\"my table.png\")") == [.addition("source"), .lookupTable("my table.png")])
        #expect(try Filter.chain("\n sepia () // brown\n | blur\t(1e1)") == [.sepia(), .blur(radius: 10)])
        #expect(try Filter.chain("  // nothing") == [])
    }

    @Test("every filter, written as text, is read back unchanged", arguments: Filter.Kind.allCases)
    func roundTrip(kind: Filter.Kind) throws {
        var filter = Filter(kind)
        for parameter in kind.definition.parameters {
            switch parameter.kind {
            case .number(let range, _): filter[parameter.name] = .number(range.lowerBound)
            case .picture: filter[parameter.name] = .picture("a picture.png")
            default: break
            }
        }
        try filter.validate()
        #expect(try Filter.chain(filter.description) == [filter])
        #expect(!kind.definition.summary.isEmpty && kind.definition.parameters.allSatisfy { !$0.summary.isEmpty })
    }

    static let mistakes: [(String, String)] = [
        ("sepai", "chain:1:1: filter 'sepai' is not known; did you mean 'sepia'? [unknownFilter]"),
        ("sepia(2)", "chain:1:7: amount of sepia is 2; use 0 to 1 [invalidValue]"),
        ("blur(-1)", "chain:1:6: radius of blur is -1; use 0 to 100 [invalidValue]"),
        ("blur(nan)", "chain:1:6: radius of blur is 'nan'; use 0 to 100 [invalidValue]"),
        ("blur(1e99)", "chain:1:6: radius of blur is inf; use 0 to 100 [invalidValue]"),
        ("blur(\n  raduis: 3)", "chain:2:3: raduis of blur is not known; did you mean 'radius'? [unknownParameter]"),
        ("blur(3, radius: 3)", "chain:1:9: radius of blur is given twice; give it once [repeatedParameter]"),
        ("blur(3, 4)", "chain:1:9: filter 'blur' has more values than its 1 parameters; leave out the last value [unknownParameter]"),
        ("vignette(amount: 1, 0.5)", "chain:1:21: filter 'vignette' has a value without a name after a value with a name; give its name, or put it first [syntax]"),
        ("sepia | | blur", "chain:1:9: the chain has '|' instead of a filter's name"),
        ("sepia |", "chain:1:8: the chain has the end instead of a filter's name"),
        ("sepia blur", "chain:1:7: the chain has 'b' instead of | or the end; put | between filters [syntax]"),
        ("sepia(0.5", "chain:1:10: filter 'sepia' has the end instead of , or ); close the parameters with ) [syntax]"),
        ("sepia(", "chain:1:7: amount of sepia has no value before the end; give 0 to 1 [syntax]"),
        ("sepia(#fff)", "chain:1:7: amount of sepia is #fff; use 0 to 1 [invalidValue]"),
        ("addition", "chain:1:1: picture of addition has no value; give the name of a picture [missingValue]"),
        ("addition(\"\")", "chain:1:10: picture of addition is an empty name; use the name of a picture [invalidValue]"),
        ("addition(\"a", "chain:1:10: picture of addition begins with \", but does not end; close it with \" [syntax]"),
        ("colorMatrix(red: [1 2 3])", "chain:1:18: red of colorMatrix has 3 numbers; use 4 numbers in brackets [invalidValue]"),
        ("colorMatrix(red: [1 2 3 1e9])",
         "chain:1:18: red of colorMatrix has the number 1e+09, which is not in -1000 to 1000; use 4 numbers in brackets [invalidValue]"),
        ("colorMatrix([1 x", "chain:1:16: red of colorMatrix has 'x' instead of a number or ]; close the numbers with ] [syntax]"),
        ("radialGradient(color: red)", "chain:1:23: color of radialGradient is 'red'; use #rrggbb or #rrggbbaa [invalidValue]"),
        ("hue(0.5, ", "chain:1:10: filter 'hue' has more values than its 1 parameters"),
        ("é", "chain:1:1: filter 'é' is not known; use one of colorControls, "),
        ("🙂", "chain:1:1: the chain has '🙂' instead of a filter's name"),
    ]
    @Test("an error message names the place, the filter, the parameter and the correction", arguments: mistakes.indices)
    func mistake(index: Int) {
        let (text, message) = FilterChainTests.mistakes[index]
        #expect(error(text)?.description.hasPrefix(message) == true, "\(error(text)?.description ?? "no error")")
    }

    @Test("an error names the given file, and has its parts as properties")
    func parts() {
        let found = error("sepia\n| blur(200)", file: "looks.txt")
        #expect(found?.description == "looks.txt:2:8: radius of blur is 200; use 0 to 100 [invalidValue]")
        #expect(found?.code == .invalidValue && found?.filter == "blur" && found?.parameter == "radius" && found?.position?.line == 2
                    && found?.position?.column == 8)
    }

    @Test("texts that are too long or truncated are refused, and no text traps")
    func hostile() {
        #expect(error(String(repeating: " ", count: 70_000))?.code == .syntax)
        #expect(error(Array(repeating: "sepia", count: 300).joined(separator: "|"))?.code == .syntax)
        let chain = "colorMatrix(red: [1 0 0 0], bias: [0 0 .5 0]) | radialGradient(color: #ff8000) | addition(\"a b\")", characters = Array(chain)
        for end in 1..<characters.count {
            for tail in ["", ")", "(", "[", "\"", "|", ":", "#", "\0", "9"] { _ = error(String(characters[..<end]) + tail) }
        }
    }

    @Test("values set by the program are checked before they are used")
    func validation() throws {
        #expect(throws: FilterError.self) { try Filter.sepia(.nan).validate() }
        #expect(throws: FilterError.self) { try Filter.blur(radius: -1).validate() }
        #expect(throws: FilterError.self) { try Filter.colorMatrix(red: []).validate() }
        #expect(throws: FilterError.self) { try Filter.radialGradient(color: SIMD4(.infinity, 0, 0, 0)).validate() }
        #expect(throws: FilterError.self) { try Filter(.addition).validate() }
        var filter = Filter.sepia(0.5)
        filter["amount"] = .color(.one)
        #expect(throws: FilterError.self) { try filter.validate() }
        filter["nothing"] = .number(1)
        filter["amount"] = .number(1)
        #expect(filter == .sepia() && filter["nothing"] == nil)
    }
}
