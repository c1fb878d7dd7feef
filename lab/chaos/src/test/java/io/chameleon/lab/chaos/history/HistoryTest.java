package io.chameleon.lab.chaos.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.common.linearizability.Operation;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The processes are real ones, so a request without an answer may take effect whenever it likes, or never. */
class HistoryTest {
    private final History history = new History(3);

    @Test
    void lostAndStaleWrites_areFound_eachUnderItsKey() {
        history.add(0, Operation.put(1, Outcome.DONE, 0, 10));
        history.add(0, Operation.read(1, 20, 30));
        history.add(1, Operation.put(2, Outcome.DONE, 0, 10));
        history.add(1, Operation.read(Operation.ABSENT, 20, 30));
        history.add(2, Operation.put(3, Outcome.DONE, 0, 10));
        history.add(2, Operation.put(4, Outcome.DONE, 20, 30));
        history.add(2, Operation.read(3, 40, 50));
        assertThat(history.violations()).containsOnlyKeys(1, 2);
        assertThat(history.violations().get(1)).contains("read of nothing");
        assertThat(history.violations().get(2)).contains("read of value 3");
    }

    @Test
    void unansweredWrite_mayTakeEffectAfterEverythingElse() {
        history.add(0, Operation.put(1, Outcome.UNKNOWN, 0, 10));
        history.add(0, Operation.put(2, Outcome.DONE, 20, 30));
        history.add(0, Operation.read(2, 40, 50));
        history.add(0, Operation.read(1, 60, 70));
        assertThat(history.violations()).isEmpty();
    }

    @Test
    void unansweredWrite_takesEffectOnceOnly() {
        history.add(0, Operation.put(1, Outcome.UNKNOWN, 0, 10));
        history.add(0, Operation.read(1, 20, 30));
        history.add(0, Operation.put(2, Outcome.DONE, 40, 50));
        history.add(0, Operation.read(1, 60, 70));
        assertThat(history.violations()).containsOnlyKeys(0);
    }

    @Test
    void writeWhoseErrorPromisedThatNothingWasWritten_isNotReadLater() {
        history.add(0, Operation.put(1, Outcome.FAILED, 0, 10));
        history.add(0, Operation.read(1, 20, 30));
        assertThat(history.violations()).containsOnlyKeys(0);
    }

    @Test
    void conditionThatHeld_isNotRefused() {
        history.add(0, Operation.put(1, Outcome.DONE, 0, 10));
        history.add(0, Operation.replace(1, 2, Outcome.REFUSED, 20, 30));
        history.add(1, Operation.replace(Operation.ABSENT, 3, Outcome.DONE, 0, 10));
        history.add(1, Operation.delete(Outcome.REFUSED, 20, 30));
        assertThat(history.violations()).containsOnlyKeys(0, 1);
    }

    @Test
    void operationsOfManyThreads_areAllThere() {
        IntStream.range(1, 10_001)
                .parallel()
                .forEach(value -> history.add(value % 3, Operation.put(value, Outcome.DONE, value, value + 1)));
        assertThat(history.all()).hasSize(10_000);
        assertThat(history.of(1)).hasSize(3_334);
    }

    @Test
    void file_hasALineForEachOperation_fromWhichTheCheckCanBeRepeated(@TempDir Path directory) throws IOException {
        history.add(2, Operation.replace(7, 8, Outcome.UNKNOWN, 100, 200));
        history.add(0, Operation.read(Operation.ABSENT, 5, 6));
        Path file = directory.resolve("history.csv.gz");
        history.write(file, key -> "key-" + key);
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("""
                            key,kind,outcome,value,expected,start_ns,end_ns
                            key-0,READ,DONE,0,0,5,6
                            key-2,REPLACE,UNKNOWN,8,7,100,200
                            """);
        }
    }
}
