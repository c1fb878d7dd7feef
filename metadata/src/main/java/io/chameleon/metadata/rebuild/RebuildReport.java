package io.chameleon.metadata.rebuild;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.Slices;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectContent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** What a rebuild found, placed, and could not place. Filled by {@link Rebuild}; one thread. */
public final class RebuildReport {
    /** The most entries that are listed for each kind of trouble; the rest is counted. */
    public static final int MOST_NAMED = 1_000;

    /**
     * A version that is not in the table, although some of it is here: the newest of an object, or a former one in a
     * bucket that keeps them.
     *
     * @param id as users see it
     * @param problem why
     */
    public record Unplaced(ObjectId id, WriteId contentId, String problem) {
        public Unplaced {
            id = Slices.whole(id);
        }

        /** When the version was written. */
        public Instant written() {
            return Instant.ofEpochMilli(contentId.epochMillis());
        }
    }

    /** Fragments that no manifest names. */
    public record Nameless(WriteId writeId, List<ServerId> servers) {}

    /** Versions that a user named in a bucket that belonged to another user before. */
    public record HeldBack(String bucket, String principal, String firstPrincipal, long versions) {}

    /**
     * A current version that was a former one when it was last moved. Those after it were deleted since, or a delete
     * marker was the latest: then a deleted object is back.
     *
     * @param id as users see it
     */
    public record Doubtful(ObjectId id, WriteId contentId) {
        public Doubtful {
            id = Slices.whole(id);
        }
    }

    /**
     * Versions that were replaced long ago in a bucket of which nothing says that it kept them. A reaper would have
     * deleted them if it did not.
     */
    public record Undecided(String bucket, long versions) {}

    private final List<Unplaced> unplaced = new ArrayList<>();
    private final List<Nameless> nameless = new ArrayList<>();
    private final List<HeldBack> heldBack = new ArrayList<>();
    private final List<Doubtful> doubtful = new ArrayList<>();
    private final List<Undecided> undecided = new ArrayList<>();
    private final SortedSet<String> keeping = new TreeSet<>();
    private long servers;
    private long writes;
    private long fragments;
    private long manifests;
    private long damagedManifestBytes;
    private long objects;
    private long composed;
    private long chunks;
    private long components;
    private long componentBytes;
    private long bytes;
    private long degraded;
    private long older;
    private long unfinished;
    private long former;
    private long formerBytes;
    private long markers;
    private long doubtfulCount;
    private long unplacedCount;
    private long namelessCount;

    void servers(int count) {
        servers = count;
    }

    void manifests(int count, long damagedBytes) {
        manifests += count;
        damagedManifestBytes += damagedBytes;
    }

    void found(FoundWrite write) {
        writes++;
        fragments += write.fragments().values().stream().mapToInt(List::size).sum();
    }

    void nameless(FoundWrite write) {
        namelessCount++;
        if (nameless.size() < MOST_NAMED) {
            nameless.add(new Nameless(
                    write.writeId(),
                    write.fragments().keySet().stream().sorted().toList()));
        }
    }

    void unplaced(Unplaced object) {
        unplacedCount++;
        if (unplaced.size() < MOST_NAMED) {
            unplaced.add(object);
        }
    }

    void heldBack(HeldBack versions) {
        heldBack.add(versions);
    }

    /** Buckets whose versions are all placed. */
    void keeping(Set<String> buckets) {
        keeping.addAll(buckets);
    }

    void undecided(Undecided versions) {
        undecided.add(versions);
    }

    void doubtful(Doubtful version) {
        doubtfulCount++;
        if (doubtful.size() < MOST_NAMED) {
            doubtful.add(version);
        }
    }

    void placedFormer(long size) {
        former++;
        formerBytes += size;
    }

    void placedMarker() {
        markers++;
    }

    void countOlder() {
        older++;
    }

    void countUnfinished() {
        unfinished++;
    }

    void placedChunk() {
        chunks++;
    }

    void placedComponent(long size) {
        components++;
        componentBytes += size;
    }

    void placed(ObjectContent content) {
        objects++;
        composed += content.isComposed() ? 1 : 0;
        bytes += content.size();
    }

    void degraded(boolean isDegraded) {
        degraded += isDegraded ? 1 : 0;
    }

    /** Of the placed components, lists among them. */
    void referred(long count, long size) {
        components -= count;
        componentBytes -= size;
    }

    public List<Unplaced> unplaced() {
        return List.copyOf(unplaced);
    }

    public List<Nameless> nameless() {
        return List.copyOf(nameless);
    }

    public List<HeldBack> heldBack() {
        return List.copyOf(heldBack);
    }

    public List<Doubtful> doubtful() {
        return List.copyOf(doubtful);
    }

    public long doubtfulCount() {
        return doubtfulCount;
    }

    /** If there are any, nothing was placed. */
    public List<Undecided> undecided() {
        return List.copyOf(undecided);
    }

    /** Buckets that keep versions, as the database, a server or the operator says. */
    public List<String> keeping() {
        return List.copyOf(keeping);
    }

    /** Versions placed that are not current. */
    public long former() {
        return former;
    }

    public long formerBytes() {
        return formerBytes;
    }

    /** Delete markers in the place of newest versions that cannot be read, while older ones can. */
    public long markers() {
        return markers;
    }

    public long servers() {
        return servers;
    }

    public long writes() {
        return writes;
    }

    public long fragments() {
        return fragments;
    }

    public long manifests() {
        return manifests;
    }

    /** Bytes of servers' manifests that could not be read. */
    public long damagedManifestBytes() {
        return damagedManifestBytes;
    }

    /** Objects placed, or to be placed by a dry run. */
    public long objects() {
        return objects;
    }

    public long chunks() {
        return chunks;
    }

    /** Those of the placed objects that are composed of the parts of a multipart upload. */
    public long composed() {
        return composed;
    }

    /**
     * Parts of multipart uploads to which no placed object refers: of uploads that were not completed, of versions that
     * were replaced, or of objects that could not be placed. They are placed, and swept like any such component.
     */
    public long components() {
        return components;
    }

    public long componentBytes() {
        return componentBytes;
    }

    public long bytes() {
        return bytes;
    }

    /** Placed objects and chunks that are queued for repair. */
    public long degraded() {
        return degraded;
    }

    /** Versions and copies superseded by newer or better ones. */
    public long older() {
        return older;
    }

    /** Writes that were never acknowledged. */
    public long unfinished() {
        return unfinished;
    }

    public long unplacedCount() {
        return unplacedCount;
    }

    public long namelessCount() {
        return namelessCount;
    }
}
