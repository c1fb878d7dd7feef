package io.chameleon.balancer;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.RemapTable;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.policy.ColdMigration;
import io.chameleon.transport.Endpoint;
import io.chameleon.transport.client.FragmentRead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves in bulk the objects nobody writes (Chameleon III-B2, end): copies the fragments to the destination, then flips the row
 * if its version is still the one that was copied. The old copy enters the outbox in the transaction of the flip, never before.
 *
 * <p>Under an unchanged policy a fragment moves as it is, under its own name. Where a server would then have to hold two
 * fragments of one write, or the object is coded anew (LATE_EC), the copy gets a write id of its own.
 */
public final class Migrator {
    private static final Logger LOG = LoggerFactory.getLogger(Migrator.class);
    /** Placement hint: nobody writes these. */
    private static final int COLD_STREAM = 2;

    private final RemapTable table;
    private final FlashServers servers;
    private final StripeEncoder encoder;
    private final WriteIds writeIds;
    private final Duration timeout;

    Migrator(RemapTable table, FlashServers servers, StripeEncoder encoder, WriteIds writeIds, Duration timeout) {
        this.table = table;
        this.servers = servers;
        this.encoder = encoder;
        this.writeIds = writeIds;
        this.timeout = timeout;
    }

    /** Moves each object that is still as it was planned; one that cannot be copied now stays where it is. */
    int migrate(long fence, List<ColdMigration> migrations, long epoch) {
        if (migrations.isEmpty()) {
            return 0;
        }
        ClusterView view = servers.view();
        int moved = 0;
        for (ColdMigration migration : migrations) {
            ObjectMapping row = servers.row(migration.id());
            if (row != null && row.version() == migration.version() && !row.degraded()) {
                moved += migrate(fence, row, view, epoch) ? 1 : 0;
            }
        }
        return moved;
    }

    private boolean migrate(long fence, ObjectMapping row, ClusterView view, long epoch) {
        try {
            WriteId copy = keepsFragments(row) ? row.writeId() : writeIds.next();
            if (copy.equals(row.writeId())) {
                copyFragments(row, view);
            } else {
                rewrite(row, copy, view);
            }
            Migration migration = new Migration(row.id(), row.version(), copy, epoch);
            return table.migrate(fence, migration) == Remap.Outcome.APPLIED;
        } catch (ChameleonError e) {
            if (e.code() == ErrorCode.FENCED) {
                throw e;
            }
            LOG.warn("{} stays where it is: {}", row.id(), e.getMessage());
            return false;
        }
    }

    /** Whether every fragment can keep its name: same scheme, and no server changes its index. */
    private static boolean keepsFragments(ObjectMapping row) {
        Placement from = row.live();
        Placement to = row.destination();
        if (!from.scheme().equals(to.scheme())) {
            return false;
        }
        for (ServerId server : to.servers()) {
            int before = from.servers().indexOf(server);
            if (before >= 0 && before != to.servers().indexOf(server)) {
                return false;
            }
        }
        return true;
    }

    private void copyFragments(ObjectMapping row, ClusterView view) {
        Placement from = row.live();
        Placement to = row.destination();
        for (int segment = 0; segment < row.content().segments(); segment++) {
            for (int index = 0; index < to.servers().size(); index++) {
                if (!from.servers().get(index).equals(to.servers().get(index))) {
                    FragmentId id = new FragmentId(row.writeId(), segment, index);
                    byte[] fragment = read(from.servers().get(index), id, view);
                    write(to, id, row.content().segmentLength(segment), fragment, view);
                }
            }
        }
    }

    private void rewrite(ObjectMapping row, WriteId copy, ClusterView view) {
        Placement to = row.destination();
        for (int segment = 0; segment < row.content().segments(); segment++) {
            int length = row.content().segmentLength(segment);
            byte[][] fragments = encoder.encode(to.scheme(), readSegment(row, segment, length, view));
            for (int index = 0; index < fragments.length; index++) {
                write(to, new FragmentId(copy, segment, index), length, fragments[index], view);
            }
        }
    }

    /** The bytes of a segment: any replica, or the data shards joined. A segment that needs decoding is left to repair. */
    private byte[] readSegment(ObjectMapping row, int segment, int length, ClusterView view) {
        Placement from = row.live();
        RedundancyScheme scheme = from.scheme();
        if (scheme.policy() == RedundancyPolicy.REP) {
            return readAnyReplica(from, row.writeId(), segment, view);
        }
        byte[] bytes = new byte[length];
        int shard = scheme.fragmentBytes(length);
        for (int index = 0; index < scheme.dataFragments(); index++) {
            byte[] fragment = read(from.servers().get(index), new FragmentId(row.writeId(), segment, index), view);
            int offset = Math.min(length, index * shard);
            System.arraycopy(fragment, 0, bytes, offset, Math.min(shard, length - offset));
        }
        return bytes;
    }

    private byte[] readAnyReplica(Placement from, WriteId writeId, int segment, ClusterView view) {
        List<ChameleonError> failures = new ArrayList<>();
        for (int index = 0; index < from.servers().size(); index++) {
            try {
                return read(from.servers().get(index), new FragmentId(writeId, segment, index), view);
            } catch (ChameleonError e) {
                failures.add(e);
            }
        }
        throw failures.getLast();
    }

    private byte[] read(ServerId server, FragmentId id, ClusterView view) {
        FragmentRead read = Calls.await(servers.client().get(endpoint(server, view), id, 0, 0, timeout));
        ByteBuf payload = read.payload();
        try {
            byte[] bytes = new byte[payload.readableBytes()];
            payload.readBytes(bytes);
            if (crc32c(bytes) != read.fragmentCrc32c()) {
                throw new ChameleonError(
                        ErrorCode.CORRUPT_FRAGMENT, "fragment " + id + " on " + server + " is damaged");
            }
            return bytes;
        } finally {
            payload.release();
        }
    }

    private void write(Placement to, FragmentId id, int segmentLength, byte[] fragment, ClusterView view) {
        Endpoint endpoint = endpoint(to.servers().get(id.index()), view);
        Calls.await(servers.client()
                .put(
                        endpoint,
                        id,
                        crc32c(fragment),
                        to.scheme(),
                        segmentLength,
                        COLD_STREAM,
                        Unpooled.wrappedBuffer(fragment),
                        timeout));
    }

    private static Endpoint endpoint(ServerId server, ClusterView view) {
        return view.server(server)
                .filter(ServerInfo::isReadable)
                .map(Endpoint::of)
                .orElseThrow(() -> new ChameleonError(ErrorCode.UNAVAILABLE, "server " + server + " is away"));
    }

    private static int crc32c(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }
}
