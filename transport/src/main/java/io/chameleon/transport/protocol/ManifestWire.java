package io.chameleon.transport.protocol;

import com.google.protobuf.InvalidProtocolBufferException;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.transport.wire.ContentP;
import io.chameleon.transport.wire.ListManifestsResponse;
import io.chameleon.transport.wire.ManifestEntryP;
import io.chameleon.transport.wire.ManifestP;

/** Manifests as wire messages and back; the rules of {@link Wire} hold. */
public final class ManifestWire {
    private ManifestWire() {}

    /** @param writeId of the fragments beside which the manifest is stored, so that the manifest need not repeat it */
    public static ManifestP pack(Manifest manifest, WriteId writeId) {
        ContentP content = ContentWire.pack(manifest.content());
        boolean isOf = manifest.content().contentId().equals(writeId);
        return ManifestP.newBuilder()
                .setId(Wire.pack(manifest.id()))
                .setContent(isOf ? content.toBuilder().clearContentId().build() : content)
                .setScheme(Wire.pack(manifest.scheme()))
                .setFormer(manifest.former())
                .build();
    }

    /** @param writeId of the fragments beside which the manifest is stored */
    public static Manifest unpack(ManifestP manifest, WriteId writeId) {
        ContentP content = manifest.getContent();
        ContentP complete = content.hasContentId()
                ? content
                : content.toBuilder().setContentId(Wire.pack(writeId)).build();
        return Wire.checked(() -> new Manifest(
                Wire.unpack(manifest.getId()),
                ContentWire.unpack(complete),
                Wire.unpack(manifest.getScheme()),
                manifest.getFormer()));
    }

    /** @throws ChameleonError {@code CORRUPT_FRAGMENT} if these bytes are not a manifest */
    public static ManifestP parse(byte[] manifest) {
        try {
            return ManifestP.parseFrom(manifest);
        } catch (InvalidProtocolBufferException e) {
            throw new ChameleonError(ErrorCode.CORRUPT_FRAGMENT, "a manifest cannot be read: " + e.getMessage(), e);
        }
    }

    public static ManifestPage unpack(ListManifestsResponse page) {
        return new ManifestPage(
                page.getManifestsList().stream().map(ManifestWire::entry).toList(),
                page.getMore(),
                page.getCursor(),
                page.getDamagedBytes());
    }

    private static ManifestPage.Entry entry(ManifestEntryP entry) {
        WriteId writeId = Wire.unpack(entry.getWriteId());
        return new ManifestPage.Entry(writeId, unpack(entry.getManifest(), writeId), entry.getPrincipal());
    }
}
