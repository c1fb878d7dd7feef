package io.chameleon.metadata.move;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.metadata.routing.SeveralDatabases;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.metadata.table.Samples;
import io.chameleon.metadata.table.TableFill;
import java.io.PrintStream;
import java.sql.Connection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Measures how long the phases of a bucket's move take, without the time that processes are given to hear of it. The
 * two databases are of one embedded PostgreSQL that syncs every commit. Then it measures batches of commits to another
 * bucket with and without the triggers that freeze buckets, in alternation. Argument: thousands of objects.
 */
final class MoveLoad {
    private static final PrintStream OUT = System.out;
    private static final int SERVERS = 54;
    private static final int BATCH = 16;
    private static final int BATCHES = 500;
    private static final int ROUNDS = 7;

    private MoveLoad() {}

    public static void main(String[] arguments) throws Exception {
        long objects = 1_000L * (arguments.length == 0 ? 100 : Integer.parseInt(arguments[0]));
        try (SeveralDatabases several = new SeveralDatabases(3)) {
            several.put(1, "photos", "films");
            try (Connection connection = several.databases.get(1).unlimited().getConnection()) {
                TableFill.fill(connection, objects, SERVERS);
            }
            move(new Moves(several.databases, InstantSource.system()));
            commits(several);
        }
    }

    private static void move(Moves moves) {
        moves.orders.begin("photos", 1, 2);
        Optional<ClaimedMove> claimed = moves.records.claim();
        while (claimed.isPresent()) {
            long begin = System.nanoTime();
            moves.carryOut(claimed.get());
            OUT.printf("%s: %.1f s%n", claimed.get().move().phase(), (System.nanoTime() - begin) / 1e9);
            claimed = moves.records.claim();
        }
        OUT.println(moves.orders.last().getFirst());
    }

    private static void commits(SeveralDatabases several) {
        MappingTable table = several.tables(InstantSource.system(), Duration.ofHours(1))
                .get(1)
                .mapping();
        List<Double> with = new ArrayList<>();
        List<Double> without = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            double enabled = micros(several, "enable", table);
            double disabled = micros(several, "disable", table);
            if (round > 0) {
                with.add(enabled);
                without.add(disabled);
            }
        }
        OUT.printf(
                "us for a commit of a batch of %d: %.0f with triggers, %.0f without%n",
                BATCH, median(with), median(without));
    }

    private static double micros(SeveralDatabases several, String triggers, MappingTable table) {
        PostgresForTests.execute(
                PostgresForTests.name(several.configs.get(1)),
                "alter table object_mapping %1$s trigger refuse_frozen; alter table fragment_outbox %1$s trigger refuse_frozen;"
                        .formatted(triggers));
        long begin = System.nanoTime();
        for (int batch = 0; batch < BATCHES; batch++) {
            table.commit(IntStream.range(0, BATCH)
                    .mapToObj(key -> Samples.write(new ObjectId("films", "k" + key)))
                    .toList());
        }
        return (System.nanoTime() - begin) / 1e3 / BATCHES / BATCH;
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
