package io.chameleon.benchmarks.s3;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The processor time of processes, by Linux's {@code /proc}. */
final class CpuTime {
    private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1) / 100;

    private CpuTime() {}

    /** Nanoseconds of these processes and of all that they started and that still run. */
    static long of(List<Long> processes) {
        return all(processes).mapToLong(CpuTime::of).sum();
    }

    static long ofThis() {
        return of(ProcessHandle.current().pid());
    }

    /** These processes and all that they started and that still run. */
    static Stream<Long> all(List<Long> processes) {
        return processes.stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .flatMap(process -> Stream.concat(
                        Stream.of(process.pid()), process.descendants().map(ProcessHandle::pid)));
    }

    /** User and system time; processes that it has reaped are in it, too. */
    private static long of(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * TICK_NANOS;
        } catch (IOException gone) {
            return 0;
        }
    }
}
