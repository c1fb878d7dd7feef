package io.chameleon.lab.simulation.role;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.PutResult;
import io.chameleon.client.VersionInfo;
import io.chameleon.client.error.Errors;
import io.chameleon.client.options.ListOptions;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.version.VersionId;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import io.chameleon.lab.common.linearizability.VersionOperation;
import io.chameleon.lab.common.linearizability.VersionOperation.Kind;
import io.chameleon.lab.common.linearizability.VersionOperation.Seen;
import io.chameleon.lab.simulation.history.VersionHistory;
import io.chameleon.lab.simulation.world.SimProcess;
import io.chameleon.lab.simulation.world.World;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The part of an application that works in a bucket that keeps versions. It writes the number of each version into the
 * user metadata, so that a listing shows whose version it is.
 */
public final class VersionsUser {
    public static final String BUCKET = "kept";
    /** {@link AgingRules} say which have lifecycle rules. */
    public static final List<String> KEYS = List.of("a0", "a1", "v0", "v1", "v2");

    private static final String NUMBER = "number";
    private static final int IN_PARTS_IN = 10;
    /** One operation in so many is about the same key as the one before. */
    private static final int AGAIN_IN = 3;
    /** With more versions of a key than that, it removes some instead of writing. */
    private static final int MANY = 5;

    private final World world;
    private final VersionHistory history;
    private final OpenOperations operations;
    private final WorkShape work;
    private final AtomicLong lastNumber;
    private final String name;
    private final SplittableRandom chance;
    /** Of each key, as listed last. */
    private final Map<String, List<VersionInfo>> listed = new HashMap<>();
    /** Entity tags and numbers of the versions written last. */
    private final Map<String, PutResult> written = new HashMap<>();

    private final Map<String, Long> numbers = new HashMap<>();
    private String lastKey = KEYS.getFirst();
    private @Nullable SimProcess process;
    private @Nullable AsyncChameleonClient client;

    VersionsUser(
            World world,
            VersionHistory history,
            OpenOperations operations,
            WorkShape work,
            AtomicLong lastNumber,
            String name) {
        this.world = world;
        this.history = history;
        this.operations = operations;
        this.work = work;
        this.lastNumber = lastNumber;
        this.name = name;
        this.chance = world.chance();
    }

    /** A new life of the application, which remembers nothing. */
    void start(SimProcess life, AsyncChameleonClient with) {
        process = life;
        client = with;
        listed.clear();
        written.clear();
    }

    void operate() {
        String key = chance.nextInt(AGAIN_IN) == 0 ? lastKey : KEYS.get(chance.nextInt(KEYS.size()));
        lastKey = key;
        List<VersionInfo> versions = listed.getOrDefault(key, List.of());
        PutResult last = written.get(key);
        int what = chance.nextInt(100);
        if (what < 52 && versions.size() > MANY) {
            remove(key, versions.get(chance.nextInt(versions.size())));
            list(key, all -> {});
        } else if (what < 36) {
            put(key, Kind.PUT, 0, PutOptions.DEFAULT);
        } else if (what < 39) {
            put(key, Kind.CREATE, 0, PutOptions.DEFAULT.ifNoneMatch());
        } else if (what < 42 && last != null) {
            long number = Objects.requireNonNull(numbers.get(last.entityTag()));
            put(key, Kind.REPLACE, number, PutOptions.DEFAULT.ifMatch(last.entityTag()));
        } else if (what < 52) {
            mark(key);
        } else if (what < 62) {
            read(key);
        } else if (what < 74 || versions.isEmpty()) {
            list(key, all -> {});
        } else if (what < 84) {
            read(key, versions.get(chance.nextInt(versions.size())).version());
        } else if (what < 98) {
            // Mostly the newest, so that the one below is restored.
            remove(key, versions.get(Math.min(chance.nextInt(versions.size()), chance.nextInt(versions.size()))));
        } else {
            configure(chance.nextInt(3) == 0 ? Versioning.SUSPENDED : Versioning.ENABLED);
        }
    }

    /** Lists all in the end and reads each version, which must work. */
    void readAll() {
        KEYS.forEach(key -> {
            read(key);
            list(
                    key,
                    all -> all.stream()
                            .filter(version -> !version.isMarker())
                            .forEach(version -> read(key, version.version())));
        });
    }

    private void put(String key, Kind kind, long expected, PutOptions options) {
        long number = lastNumber.incrementAndGet();
        byte[] bytes = Values.bytes(number, work.size(chance));
        PutOptions numbered = options.userMetadata(Map.of(NUMBER, Long.toString(number)));
        long open = operations.begin("VERSION " + kind, key, false, number, sink(key, kind, expected));
        CompletableFuture<PutResult> put = number % IN_PARTS_IN == 0
                ? new PartsWriter(client().uploads(), bytes, new SplittableRandom(number)).put(BUCKET, key, numbered)
                : client().put(BUCKET, key, bytes, numbered);
        follow(put, (result, failure) -> {
            if (result != null) {
                written.put(key, result);
                numbers.put(result.entityTag(), number);
            }
            operations.finish(open, Outcome.DONE, failure, number);
        });
    }

    private void mark(String key) {
        long number = lastNumber.incrementAndGet();
        long open = operations.begin("VERSION MARK", key, false, number, sink(key, Kind.MARK, 0));
        follow(client().versions().delete(BUCKET, key), (deletion, failure) -> {
            VersionId marker = deletion == null ? null : deletion.version();
            if (marker != null) {
                history.made(marker, number);
            }
            operations.finish(open, Outcome.DONE, failure, number);
        });
    }

    private void remove(String key, VersionInfo version) {
        long open = operations.begin(
                "VERSION REMOVE",
                key,
                false,
                0,
                (outcome, value, begin, end) ->
                        sink(key, Kind.REMOVE, target(version)).record(outcome, 0, begin, end));
        follow(client().versions().delete(BUCKET, key, version.version()), (deletion, failure) -> {
            boolean isGone = deletion != null && deletion.result() == DeleteResult.NOT_FOUND;
            operations.finish(open, isGone ? Outcome.REFUSED : Outcome.DONE, failure, 0);
        });
    }

    private long target(VersionInfo version) {
        if (version.version().isNull()) {
            return VersionOperation.NULL_VERSION;
        }
        long number = number(version);
        return number == 0 ? VersionOperation.SOME_MARKER : number;
    }

    private void configure(Versioning versioning) {
        Kind kind = versioning == Versioning.ENABLED ? Kind.ENABLE : Kind.SUSPEND;
        long open = operations.begin(
                "VERSION " + kind,
                "all keys",
                false,
                0,
                (outcome, value, begin, end) ->
                        history.addToAll(new VersionOperation(kind, 0, 0, List.of(), outcome, begin, end)));
        follow(
                client().configureBucket(BUCKET, settings(versioning)),
                (bucket, failure) -> operations.finish(open, Outcome.DONE, failure, 0));
    }

    /** The bucket's schemes change with it, so objects of both are there under all faults. */
    private Map<String, @Nullable String> settings(Versioning versioning) {
        Map<String, @Nullable String> settings = new HashMap<>();
        settings.put(BucketSchemes.REP_SETTING, null);
        settings.put(BucketSchemes.EC_SETTING, null);
        if (versioning == Versioning.ENABLED) {
            settings.putAll(work.ofVersioned().settings());
        }
        settings.put(Versioning.SETTING, versioning.text());
        return settings;
    }

    private void read(String key) {
        long open = operations.begin("VERSION READ", key, true, 0, sink(key, Kind.READ, 0));
        follow(
                client().get(BUCKET, key),
                (bytes, failure) -> operations.finish(open, Outcome.DONE, failure, bytes == null ? 0 : number(bytes)));
    }

    private void read(String key, VersionId version) {
        long expected = listed.getOrDefault(key, List.of()).stream()
                .filter(each -> each.version().equals(version))
                .mapToLong(this::target)
                .findFirst()
                .orElse(0);
        long open = operations.begin("VERSION READ_VERSION", key, true, 0, sink(key, Kind.READ_VERSION, expected));
        SimProcess life = Objects.requireNonNull(process, "not started");
        life.start(() -> {
            RuntimeException failure = null;
            long number = 0;
            try (InputStream stream = client().versions()
                    .open(BUCKET, key, version, 0, Integer.MAX_VALUE)
                    .get()) {
                number = number(stream.readAllBytes());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } catch (ExecutionException e) {
                failure = Errors.of(e);
            } catch (RuntimeException e) {
                failure = e;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (life == process) {
                operations.finish(open, Outcome.DONE, failure, number);
            }
        });
    }

    /** @param then with all versions of the key, if nothing fails */
    private void list(String key, Consumer<List<VersionInfo>> then) {
        List<VersionInfo> found = new ArrayList<>();
        long open = operations.begin(
                "VERSION LIST",
                key,
                true,
                0,
                (outcome, value, begin, end) ->
                        history.add(key, new VersionOperation(Kind.LIST, 0, 0, seen(found), outcome, begin, end)));
        ListOptions one = ListOptions.ALL.withPrefix(key);
        follow(client().versions().list(BUCKET, one, Optional.empty()), (page, failure) -> {
            if (page != null) {
                found.addAll(page.versions());
                listed.put(key, page.versions());
            }
            operations.finish(open, Outcome.DONE, failure, 0);
            then.accept(found);
        });
    }

    private List<Seen> seen(List<VersionInfo> versions) {
        return versions.stream()
                .map(version -> new Seen(
                        number(version), version.isMarker(), version.version().isNull()))
                .toList();
    }

    /** The number of a version. */
    public static long numberOf(Map<String, String> userMetadata) {
        return Long.parseLong(userMetadata.getOrDefault(NUMBER, "0"));
    }

    /** 0 if it is a marker that nobody was told of. */
    private long number(VersionInfo version) {
        return version.object()
                .map(object -> numberOf(object.userMetadata()))
                .orElseGet(() -> history.marker(version.version()));
    }

    private long number(byte[] bytes) {
        long number = Values.of(bytes);
        if (number < 0) {
            world.violated(name + " read a version of " + bytes.length + " bytes that nobody wrote");
        }
        return number;
    }

    private OpenOperations.Sink sink(String key, Kind kind, long target) {
        return (outcome, number, begin, end) ->
                history.add(key, new VersionOperation(kind, number, target, List.of(), outcome, begin, end));
    }

    private AsyncChameleonClient client() {
        return Objects.requireNonNull(client, "not started");
    }

    private interface Answer<T> {
        void is(@Nullable T result, @Nullable Throwable failure);
    }

    /** Only as long as the application lives. */
    private <T> void follow(CompletableFuture<T> answer, Answer<T> then) {
        SimProcess life = process;
        CompletableFuture<T> unused = answer.whenComplete((result, failure) -> {
            if (life == process) {
                then.is(result, failure);
            }
        });
    }
}
