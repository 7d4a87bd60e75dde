import CGuest
import Raster

/// The host changes its floating-point environment before it calls the library.
func changeFloatingPoint() throws {
    let expected = try GuestPicture.expected()
    let warm = Device(options: GuestPicture.options(threads: 3)), warmPicture = try GuestPicture(warm)
    for number in 0..<GuestSettingCount.rawValue {
        GuestSet(GuestSetting(number))
        let before = GuestSettings()
        // `kept` is the picture of a device that was made, and whose code was compiled, in the default environment. `fresh` is the picture
        // of a device that is made in the host's changed environment.
        let fresh = try GuestPicture.drawn(), kept = try warmPicture.draw(), reference = try GuestPicture.expected()
        let after = GuestSettings()
        GuestSet(GuestDefault)
        let isSame = fresh == expected && kept == expected && reference == expected
        print("setting \(number): \(isSame ? "same picture" : "other picture"), \(before == after ? "kept" : "changed \(before) to \(after)")")
    }
}
