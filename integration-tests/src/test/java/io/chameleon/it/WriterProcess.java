package io.chameleon.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.client.ChameleonClient;
import io.chameleon.lab.chaos.process.JavaCommand;
import io.chameleon.lab.chaos.process.OsProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/** A {@link WriterMain} and its output. */
final class WriterProcess implements AutoCloseable {
    private final OsProcess process;
    private final int objects;
    private final long firstVersion;
    private final int mostBytes;
    private final Map<Integer, Long> begun = new ConcurrentHashMap<>();
    private final Map<Integer, Long> acknowledged = new ConcurrentHashMap<>();
    private final AtomicLong acknowledgements = new AtomicLong();

    /**
     * @param mostBytes of an object
     * @param least time that a write takes, with the pause after it
     */
    WriterProcess(Path directory, String metadata, int objects, long firstVersion, int mostBytes, Duration least) {
        this.objects = objects;
        this.firstVersion = firstVersion;
        this.mostBytes = mostBytes;
        process = OsProcess.start(
                "writer-" + firstVersion,
                directory,
                JavaCommand.of(
                        WriterMain.class.getName(),
                        metadata,
                        Integer.toString(objects),
                        Long.toString(firstVersion),
                        Integer.toString(mostBytes),
                        least.toString()),
                Map.of(),
                this::hear);
    }

    private void hear(String line) {
        String[] words = line.split(" ");
        int key = Integer.parseInt(words[1]);
        long version = Long.parseLong(words[2]);
        if (words[0].equals("begin")) {
            begun.put(key, version);
        } else {
            acknowledged.put(key, version);
            acknowledgements.incrementAndGet();
        }
    }

    /** How many objects have an acknowledged version. */
    int acknowledgedObjects() {
        return acknowledged.size();
    }

    long acknowledgements() {
        return acknowledgements.get();
    }

    /** kill -9. */
    void kill() throws InterruptedException {
        process.kill();
    }

    /** Every object holds its acknowledged version, or one that was begun after it. */
    void assertNothingLost(ChameleonClient client) {
        assertThat(acknowledged).as("objects acknowledged").hasSize(objects);
        acknowledged.forEach((key, version) -> {
            byte[] stored = client.get(WriterMain.BUCKET, "key-" + key);
            long newest = begun.getOrDefault(key, version);
            assertThat(held(key, stored, version, newest))
                    .as(() -> "key-%d holds version %d to %d, not %d bytes of %s"
                            .formatted(key, version, newest, stored.length, held(key, stored, firstVersion, newest)))
                    .isNotEmpty();
        });
    }

    private OptionalLong held(int key, byte[] stored, long from, long to) {
        return LongStream.rangeClosed(from, to)
                .filter(version -> Arrays.equals(stored, WriterMain.content(key, version, mostBytes)))
                .findFirst();
    }

    @Override
    public void close() throws InterruptedException {
        process.close();
    }
}
