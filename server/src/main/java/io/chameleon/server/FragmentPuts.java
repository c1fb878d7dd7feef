package io.chameleon.server;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteHint;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.server.cluster.Drain;
import io.chameleon.server.manifest.StoredManifest;
import io.chameleon.server.store.Fragment;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.PutFragmentRequest;
import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The part of {@link FlashServerEndpoint} that answers PUT_FRAGMENT. */
record FragmentPuts(
        FragmentStore store,
        Drain drain,
        UserWrites users,
        ManifestRequests manifests,
        SpaceShortage shortage,
        ServerMetrics metrics) {

    CompletableFuture<Message> put(Message request, Principal caller, Runnable stillWanted) {
        drain.requireTakingWrites();
        PutFragmentRequest header = request.header(PutFragmentRequest.class);
        ByteBuf payload = request.payload();
        users.requirePut(header, payload.readableBytes(), caller);
        Fragment fragment = fragment(header, payload.readableBytes());
        StoredManifest manifest = manifests.with(header, fragment, caller);
        metrics.received(fragment.length());
        MemorySegment content = MemorySegment.ofBuffer(payload.nioBuffer());
        // Migration and repair have compared what they put with the object; a client's fragment never changes.
        boolean replaces = !caller.role().isClient() && header.getWriteKey().isEmpty();
        WriteHint hint = WriteHint.ofCode(header.getHint());
        return store.put(fragment, content, request.payloadCrc32c(), manifest, hint, replaces, stillWanted)
                .handle((_, failure) -> {
                    if (failure != null) {
                        throw new CompletionException(shortage.answer(failure));
                    }
                    return Message.of(MessageType.PUT_FRAGMENT, Empty.getDefaultInstance());
                });
    }

    private static Fragment fragment(PutFragmentRequest header, int length) {
        FragmentId id = Wire.unpack(header.getId());
        RedundancyScheme scheme = Wire.unpack(header.getScheme());
        try {
            return new Fragment(id, length, header.getCrc32C(), scheme, header.getSegmentLength());
        } catch (IllegalArgumentException e) {
            throw new ChameleonError(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }
}
