import Raster

/// Round numbers for gridlines: multiples of 1, 2 or 5 times a power of ten.
public struct GraphTicks: Sendable, Hashable {
    /// The distance between two ticks.
    public let step: Double
    /// The values of the ticks. The requested range lies between the first and the last tick.
    public let values: [Double]
    /// The number of decimals needed to distinguish neighbouring ticks.
    public let decimals: Int

    /// Creates ticks for a range.
    /// - Parameters:
    ///   - range: The range that the ticks enclose. A range of a single number is widened by about one.
    ///   - count: The maximum number of steps, 1 to 1000.
    public init(_ range: ClosedRange<Double>, count: Int) {
        let most = Double(min(max(count, 1), 1000))
        var (low, high) = (range.lowerBound, range.upperBound)
        if !low.isFinite || !high.isFinite { (low, high) = (0, 1) }
        // The limits are clamped to numbers far below the largest Double, so that no difference and no tick is infinite.
        (low, high) = (min(max(low, -1e300), 1e300), min(max(high, -1e300), 1e300))
        if high - low < 1e-9 * max(abs(low), abs(high), 1e-3) { (low, high) = (low - 0.5 * max(1, abs(low) * 1e-6), high + 0.5 * max(1, abs(high) * 1e-6)) }
        // Finds the smallest step that is large enough. The search starts at a power of ten that is certainly too small.
        var power = -12
        while PortableMath.power(10, Double(power + 1)) * most < high - low, power < 300 { power += 1 }
        var found: (step: Double, first: Double, last: Double)?
        while found == nil {
            for factor in [1.0, 2, 5] {
                let step = power >= 0 ? factor * PortableMath.power(10, Double(power)) : factor / PortableMath.power(10, Double(-power))
                let first = (low / step).rounded(.down), last = (high / step).rounded(.up)
                if last - first <= most || most < 2 && last - first <= 2 || power > 305 { found = (step, first, last); break }
            }
            power += 1
        }
        let (step, first, last) = found ?? (1, 0, 1)
        self.step = step
        decimals = max(0, 1 - power)
        values = (0...max(0, Int(min(last - first, 1000)))).map { power - 1 >= 0 ? (first + Double($0)) * step : (first + Double($0)) / (1 / step).rounded() }
    }
    /// Returns a tick as text, with as many decimals as all ticks need.
    public func text(_ value: Double) -> String { GraphTicks.text(value, decimals: decimals) }
    /// Returns a number with this many decimals, 0 to 12; halves are rounded away from zero.
    public static func text(_ value: Double, decimals: Int) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
        let digits = min(max(decimals, 0), 12), unit = PortableMath.power(10, Double(digits)), scaled = (abs(value) * unit).rounded()
        guard scaled < 9e18 else { return "\(value)" }
        var text = String(Int(scaled))
        if digits > 0 {
            text = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
            text.insert(".", at: text.index(text.endIndex, offsetBy: -digits))
        }
        return (value < 0 && scaled > 0 ? "\u{2212}" : "") + text
    }
}

/// A date and time of day without a time zone: a time in a data file is shown unchanged, wherever the reader is.
public struct GraphTime: Sendable, Hashable {
    /// The seconds since the beginning of 1970.
    public var seconds: Double
    /// Creates a time from the seconds since the beginning of 1970.
    public init(seconds: Double) { self.seconds = seconds }
    /// Creates a time from a date and an hour. If `day` is larger than the number of days in the month, the date lies in the following
    /// month.
    public init(year: Int, month: Int, day: Int, hour: Double = 0) { seconds = Double(GraphTime.days(year, month, day)) * 86_400 + hour * 3600 }

    /// Parses ISO 8601: "2026-11-22", "2026-11-22T14:30", "2026-11-22 14:30:15". A Z or an offset at the end is ignored, because times
    /// are shown as written. Returns nil for a text of any other form, and for a date that does not exist.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        func number(_ from: Int, _ count: Int) -> Int? {
            guard from + count <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[from..<from + count] {
                guard (48...57).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 48)
            }
            return value
        }
        func has(_ byte: UInt8, _ at: Int) -> Bool { at < bytes.count && bytes[at] == byte }
        guard let year = number(0, 4), has(45, 4), let month = number(5, 2), has(45, 7), let day = number(8, 2), (1...12).contains(month),
              day >= 1 else { return nil }
        let next = month == 12 ? GraphTime.days(year + 1, 1, 1) : GraphTime.days(year, month + 1, 1)
        guard day <= next - GraphTime.days(year, month, 1) else { return nil }
        var seconds = Double(GraphTime.days(year, month, day)) * 86_400, end = 10
        if bytes.count > 10 {
            guard has(84, 10) || has(32, 10), let hour = number(11, 2), has(58, 13), let minute = number(14, 2), hour <= 24, minute < 60,
                  hour < 24 || minute == 0 else { return nil }
            seconds += Double(hour * 3600 + minute * 60)
            end = 16
            if has(58, 16) {
                guard let second = number(17, 2), second < 60, hour < 24 || second == 0 else { return nil }
                seconds += Double(second)
                end = 19
            }
            if has(90, end) { end += 1 } else if has(43, end) || has(45, end), number(end + 1, 2) != nil {
                end += 3
                if has(58, end), number(end + 1, 2) != nil { end += 3 }
            }
        }
        guard end == bytes.count else { return nil }
        self.seconds = seconds
    }

    /// Returns the number of days from the beginning of 1970 to a date of the Gregorian calendar. The computation lets years begin in
    /// March, so that a leap day is the last day of a year.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let y = month > 2 ? year : year - 1, m = month > 2 ? month - 3 : month + 9
        func floored(_ a: Int, _ b: Int) -> Int { a >= 0 ? a / b : -((b - 1 - a) / b) }
        return 365 * y + floored(y, 4) - floored(y, 100) + floored(y, 400) + (153 * m + 2) / 5 + day - 1 - 719_468
    }
    /// Days since the beginning of 1970.
    private var dayNumber: Int { Int((min(max(seconds, -1e14), 1e14) / 86_400).rounded(.down)) }
    /// The year, month (1…12) and day (1…31).
    public var date: (year: Int, month: Int, day: Int) {
        let number = dayNumber
        var year = 1970 + Int((Double(number) / 365.2425).rounded(.down))
        if GraphTime.days(year, 1, 1) > number { year -= 1 }
        if GraphTime.days(year + 1, 1, 1) <= number { year += 1 }
        var month = 12
        while GraphTime.days(year, month, 1) > number { month -= 1 }
        return (year, month, number - GraphTime.days(year, month, 1) + 1)
    }
    /// Hours since midnight, 0 to below 24.
    public var hour: Double { (seconds - Double(dayNumber) * 86_400) / 3600 }
    /// The midnight at the beginning of the day.
    public var midnight: GraphTime { GraphTime(seconds: Double(dayNumber) * 86_400) }
    /// The name of the weekday, "Mon" to "Sun".
    public var weekday: String { ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][((dayNumber % 7) + 7) % 7] }
    /// The name of the month, "Jan" to "Dec".
    public var monthName: String { ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][date.month - 1] }
    /// The time of day, such as "14:30".
    public var clock: String {
        let minutes = Int((hour * 60).rounded()) % 1440
        return "\(minutes / 60 < 10 ? "0" : "")\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    }
}
