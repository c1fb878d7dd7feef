package io.chameleon.cli.object;

import io.chameleon.cli.output.TextTable;
import io.chameleon.core.bucket.BucketMove;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The answer of {@code chameleon bucket move}. */
final class BucketMoveView {
    private BucketMoveView() {}

    static String line(BucketMove move) {
        String name = "bucket " + move.bucket();
        return switch (move.phase()) {
            case DONE -> name + " is in database " + move.target();
            case CANCELLED, CANCELLING -> name + " stays in database " + move.source();
            default ->
                name + " moves from database " + move.source() + " to " + move.target()
                        + "; 'chameleon bucket move' shows how far it is";
        };
    }

    static Map<String, Object> json(BucketMove move) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("bucket", move.bucket());
        json.put("source", move.source());
        json.put("target", move.target());
        json.put("phase", label(move));
        json.put("began", Instant.ofEpochMilli(move.beganMillis()).toString());
        json.put("changed", Instant.ofEpochMilli(move.changedMillis()).toString());
        json.put("objects", move.objects());
        json.put("problem", move.problem());
        return json;
    }

    /** @param databases of its slices, by their names */
    static Map<String, Object> slicesJson(String bucket, Map<String, Integer> databases) {
        List<Map<String, Object>> slices = new ArrayList<>();
        databases.forEach((name, database) -> slices.add(Map.of("bucket", name, "database", database)));
        return Map.of("bucket", bucket, "slices", slices);
    }

    static String slicesText(Map<String, Integer> databases) {
        TextTable table = new TextTable("BUCKET", "DATABASE");
        databases.forEach(table::row);
        return table.toString();
    }

    static String label(BucketMove move) {
        return move.phase().name().toLowerCase(Locale.ROOT);
    }

    static String text(List<BucketMove> moves) {
        if (moves.isEmpty()) {
            return "no bucket has moved";
        }
        TextTable table = new TextTable("BUCKET", "FROM", "TO", "BEGAN", "PHASE", "OBJECTS", "PROBLEM");
        moves.forEach(move -> table.row(
                move.bucket(),
                move.source(),
                move.target(),
                Instant.ofEpochMilli(move.beganMillis()),
                label(move),
                move.objects(),
                move.problem().isEmpty() ? "-" : move.problem()));
        return table.toString();
    }
}
