// Colours as text: every form that is read and written, and refused texts, with the place of the error.

import Canvas
import Scenes2D
import SeededRandom
import Testing

private func bytes(_ text: String) throws -> [UInt8] {
    let bytes = try Color(text: text).nearestBytes
    return [bytes.x, bytes.y, bytes.z, bytes.w]
}

@Suite("Colours as text") struct ColorTextTests {
    @Test("each form of #FF7A18 is #FF7A18", arguments: [
        "#FF7A18", "#ff7a18", "  #FF7A18FF\n", "0xFF7A18", "rgb(255, 122, 24)", "rgba(255,122,24,1)", "rgb(255 122 24)", "RGB( 255 122 24 / 100% )",
        "rgb(100% 47.8% 9.4%)", "rgb(100%, 47.8%, 9.4%)", "rgb(255 47.8% 24)", "hsl(25.45, 100%, 54.7%)", "hsl(25.45deg 100% 54.7%)", "hsl(25.45 100 54.7)",
        "hsla(0.070707turn 100% 54.7% / 1)", "hsl(28.283grad, 100%, 54.7%)", "hsl(0.44426rad 100% 54.7%)", "hsl(-334.55 100% 54.7%)", "hwb(25.45 9.4% 0%)",
        "[UIColor colorWithRed:1 green:0.478 blue:0.094 alpha:1]", "[UIColor colorWithRed:255/255.0f green:122.0/255.0 blue:24.f/255 alpha:1.0f];",
        "[ UIColor\n colorWithRed: 1.0 green: 0.478 blue: 0.094 alpha: 1.0 ]", "[UIColor colorWithHue:0.0707 saturation:0.9059 brightness:1 alpha:1]",
        "[NSColor colorWithDeviceHue:0.0707 saturation:0.9059 brightness:1 alpha:1]",
        "[NSColor colorWithCalibratedHue:0.0707 saturation:.9059 brightness:1. alpha:1]",
        "[NSColor colorWithCalibratedRed:1 green:0.478 blue:0.094 alpha:1]", "[NSColor colorWithDeviceRed:1 green:0.478 blue:0.094 alpha:1]",
        "[NSColor colorWithSRGBRed:1 green:0.478 blue:0.094 alpha:1]", "[NSColor colorWithRed:1 green:0.478 blue:0.094 alpha:1]",
        "UIColor(red: 1, green: 0.478, blue: 0.094, alpha: 1)", "UIColor(red: 255.0/255, green: (122 / 255.0), blue: 24/255, alpha: 1)",
        "NSColor(srgbRed: 1, green: 0.478, blue: 0.094, alpha: 1)", "NSColor(calibratedRed: 1, green: 0.478, blue: 0.094, alpha: 1)",
        "NSColor(deviceHue: 0.0707, saturation: 0.9059, brightness: 1, alpha: 1)", "UIColor(hue:0.0707,saturation:0.9059,brightness:1,alpha:1)",
        "Color(red: 1, green: 0.478, blue: 0.094)", "Color(red: 1, green: 0.478, blue: 0.094, opacity: 1)",
        "Color(.sRGB, red: 1, green: 0.478, blue: 0.094, opacity: 1)",
        "Color(hue: 0.0707, saturation: 0.9059, brightness: 1)", "Color(hex: 0xFF7A18)", "Color(hex: 0xFF7A18, alpha: 1)", "Color(1, 0.478, 0.094)",
        "Color(1, 0.478, 0.094, 1)",
        "#colorLiteral(red: 1, green: 0.478, blue: 0.094, alpha: 1)",
    ])
    func orange(text: String) throws { #expect(try bytes(text) == [255, 122, 24, 255], "\(text)") }

    @Test("short hexadecimal digits, alpha, greys, the word none, names and limits are read as their specifications say", arguments: [
        ("#f71", [255, 119, 17, 255]), ("#F718", [255, 119, 17, 136]), ("#FF7A1880", [255, 122, 24, 128]), ("#0000", [0, 0, 0, 0]),
        ("rgba(255, 122, 24, 0.502)", [255, 122, 24, 128]), ("rgb(255 122 24 / 50.2%)", [255, 122, 24, 128]), ("rgb(255 122 24/.502)", [255, 122, 24, 128]),
        ("rgba(100% 0% 0% / none)", [255, 0, 0, 0]), ("rgb(none none 255)", [0, 0, 255, 255]), ("rgb(300, -20, 1e3)", [255, 0, 255, 255]),
        ("rgb(0 0 0 / 7)", [0, 0, 0, 255]), ("hsl(120 100% 50%)", [0, 255, 0, 255]), ("hsl(480, 100%, 50%)", [0, 255, 0, 255]),
        ("hsl(none 0% 50%)", [128, 128, 128, 255]),
        ("hsl(0.5turn 100% 25% / 25%)", [0, 128, 128, 64]), ("hsl(240 300% 50%)", [0, 0, 255, 255]), ("hwb(0 60% 60%)", [128, 128, 128, 255]),
        ("hwb(120deg 0 0)", [0, 255, 0, 255]),
        ("[UIColor colorWithWhite:0.5 alpha:0.502]", [128, 128, 128, 128]), ("[NSColor colorWithCalibratedWhite:1 alpha:1]", [255, 255, 255, 255]),
        ("UIColor(white: 2, alpha: -1)", [255, 255, 255, 0]), ("Color(white: 0.2)", [51, 51, 51, 255]), ("[UIColor redColor]", [255, 0, 0, 255]),
        ("[NSColor lightGrayColor]", [170, 170, 170, 255]), ("UIColor.brown", [153, 102, 51, 255]), ("Color.clear", [0, 0, 0, 0]),
        ("NSColor.orange;", [255, 128, 0, 255]),
        ("RebeccaPurple", [102, 51, 153, 255]), ("transparent", [0, 0, 0, 0]), ("green", [0, 128, 0, 255]), ("gray", [128, 128, 128, 255]),
        ("Color(hex: 0x1FF7A18, alpha: 0.502)", [255, 122, 24, 128]), ("Color(0, 0, 0, 0.502)", [0, 0, 0, 128]),
    ] as [(String, [UInt8])])
    func forms(text: String, expected: [UInt8]) throws { #expect(try bytes(text) == expected, "\(text)") }

    @Test("CSS's 148 names are read, in any case, and written again")
    func names() throws {
        #expect(Color.cssNames.count == 148)
        for (name, value) in Color.cssNames {
            let color = Color(hex: value)
            #expect(try Color(text: name.uppercased()) == color)
            let written = try #require(color.text(.cssName))
            #expect(Color.cssNames[written] == value)
        }
        #expect(Color(hex: 0x00FFFF).text(.cssName) == "aqua" && Color(hex: 0x123456).text(.cssName) == nil)
        #expect(Color(hex: 0xFF0000, alpha: 0.5).text(.cssName) == nil && Color.clear.text(.cssName) == "transparent")
    }

    @Test("colours are written in their usual forms")
    func written() {
        let orange = Color(hex: 0xFF7A18), half = orange.withAlpha(128.0 / 255), grey = Color(white: 0.5)
        let expected: [ColorFormat: (String?, String?)] = [
            .hex: ("#FF7A18", "#FF7A1880"), .shortHex: (nil, nil), .cssName: (nil, nil), .rgb: ("rgb(255 122 24)", "rgb(255 122 24 / 0.502)"),
            .rgbWithCommas: ("rgb(255, 122, 24)", "rgba(255, 122, 24, 0.502)"), .hsl: ("hsl(25.45 100% 54.7%)", "hsl(25.45 100% 54.7% / 0.502)"),
            .hslWithCommas: ("hsl(25.45, 100%, 54.7%)", "hsla(25.45, 100%, 54.7%, 0.502)"), .hwb: ("hwb(25.45 9.4% 0%)", "hwb(25.45 9.4% 0% / 0.502)"),
            .objectiveCUIColor: ("[UIColor colorWithRed:1 green:0.478 blue:0.094 alpha:1]", "[UIColor colorWithRed:1 green:0.478 blue:0.094 alpha:0.502]"),
            .objectiveCUIColorWhite: (nil, nil),
            .objectiveCUIColorHue: ("[UIColor colorWithHue:0.0707 saturation:0.9059 brightness:1 alpha:1]",
                                    "[UIColor colorWithHue:0.0707 saturation:0.9059 brightness:1 alpha:0.502]"),
            .objectiveCNSColor: ("[NSColor colorWithCalibratedRed:1 green:0.478 blue:0.094 alpha:1]",
                                 "[NSColor colorWithCalibratedRed:1 green:0.478 blue:0.094 alpha:0.502]"),
            .objectiveCNSColorHue: ("[NSColor colorWithDeviceHue:0.0707 saturation:0.9059 brightness:1 alpha:1]",
                                    "[NSColor colorWithDeviceHue:0.0707 saturation:0.9059 brightness:1 alpha:0.502]"),
            .swiftUIColor: ("UIColor(red: 1, green: 0.478, blue: 0.094, alpha: 1)", "UIColor(red: 1, green: 0.478, blue: 0.094, alpha: 0.502)"),
            .swiftUIColorWhite: (nil, nil),
            .swiftUIColorHue: ("UIColor(hue: 0.0707, saturation: 0.9059, brightness: 1, alpha: 1)",
                               "UIColor(hue: 0.0707, saturation: 0.9059, brightness: 1, alpha: 0.502)"),
            .swiftNSColor: ("NSColor(srgbRed: 1, green: 0.478, blue: 0.094, alpha: 1)", "NSColor(srgbRed: 1, green: 0.478, blue: 0.094, alpha: 0.502)"),
            .swiftUI: ("Color(red: 1, green: 0.478, blue: 0.094, opacity: 1)", "Color(red: 1, green: 0.478, blue: 0.094, opacity: 0.502)"),
            .canvas: ("Color(hex: 0xFF7A18)", "Color(hex: 0xFF7A18, alpha: 0.502)"),
            .canvasComponents: ("Color(1, 0.478, 0.094)", "Color(1, 0.478, 0.094, 0.502)"),
        ]
        for format in ColorFormat.allCases {
            #expect(orange.text(format) == expected[format]?.0 && half.text(format) == expected[format]?.1,
                    "\(format): \(orange.text(format) ?? "nil"), \(half.text(format) ?? "nil")")
        }
        #expect(Color(hex: 0xFF7711).text(.shortHex) == "#f71" && Color(hex: 0xFF7711, alpha: 0x88 / 255.0).text(.shortHex) == "#f718")
        #expect(grey.text(.objectiveCUIColorWhite) == "[UIColor colorWithWhite:0.502 alpha:1]"
                    && grey.text(.swiftUIColorWhite) == "UIColor(white: 0.502, alpha: 1)")
        #expect(Color(.nan, -.infinity, .infinity, .nan).text(.hex) == "#0000FF00")
    }

    @Test("every form gives back the bytes of the colour, for a sample of all colours", arguments: ColorFormat.allCases)
    func roundTrip(format: ColorFormat) throws {
        var random = SeededGenerator(state: 16), written = 0
        for number in 0..<3000 {
            let bits = random.next()
            // Some forms exist only for greys, for colours of repeated digits, or for opaque colours, so the sample contains many
            // such colours.
            var values = (0..<4).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
            if number % 3 == 0 { values[3] = 255 }
            if number % 5 == 0 { values[1] = values[0]; values[2] = values[0] }
            if number % 7 == 0 { values = values.map { $0 % 16 * 17 } }
            let color = Color(Double(values[0]) / 255, Double(values[1]) / 255, Double(values[2]) / 255, Double(values[3]) / 255)
            guard let text = color.text(format) else { continue }
            written += 1
            #expect(try Color(text: text).nearestBytes == color.nearestBytes, "\(text)")
        }
        let seldom: Set<ColorFormat> = [.cssName, .shortHex, .objectiveCUIColorWhite, .swiftUIColorWhite]
        #expect(seldom.contains(format) ? written < 1500 : written == 3000)
    }

    @Test("conversions to hue, saturation, brightness, lightness, white and black and back keep the components, to 1e-12")
    func hueRoundTrips() {
        var random = SeededGenerator(state: 5)
        for _ in 0..<20_000 {
            let color = Color(.random(in: 0...1, using: &random), .random(in: 0...1, using: &random), .random(in: 0...1, using: &random))
            for again in [Color(color.hsb), Color(color.hsl), Color(color.hwb)] {
                #expect(abs(again.red - color.red) < 1e-12 && abs(again.green - color.green) < 1e-12 && abs(again.blue - color.blue) < 1e-12)
            }
        }
        // The six pure colours are converted exactly.
        for (sixth, corner) in [Color(1, 0, 0), Color(1, 1, 0), Color(0, 1, 0), Color(0, 1, 1), Color(0, 0, 1), Color(1, 0, 1)].enumerated() {
            #expect(Color(Color.HSB(hue: Double(sixth) / 6, saturation: 1, brightness: 1)).nearestBytes == corner.nearestBytes)
            #expect(abs(corner.hsb.hue - Double(sixth) / 6) < 1e-15)
        }
        #expect(Color.black.hsb == Color.HSB(hue: 0, saturation: 0, brightness: 0) && Color.white.hsl == Color.HSL(hue: 0, saturation: 0, lightness: 1))
        for hue in [Double.nan, .infinity, -1e300, 1e300] { _ = Color(Color.HSL(hue: hue, saturation: .nan, lightness: .infinity)).nearestBytes }
    }

    @Test("a text that is no colour is refused with the place of the error and a correction", arguments: [
        ("", "colour '', character 1: is empty; write a colour, such as #FF7A18 or orange [empty]"),
        ("   ", "colour '   ', character 4: is empty; write a colour, such as #FF7A18 or orange [empty]"),
        ("#12345", "colour '#12345', character 7: has 5 hexadecimal digits; write 3, 4, 6 or 8 of them [syntax]"),
        ("#ff7g18", "colour '#ff7g18', character 5: has 'g' after the colour; leave out the rest [syntax]"),
        ("oragne", "colour 'oragne', character 1: is not a colour name; did you mean 'orange'? [unknownName]"),
        ("FF7A18", "colour 'FF7A18', character 1: is not a colour name; use a name of CSS, or put # before hexadecimal digits [unknownName]"),
        ("rbg(1, 2, 3)", "colour 'rbg(1, 2, 3)', character 1: begins with the unknown function 'rbg'; did you mean 'rgb'? [unknownForm]"),
        ("rgb(1, 2)", "colour 'rgb(1, 2)', character 9: has 2 components; give 3, and alpha after a slash, or after a comma if commas separate them [syntax]"),
        ("rgb(1 2 3 4)", "colour 'rgb(1 2 3 4)', character 12: has 4 components; give 3, and alpha after a slash, or after a comma if commas separate them [syntax]"),
        ("rgb(1 2, 3)", "colour 'rgb(1 2, 3)', character 8: has a comma after spaces; separate all components by commas, or all by spaces and alpha by a slash [syntax]"),
        ("rgb(1, 2%, 3)", "colour 'rgb(1, 2%, 3)', character 8: mixes numbers and percentages between commas; use three of one kind, or spaces [invalidNumber]"),
        ("rgb(1, none, 3)", "colour 'rgb(1, none, 3)', character 8: has 'none' between commas; separate the components by spaces [syntax]"),
        ("rgb(1px 2 3)", "colour 'rgb(1px 2 3)', character 6: has the unit 'px'; use %, deg, grad, rad, turn or no unit [invalidNumber]"),
        ("rgb(1deg 2 3)", "colour 'rgb(1deg 2 3)', character 5: has an angle for red, green or blue; use a number of 0 to 255 or a percentage [invalidNumber]"),
        ("rgb(1 2 3", "colour 'rgb(1 2 3', character 10: has the end instead of ')'; close rgb( with ')' [syntax]"),
        ("rgb(,)", "colour 'rgb(,)', character 5: needs a number here; write a number, a percentage or none [invalidNumber]"),
        ("rgb(1e999 0 0)", "colour 'rgb(1e999 0 0)', character 5: has a number that is too large; write a smaller number [invalidNumber]"),
        ("hsl(10, 20, 30%)", "colour 'hsl(10, 20, 30%)', character 9: has no percentage for the saturation; write one, such as 50% [invalidNumber]"),
        ("hsl(10% 20% 30%)", "colour 'hsl(10% 20% 30%)', character 5: has a percentage for the hue; use degrees, or an angle such as 0.5turn [invalidNumber]"),
        ("hwb(1, 2%, 3%)", "colour 'hwb(1, 2%, 3%)', character 6: has commas in hwb(); separate its components by spaces, and alpha by a slash [syntax]"),
        ("[UIColor colorWith]", "colour '[UIColor colorWith]', character 10: has the method 'colorWith' after UIColor; use colorWithRed:green:blue:alpha: or a similar method [unknownForm]"),
        ("[UIColor colorWithRed:1 green:0 blue:0]",
         "colour '[UIColor colorWithRed:1 green:0 blue:0]', character 10: has the components Red:green:blue:, which do not make a colour of UIColor; give red:green:blue:alpha:, white:alpha: or hue:saturation:brightness:alpha: [unknownForm]"),
        ("[UIColor colorWithDeviceRed:1 green:0 blue:0 alpha:1]",
         "colour '[UIColor colorWithDeviceRed:1 green:0 blue:0 alpha:1]', character 10: has the components DeviceRed:green:blue:alpha:, which do not make a colour of UIColor; give red:green:blue:alpha:, white:alpha: or hue:saturation:brightness:alpha: [unknownForm]"),
        ("[UIColor colorWithRed:1/0 green:0 blue:0 alpha:1]",
         "colour '[UIColor colorWithRed:1/0 green:0 blue:0 alpha:1]', character 24: has a quotient or product that is not a number; divide by a number other than 0 [invalidNumber]"),
        ("[UIColor redColor", "colour '[UIColor redColor', character 18: has the end instead of ']'; write ']' there [syntax]"),
        ("UIColor(red: 1, green: x)", "colour 'UIColor(red: 1, green: x)', character 24: has 'x' instead of a number; write a number of 0 to 1 [invalidNumber]"),
        ("Color.red", "colour 'Color.red', character 7: has 'red', which is not a named colour of Color; use one such as UIColor.red, or give its components [unknownName]"),
        ("Color(hex: FF7A18)", "colour 'Color(hex: FF7A18)', character 12: needs 0x before a number of three bytes; write it like 0xFF7A18 [syntax]"),
        ("0x123", "colour '0x123', character 6: has 3 hexadecimal digits after 0x; write 6 of them [syntax]"),
        ("(1, 2, 3)", "colour '(1, 2, 3)', character 1: begins with '('; begin with #, a name, a function such as rgb(, or a bracket [syntax]"),
    ])
    func refused(text: String, message: String) {
        do {
            let color = try Color(text: text)
            Issue.record("'\(text)' is read as \(color)")
        } catch { #expect(error.description == message) }
    }

    @Test("no text ends the program: truncated, repeated, mixed and random texts are read or refused, at a place inside of the text")
    func fuzz() {
        var random = SeededGenerator(state: 1601), read = 0
        let seeds = ColorFormat.allCases.compactMap {
            Color(hex: 0x777777, alpha: 0.4).text($0)
        } + ["rgba(1%,2%,3%,none)", "#colorLiteral(red: 1, green: (1/2), blue: 3*2, alpha: 1)", "darkgrey;"]
        let signs = Array("()[]#,:;/*%.+-eE0179afFxXnone \n\u{0}\u{FFFD}\u{1F600}é\u{301}").map(String.init)
            + ["turn", "UIColor", "colorWith", "0x", "none", "\r\n"]
        for _ in 0..<12_000 {
            var text = Array(seeds.randomElement(using: &random) ?? "")
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let place = Int.random(in: 0...text.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: text.removeSubrange(place..<min(text.count, place + Int.random(in: 0...6, using: &random)))
                case 1: text.insert(contentsOf: signs.randomElement(using: &random) ?? "", at: place)
                case 2: text += text.prefix(place)
                default: text = Array(text.prefix(place)) + Array(seeds.randomElement(using: &random) ?? "").suffix(12)
                }
            }
            let string = String(text)
            do {
                _ = try Color(text: string)
                read += 1
            } catch { #expect((1...string.unicodeScalars.count + 1).contains(error.position) && !error.problem.isEmpty && !error.remedy.isEmpty) }
        }
        #expect(read > 200)
        for text in [String(repeating: "(", count: 1000), String(repeating: "9", count: 1000), "rgb(" + String(repeating: "1,", count: 400),
                     String(repeating: "#", count: 1_000_000),
                     "UIColor(red: " + String(repeating: "(", count: 900), "rgb(" + String(repeating: "9", count: 900) + " 0 0)", "UIColor(red: 1e308*1e308)"] {
            #expect(throws: ColorTextError.self) { try Color(text: text) }
        }
    }
}
