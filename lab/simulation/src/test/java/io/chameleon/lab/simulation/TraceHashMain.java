package io.chameleon.lab.simulation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** Prints the log hash of one run. */
final class TraceHashMain {
    private TraceHashMain() {}

    public static void main(String[] args) {
        SimulationResult result = Simulation.run(
                new SimulationSpec(Long.parseLong(args[0]), Duration.ofSeconds(Long.parseLong(args[1]))));
        System.out.println(Long.toHexString(result.traceHash()));
    }

    static String inANewProcess(long seed, Duration length) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        // All identity hashes are the same there, so everything ordered by them takes another order.
                        "-XX:+UnlockExperimentalVMOptions",
                        "-XX:hashCode=2",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TraceHashMain.class.getName(),
                        Long.toString(seed),
                        Long.toString(length.toSeconds()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int unused = process.waitFor();
        return out.lines().reduce("", (before, line) -> line);
    }
}
