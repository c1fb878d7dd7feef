package io.chameleon.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** A process of the cluster on this machine, with its descendants, and what it has used since {@link #start}. */
final class ServerProcess implements AutoCloseable {
    private static final long NONE = -1;

    private final ProcessHandle process;
    private final Optional<HeapWatch> heap;
    private long cpuAtStart;
    private long allocatedAtStart;

    private ServerProcess(ProcessHandle process) {
        this.process = process;
        heap = HeapWatch.attach(process.pid());
    }

    static ServerProcess of(long pid) {
        return ProcessHandle.of(pid)
                .map(ServerProcess::new)
                .orElseThrow(() -> new IllegalArgumentException(
                        "--server-pid: '" + pid + "' given, expected a process that runs on this machine"));
    }

    void start() {
        cpuAtStart = cpuNanos();
        allocatedAtStart = heap.map(HeapWatch::allocatedBytes).orElse(0L);
    }

    Usage.Server sinceStart() {
        return new Usage.Server(
                process.pid(),
                process.info().command().map(ServerProcess::fileName).orElse("?"),
                cpuNanos() - cpuAtStart,
                heap.map(watch -> watch.allocatedBytes() - allocatedAtStart).orElse(NONE),
                residentBytes());
    }

    private static String fileName(String command) {
        return String.valueOf(Path.of(command).getFileName());
    }

    private Stream<ProcessHandle> all() {
        return Stream.concat(Stream.of(process), process.descendants());
    }

    private long cpuNanos() {
        return all().flatMap(one -> one.info().totalCpuDuration().stream())
                .mapToLong(Duration::toNanos)
                .sum();
    }

    /** Pages that several of these processes share count once: the proportional set, on Linux. */
    private long residentBytes() {
        long kilobytes = 0;
        for (ProcessHandle one : all().toList()) {
            Path rollup = Path.of("/proc", Long.toString(one.pid()), "smaps_rollup");
            try (Stream<String> lines = Files.lines(rollup)) {
                kilobytes += lines.filter(line -> line.startsWith("Pss:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                        .sum();
            } catch (IOException | SecurityException e) {
                return NONE;
            }
        }
        return kilobytes << 10;
    }

    @Override
    public void close() {
        heap.ifPresent(HeapWatch::close);
    }
}
