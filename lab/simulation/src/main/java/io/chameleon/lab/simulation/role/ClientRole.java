package io.chameleon.lab.simulation.role;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ListPage;
import io.chameleon.client.PutResult;
import io.chameleon.client.Verification;
import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.Errors;
import io.chameleon.client.error.InternalException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.options.ListOptions;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.ReadMode;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import io.chameleon.lab.simulation.history.History;
import io.chameleon.lab.simulation.history.Operation.Kind;
import io.chameleon.lab.simulation.history.VersionHistory;
import io.chameleon.lab.simulation.world.Failures;
import io.chameleon.lab.simulation.world.HostClock;
import io.chameleon.lab.simulation.world.SimNetwork;
import io.chameleon.lab.simulation.world.SimProcess;
import io.chameleon.lab.simulation.world.World;
import io.chameleon.transport.rpc.Endpoint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** An application that uses the SDK: reads and writes, and records the answers. */
public final class ClientRole implements Role {
    public static final String BUCKET = "bucket";
    /** One write in so many is a multipart upload. */
    private static final int IN_PARTS_IN = 10;
    /** A whole segment has a shard on each server of its stripe; shorter ones have padding. */
    private static final int SEGMENT_BYTES = 16_384;
    /** So small that some objects have several. */
    private static final int CHUNK_BYTES = SEGMENT_BYTES;

    /** One piece of a stream in this many is requested late. */
    private static final int SLOW_IN = 6;

    private static final long SLOW_NANOS = 20_000_000_000L;
    private static final int PIECE_BYTES = 1_000;
    /** Fewer than there are keys, so a listing has several pages. */
    private static final int MOST_TO_A_PAGE = 5;
    /** How often it reads on from a stream that has failed. */
    private static final int STREAM_TRIES = 3;

    private final World world;
    private final SimNetwork network;
    private final Wiring wiring;
    private final List<Endpoint> metadata;
    private final OpenOperations operations;
    private final Tally tally;
    private final WorkShape work;
    private final AtomicLong lastValue;
    private final Written written;
    private final Listings listings;
    private final VersionsUser versions;
    private final String name;
    private final HostClock hostClock;
    private final SplittableRandom chance;
    /** Entity tags and values last seen, for conditions. */
    private final Map<String, Tag> tags = new HashMap<>();

    private record Tag(String entityTag, long value) {}

    private @Nullable SimProcess process;
    private @Nullable AsyncChameleonClient client;
    private boolean working = true;
    private boolean stopped;

    public ClientRole(
            World world,
            SimNetwork network,
            Wiring wiring,
            List<Endpoint> metadata,
            History history,
            Tally tally,
            WorkShape work,
            AtomicLong lastValue,
            Written written,
            Listings listings,
            VersionHistory versionHistory,
            String name) {
        this.world = world;
        this.network = network;
        this.wiring = wiring;
        this.metadata = metadata;
        this.operations = new OpenOperations(world, history, tally, name);
        this.tally = tally;
        this.work = work;
        this.lastValue = lastValue;
        this.written = written;
        this.listings = listings;
        this.versions = new VersionsUser(world, versionHistory, operations, work, lastValue, name);
        this.name = name;
        this.hostClock = new HostClock(world);
        this.chance = world.chance();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public HostClock clock() {
        return hostClock;
    }

    @Override
    public @Nullable SimProcess process() {
        return process;
    }

    /** Stops the application, preventing any restart; or lets it start. */
    public void stop(boolean stops) {
        stopped = stops;
        if (stops) {
            crash();
        }
    }

    @Override
    public void start() {
        if (stopped) {
            return;
        }
        SimProcess life = new SimProcess(world, name, hostClock);
        process = life;
        tags.clear();
        AsyncChameleonClient sdk = ChameleonClient.builder()
                .metadata(metadata.stream().map(Endpoint::toString).toArray(String[]::new))
                .timeouts(new Timeouts(Duration.ofSeconds(3), Duration.ofSeconds(15)))
                .segmentBytes(SEGMENT_BYTES)
                .chunkBytes(CHUNK_BYTES)
                .cachedMappings(work.keys())
                .network(wiring.clientNetwork(network.of(life)))
                .executor(life)
                .scheduler(life.timers())
                .clock(life.clock())
                .ticker(life.ticker())
                .random(life.chance())
                .build()
                .async();
        client = sdk;
        versions.start(life, sdk);
        world.trace().line(name + " is up");
        repeat(life, () -> operate(work.key(chance)));
        repeat(life, versions::operate);
    }

    /** Whether the client keeps issuing requests. */
    public void working(boolean works) {
        working = works;
    }

    @Override
    public void crash() {
        SimProcess life = process;
        if (life != null && !life.isDead()) {
            world.trace().line(name + " is killed");
            life.kill();
            network.ended(life);
            operations.giveUp();
        }
    }

    /** Sometimes at once, so that operations on one key overlap; mostly after a pause. */
    private void repeat(SimProcess life, Runnable operation) {
        life.after(work.pause(chance), () -> {
            if (working) {
                operation.run();
            }
            repeat(life, operation);
        });
    }

    private void operate(String key) {
        int what = chance.nextInt(100);
        Tag tag = tags.get(key);
        if (what < 45) {
            put(key, Kind.WRITE, options(), 0);
        } else if (what < 65) {
            get(key, ReadMode.LINEARIZABLE);
        } else if (what < 77) {
            stream(key);
        } else if (what < 80) {
            get(key, ReadMode.CACHED);
        } else if (what < 84) {
            delete(key);
        } else if (what < 88) {
            put(key, Kind.CREATE, PutOptions.DEFAULT.ifNoneMatch(), 0);
        } else if (what < 93 && tag != null) {
            put(key, Kind.REPLACE, PutOptions.DEFAULT.ifMatch(tag.entityTag), tag.value);
        } else if (what < 98) {
            getRange(key);
        } else {
            list(ListOptions.ALL.withPageSize(1 + chance.nextInt(MOST_TO_A_PAGE)));
        }
    }

    private PutOptions options() {
        return switch (chance.nextInt(20)) {
            case 0 -> PutOptions.DEFAULT.policy(RedundancyPolicy.REP);
            case 1 -> PutOptions.DEFAULT.policy(RedundancyPolicy.EC);
            default -> PutOptions.DEFAULT;
        };
    }

    private void put(String key, Kind kind, PutOptions options, long expected) {
        long value = lastValue.incrementAndGet();
        byte[] bytes = written.bytes(key, value, work.size(chance));
        long number = operations.begin(key, kind, value, expected);
        CompletableFuture<PutResult> put = value % IN_PARTS_IN == 0
                ? new PartsWriter(client().uploads(), bytes, new SplittableRandom(value)).put(BUCKET, key, options)
                : client().put(BUCKET, key, bytes, options);
        follow(number, put, (PutResult result) -> {
            tags.put(key, new Tag(result.entityTag(), value));
            listings.stored(result.entityTag(), value);
            return value;
        });
    }

    private void get(String key, ReadMode mode) {
        if (mode == ReadMode.CACHED) {
            CompletableFuture<Void> unused = client().get(BUCKET, key, mode).thenAccept(bytes -> valueOf(key, bytes));
            return;
        }
        follow(operations.begin(key, Kind.READ, 0, 0), client().get(BUCKET, key, mode), bytes -> valueOf(key, bytes));
    }

    /** Page by page to the end, or to the first page that fails. */
    private void list(ListOptions options) {
        long begin = world.time().now();
        SimProcess life = process;
        CompletableFuture<ListPage> unused = client().list(BUCKET, options).whenComplete((page, failure) -> {
            tally.add("page listed " + (failure == null ? "DONE" : Errors.code(failure)), 1);
            if (failure instanceof InternalException defect) {
                world.violated(name + " met a defect: " + Failures.text(defect));
            } else if (page != null && life == process) {
                listings.note(options.after(), page, begin, world.time().now())
                        .ifPresent(wrong -> world.violated(name + " was listed " + wrong));
                if (!page.isLast()) {
                    list(options.withAfter(page.continuation()));
                }
            }
        });
    }

    /** Anywhere in the object, or beyond its end. */
    private void getRange(String key) {
        int offset = chance.nextInt(chance.nextBoolean() ? 64 : work.maxBytes());
        int length = 1 + chance.nextInt(3_000);
        long begin = world.time().now();
        SimProcess life = process;
        CompletableFuture<byte[]> unused = client().getRange(BUCKET, key, offset, length)
                .whenComplete((bytes, failure) -> {
                    tally.add("range read " + (failure == null ? "DONE" : Errors.code(failure)), 1);
                    if (failure instanceof InternalException defect) {
                        world.violated(name + " met a defect: " + Failures.text(defect));
                    } else if (bytes != null && life == process) {
                        gotRange(key, begin, offset, length, bytes);
                    }
                });
    }

    /** A range that only one value has shows which one was read. */
    private void gotRange(String key, long begin, int offset, int length, byte[] bytes) {
        List<Long> values = written.withRange(key, offset, length, bytes);
        if (values.isEmpty()) {
            world.violated(name + " read bytes " + offset + " to " + (offset + bytes.length) + " of " + key
                    + " that nobody wrote there");
        } else if (values.size() == 1) {
            operations.read(key, values.getFirst(), begin);
        }
    }

    /** Piece by piece, and further after a failure, as an application may. */
    private void stream(String key) {
        long number = operations.begin(key, Kind.READ, 0, 0);
        SimProcess life = Objects.requireNonNull(process, "not started");
        life.start(() -> {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            RuntimeException failure = null;
            try (InputStream stream = wiring.stream(open(key, 0), at -> open(key, at))) {
                byte[] piece = new byte[PIECE_BYTES];
                for (int tries = 0, count = 0; tries < STREAM_TRIES && count >= 0; ) {
                    try {
                        if (chance.nextInt(SLOW_IN) == 0) {
                            life.sleep(chance.nextLong(SLOW_NANOS));
                        }
                        count = stream.read(piece, 0, piece.length);
                        bytes.write(piece, 0, Math.max(0, count));
                        if (failure != null) {
                            world.violated(name + ": a stream of " + key + " that had failed after "
                                    + (bytes.size() - Math.max(0, count)) + " bytes goes on");
                        }
                    } catch (ChameleonException e) {
                        failure = failure == null ? e : failure;
                        tries++;
                    }
                }
            } catch (ChameleonException e) {
                failure = e;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (life == process) {
                tally.add("stream read " + (failure == null ? "DONE" : Errors.code(failure)), 1);
                operations.finish(
                        number, Outcome.DONE, failure, failure == null ? valueOf(key, bytes.toByteArray()) : 0);
            }
        });
    }

    private InputStream open(String key, long offset) {
        try {
            return (offset == 0 ? client().open(BUCKET, key) : client().open(BUCKET, key, offset, Integer.MAX_VALUE))
                    .get();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw Errors.of(e);
        }
    }

    private long valueOf(String key, byte[] bytes) {
        long value = Values.of(bytes);
        if (value < 0) {
            world.violated(name + " read " + bytes.length + " bytes of " + key + " that nobody wrote");
        }
        return value;
    }

    private void delete(String key) {
        long number = operations.begin(key, Kind.DELETE, 0, 0);
        SimProcess life = process;
        CompletableFuture<Boolean> unused = client().delete(BUCKET, key).whenComplete((existed, failure) -> {
            if (life == process) {
                operations.finish(number, failure == null && !existed ? Outcome.REFUSED : Outcome.DONE, failure, 0);
            }
        });
    }

    /** Reads every key in the end, which must work. */
    public void readAll() {
        operations.quiet();
        work.allKeys().forEach(key -> get(key, ReadMode.LINEARIZABLE));
        versions.readAll();
    }

    /** Reads every fragment of every object in the end; none may be missing or damaged. */
    public void verifyAll() {
        work.allKeys().forEach(key -> {
            CompletableFuture<Verification> unused = client().verify(BUCKET, key)
                    .whenComplete((found, failure) -> {
                        if (found != null && !found.faults().isEmpty()) {
                            world.violated(
                                    "at the end, when all is quiet, of " + key + " are damaged: " + found.faults());
                        } else if (failure != null && !(failure instanceof ObjectNotFoundException)) {
                            world.violated("at the end, when all is quiet, " + key + " cannot be verified: "
                                    + failure.getMessage());
                        }
                    });
        });
    }

    private AsyncChameleonClient client() {
        return Objects.requireNonNull(client, "not started");
    }

    private <T> void follow(long number, CompletableFuture<T> answer, ToLongFunction<T> value) {
        SimProcess life = process;
        CompletableFuture<T> unused = answer.whenComplete((result, failure) -> {
            if (life == process) {
                operations.finish(number, Outcome.DONE, failure, failure == null ? value.applyAsLong(result) : 0);
            }
        });
    }
}
