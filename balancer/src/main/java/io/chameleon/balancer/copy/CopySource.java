package io.chameleon.balancer.copy;

import io.chameleon.balancer.servers.FragmentIo;
import io.chameleon.core.FragmentId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is read of an object to copy it. Not safe from several threads. */
final class CopySource {
    private static final Logger LOG = LoggerFactory.getLogger(CopySource.class);

    private final ObjectMapping row;
    private final Placement from;
    private final FragmentIo fragments;
    private final Set<Integer> damaged = new TreeSet<>();

    CopySource(ObjectMapping row, FragmentIo fragments) {
        this.row = row;
        this.from = row.live();
        this.fragments = fragments;
    }

    /** Indexes of the live fragments that turned out to be missing or damaged. */
    List<Integer> damaged() {
        return List.copyOf(damaged);
    }

    /**
     * The bytes of a segment: any replica, or the data shards joined. A segment that needs decoding is left to repair.
     */
    byte[] readSegment(int segment, int length) {
        RedundancyScheme scheme = from.scheme();
        if (scheme.policy() == RedundancyPolicy.REP) {
            return readAnyReplica(segment, length);
        }
        byte[] bytes = new byte[length];
        int shard = scheme.fragmentBytes(length);
        for (int index = 0; index < scheme.dataFragments(); index++) {
            byte[] fragment = read(segment, index, length);
            int offset = Math.min(length, index * shard);
            System.arraycopy(fragment, 0, bytes, offset, Math.min(shard, length - offset));
        }
        return bytes;
    }

    private byte[] readAnyReplica(int segment, int length) {
        for (int index = 0; index < from.servers().size() - 1; index++) {
            try {
                return read(segment, index, length);
            } catch (ChameleonError e) {
                LOG.info("replica {} of segment {} of {}: {}", index, segment, row.id(), e.getMessage());
            }
        }
        return read(segment, from.servers().size() - 1, length);
    }

    byte[] read(int segment, int index, int segmentLength) {
        try {
            return fragments.read(
                    from.servers().get(index),
                    new FragmentId(row.writeId(), segment, index),
                    from.scheme(),
                    segmentLength);
        } catch (ChameleonError e) {
            if (e.code() == ErrorCode.FRAGMENT_NOT_FOUND || e.code() == ErrorCode.CORRUPT_FRAGMENT) {
                damaged.add(index);
            }
            throw e;
        }
    }
}
