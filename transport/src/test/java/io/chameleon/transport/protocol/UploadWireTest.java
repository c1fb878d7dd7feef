package io.chameleon.transport.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.upload.Completion;
import io.chameleon.core.upload.Extent;
import io.chameleon.core.upload.NewPart;
import io.chameleon.core.upload.NewUpload;
import io.chameleon.core.upload.PartPage;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPage;
import io.chameleon.core.upload.UploadPart;
import io.chameleon.core.upload.UploadQuery;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UploadWireTest {
    private static final ObjectId OBJECT = new ObjectId("photos", "film");
    private static final WriteId ID = new WriteId(1, -2);
    private static final WriteId COMPONENT = new WriteId(-3, 4);
    private static final Upload UPLOAD =
            new Upload(OBJECT, ID, 5, "ann", RedundancyPolicy.REP, "video/mp4", Map.of("a", "b"));
    private static final UploadPart PART = new UploadPart(10_000, COMPONENT, 1L << 40, -7, 8, Map.of("etag", "x"));

    @Test
    void everyValue_packedAndUnpacked_isTheSame() {
        NewUpload begun = new NewUpload(OBJECT, ID, "ann", null, "video/mp4", Map.of("a", "b"));
        assertThat(UploadWire.unpack(UploadWire.pack(begun), "")).isEqualTo(begun);
        NewPart part = new NewPart(OBJECT, ID, 3, COMPONENT, Map.of("etag", "x"));
        NewPart.Source source = new NewPart.Source(OBJECT, Components.sharedBytes(COMPONENT), ID);
        NewPart shared = new NewPart(OBJECT, ID, 3, COMPONENT, Map.of(), source);
        assertThat(PartWire.unpack(PartWire.pack(shared))).isEqualTo(shared);
        assertThat(PartWire.unpack(PartWire.pack(part))).isEqualTo(part);
        assertThat(UploadWire.unpack(UploadWire.pack(UPLOAD))).isEqualTo(UPLOAD);
        PartPage parts = new PartPage(UPLOAD, List.of(PART), true);
        assertThat(PartWire.unpack(PartWire.pack(parts))).isEqualTo(parts);
        UploadPage uploads = new UploadPage(List.of(UPLOAD), false);
        assertThat(UploadWire.unpack(UploadWire.pack(uploads))).isEqualTo(uploads);
        UploadQuery query = new UploadQuery("photos", "f", "film", ID, 7);
        assertThat(UploadWire.unpack(UploadWire.pack(query))).isEqualTo(query);
        UploadQuery first = new UploadQuery("photos", "", "", null, 7);
        assertThat(UploadWire.unpack(UploadWire.pack(first))).isEqualTo(first);
        List<Extent> extents = List.of(new Extent(COMPONENT, 1, 1L << 40), new Extent(ID, 0, 0));
        assertThat(ExtentWire.unpack(ExtentWire.pack(extents))).isEqualTo(extents);
        Completion completion = new Completion(
                OBJECT,
                ID,
                List.of(new Completion.Named(1, COMPONENT), new Completion.Named(9, ID)),
                "",
                Map.of("c", "d"),
                new Condition.IfMatch(COMPONENT));
        assertThat(UploadWire.unpack(UploadWire.pack(completion))).isEqualTo(completion);
        assertThat(UploadWire.unpack(UploadWire.pack(completion.listed(ID)))).isEqualTo(completion.listed(ID));
    }

    @Test
    void upload_ofAUser_isThatUsers() {
        NewUpload begun = new NewUpload(OBJECT, ID, "ann", RedundancyPolicy.EC, "", Map.of());
        assertThat(UploadWire.unpack(UploadWire.pack(begun), "bob").owner()).isEqualTo("bob");
    }

    @Test
    void completion_withPartsOutOfOrder_isRefused() {
        var ordered = UploadWire.pack(
                new Completion(OBJECT, ID, List.of(new Completion.Named(2, ID)), "", Map.of(), Condition.NONE));
        var twice = ordered.toBuilder().addParts(ordered.getParts(0)).build();
        assertThatThrownBy(() -> UploadWire.unpack(twice))
                .isInstanceOf(ChameleonError.class)
                .hasMessageContaining("number of a part");
    }
}
