package io.chameleon.benchmarks.s3;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What processes use, by Linux's {@code /proc}. */
final class Usage {
    private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1) / 100;

    private Usage() {}

    /** Processor time of these processes and of all that they started and that still run. */
    static long cpuNanos(List<Long> processes) {
        return all(processes).mapToLong(Usage::cpuNanos).sum();
    }

    static long cpuNanosOfThis() {
        return cpuNanos(ProcessHandle.current().pid());
    }

    private static Stream<Long> all(List<Long> processes) {
        return processes.stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .flatMap(process -> Stream.concat(
                        Stream.of(process.pid()), process.descendants().map(ProcessHandle::pid)));
    }

    /** User and system time; processes that it has reaped are in it, too. */
    private static long cpuNanos(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * TICK_NANOS;
        } catch (IOException gone) {
            return 0;
        }
    }

    /** Their share of the memory: pages of several processes count once in all. */
    static double residentMebibytes(List<Long> processes) {
        return all(processes).mapToLong(Usage::proportionalKibibytes).sum() / 1024.0;
    }

    private static long proportionalKibibytes(long pid) {
        return kibibytes(pid, "smaps_rollup", "Pss:");
    }

    /** The most that a process has had resident since it began, or since {@link #forgetPeak}. */
    static double peakMebibytes(long pid) {
        return kibibytes(pid, "status", "VmHWM:") / 1024.0;
    }

    static void forgetPeak(long pid) throws IOException {
        Files.writeString(Path.of("/proc/" + pid + "/clear_refs"), "5");
    }

    private static long kibibytes(long pid, String file, String field) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/" + file))) {
                if (line.startsWith(field)) {
                    return Long.parseLong(line.replaceAll("\\D+", ""));
                }
            }
        } catch (IOException gone) {
            // Counts as nothing.
        }
        return 0;
    }
}
