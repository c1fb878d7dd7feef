package io.chameleon.lab.simulation.role;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.lab.simulation.world.SimProcess;
import io.chameleon.lab.simulation.world.World;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * The database behind the metadata service: {@link Tables} at the end of a connection. A transaction takes time on its
 * way there and back. A failover breaks the connections: what had not reached the database did not happen, what had
 * happened is kept, and no waiting caller learns which. New connections are refused for a while.
 */
public final class SimDatabase {
    private static final long BEGIN_NANOS = 300_000;
    private static final long ANSWER_NANOS = 500_000;
    private static final long RETRY_NANOS = 1_000_000_000L;

    /**
     * What is in a database.
     *
     * @param cluster id of its cluster
     */
    public record Content(String cluster, Tables tables, ServersTable servers) {}

    private final World world;
    private final SplittableRandom chance;
    private final InstantSource clock;
    private Content content;
    private long failovers;
    private long downUntil;

    public SimDatabase(World world, Content content, InstantSource clock) {
        this.world = world;
        this.content = content;
        this.clock = clock;
        this.chance = world.chance();
    }

    /** The standby takes over, and is ready after {@code nanos}. */
    public void failOver(long nanos) {
        failovers++;
        downUntil = world.time().now() + nanos;
    }

    /** From now on every connection finds another database. */
    public void replace(Content other) {
        failovers++;
        content = other;
    }

    /**
     * The database as one metadata process sees it.
     *
     * @param guard throws if the process may not use it now
     */
    Tables connect(SimProcess process, Runnable guard) {
        return new ForwardingTables(current()) {
            @Override
            protected <T> T transaction(Supplier<T> body) {
                guard.run();
                return SimDatabase.this.transaction(process, body);
            }
        };
    }

    <T> T transaction(SimProcess process, Supplier<T> body) {
        long generation = failovers;
        process.sleep(chance.nextLong(BEGIN_NANOS));
        requireUp(generation);
        T result = body.get();
        process.sleep(chance.nextLong(ANSWER_NANOS));
        requireUp(generation);
        return result;
    }

    /** The id of its cluster, once it answers. */
    String awaitCluster(SimProcess process) {
        while (true) {
            try {
                return transaction(process, () -> content.cluster());
            } catch (ChameleonError unavailable) {
                process.sleep(RETRY_NANOS);
            }
        }
    }

    /** The clock that metadata processes use. */
    InstantSource clock() {
        return clock;
    }

    public Content content() {
        return content;
    }

    /** The tables of whatever database exists when they are called. */
    private Tables current() {
        return (Tables) Proxy.newProxyInstance(
                Tables.class.getClassLoader(), new Class<?>[] {Tables.class}, (self, method, args) -> {
                    try {
                        return method.invoke(content.tables(), args);
                    } catch (InvocationTargetException e) {
                        throw Objects.requireNonNull(e.getCause());
                    }
                });
    }

    private void requireUp(long generation) {
        if (generation != failovers || world.time().now() < downUntil) {
            throw new ChameleonError(ErrorCode.UNAVAILABLE, "the database connection was lost");
        }
    }
}
