package io.chameleon.metadata.statement;

import io.chameleon.core.ObjectId;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.bucket.Versioning;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which buckets keep versions, and which have schemes of their own: read with the rows of a transaction, so a change of
 * a setting counts from then on.
 */
public final class BucketTerms {
    static final String SQL =
            "select name, settings ->> '" + Versioning.SETTING + "', scheme_rep, scheme_ec from bucket"
                    + " where name = any(cast(? as text[])) and (settings ->> '" + Versioning.SETTING + "' is not null"
                    + " or scheme_rep is not null or scheme_ec is not null)";

    private final Map<String, Versioning> versioning = new HashMap<>();
    private final Map<String, BucketSchemes> schemes = new HashMap<>();

    private BucketTerms() {}

    static void bind(Connection connection, PreparedStatement statement, int at, Collection<ObjectId> ids)
            throws SQLException {
        statement.setArray(
                at,
                connection.createArrayOf(
                        "text", ids.stream().map(ObjectId::bucket).distinct().toArray()));
    }

    static BucketTerms read(ResultSet found) throws SQLException {
        BucketTerms terms = new BucketTerms();
        while (found.next()) {
            String bucket = found.getString(1);
            String versions = found.getString(2);
            if (versions != null) {
                terms.versioning.put(bucket, Versioning.of(Map.of(Versioning.SETTING, versions)));
            }
            BucketSchemes own = BucketSchemes.of(found.getString(3), found.getString(4));
            if (!own.isNone()) {
                terms.schemes.put(bucket, own);
            }
        }
        return terms;
    }

    /** Whether one object's bucket keeps versions, as it is now. */
    public static Versioning versioningNow(Connection connection, ObjectId id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SQL)) {
            bind(connection, statement, 1, List.of(id));
            try (ResultSet found = statement.executeQuery()) {
                return read(found).versioning(id);
            }
        }
    }

    /** Of the object's bucket; chunks and components have no versions. */
    public Versioning versioning(ObjectId id) {
        return versioning.getOrDefault(id.bucket(), Versioning.OFF);
    }

    /** That the object's bucket has of its own; of chunks and components nobody asks. */
    public BucketSchemes schemes(ObjectId id) {
        return schemes.getOrDefault(id.bucket(), BucketSchemes.NONE);
    }

    /** Whether no bucket keeps versions. */
    public boolean isVersioningOff() {
        return versioning.isEmpty();
    }
}
