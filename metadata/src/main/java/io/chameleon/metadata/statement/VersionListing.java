package io.chameleon.metadata.statement;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Utf8;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import io.chameleon.core.version.VersionPage;
import io.chameleon.core.version.VersionQuery;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
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
    private static final long CURRENT = VersionRows.CURRENT;
    private static final long ALL = Long.MAX_VALUE;

    /** One statement, and so one state of both tables: a version is in exactly one of them. */
    private static final String PAGE = """
            (select %s, m.*
             from (select * from object_mapping where bucket = ? and object_key >= ? and (object_key > ? or ?)
                     and %s
                   order by object_key limit ?) m)
            union all
            (select %s, m.*
             from (select * from object_version where bucket = ? and object_key >= ? and (object_key > ? or position < ?)
                     and %s
                   order by object_key, position desc limit ?) v %s)
            """;

    private static final String PAGE_BELOW = page(TextRange.BELOW);
    private static final String PAGE_REST = page(TextRange.REST);

    private static final Comparator<VersionRows.Found> ORDER = Comparator.comparing(VersionListing::key, Utf8::compare)
            .thenComparing(entry -> entry.row().position(), Comparator.reverseOrder());

    /** Entries without a gap, and whether there may be more after the last. */
    private record Batch(List<VersionRows.Found> entries, boolean more) {}

    private final Connection connection;
    private final ListQuery keys;
    /** Whether the page begins among the versions of {@code keys.after()}. */
    private final boolean within;

    private final @Nullable String end;
    private final List<ObjectVersion> versions = new ArrayList<>();
    private final List<String> prefixes = new ArrayList<>();
    /** Where to go on: below this position of this key. Null at the end. */
    private @Nullable String from;

    private long below = ALL;
    /** The key whose latest version has been met. */
    private String met = "";

    private String nextKey = "";
    private @Nullable VersionId nextVersion;

    private VersionListing(Connection connection, VersionQuery query) throws SQLException {
        this.connection = connection;
        this.keys = query.keys();
        this.within = query.afterVersion() != null;
        this.end = TextRange.successor(keys.prefix());
        this.from = Utf8.compare(keys.after(), keys.prefix()) > 0 ? keys.after() : keys.prefix();
        VersionId after = query.afterVersion();
        if (after != null && keys.after().equals(from)) {
            startAfter(new ObjectId(keys.bucket(), keys.after()), after);
        }
    }

    private static String page(String end) {
        return PAGE.formatted(VersionRows.OF_CURRENT, end, VersionRows.COLUMNS, end, VersionRows.WITH_BYTES);
    }

    private static String key(VersionRows.Found entry) {
        return entry.row().object().key();
    }

    public static VersionPage page(Connection connection, VersionQuery query) throws SQLException {
        return new VersionListing(connection, query).page();
    }

    /** If the version is gone, those that were listed before it probably are too: all of the key are listed. */
    private void startAfter(ObjectId object, VersionId version) throws SQLException {
        ObjectMapping current = MappingStatements.lookup(connection, object).mapping();
        VersionRows.Row former = VersionRows.find(connection, object, version);
        if (former != null || current != null && VersionId.of(current).equals(version)) {
            below = former == null ? CURRENT : former.position();
            met = object.key();
        }
    }

    private VersionPage page() throws SQLException {
        int ahead = keys.delimiter().isEmpty() ? keys.limit() + 1 : READ_AHEAD;
        boolean more = true;
        while (from != null && more) {
            Batch batch = batch(from, ahead);
            for (VersionRows.Found entry : batch.entries) {
                boolean passed = from == null || Utf8.compare(key(entry), from) < 0;
                if (!passed && !add(entry)) {
                    return new VersionPage(versions, prefixes, nextKey, nextVersion);
                }
            }
            more = batch.more;
        }
        return new VersionPage(versions, prefixes, "", null);
    }

    /** False if the page was full before this entry. */
    private boolean add(VersionRows.Found entry) {
        String key = key(entry);
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

    private Batch batch(String start, int limit) throws SQLException {
        List<VersionRows.Found> current = new ArrayList<>();
        List<VersionRows.Found> former = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(end == null ? PAGE_REST : PAGE_BELOW)) {
            bind(statement, 0, start, limit);
            statement.setBoolean(4, below == ALL);
            bind(statement, 6, start, limit);
            statement.setLong(10, below);
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    VersionRows.Found entry = VersionRows.found(found);
                    (entry.row().position() == CURRENT ? current : former).add(entry);
                }
            }
        }
        current.sort(ORDER);
        former.sort(ORDER);
        String horizon = least(current.size() < limit ? null : current, former.size() < limit ? null : former);
        List<VersionRows.Found> all = new ArrayList<>(current);
        all.addAll(former);
        all.removeIf(entry -> horizon != null && Utf8.compare(key(entry), horizon) > 0);
        all.sort(ORDER);
        return new Batch(all, horizon != null);
    }

    /** The first of the last keys, since beyond it one of the lists has a gap; null if none goes on. */
    private static @Nullable String least(
            @Nullable List<VersionRows.Found> one, @Nullable List<VersionRows.Found> other) {
        String first = one == null ? null : key(one.getLast());
        String second = other == null ? null : key(other.getLast());
        return first == null || second != null && Utf8.compare(second, first) < 0 ? second : first;
    }

    private void bind(PreparedStatement statement, int before, String start, int limit) throws SQLException {
        statement.setString(before + 1, keys.bucket());
        statement.setString(before + 2, start);
        statement.setString(before + 3, start);
        statement.setString(before + 5, end);
        statement.setInt(before + 6, limit);
    }
}
