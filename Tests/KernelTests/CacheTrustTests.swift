import Foundation
import Kernel
import TestSupport
import Testing

// Code from the cache is executed, so files that another user may have written must not be used.

/// A folder that is deleted when the test ends.
private final class Folder {
    let path = NSTemporaryDirectory() + "/raster-trust-" + UUID().uuidString
    deinit { try? FileManager.default.removeItem(atPath: path) }
    func file(_ n: Int) -> String { "\(path)/\(digest(n).hexadecimal).kernel" }
}

private func digest(_ n: Int) -> Digest { Digest(of: Array("trust \(n)".utf8)) }

/// Returns a folder with an entry, and the cache that made it.
private func filled() -> (Folder, CodeCache) {
    let folder = Folder(), cache = CodeCache(.directory(folder.path))
    cache.store([1, 2, 3], named: digest(1))
    return (folder, cache)
}

@Test("a folder and its files are accessible only to their owner")
func ownRights() throws {
    let (folder, cache) = filled()
    var status = stat()
    #expect(stat(folder.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(stat(folder.file(1), &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(cache.refusal == nil)
}

@Test("a folder that others may write to is not used", arguments: [0o770, 0o702, 0o1777] as [UInt32])
func writableFolder(mode: UInt32) {
    let (folder, _) = filled()
    #expect(chmod(folder.path, mode) == 0)
    let cache = CodeCache(.directory(folder.path))
    #expect(cache.object(named: digest(1)) == nil)
    #expect(cache.refusal == .othersMayWrite(path: folder.path, mode: mode))
    cache.store([4], named: digest(2))
    #expect(access(folder.file(2), F_OK) != 0, "nothing is put there either")
    #expect(chmod(folder.path, 0o755) == 0)
    #expect(cache.object(named: digest(1)) == [1, 2, 3], "others may read")
}

@Test("an entry that others may write to is not used, and is deleted", arguments: [0o660, 0o602] as [UInt32])
func writableFile(mode: UInt32) {
    let (folder, cache) = filled()
    #expect(chmod(folder.file(1), mode) == 0)
    #expect(cache.object(named: digest(1)) == nil)
    #expect(access(folder.file(1), F_OK) != 0)
}

@Test("a pipe in place of an entry does not block, and is deleted")
func pipeInPlace() {
    let (folder, cache) = filled()
    #expect(unlink(folder.file(1)) == 0 && mkfifo(folder.file(1), 0o600) == 0)
    #expect(cache.object(named: digest(1)) == nil)
    cache.store([5], named: digest(1))
    #expect(cache.object(named: digest(1)) == [5])
}

@Test("a link in place of an entry is not followed")
func linkInPlace() throws {
    let (folder, cache) = filled()
    let elsewhere = folder.path + "/elsewhere"
    #expect(rename(folder.file(1), elsewhere) == 0 && symlink(elsewhere, folder.file(1)) == 0)
    #expect(cache.object(named: digest(1)) == nil)
    #expect(access(elsewhere, F_OK) == 0, "what it led to stays")
}

@Test("with a folder in place of an entry, or a device in place of the folder, nothing is cached")
func folderInPlace() {
    let (folder, cache) = filled()
    #expect(unlink(folder.file(1)) == 0 && mkdir(folder.file(1), 0o700) == 0)
    #expect(cache.object(named: digest(1)) == nil)
    cache.store([5], named: digest(1))
    #expect(cache.object(named: digest(1)) == nil)
    #expect(CodeCache(.directory("/dev/zero")).object(named: digest(1)) == nil)
}

@Test("a folder and an entry of another user are not used", .enabled(if: geteuid() == 0, "only root can give files away"))
func foreignOwner() {
    let (folder, cache) = filled()
    #expect(chown(folder.file(1), 12345, 12345) == 0)
    #expect(cache.object(named: digest(1)) == nil)
    cache.store([1, 2, 3], named: digest(1))
    #expect(chown(folder.path, 12345, 12345) == 0)
    #expect(CodeCache(.directory(folder.path)).object(named: digest(1)) == nil)
    let late = CodeCache(.directory(folder.path))
    late.store([1], named: digest(2))
    #expect(late.refusal == .foreignOwner(path: folder.path, owner: 12345))
}

@Test("a cache folder that the environment places in another user's home is not created", .enabled(if: geteuid() == 0, "only root can give files away"),
      arguments: [["HOME"], ["XDG_CACHE_HOME", "HOME"]])
func foreignHome(variables: [String]) throws {
    let folder = Folder()
    #expect(mkdir(folder.path, 0o755) == 0 && chown(folder.path, 12345, 12345) == 0)
    // The test needs a separate process, because it changes the environment.
    let result = try ProgramRun([RunningProgram.path(ofBuilt: "kernel-probe"), "cache"],
                             environment: Dictionary(uniqueKeysWithValues: variables.map { ($0, folder.path) }))
    let said = result.errors
    #expect(result.status == 0)
    #expect(said.split(separator: "\n").count == 1 && said.contains("belong to user 12345") && said.contains("RASTER_CODE_CACHE"), "\(said)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
}
