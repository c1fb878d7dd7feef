package io.chameleon.server;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.server.manifest.ManifestListing;
import io.chameleon.server.manifest.StoredManifest;
import io.chameleon.server.store.Fragment;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.transport.protocol.ManifestWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.ListManifestsRequest;
import io.chameleon.transport.wire.ListManifestsResponse;
import io.chameleon.transport.wire.ManifestEntryP;
import io.chameleon.transport.wire.ManifestP;
import io.chameleon.transport.wire.PutFragmentRequest;
import io.chameleon.transport.wire.PutManifestRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What manifests mean to the store. A user's manifest records who put it, and names no other content than the write it
 * belongs to, nor a former version. Whether the user may write to that bucket, only the metadata service knows.
 */
final class ManifestRequests {
    private static final int MAX_LISTED = 10_000;

    private final FragmentStore store;
    private final UserWrites users;

    ManifestRequests(FragmentStore store, UserWrites users) {
        this.store = store;
        this.users = users;
    }

    /** The manifest that comes with a fragment; null if none does. */
    @Nullable
    StoredManifest with(PutFragmentRequest put, Fragment fragment, Principal caller) {
        if (!put.hasManifest()) {
            return null;
        }
        FragmentId id = fragment.id();
        Manifest manifest = checked(put.getManifest(), id.writeId(), fragment.scheme(), caller);
        int last = manifest.content().segments() - 1;
        if (id.segment() != last
                || fragment.segmentLength() != manifest.content().segmentLength(last)) {
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST,
                    "manifest with fragment " + id + " of a segment of " + fragment.segmentLength()
                            + " bytes, expected with segment " + last + " of "
                            + manifest.content().segmentLength(last));
        }
        return stored(put.getManifest(), id.writeId(), caller);
    }

    CompletableFuture<Message> put(Message request, Principal caller) {
        PutManifestRequest header = request.header(PutManifestRequest.class);
        WriteId write = Wire.unpack(header.getWriteId());
        users.requireManifest(header, caller);
        RedundancyScheme scheme = store.schemeOf(write);
        if (scheme != null) {
            Manifest _ = checked(header.getManifest(), write, scheme, caller);
        }
        return store.putManifest(stored(header.getManifest(), write, caller))
                .thenApply(_ -> Message.of(MessageType.PUT_MANIFEST, Empty.getDefaultInstance()));
    }

    CompletableFuture<Message> list(Message request) {
        ListManifestsRequest header = request.header(ListManifestsRequest.class);
        int limit = header.getLimit();
        if (limit <= 0 || limit > MAX_LISTED) {
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST, "limit: '" + limit + "' given, expected 1 to " + MAX_LISTED);
        }
        ManifestListing listing = store.listManifests(header.getAfter(), limit);
        ListManifestsResponse answer = ListManifestsResponse.newBuilder()
                .addAllManifests(entries(listing.manifests()))
                .setMore(listing.more())
                .setCursor(listing.cursor())
                .setDamagedBytes(listing.damagedBytes())
                .build();
        return CompletableFuture.completedFuture(Message.of(MessageType.LIST_MANIFESTS, answer));
    }

    private List<ManifestEntryP> entries(List<StoredManifest> manifests) {
        List<ManifestEntryP> entries = new ArrayList<>();
        for (StoredManifest stored : manifests) {
            RedundancyScheme scheme = store.schemeOf(stored.writeId());
            if (scheme != null) { // else deleted meanwhile
                entries.add(ManifestEntryP.newBuilder()
                        .setWriteId(Wire.pack(stored.writeId()))
                        .setManifest(ManifestWire.parse(stored.manifest()).toBuilder()
                                .setScheme(Wire.pack(scheme)))
                        .setPrincipal(stored.principal())
                        .build());
            }
        }
        return entries;
    }

    private static Manifest checked(ManifestP given, WriteId write, RedundancyScheme scheme, Principal caller) {
        Manifest manifest = ManifestWire.unpack(given, write);
        if (!manifest.scheme().equals(scheme)) {
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST,
                    "manifest of write " + write + ": '" + manifest.scheme() + "' given, expected " + scheme
                            + " as its fragments");
        }
        if (caller.role().isClient() && !manifest.content().contentId().equals(write)) {
            throw new ChameleonError(
                    ErrorCode.PERMISSION_DENIED,
                    "manifest of write " + write + ": " + caller + " may not name the content of another write");
        }
        if (caller.role().isClient() && manifest.former()) {
            throw new ChameleonError(
                    ErrorCode.PERMISSION_DENIED,
                    "manifest of write " + write + ": " + caller + " may not call it a former version");
        }
        return manifest;
    }

    private static StoredManifest stored(ManifestP given, WriteId write, Principal caller) {
        return new StoredManifest(
                write,
                caller.role() == Role.USER ? caller.name() : "",
                given.toBuilder().clearScheme().build().toByteArray());
    }
}
