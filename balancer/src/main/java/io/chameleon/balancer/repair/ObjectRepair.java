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
    private final ContentCheck content;
    private long written;

    ObjectRepair(RepairTask task, Targets targets, FragmentIo fragments, StripeCodec codec, Throttle throttle) {
        this.task = task;
        this.row = task.row();
        this.scheme = row.live().scheme();
        this.targets = targets;
        this.fragments = fragments;
        this.throttle = throttle;
        this.restorer = new SegmentRestorer(row, fragments, codec, Set.copyOf(task.missing()));
        this.content = new ContentCheck(row, restorer);
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
            throw new ChameleonError(ErrorCode.NOT_ENOUGH_SERVERS, targets.noneFor(task, wanted));
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
                content.check(segment, made.fragments());
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
