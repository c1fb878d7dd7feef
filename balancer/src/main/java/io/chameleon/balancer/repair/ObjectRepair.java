package io.chameleon.balancer.repair;

import io.chameleon.balancer.servers.FragmentIo;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.erasure.StripeCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One try to repair an object, and to take it off servers that are to be emptied. Fragments keep their names; what was
 * written is read back. Nothing of it is live before the row is flipped.
 *
 * <p>Memory: the fragments of one segment. Not safe from several threads.
 */
final class ObjectRepair {
    private final RepairTask task;
    private final ObjectMapping row;
    private final RedundancyScheme scheme;
    private final Targets targets;
    private final FragmentIo fragments;
    private final Throttle throttle;
    private final SegmentRestorer restorer;
    private long written;
    /** Of the segments' data, once one had to be decoded. */
    private int @Nullable [] checksums;

    ObjectRepair(RepairTask task, Targets targets, FragmentIo fragments, StripeCodec codec, Throttle throttle) {
        this.task = task;
        this.row = task.row();
        this.scheme = row.live().scheme();
        this.targets = targets;
        this.fragments = fragments;
        this.throttle = throttle;
        this.restorer = new SegmentRestorer(row, fragments, codec, Set.copyOf(task.missing()));
    }

    /** Indexes that turned out to be missing or damaged, beside those of the task. */
    List<Integer> damaged() {
        return restorer.damaged();
    }

    /**
     * Makes the fragments durable on their servers.
     *
     * @return the flip to ask for
     * @throws ChameleonError NOT_ENOUGH_SERVERS if no server takes any of them; DATA_UNAVAILABLE; CORRUPT_FRAGMENT if
     *     what can be read is not what was written; or what a server says
     */
    Repair run() {
        Set<Integer> wanted = new TreeSet<>(task.missing());
        wanted.addAll(targets.leaving(row));
        Map<Integer, ServerId> to;
        synchronized (targets) { // others that run at the same time must not take the same room
            to = targets.choose(task, wanted);
        }
        if (to.isEmpty()) {
            throw new ChameleonError(
                    ErrorCode.NOT_ENOUGH_SERVERS,
                    "no server has room for fragments " + wanted + " and none of the others");
        }
        for (int segment = 0; segment < row.content().segments(); segment++) {
            restore(segment, to);
        }
        List<ServerId> servers = new ArrayList<>(row.live().servers());
        to.forEach(servers::set);
        Placement live = new Placement(scheme, servers);
        return new Repair(
                row.id(),
                row.writeId(),
                row.version(),
                live,
                targets.destination(row, live),
                task.missing().stream().filter(index -> !to.containsKey(index)).toList(),
                written,
                (task.missing().isEmpty() ? "moved" : "repaired") + ": fragments " + to.keySet());
    }

    private void restore(int segment, Map<Integer, ServerId> to) {
        int length = row.content().segmentLength(segment);
        Map<Integer, byte[]> there = new TreeMap<>();
        for (int index : to.keySet()) {
            byte[] bytes = readWhereItIs(segment, index, length);
            if (bytes.length > 0) {
                there.put(index, bytes);
            }
        }
        Map<Integer, byte[]> all = new TreeMap<>(there);
        if (there.size() < to.size()) {
            BitSet wanted = new BitSet();
            to.keySet().forEach(wanted::set);
            SegmentRestorer.Restored made = restorer.restore(segment, there, wanted);
            if (made.whole()) { // of a local group alone each fragment has been checked, and there is no more
                check(segment, made.fragments());
            }
            to.keySet().forEach(index -> all.putIfAbsent(index, made.fragments()[index]));
        }
        to.forEach((index, target) -> {
            boolean stays = there.containsKey(index)
                    && target.equals(row.live().servers().get(index));
            byte[] bytes = all.get(index);
            if (stays) {
                // Only its manifest may be missing.
                fragments.name(target, new FragmentId(row.writeId(), segment, index), Manifest.of(row));
            } else if (bytes != null && !scheme.isPadding(index, length)) {
                write(target, segment, index, bytes);
            }
        });
    }

    /**
     * A fragment may exist although it is reported missing, and moving one is cheaper than making it; empty if it does
     * not.
     */
    private byte[] readWhereItIs(int segment, int index, int length) {
        try {
            return fragments.read(
                    row.live().servers().get(index), new FragmentId(row.writeId(), segment, index), scheme, length);
        } catch (ChameleonError e) {
            if (e.code() == ErrorCode.CANCELLED) {
                throw e;
            }
            return new byte[0];
        }
    }

    /**
     * Checks decoded data against the writer's own checksum before any of it is written: data made from wrong fragments
     * would pass for intact at the next try. The checksum is that of the whole object, so before the first of several
     * segments is written, all of them are read once.
     */
    private void check(int segment, byte[][] all) {
        int[] expected = checksums;
        if (expected == null) {
            expected = row.content().segments() == 1 ? new int[] {row.content().crc32c()} : readChecksums();
            checksums = expected;
        }
        if (checksum(segment, all) != expected[segment]) {
            throw notWhatWasWritten();
        }
    }

    /** The checksums of the segments, which together yield the object's. */
    private int[] readChecksums() {
        CRC32C whole = new CRC32C();
        int[] read = new int[row.content().segments()];
        for (int segment = 0; segment < read.length; segment++) {
            byte[][] all = restorer.restoreAll(segment);
            read[segment] = checksum(segment, all);
            update(whole, segment, all);
        }
        if ((int) whole.getValue() != row.content().crc32c()) {
            throw notWhatWasWritten();
        }
        return read;
    }

    private int checksum(int segment, byte[][] all) {
        CRC32C crc = new CRC32C();
        update(crc, segment, all);
        return (int) crc.getValue();
    }

    private void update(CRC32C crc, int segment, byte[][] all) {
        int left = row.content().segmentLength(segment);
        for (int index = 0; index < scheme.dataFragments() && left > 0; index++) {
            int bytes = Math.min(left, all[index].length);
            crc.update(all[index], 0, bytes);
            left -= bytes;
        }
    }

    private ChameleonError notWhatWasWritten() {
        return new ChameleonError(
                ErrorCode.CORRUPT_FRAGMENT, "the fragments of " + row.writeId() + " are not what was written");
    }

    private void write(ServerId target, int segment, int index, byte[] bytes) {
        throttle.take(bytes.length);
        FragmentId id = new FragmentId(row.writeId(), segment, index);
        int length = row.content().segmentLength(segment);
        fragments.write(target, id, Manifest.of(row), bytes);
        if (!Arrays.equals(bytes, fragments.read(target, id, scheme, length))) {
            throw new ChameleonError(
                    ErrorCode.CORRUPT_FRAGMENT, "fragment " + id + " on " + target + " is not what was written");
        }
        written += bytes.length;
    }
}
