package io.chameleon.metadata.rebuild;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectContent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What a rebuild found, placed, and could not place. Filled by {@link Rebuild}; one thread. */
public final class RebuildReport {
    /** The most entries that are listed for each kind of trouble; the rest is counted. */
    public static final int MOST_NAMED = 1_000;

    /**
     * An object that is not in the table, although there is a version of it.
     *
     * @param contentId of its newest version
     * @param problem why
     */
    public record Unplaced(ObjectId id, WriteId contentId, String problem) {
        /** When the version was written. */
        public Instant written() {
            return Instant.ofEpochMilli(contentId.epochMillis());
        }
    }

    /** Fragments that no manifest names. */
    public record Nameless(WriteId writeId, List<ServerId> servers) {}

    /** Versions that a user named in a bucket that belonged to another user before. */
    public record HeldBack(String bucket, String principal, String firstPrincipal, long versions) {}

    private final List<Unplaced> unplaced = new ArrayList<>();
    private final List<Nameless> nameless = new ArrayList<>();
    private final List<HeldBack> heldBack = new ArrayList<>();
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
