package io.chameleon.testkit.fake;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.protocol.ManifestWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.wire.DamagedFragmentsResponse;
import io.chameleon.transport.wire.DeleteFragmentsRequest;
import io.chameleon.transport.wire.DeleteFragmentsResponse;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.FragmentEntryP;
import io.chameleon.transport.wire.GetFragmentRequest;
import io.chameleon.transport.wire.GetFragmentResponse;
import io.chameleon.transport.wire.ListFragmentsRequest;
import io.chameleon.transport.wire.ListFragmentsResponse;
import io.chameleon.transport.wire.ManifestP;
import io.chameleon.transport.wire.PutFragmentRequest;
import io.chameleon.transport.wire.PutManifestRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A flash server's answers to requests about fragments. */
final class FlashAnswers {
    private final Shelf shelf;
    private final ByteBufAllocator allocator;

    FlashAnswers(Shelf shelf, ByteBufAllocator allocator) {
        this.shelf = shelf;
        this.allocator = allocator;
    }

    /** A damaged fragment gives way to the same one sent again; a whole one stays. */
    Message put(PutFragmentRequest header, ByteBuf payload) {
        byte[] bytes = new byte[payload.readableBytes()];
        payload.getBytes(payload.readerIndex(), bytes);
        RedundancyScheme scheme = Wire.unpack(header.getScheme());
        if (StoredFragment.crc32c(bytes) != header.getCrc32C()
                || bytes.length != scheme.fragmentBytes(header.getSegmentLength())) {
            throw new ChameleonError(ErrorCode.INVALID_REQUEST, "not the fragment that was announced");
        }
        FragmentId id = Wire.unpack(header.getId());
        StoredFragment offered = new StoredFragment(
                bytes, header.getCrc32C(), scheme, header.getSegmentLength(), WriteHint.ofCode(header.getHint()));
        shelf.fragments().merge(id, offered, (stored, again) -> stored.isDamaged() ? again : stored);
        if (header.hasManifest()) {
            name(id.writeId(), header.getManifest());
        }
        return Message.of(MessageType.PUT_FRAGMENT, Empty.getDefaultInstance());
    }

    Message name(PutManifestRequest header) {
        WriteId writeId = Wire.unpack(header.getWriteId());
        if (shelf.count(writeId) == 0) {
            throw new ChameleonError(ErrorCode.FRAGMENT_NOT_FOUND, "nothing of " + writeId + " is here");
        }
        name(writeId, header.getManifest());
        return Message.of(MessageType.PUT_MANIFEST, Empty.getDefaultInstance());
    }

    private void name(WriteId writeId, ManifestP manifest) {
        shelf.manifests().put(writeId, ManifestWire.unpack(manifest, writeId));
    }

    Message get(GetFragmentRequest header) {
        FragmentId id = Wire.unpack(header.getId());
        StoredFragment stored = shelf.fragments().get(id);
        if (stored == null) {
            throw new ChameleonError(ErrorCode.FRAGMENT_NOT_FOUND, id + " is not here");
        }
        int length = stored.bytes().length;
        int wanted = header.getLength() == 0 ? length : header.getOffset() + header.getLength();
        byte[] bytes = Arrays.copyOfRange(stored.bytes(), header.getOffset(), Math.min(wanted, length));
        GetFragmentResponse answer = GetFragmentResponse.newBuilder()
                .setFragmentLength(length)
                .setFragmentCrc32C(stored.crc32c())
                .setScheme(Wire.pack(stored.scheme()))
                .setSegmentLength(stored.segmentLength())
                .build();
        return new Message(
                MessageType.GET_FRAGMENT,
                answer,
                allocator.heapBuffer(bytes.length).writeBytes(bytes));
    }

    Message delete(DeleteFragmentsRequest header, boolean shortOfSpace) {
        int before = shelf.fragments().size();
        header.getWriteIdsList().stream().map(Wire::unpack).forEach(shelf::lose);
        return Message.of(
                MessageType.DELETE_FRAGMENTS,
                DeleteFragmentsResponse.newBuilder()
                        .setDeleted(before - shelf.fragments().size())
                        .setShortOfSpace(shortOfSpace)
                        .build());
    }

    Message list(ListFragmentsRequest header) {
        Map<FragmentId, StoredFragment> after = header.hasAfter()
                ? shelf.fragments().tailMap(Wire.unpack(header.getAfter()), false)
                : shelf.fragments();
        List<FragmentEntryP> rest = after.entrySet().stream()
                .filter(entry -> header.getOlderThanMillis() == 0
                        || entry.getKey().writeId().epochMillis() < header.getOlderThanMillis())
                .map(FlashAnswers::entry)
                .toList();
        int limit = Math.min(header.getLimit(), rest.size());
        return Message.of(
                MessageType.LIST_FRAGMENTS,
                ListFragmentsResponse.newBuilder()
                        .addAllFragments(rest.subList(0, limit))
                        .setMore(limit < rest.size())
                        .build());
    }

    private static FragmentEntryP entry(Map.Entry<FragmentId, StoredFragment> held) {
        return FragmentEntryP.newBuilder()
                .setId(Wire.pack(held.getKey()))
                .setLength(held.getValue().bytes().length)
                .setCrc32C(held.getValue().crc32c())
                .build();
    }

    Message damaged() {
        return Message.of(
                MessageType.DAMAGED_FRAGMENTS,
                DamagedFragmentsResponse.newBuilder()
                        .addAllFragments(shelf.fragments().entrySet().stream()
                                .filter(entry -> entry.getValue().isDamaged())
                                .map(entry -> Wire.pack(entry.getKey()))
                                .toList())
                        .build());
    }
}
