package io.chameleon.simulation.role;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.simulation.world.SimProcess;
import io.chameleon.simulation.world.World;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * The database behind the metadata service: {@link Tables} at the end of a connection. A transaction takes time on its way there
 * and back. A failover breaks the connections: what had not reached the database did not happen, what had happened is kept, and
 * nobody who waits is told which; new connections are refused for a while.
 */
public final class SimDatabase {
    private static final long BEGIN_NANOS = 300_000;
    private static final long ANSWER_NANOS = 500_000;

    private final World world;
    private final Tables tables;
    private final DatabaseClock clock;
    private final SplittableRandom chance;
    private long failovers;
    private long downUntil;

    public SimDatabase(World world, Tables tables, DatabaseClock clock) {
        this.world = world;
        this.tables = tables;
        this.clock = clock;
        this.chance = world.chance();
    }

    /** The standby takes over, and is ready after {@code nanos}. */
    public void failOver(long nanos) {
        failovers++;
        downUntil = world.time().now() + nanos;
    }

    /** The database as one metadata process sees it, which brings its own clock. */
    Tables connect(SimProcess process) {
        return new ForwardingTables(tables) {
            @Override
            protected <T> T transaction(Supplier<T> body) {
                long generation = failovers;
                process.sleep(chance.nextLong(BEGIN_NANOS));
                requireUp(generation);
                clock.follow(process.clock());
                T result = body.get();
                process.sleep(chance.nextLong(ANSWER_NANOS));
                requireUp(generation);
                return result;
            }
        };
    }

    private void requireUp(long generation) {
        if (generation != failovers || world.time().now() < downUntil) {
            throw new ChameleonError(ErrorCode.UNAVAILABLE, "the database connection was lost");
        }
    }
}
