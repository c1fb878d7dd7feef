package io.chameleon.node.role;

import io.chameleon.core.FragmentId;
import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.redundancy.FragmentFormat;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.erasure.ErasureCode;
import io.chameleon.erasure.StripeCodec;
import io.chameleon.erasure.StripeLayout;
import io.chameleon.metadata.rebuild.ComponentReader;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.FragmentRead;
import io.chameleon.transport.rpc.Endpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads components for a rebuild, while no metadata service runs: from the first fragments that are sound, one after
 * the other. Data fragments come first, so most are read from one server.
 */
final class FlashComponents implements ComponentReader {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final FlashClient flash;
    private final Map<ServerId, ServerInfo> servers;
    private final StripeCodec codec = new StripeCodec();

    FlashComponents(FlashClient flash, List<ServerInfo> servers) {
        this.flash = flash;
        this.servers = servers.stream().collect(Collectors.toUnmodifiableMap(ServerInfo::id, Function.identity()));
    }

    @Override
    public byte @Nullable [] read(ObjectMapping component) {
        Require.that(
                component.content().segments() == 1,
                "segments of component " + component.id(),
                component.content().segments(),
                "1");
        RedundancyScheme scheme = component.live().scheme();
        int length = component.content().segmentLength(0);
        byte[] @Nullable [] shards = new byte[scheme.width()][];
        List<ChameleonError> passing = new ArrayList<>();
        BitSet have = new BitSet();
        for (int index = 0; index < shards.length && !scheme.isReadable(have); index++) {
            if (!scheme.adds(have, index)) {
                continue;
            }
            try {
                shards[index] = fragment(component, index, length).orElse(null);
            } catch (ChameleonError e) {
                passing.add(e);
            }
            have.set(index, shards[index] != null);
        }
        if (!scheme.isReadable(have)) {
            if (!passing.isEmpty()) {
                throw passing.getFirst();
            }
            return null;
        }
        byte[] bytes = joined(scheme, shards, length);
        return crc32c(bytes) == component.content().crc32c() ? bytes : null;
    }

    /** Empty if its server does not have it sound. */
    private Optional<byte[]> fragment(ObjectMapping component, int index, int segmentLength) {
        RedundancyScheme scheme = component.live().scheme();
        if (scheme.isPadding(index, segmentLength)) {
            return Optional.of(new byte[scheme.fragmentBytes(segmentLength)]);
        }
        ServerInfo server = servers.get(component.live().servers().get(index));
        if (server == null) {
            return Optional.empty();
        }
        FragmentId id = new FragmentId(component.writeId(), 0, index);
        try {
            FragmentRead read =
                    flash.get(Endpoint.of(server), id, 0, 0, TIMEOUT).join();
            try {
                int given = read.payload().readableBytes();
                FragmentFormat.requireRead(id, scheme, segmentLength, given);
                if (given != scheme.fragmentBytes(segmentLength) || !read.matchesChecksum()) {
                    return Optional.empty();
                }
                byte[] bytes = new byte[given];
                read.payload().readBytes(bytes);
                return Optional.of(bytes);
            } finally {
                read.release();
            }
        } catch (CompletionException e) {
            if (e.getCause() instanceof ChameleonError error) {
                if (error.code() == ErrorCode.FRAGMENT_NOT_FOUND || error.code() == ErrorCode.CORRUPT_FRAGMENT) {
                    return Optional.empty();
                }
                throw error;
            }
            throw e;
        }
    }

    private byte[] joined(RedundancyScheme scheme, byte[] @Nullable [] shards, int length) {
        StripeLayout layout = new StripeLayout(scheme.dataFragments(), scheme.parityFragments(), length);
        ErasureCode code = new ErasureCode(scheme.dataFragments(), scheme.parityFragments(), scheme.localGroups());
        byte[] bytes = new byte[length];
        layout.join(codec.restore(code, shards, length), 0, bytes, 0);
        return bytes;
    }

    private static int crc32c(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }
}
