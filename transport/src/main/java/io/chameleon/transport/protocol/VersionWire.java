package io.chameleon.transport.protocol;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import io.chameleon.core.version.VersionPage;
import io.chameleon.core.version.VersionQuery;
import io.chameleon.transport.wire.DeleteObjectResponse;
import io.chameleon.transport.wire.DeleteVersionRequest;
import io.chameleon.transport.wire.DeleteVersionResponse;
import io.chameleon.transport.wire.FindVersionRequest;
import io.chameleon.transport.wire.FindVersionResponse;
import io.chameleon.transport.wire.ListVersionsRequest;
import io.chameleon.transport.wire.ListVersionsResponse;
import io.chameleon.transport.wire.ObjectVersionP;
import io.chameleon.transport.wire.UpdateVersionRequest;
import org.jspecify.annotations.Nullable;

/** Versions of objects as wire messages and back; the rules of {@link Wire} hold. */
public final class VersionWire {
    private VersionWire() {}

    private static String text(@Nullable VersionId version) {
        return version == null ? "" : version.text();
    }

    /** Null for an empty text: no version is named. */
    public static @Nullable VersionId version(String text) {
        return text.isEmpty() ? null : Wire.checked(() -> new VersionId(text));
    }

    public static ObjectVersionP pack(ObjectVersion version) {
        ObjectVersionP.Builder packed = ObjectVersionP.newBuilder()
                .setObject(Wire.pack(version.object()))
                .setVersion(version.id().text())
                .setLatest(version.latest())
                .setModifiedMillis(version.modifiedMillis())
                .setNoncurrentMillis(version.noncurrentMillis());
        ObjectMapping row = version.row();
        if (row != null) {
            packed.setRow(ObjectWire.pack(row));
        }
        return packed.build();
    }

    public static ObjectVersion unpack(ObjectVersionP version) {
        return Wire.checked(() -> new ObjectVersion(
                Wire.unpack(version.getObject()),
                new VersionId(version.getVersion()),
                version.getLatest(),
                version.getModifiedMillis(),
                version.getNoncurrentMillis(),
                Wire.nullable(version.hasRow(), version.getRow(), ObjectWire::unpack)));
    }

    public static FindVersionRequest find(ObjectId object, @Nullable VersionId version) {
        return FindVersionRequest.newBuilder()
                .setObject(Wire.pack(object))
                .setVersion(text(version))
                .build();
    }

    public static FindVersionResponse found(@Nullable ObjectVersion version) {
        FindVersionResponse.Builder packed = FindVersionResponse.newBuilder();
        return version == null
                ? packed.build()
                : packed.setVersion(pack(version)).build();
    }

    public static @Nullable ObjectVersion unpack(FindVersionResponse answer) {
        return Wire.nullable(answer.hasVersion(), answer.getVersion(), VersionWire::unpack);
    }

    public static ListVersionsRequest pack(VersionQuery query) {
        return ListVersionsRequest.newBuilder()
                .setKeys(ListingWire.pack(query.keys()))
                .setAfterVersion(text(query.afterVersion()))
                .build();
    }

    public static VersionQuery unpack(ListVersionsRequest query) {
        return Wire.checked(
                () -> new VersionQuery(ListingWire.unpack(query.getKeys()), version(query.getAfterVersion())));
    }

    public static ListVersionsResponse pack(VersionPage page) {
        return ListVersionsResponse.newBuilder()
                .addAllVersions(page.versions().stream().map(VersionWire::pack).toList())
                .addAllCommonPrefixes(page.commonPrefixes())
                .setNextKey(page.nextKey())
                .setNextVersion(text(page.nextVersion()))
                .build();
    }

    public static VersionPage unpack(ListVersionsResponse page) {
        return Wire.checked(() -> new VersionPage(
                page.getVersionsList().stream().map(VersionWire::unpack).toList(),
                page.getCommonPrefixesList(),
                page.getNextKey(),
                version(page.getNextVersion())));
    }

    public static DeleteVersionRequest delete(ObjectId object, @Nullable VersionId version, Condition condition) {
        return DeleteVersionRequest.newBuilder()
                .setObject(Wire.pack(object))
                .setVersion(text(version))
                .setCondition(ConditionWire.pack(condition))
                .build();
    }

    public static DeleteVersionResponse pack(Deletion deletion) {
        return DeleteVersionResponse.newBuilder()
                .setResult(MappingWire.pack(deletion.result()).getResult())
                .setVersion(text(deletion.version()))
                .setMarker(deletion.marker())
                .build();
    }

    public static Deletion unpack(DeleteVersionResponse answer) {
        return Wire.checked(() -> new Deletion(
                MappingWire.unpack(DeleteObjectResponse.newBuilder()
                        .setResult(answer.getResult())
                        .build()),
                version(answer.getVersion()),
                answer.getMarker()));
    }

    public static UpdateVersionRequest update(MetadataUpdate update, VersionId version) {
        return UpdateVersionRequest.newBuilder()
                .setUpdate(MappingWire.pack(update))
                .setVersion(version.text())
                .build();
    }
}
