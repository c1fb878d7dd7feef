package io.chameleon.metadata.statement;

import io.chameleon.core.Utf8;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.ObjectPage;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * One page of a listing by index seeks: a common prefix costs one seek past its end, however many keys it folds.
 *
 * <p>Cost: rows read at most about twice the entries of the page; statements at most one per common prefix and one per
 * {@link #READ_AHEAD} objects.
 */
public final class ListingQuery {
    /** Rows per statement if prefixes fold; without a delimiter one statement reads the whole page. */
    private static final int READ_AHEAD = 64;

    private static final String ROWS =
            "select * from object_mapping where bucket = ? and object_key >= ? %s order by object_key limit ?";

    private static final String TO_THE_LAST = ROWS.formatted("");
    private static final String TO_END = ROWS.formatted("and object_key < ?");

    private final StatelessSession session;
    private final ListQuery query;
    private final @Nullable String end;
    private final List<ObjectMapping> objects = new ArrayList<>();
    private final List<String> prefixes = new ArrayList<>();
    private String last = "";
    /** Where to continue reading; null at the end of the listing. */
    private @Nullable String from;

    public ListingQuery(StatelessSession session, ListQuery query) {
        this.session = session;
        this.query = query;
        this.end = TextRange.successor(query.prefix());
        this.from = Utf8.compare(query.after(), query.prefix()) > 0 ? query.after() : query.prefix();
    }

    public ObjectPage page() {
        int ahead = query.delimiter().isEmpty() ? query.limit() + 1 : READ_AHEAD;
        while (from != null) {
            List<ObjectMapping> rows = rows(from, ahead);
            boolean folded = false;
            for (ObjectMapping row : rows) {
                String key = row.id().key();
                if (from == null || Utf8.compare(key, from) < 0) {
                    folded = true; // inside a common prefix that is on the page already
                } else if (!add(row, key)) {
                    return new ObjectPage(objects, prefixes, last);
                }
            }
            if (rows.size() < ahead) {
                break;
            }
            // Long runs of one prefix follow each other: read little until objects come again.
            ahead = query.delimiter().isEmpty() ? ahead : folded ? 2 : Math.min(2 * ahead, READ_AHEAD);
        }
        return new ObjectPage(objects, prefixes, "");
    }

    /** False if the page was full before this row. */
    private boolean add(ObjectMapping row, String key) {
        int delimiter = query.delimiter().isEmpty()
                ? -1
                : key.indexOf(query.delimiter(), query.prefix().length());
        String name = delimiter < 0
                ? key
                : key.substring(0, delimiter + query.delimiter().length());
        if (Utf8.compare(name, query.after()) > 0) {
            if (objects.size() + prefixes.size() == query.limit()) {
                return false;
            }
            last = name;
            if (delimiter < 0) {
                objects.add(row);
            } else {
                prefixes.add(name);
            }
        }
        from = delimiter < 0 ? TextRange.next(key) : TextRange.successor(name);
        return true;
    }

    private List<ObjectMapping> rows(String start, int limit) {
        MappingReader reader = MappingReader.of(session);
        return session.doReturningWork(connection -> end == null
                ? Sql.all(connection, TO_THE_LAST, reader, query.bucket(), start, limit)
                : Sql.all(connection, TO_END, reader, query.bucket(), start, end, limit));
    }
}
