package io.chameleon.metadata.statement;

import io.chameleon.core.ObjectId;
import io.chameleon.core.bucket.Versioning;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which buckets keep versions: read with the rows of a transaction, so a change of the setting counts from then on. */
public final class VersioningOf {
    static final String SQL = "select name, settings ->> '" + Versioning.SETTING + "' from bucket"
            + " where name = any(cast(? as text[])) and settings ->> '" + Versioning.SETTING + "' is not null";

    private final Map<String, Versioning> byBucket;

    private VersioningOf(Map<String, Versioning> byBucket) {
        this.byBucket = byBucket;
    }

    static void bind(Connection connection, PreparedStatement statement, int at, Collection<ObjectId> ids)
            throws SQLException {
        statement.setArray(
                at,
                connection.createArrayOf(
                        "text", ids.stream().map(ObjectId::bucket).distinct().toArray()));
    }

    static VersioningOf read(ResultSet found) throws SQLException {
        Map<String, Versioning> byBucket = new HashMap<>();
        while (found.next()) {
            byBucket.put(found.getString(1), Versioning.of(Map.of(Versioning.SETTING, found.getString(2))));
        }
        return new VersioningOf(byBucket);
    }

    /** Of one object's bucket, as it is now. */
    public static Versioning now(Connection connection, ObjectId id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SQL)) {
            bind(connection, statement, 1, List.of(id));
            try (ResultSet found = statement.executeQuery()) {
                return read(found).of(id);
            }
        }
    }

    /** Of the object's bucket; chunks and components have no versions. */
    public Versioning of(ObjectId id) {
        return byBucket.getOrDefault(id.bucket(), Versioning.OFF);
    }

    /** Whether none keeps any. */
    public boolean isOff() {
        return byBucket.isEmpty();
    }
}
