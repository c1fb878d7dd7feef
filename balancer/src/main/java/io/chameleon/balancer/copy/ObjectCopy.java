package io.chameleon.balancer.copy;

import io.chameleon.balancer.servers.FragmentIo;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.erasure.ErasureCode;
import io.chameleon.erasure.StripeCodec;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bulk copy of one object from its live servers to its destination. Nothing of it is live before the row is
 * flipped.
 *
 * <p>Under an unchanged policy a fragment moves as it is, under its own name. The copy gets a write id of its own in
 * three cases: a server would otherwise hold two fragments of one write, the object is coded anew (LATE_EC), or the
 * {@link Migrator} wants it.
 *
 * <p>Memory: one segment and its fragments. Not safe from several threads.
 */
final class ObjectCopy {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectCopy.class);

    private final ObjectMapping row;
    private final Placement from;
    private final Placement to;
    private final WriteId writeId;
    private final boolean keepsFragments;
    private final FragmentIo fragments;
    private final StripeCodec codec;
    private final CopySource source;

    /**
     * @param keepsFragments whether fragments move under their own names; only if they {@link #canKeepFragments can}
     */
    ObjectCopy(ObjectMapping row, boolean keepsFragments, FragmentIo fragments, StripeCodec codec, WriteIds writeIds) {
        this.row = row;
        this.from = row.live();
        this.to = row.destination();
        this.keepsFragments = keepsFragments;
        this.writeId = keepsFragments ? row.writeId() : writeIds.next();
        this.fragments = fragments;
        this.codec = codec;
        this.source = new CopySource(row, fragments);
    }

    /** Whether every fragment can keep its name: same scheme, and no server changes its index. */
    static boolean canKeepFragments(ObjectMapping row) {
        Placement from = row.live();
        Placement to = row.destination();
        return from.scheme().equals(to.scheme())
                && IntStream.range(0, to.servers().size())
                        .allMatch(index -> stays(from, to, index)
                                || !from.servers().contains(to.servers().get(index)));
    }

    /** The servers that a copy of this object will be written to. */
    static List<ServerId> taking(ObjectMapping row, boolean keepsFragments) {
        Placement from = row.live();
        Placement to = row.destination();
        return IntStream.range(0, to.servers().size())
                .filter(index -> !keepsFragments || !stays(from, to, index))
                .mapToObj(index -> to.servers().get(index))
                .toList();
    }

    private static boolean stays(Placement from, Placement to, int index) {
        return from.servers().get(index).equals(to.servers().get(index));
    }

    /** The write id of the destination's fragments. */
    WriteId writeId() {
        return writeId;
    }

    /** Indexes of the live fragments that turned out to be missing or damaged. */
    List<Integer> damaged() {
        return source.damaged();
    }

    /**
     * Returns once all fragments of the destination are durable.
     *
     * @throws ChameleonError if a fragment cannot be read or written
     */
    void copy() {
        if (keepsFragments) {
            copyFragments();
        } else {
            codeAnew();
        }
    }

    /**
     * Deletes a copy that was given up before any try to flip the row to it, as far as its servers answer. Fragments
     * under their own name stay: another leader may have copied the same ones and flipped the row.
     */
    void discard() {
        if (keepsFragments) {
            return;
        }
        for (ServerId server : to.servers()) {
            try {
                fragments.delete(server, writeId);
            } catch (ChameleonError e) {
                LOG.info("copy {} on {} is left to reconciliation: {}", writeId, server, e.getMessage());
            }
        }
    }

    private void copyFragments() {
        for (int segment = 0; segment < row.content().segments(); segment++) {
            int length = row.content().segmentLength(segment);
            for (int index = 0; index < to.servers().size(); index++) {
                if (!stays(from, to, index)) {
                    write(segment, index, source.read(segment, index, length));
                }
            }
        }
    }

    private void codeAnew() {
        CRC32C crc = new CRC32C();
        for (int segment = 0; segment < row.content().segments(); segment++) {
            int length = row.content().segmentLength(segment);
            byte[] bytes = source.readSegment(segment, length);
            crc.update(bytes, 0, length);
            byte[][] coded = codec.encode(code(to.scheme()), bytes);
            for (int index = 0; index < coded.length; index++) {
                write(segment, index, coded[index]);
            }
        }
        if ((int) crc.getValue() != row.content().crc32c()) {
            throw new ChameleonError(
                    ErrorCode.CORRUPT_FRAGMENT, "the fragments of " + row.writeId() + " are not what was written");
        }
    }

    private static ErasureCode code(RedundancyScheme scheme) {
        return new ErasureCode(scheme.dataFragments(), scheme.parityFragments(), scheme.localGroups());
    }

    private void write(int segment, int index, byte[] bytes) {
        Manifest manifest = Manifest.of(row, to.scheme());
        fragments.write(to.servers().get(index), new FragmentId(writeId, segment, index), manifest, bytes);
    }
}
