package io.chameleon.testkit.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Utf8;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import io.chameleon.core.version.VersionPage;
import io.chameleon.core.version.VersionQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Cuts one page of a listing of versions out of the rows. */
final class VersionListing {
    private final ListQuery query;
    private final @Nullable VersionId afterVersion;
    private final List<ObjectVersion> versions = new ArrayList<>();
    private final List<String> prefixes = new ArrayList<>();
    private String lastKey = "";
    private @Nullable VersionId lastVersion;

    private VersionListing(VersionQuery query) {
        this.query = query.keys();
        this.afterVersion = query.afterVersion();
    }

    /** @param all versions of a key, the newest first */
    static VersionPage page(InMemoryRows rows, Function<ObjectId, List<ObjectVersion>> all, VersionQuery query) {
        VersionListing listing = new VersionListing(query);
        for (ObjectId object : listing.keys(rows)) {
            if (!listing.add(object, all)) {
                return new VersionPage(listing.versions, listing.prefixes, listing.lastKey, listing.lastVersion);
            }
        }
        return new VersionPage(listing.versions, listing.prefixes, "", null);
    }

    /** Those of the bucket with the prefix, from the one on at which the page may begin. */
    private NavigableSet<ObjectId> keys(InMemoryRows rows) {
        ObjectId first = Listing.start(query);
        NavigableSet<ObjectId> keys = new TreeSet<>();
        List.of(
                        rows.objects().tailMap(first, true).keySet(),
                        rows.versions().from(first).keySet())
                .forEach(each -> each.stream()
                        .takeWhile(object -> object.bucket().equals(query.bucket())
                                && object.key().startsWith(query.prefix()))
                        .forEach(keys::add));
        return keys;
    }

    /** False if the page was full before the last version of this key. */
    private boolean add(ObjectId object, Function<ObjectId, List<ObjectVersion>> all) {
        String name = Listing.name(query, object.key());
        int toStart = Utf8.compare(name, query.after());
        if (Listing.isFolded(query, object.key())) {
            return toStart <= 0 || addPrefix(name);
        }
        List<ObjectVersion> of = all.apply(object);
        if (toStart < 0 || toStart == 0 && afterVersion == null) {
            return true;
        }
        for (ObjectVersion version : toStart > 0 ? of : rest(of)) {
            if (isFull()) {
                return false;
            }
            versions.add(version);
            lastKey = name;
            lastVersion = version.id();
        }
        return true;
    }

    private boolean addPrefix(String name) {
        if (name.equals(lastKey) && lastVersion == null) {
            return true;
        }
        if (isFull()) {
            return false;
        }
        prefixes.add(name);
        lastKey = name;
        lastVersion = null;
        return true;
    }

    /** Those after the start; all of them if it is gone. */
    private List<ObjectVersion> rest(List<ObjectVersion> of) {
        for (int i = 0; i < of.size(); i++) {
            if (of.get(i).id().equals(afterVersion)) {
                return of.subList(i + 1, of.size());
            }
        }
        return of;
    }

    private boolean isFull() {
        return versions.size() + prefixes.size() == query.limit();
    }
}
