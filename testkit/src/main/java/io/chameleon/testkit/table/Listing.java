package io.chameleon.testkit.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Utf8;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.ObjectPage;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;

/** Cuts one page of a listing out of the rows, which are sorted by id. */
final class Listing {
    /** The smallest possible key: a key is not empty and has no NUL. */
    private static final String FIRST_KEY = "\u0001";

    private final ListQuery query;
    private final List<ObjectMapping> objects = new ArrayList<>();
    private final List<String> prefixes = new ArrayList<>();
    private String last = "";

    private Listing(ListQuery query) {
        this.query = query;
    }

    static ObjectPage page(NavigableMap<ObjectId, ObjectMapping> rows, ListQuery query) {
        Listing listing = new Listing(query);
        for (ObjectMapping row : rows.tailMap(start(query), true).values()) {
            String key = row.id().key();
            if (!row.id().bucket().equals(query.bucket()) || !key.startsWith(query.prefix())) {
                break;
            }
            if (!listing.add(row)) {
                return new ObjectPage(listing.objects, listing.prefixes, listing.last);
            }
        }
        return new ObjectPage(listing.objects, listing.prefixes, "");
    }

    /** The first key that a page may hold. */
    static ObjectId start(ListQuery query) {
        String from = Utf8.compare(query.after(), query.prefix()) > 0 ? query.after() : query.prefix();
        return new ObjectId(query.bucket(), from.isEmpty() ? FIRST_KEY : from);
    }

    /** False if the page was full before this row. */
    private boolean add(ObjectMapping row) {
        String key = row.id().key();
        String name = name(query, key);
        if (name.equals(last) || Utf8.compare(name, query.after()) <= 0) {
            return true;
        }
        if (objects.size() + prefixes.size() == query.limit()) {
            return false;
        }
        last = name;
        if (isFolded(query, key)) {
            prefixes.add(name);
        } else {
            objects.add(row);
        }
        return true;
    }

    /** The key, or the common prefix that it is folded into. */
    static String name(ListQuery query, String key) {
        return isFolded(query, key)
                ? key.substring(0, delimiter(query, key) + query.delimiter().length())
                : key;
    }

    static boolean isFolded(ListQuery query, String key) {
        return !query.delimiter().isEmpty() && delimiter(query, key) >= 0;
    }

    private static int delimiter(ListQuery query, String key) {
        return key.indexOf(query.delimiter(), query.prefix().length());
    }
}
