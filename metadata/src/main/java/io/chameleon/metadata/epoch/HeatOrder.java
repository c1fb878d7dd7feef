package io.chameleon.metadata.epoch;

import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.schema.OnlineIndexes;
import io.chameleon.metadata.statement.MappingReader;
import io.chameleon.metadata.statement.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;

/**
 * The hottest and the coldest rows, without those of objects in chunks or components: hottest or coldest first, ties by
 * id. The index has only steps of the heat score ({@link OnlineIndexes#HEAT_STEP}), so that it is small: objects
 * written once in the same epoch share a step. Within a step it is in the order of places in the table.
 *
 * <p>Cost: {@code limit} and {@link #MORE} rows, in two round trips. These are sorted. So which rows of the last step
 * are among them is decided by heat and id if it has at most {@link #MORE} others, and else by their places.
 */
public final class HeatOrder {
    static final int MORE = 500;

    private static final String ROWS = "select * from object_mapping where chunk_bytes = 0 and extents = 0 order by ";

    private static final Comparator<ObjectMapping> BY_HEAT = Comparator.comparingDouble(ObjectMapping::heatScore);

    private HeatOrder() {}

    public static List<ObjectMapping> coldest(Connection connection, MappingReader reader, int limit)
            throws SQLException {
        return first(connection, reader, "", BY_HEAT, limit);
    }

    public static List<ObjectMapping> hottest(Connection connection, MappingReader reader, int limit)
            throws SQLException {
        return first(connection, reader, " desc", BY_HEAT.reversed(), limit);
    }

    private static List<ObjectMapping> first(
            Connection connection, MappingReader reader, String direction, Comparator<ObjectMapping> order, int limit)
            throws SQLException {
        String by = OnlineIndexes.hasHeatSteps(connection) ? OnlineIndexes.HEAT_STEP : "heat_score";
        return Sql.all(connection, ROWS + by + direction + " limit ?", reader, (long) limit + MORE).stream()
                .sorted(order.thenComparing(ObjectMapping::id))
                .limit(limit)
                .toList();
    }
}
