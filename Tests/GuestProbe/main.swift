// guest-probe: programs that use Raster in ways in which a library must behave, one for each argument. HostTests runs them and reads
// their output. Each situation is in a file of its own.

let situations: [String: () throws -> Void] = [
    "signals": receiveSignals,
    "floating-point": changeFloatingPoint,
    "small-stack": drawOnSmallStacks,
    "mathematics": replaceMathematics,
    "fork": forkBetweenSubmits,
    "fork-elsewhere": forkWhileAnotherThreadDraws,
    "fork-while-waiting": forkWhileAnotherThreadWaits,
    "devices": useManyDevices,
    "llvm": shareLLVM,
    "mesa": shareWithMesa,
]
guard let situation = CommandLine.arguments.dropFirst().first.flatMap({ situations[$0] }) else {
    fatalError("usage: guest-probe \(situations.keys.sorted().joined(separator: " | "))")
}
try situation()
