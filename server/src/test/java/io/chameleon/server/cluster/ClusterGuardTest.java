package io.chameleon.server.cluster;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.ServerId;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.wire.LookupRequest;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ClusterGuardTest {
    private final ClusterGuard guard = new ClusterGuard(
            (request, _) -> CompletableFuture.completedFuture(request), new ServerId("flash-0"), () -> "c-1");

    /** Who is given a flash server's address in place of the metadata service's asks for a lookup. */
    @Test
    void callerWithoutACluster_isToldWhatListensHere() {
        assertThatThrownBy(() -> guard.handle(
                                Message.of(MessageType.LOOKUP, LookupRequest.getDefaultInstance()),
                                new CallContext("test", Long.MAX_VALUE))
                        .toCompletableFuture()
                        .join())
                .hasMessageEndingWith("LOOKUP to server flash-0 of cluster c-1: the caller names no cluster; this is a"
                        + " flash server, and clients are given the metadata service's address");
    }
}
