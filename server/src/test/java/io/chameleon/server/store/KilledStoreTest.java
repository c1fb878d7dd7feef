package io.chameleon.server.store;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.error.ChameleonError;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledStoreTest {
    private static final int ROUNDS = 2;
    private static final int ACKNOWLEDGED_BEFORE_THE_KILL = 400;

    @TempDir
    Path directory;

    private final Set<Long> acknowledged = new TreeSet<>();
    private long erases;
    private long nextWrite;

    @Test
    void store_killedDuringPuts_hasEveryAcknowledgedFragmentAndItsManifest_andNoEraseLess() throws Exception {
        Path image = directory.resolve("flash.img");
        for (int round = 0; round < ROUNDS; round++) {
            putUntilKilled(image);
            check(image);
        }
        assertThat(erases).as("the device collected garbage").isPositive();
    }

    private void putUntilKilled(Path image) throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        PutForEver.class.getName(),
                        image.toString(),
                        Long.toString(nextWrite),
                        acknowledged.stream().map(String::valueOf).collect(joining(",")))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = child.inputReader(StandardCharsets.UTF_8)) {
            int acks = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                acks += note(line) ? 1 : 0;
                if (acks == ACKNOWLEDGED_BEFORE_THE_KILL) {
                    child.toHandle().destroyForcibly(); // unlike the process, it leaves the stream open
                }
            }
            assertThat(acks).isGreaterThanOrEqualTo(ACKNOWLEDGED_BEFORE_THE_KILL);
        } finally {
            child.destroyForcibly().waitFor();
        }
        nextWrite += PutForEver.THREADS;
    }

    /**
     * Reads a line of the child; one that the kill cut short says nothing. Returns whether it was an acknowledgement.
     */
    private boolean note(String line) throws IOException {
        String[] words = line.split(" ", 2);
        if (words.length < 2 || !words[1].matches("\\d+;")) {
            return false;
        }
        long number = Long.parseLong(words[1].replace(";", ""));
        switch (words[0]) {
            case "ack" -> {
                acknowledged.add(number);
                nextWrite = Math.max(nextWrite, number + 1);
            }
            case "delete" -> acknowledged.remove(number);
            case "erases" -> erases = Math.max(erases, number);
            default -> throw new IOException("unexpected line: " + line);
        }
        return words[0].equals("ack");
    }

    private void check(Path image) {
        try (FragmentStore store = PutForEver.open(image, Runnable::run)) {
            assertThat(acknowledged).isNotEmpty();
            assertThat(store.listManifests(0, 100_000).manifests())
                    .containsAll(acknowledged.stream().map(PutForEver::manifest).toList());
            for (long write : acknowledged) {
                Bytes expected = PutForEver.bytes(write);
                assertThat(read(store, expected)).as("write %d", write).isEqualTo(expected.content());
            }
            assertThat(store.wear().totalErases()).isGreaterThanOrEqualTo(erases);
        }
    }

    private static byte[] read(FragmentStore store, Bytes expected) {
        byte[] into = new byte[expected.content().length];
        try {
            store.read(store.find(expected.id()), 0, MemorySegment.ofArray(into));
        } catch (ChameleonError e) {
            throw new AssertionError("acknowledged fragment " + expected.id() + ": " + e.getMessage(), e);
        }
        return into;
    }
}
