// guest-probe: uses Raster in situations in which a host may use a library. The argument names the situation. HostTests runs
// guest-probe and reads its output.

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
