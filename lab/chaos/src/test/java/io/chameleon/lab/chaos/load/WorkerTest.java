package io.chameleon.lab.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.chaos.history.History;
import io.chameleon.lab.common.linearizability.Operation;
import io.chameleon.lab.common.linearizability.Operation.Kind;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Workers at stores that keep their word, and at stores that do not: what a run would say of them. Two workers share a
 * store, one operation after the other, so that conditions fail too.
 */
class WorkerTest {
    private static final int KEYS = 8;
    private static final int STEPS = 600;

    private final History history = new History(KEYS);
    private final Tally tally = new Tally();
    private final Contents contents = new Contents(3);
    private final AtomicLong values = new AtomicLong();
    private final SplittableRandom random = new SplittableRandom(11);

    private void run(Door door) {
        run(door, STEPS);
    }

    private void run(Door door, int steps) {
        KeySpace keys = new KeySpace(KEYS);
        List<Worker> workers = List.of(worker(door, keys), worker(door, keys));
        for (int i = 0; i < steps; i++) {
            workers.get(i % 2).step();
        }
    }

    private Worker worker(Door door, KeySpace keys) {
        return new Worker(door, keys, contents, values, history, tally, random.split());
    }

    private boolean isFound() {
        return !history.violations().isEmpty() || !tally.damage().isEmpty();
    }

    @Test
    void storeThatKeepsItsWord_passes_andEveryOperationIsRecorded() {
        run(new DoorInMemory());
        assertThat(history.violations()).isEmpty();
        assertThat(tally.damage()).isEmpty();
        assertThat(tally.errors()).isEmpty();
        assertThat(tally.acknowledgedOperations()).isEqualTo(STEPS);
        assertThat(history.all()).hasSize(STEPS).allMatch(Operation::isAcknowledged);
    }

    /** Mostly reads, a quarter writes; each kind often enough to find what is wrong with it. */
    @Test
    void operations_areMostlyReads_andOfEveryKind() {
        run(new DoorInMemory());
        Map<Kind, Long> kinds = history.all().collect(Collectors.groupingBy(Operation::kind, Collectors.counting()));
        assertThat(kinds).containsOnlyKeys(Kind.READ, Kind.PUT, Kind.REPLACE, Kind.DELETE);
        assertThat(kinds.get(Kind.READ)).isBetween(STEPS * 6 / 10L, STEPS * 8 / 10L);
        assertThat(kinds.get(Kind.PUT)).isBetween(STEPS * 15 / 100L, STEPS * 3 / 10L);
        assertThat(kinds.get(Kind.REPLACE)).isGreaterThan(STEPS / 100L);
        assertThat(kinds.get(Kind.DELETE)).isGreaterThan(STEPS / 100L);
    }

    @Test
    void conditions_holdAndFail() {
        run(new DoorInMemory());
        assertThat(history.all().filter(operation -> operation.kind() == Kind.REPLACE))
                .extracting(Operation::outcome)
                .contains(Outcome.DONE, Outcome.REFUSED);
    }

    @Test
    void values_areWrittenOnceEach() {
        run(new DoorInMemory());
        assertThat(history.all()
                        .filter(operation -> operation.kind() == Kind.PUT || operation.kind() == Kind.REPLACE)
                        .map(Operation::value))
                .doesNotHaveDuplicates()
                .allMatch(value -> value >= 1 && value <= values.get());
    }

    /** Breaks its word at one operation in ten of one kind, or always. */
    private abstract class Lying extends DoorInMemory {
        boolean liesNow() {
            return random.nextInt(10) == 0;
        }
    }

    private enum Lie {
        LOST_WRITE,
        STALE_READ,
        OBJECT_NOT_FOUND,
        DELETED_OBJECT_COMES_BACK,
        BYTES_OF_ANOTHER_KEY,
        FLIPPED_BIT,
        TRUNCATED,
        CONDITION_IGNORED,
        CREATED_OVER_ANOTHER,
        CONDITION_SAID_NOT_TO_HOLD,
        DELETED_WITHOUT_BEING_ASKED,
        DELETE_SAYS_THERE_WAS_NOTHING,
        FAILED_YET_WRITTEN
    }

    private Door door(Lie lie) {
        return switch (lie) {
            case LOST_WRITE ->
                new Lying() {
                    @Override
                    public String put(String key, byte[] bytes) {
                        return liesNow() ? "tag-of-nothing" : store(key, bytes);
                    }
                };
            case STALE_READ ->
                new Lying() {
                    private final Map<String, byte[]> former = new HashMap<>();

                    @Override
                    public String put(String key, byte[] bytes) {
                        Stored now = objects.get(key);
                        if (now != null) {
                            former.put(key, now.bytes());
                        }
                        return store(key, bytes);
                    }

                    @Override
                    public Optional<byte[]> get(String key) throws FailedException {
                        return former.containsKey(key) && liesNow()
                                ? Optional.ofNullable(former.get(key))
                                : super.get(key);
                    }
                };
            case OBJECT_NOT_FOUND -> reading(bytes -> Optional.empty());
            case DELETED_OBJECT_COMES_BACK ->
                new Lying() {
                    @Override
                    public Deleted delete(String key) throws FailedException {
                        return objects.containsKey(key) ? Deleted.WAS_THERE : super.delete(key);
                    }
                };
            case BYTES_OF_ANOTHER_KEY -> reading(bytes -> Optional.of(contents.of(KEYS + 1, 5)));
            case FLIPPED_BIT ->
                reading(bytes -> {
                    byte[] flipped = bytes.clone();
                    flipped[bytes.length / 2] ^= 4;
                    return Optional.of(flipped);
                });
            case TRUNCATED -> reading(bytes -> Optional.of(Arrays.copyOf(bytes, bytes.length - 1)));
            case CONDITION_IGNORED ->
                new Lying() {
                    @Override
                    public Optional<String> replace(String key, String entityTag, byte[] bytes) {
                        return Optional.of(store(key, bytes));
                    }
                };
            case CREATED_OVER_ANOTHER ->
                new Lying() {
                    @Override
                    public Optional<String> create(String key, byte[] bytes) {
                        return Optional.of(store(key, bytes));
                    }
                };
            case CONDITION_SAID_NOT_TO_HOLD ->
                new Lying() {
                    @Override
                    public Optional<String> replace(String key, String entityTag, byte[] bytes) throws FailedException {
                        super.replace(key, entityTag, bytes);
                        return Optional.empty();
                    }
                };
            case DELETED_WITHOUT_BEING_ASKED ->
                new Lying() {
                    @Override
                    public String put(String key, byte[] bytes) {
                        String tag = store(key, bytes);
                        if (liesNow()) {
                            objects.remove(key);
                        }
                        return tag;
                    }
                };
            case DELETE_SAYS_THERE_WAS_NOTHING ->
                new Lying() {
                    @Override
                    public Deleted delete(String key) {
                        objects.remove(key);
                        return Deleted.WAS_MISSING;
                    }
                };
            case FAILED_YET_WRITTEN ->
                new Lying() {
                    @Override
                    public String put(String key, byte[] bytes) throws FailedException {
                        String tag = store(key, bytes);
                        if (liesNow()) {
                            throw failed(Outcome.FAILED);
                        }
                        return tag;
                    }
                };
        };
    }

    private Door reading(Function<byte[], Optional<byte[]>> lie) {
        return new Lying() {
            @Override
            public Optional<byte[]> get(String key) throws FailedException {
                Optional<byte[]> bytes = super.get(key);
                return bytes.isPresent() && liesNow() ? lie.apply(bytes.get()) : bytes;
            }
        };
    }

    @ParameterizedTest
    @EnumSource(Lie.class)
    void storeThatBreaksItsWord_isFound(Lie lie) {
        run(door(lie));
        assertThat(isFound()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Lie.class,
            names = {"BYTES_OF_ANOTHER_KEY", "FLIPPED_BIT", "TRUNCATED"})
    void bytesThatNobodyWrote_areDamage_namedByTheirKey(Lie lie) {
        run(door(lie));
        assertThat(history.violations()).isEmpty();
        assertThat(tally.damage()).isNotEmpty().allMatch(line -> line.matches("(?s)key-0000[0-7]: .*"));
    }

    /** The store does what it likes with operations that it does not answer: all of that is allowed. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void unansweredWrite_mayHappenOrNot(boolean happens) {
        run(new Lying() {
            @Override
            public String put(String key, byte[] bytes) throws FailedException {
                if (liesNow()) {
                    if (happens) {
                        store(key, bytes);
                    }
                    throw failed(Outcome.UNKNOWN);
                }
                return store(key, bytes);
            }

            @Override
            public Deleted delete(String key) throws FailedException {
                if (liesNow()) {
                    if (happens) {
                        objects.remove(key);
                    }
                    throw failed(Outcome.UNKNOWN);
                }
                return super.delete(key);
            }
        });
        assertThat(isFound()).isFalse();
        assertThat(tally.errors()).containsOnlyKeys("UNAVAILABLE");
        long unanswered = history.all()
                .filter(operation -> operation.outcome() == Outcome.UNKNOWN)
                .count();
        assertThat(tally.errors().get("UNAVAILABLE")).isEqualTo(unanswered);
        assertThat(tally.acknowledgedOperations()).isEqualTo(STEPS - unanswered);
    }

    @Test
    void failedWrite_thatWroteNothing_isFine() {
        run(new Lying() {
            @Override
            public String put(String key, byte[] bytes) throws FailedException {
                if (liesNow()) {
                    throw failed(Outcome.FAILED);
                }
                return store(key, bytes);
            }
        });
        assertThat(isFound()).isFalse();
        assertThat(tally.errors()).containsOnlyKeys("UNAVAILABLE");
    }

    /** It says nothing about the object: the next read may find anything that fits. */
    @Test
    void failedRead_isCounted_andNoPartOfTheHistory() {
        run(new DoorInMemory() {
            @Override
            public Optional<byte[]> get(String key) throws FailedException {
                throw failed(Outcome.UNKNOWN);
            }
        });
        assertThat(history.all()).isNotEmpty().noneMatch(operation -> operation.kind() == Kind.READ);
        assertThat(tally.errors().get("UNAVAILABLE"))
                .isEqualTo(STEPS - history.all().count());
    }

    /** A door that is not told whether anything was there. */
    @Test
    void deleteThatDoesNotTell_fitsWhateverWasThere() {
        run(new DoorInMemory() {
            @Override
            public Deleted delete(String key) {
                objects.remove(key);
                return Deleted.NOT_TOLD;
            }
        });
        assertThat(isFound()).isFalse();
        assertThat(history.all().map(Operation::kind)).contains(Kind.CLEAR).doesNotContain(Kind.DELETE);
    }

    @Test
    void operation_spansItsCall() {
        List<long[]> calls = new ArrayList<>();
        run(
                new DoorInMemory() {
                    @Override
                    public Optional<byte[]> get(String key) throws FailedException {
                        long before = System.nanoTime();
                        Optional<byte[]> bytes = super.get(key);
                        calls.add(new long[] {before, System.nanoTime()});
                        return bytes;
                    }
                },
                200);
        List<Operation> reads = history.all()
                .filter(operation -> operation.kind() == Kind.READ)
                .sorted((a, b) -> Long.compare(a.start(), b.start()))
                .toList();
        assertThat(reads).hasSameSizeAs(calls);
        for (int i = 0; i < reads.size(); i++) {
            assertThat(reads.get(i).start()).isLessThanOrEqualTo(calls.get(i)[0]);
            assertThat(reads.get(i).end()).isGreaterThanOrEqualTo(calls.get(i)[1]);
        }
    }
}
