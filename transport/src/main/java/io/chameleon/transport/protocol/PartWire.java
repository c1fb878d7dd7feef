package io.chameleon.transport.protocol;

import io.chameleon.core.Require;
import io.chameleon.core.upload.NewPart;
import io.chameleon.core.upload.PartPage;
import io.chameleon.core.upload.UploadPart;
import io.chameleon.transport.wire.AddPartRequest;
import io.chameleon.transport.wire.ListPartsRequest;
import io.chameleon.transport.wire.ListPartsResponse;
import io.chameleon.transport.wire.PartSourceP;
import io.chameleon.transport.wire.UploadPartP;

/** Parts of multipart uploads as wire messages and back; the rules of {@link Wire} hold. */
public final class PartWire {
    private PartWire() {}

    public static AddPartRequest pack(NewPart part) {
        AddPartRequest.Builder packed = AddPartRequest.newBuilder()
                .setObject(Wire.pack(part.object()))
                .setUpload(Wire.pack(part.upload()))
                .setNumber(part.number())
                .setComponent(Wire.pack(part.component()))
                .putAllMetadata(part.metadata());
        NewPart.Source source = part.source();
        if (source != null) {
            packed.setSource(PartSourceP.newBuilder()
                    .setObject(Wire.pack(source.object()))
                    .setVersion(Wire.pack(source.version()))
                    .setList(Wire.pack(source.list())));
        }
        return packed.build();
    }

    public static NewPart unpack(AddPartRequest part) {
        return Wire.checked(() -> new NewPart(
                Wire.unpack(part.getObject()),
                Wire.unpack(part.getUpload()),
                part.getNumber(),
                Wire.unpack(part.getComponent()),
                part.getMetadataMap(),
                Wire.nullable(part.hasSource(), part.getSource(), PartWire::unpack)));
    }

    private static NewPart.Source unpack(PartSourceP source) {
        return new NewPart.Source(
                Wire.unpack(source.getObject()), Wire.unpack(source.getVersion()), Wire.unpack(source.getList()));
    }

    public static UploadPartP pack(UploadPart part) {
        return UploadPartP.newBuilder()
                .setNumber(part.number())
                .setComponent(Wire.pack(part.component()))
                .setSize(part.size())
                .setCrc32C(part.crc32c())
                .setModifiedMillis(part.modifiedMillis())
                .putAllMetadata(part.metadata())
                .build();
    }

    public static UploadPart unpack(UploadPartP part) {
        return Wire.checked(() -> new UploadPart(
                part.getNumber(),
                Wire.unpack(part.getComponent()),
                part.getSize(),
                part.getCrc32C(),
                part.getModifiedMillis(),
                part.getMetadataMap()));
    }

    /** The limit of a request, checked. */
    public static int limit(ListPartsRequest request) {
        return Wire.checked(() -> {
            int limit = request.getLimit();
            Require.that(limit >= 1 && limit <= PartPage.MAX_LIMIT, "part limit", limit, "1 to " + PartPage.MAX_LIMIT);
            Require.that(request.getAfter() >= 0, "part start", request.getAfter(), ">= 0");
            return limit;
        });
    }

    public static ListPartsResponse pack(PartPage page) {
        return ListPartsResponse.newBuilder()
                .setUpload(UploadWire.pack(page.upload()))
                .addAllParts(page.parts().stream().map(PartWire::pack).toList())
                .setMore(page.more())
                .build();
    }

    public static PartPage unpack(ListPartsResponse page) {
        return new PartPage(
                UploadWire.unpack(page.getUpload()),
                page.getPartsList().stream().map(PartWire::unpack).toList(),
                page.getMore());
    }
}
