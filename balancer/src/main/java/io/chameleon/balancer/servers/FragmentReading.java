package io.chameleon.balancer.servers;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.FragmentFormat;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.client.FragmentRead;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A fragment that has been asked for. */
public final class FragmentReading {
    private final RoundServers servers;
    private final ServerId server;
    private final FragmentId id;
    private final RedundancyScheme scheme;
    private final int segmentLength;
    private final int length;
    /** Null if there is nothing to ask for. */
    private final @Nullable CompletableFuture<FragmentRead> answer;

    FragmentReading(
            RoundServers servers,
            ServerId server,
            FragmentId id,
            RedundancyScheme scheme,
            int segmentLength,
            @Nullable CompletableFuture<FragmentRead> answer) {
        this.servers = servers;
        this.server = server;
        this.id = id;
        this.scheme = scheme;
        this.segmentLength = segmentLength;
        this.length = scheme.fragmentBytes(segmentLength);
        this.answer = answer;
    }

    public int index() {
        return id.index();
    }

    /** Waits for it; throws as {@link FragmentIo#read}. */
    public byte[] bytes() {
        CompletableFuture<FragmentRead> asked = answer;
        if (asked == null) {
            return new byte[length];
        }
        FragmentRead read = servers.reading(server, () -> Calls.await(asked));
        ByteBuf payload = read.payload();
        try {
            int given = payload.readableBytes();
            FragmentFormat.requireRead(id, scheme, segmentLength, given);
            if (given != length || !read.matchesChecksum()) {
                throw new ChameleonError(
                        ErrorCode.CORRUPT_FRAGMENT,
                        "fragment " + id + " on " + server + ": " + given
                                + " bytes that are not the fragment, expected " + length);
            }
            byte[] bytes = new byte[given];
            payload.readBytes(bytes);
            return bytes;
        } finally {
            read.release();
        }
    }
}
