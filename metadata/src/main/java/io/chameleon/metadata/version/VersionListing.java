package io.chameleon.metadata.version;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Utf8;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import io.chameleon.core.version.VersionPage;
import io.chameleon.core.version.VersionQuery;
import io.chameleon.metadata.database.ServerCodes;
import io.chameleon.metadata.statement.ListingQuery;
import io.chameleon.metadata.statement.MappingReader;
import io.chameleon.metadata.statement.MappingStatements;
import io.chameleon.metadata.statement.TextRange;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of all versions of a bucket's objects, by seeks in both tables: {@code object_mapping} has the current
 * versions, {@code object_version} the others. A common prefix costs one seek in each, however many keys it folds.
 *
 * <p>Cost: as of {@link ListingQuery}, twice.
 */
public final class VersionListing {
    private static final int READ_AHEAD = 64;
    private static final long ALL = VersionSeek.ALL;

    private final Connection connection;
    private final ServerCodes codes;
    private final VersionSeek seek;
    private final ListQuery keys;
    /** Whether the page begins among the versions of {@code keys.after()}. */
    private final boolean within;

    private final List<ObjectVersion> versions = new ArrayList<>();
    private final List<String> prefixes = new ArrayList<>();
    /** Where to go on: below this position of this key. Null at the end. */
    private @Nullable String from;

    private long below = ALL;
    /** The key whose latest version has been met. */
    private String met = "";

    private String nextKey = "";
    private @Nullable VersionId nextVersion;

    private VersionListing(Connection connection, MappingReader reader, VersionQuery query) throws SQLException {
        this.connection = connection;
        this.codes = reader.codes();
        this.keys = query.keys();
        this.within = query.afterVersion() != null;
        this.seek = new VersionSeek(connection, reader, keys.bucket(), TextRange.successor(keys.prefix()));
        this.from = Utf8.compare(keys.after(), keys.prefix()) > 0 ? keys.after() : keys.prefix();
        VersionId after = query.afterVersion();
        if (after != null && keys.after().equals(from)) {
            startAfter(new ObjectId(keys.bucket(), keys.after()), after);
        }
    }

    public static VersionPage page(Connection connection, MappingReader reader, VersionQuery query)
            throws SQLException {
        return new VersionListing(connection, reader, query).page();
    }

    /** If the version is gone, those that were listed before it probably are too: all of the key are listed. */
    private void startAfter(ObjectId object, VersionId version) throws SQLException {
        ObjectMapping current =
                MappingStatements.lookup(connection, codes, object).mapping();
        VersionRow former = VersionRows.find(connection, object, version);
        if (former != null || current != null && VersionId.of(current).equals(version)) {
            below = former == null ? VersionRow.CURRENT : former.position();
            met = object.key();
        }
    }

    private VersionPage page() throws SQLException {
        int ahead = keys.delimiter().isEmpty() ? keys.limit() + 1 : READ_AHEAD;
        boolean more = true;
        while (from != null && more) {
            VersionSeek.Batch batch = seek.from(from, below, ahead);
            for (FoundVersion entry : batch.entries()) {
                boolean passed = from == null || Utf8.compare(entry.key(), from) < 0;
                if (!passed && !add(entry)) {
                    return new VersionPage(versions, prefixes, nextKey, nextVersion);
                }
            }
            more = batch.more();
        }
        return new VersionPage(versions, prefixes, "", null);
    }

    /** False if the page was full before this entry. */
    private boolean add(FoundVersion entry) {
        String key = entry.key();
        int delimiter = keys.delimiter().isEmpty()
                ? -1
                : key.indexOf(keys.delimiter(), keys.prefix().length());
        boolean folded = delimiter >= 0;
        String name = folded ? key.substring(0, delimiter + keys.delimiter().length()) : key;
        boolean wanted = Utf8.compare(name, keys.after()) > 0 || within && !folded && name.equals(keys.after());
        if (wanted) {
            if (versions.size() + prefixes.size() == keys.limit()) {
                return false;
            }
            nextKey = name;
            nextVersion = folded ? null : entry.row().id();
            if (folded) {
                prefixes.add(name);
            } else {
                versions.add(entry.row().version(!key.equals(met), entry.bytes()));
            }
        }
        met = key;
        from = folded ? TextRange.successor(name) : key;
        below = folded ? ALL : entry.row().position();
        return true;
    }
}
