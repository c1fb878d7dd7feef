package io.chameleon.benchmarks.s3;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The memory of processes, by Linux's {@code /proc}. */
final class Memory {
    private Memory() {}

    /** Their share of the memory: pages of several processes count once in all. */
    static double residentMebibytes(List<Long> processes) {
        return CpuTime.all(processes).mapToLong(Memory::proportionalKibibytes).sum() / 1024.0;
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
