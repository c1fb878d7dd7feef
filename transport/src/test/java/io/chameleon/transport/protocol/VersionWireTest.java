package io.chameleon.transport.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import io.chameleon.core.version.VersionPage;
import io.chameleon.core.version.VersionQuery;
import io.chameleon.transport.rpc.Samples;
import io.chameleon.transport.wire.DeleteVersionResponse;
import io.chameleon.transport.wire.FindVersionRequest;
import io.chameleon.transport.wire.ObjectVersionP;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VersionWireTest {
    private static final ObjectId OBJECT = new ObjectId("photos", "cat");
    private static final VersionId ID = new VersionId("0123456789abcdef0123456789abcdef");
    private static final ObjectMapping ROW = new Samples(7).mapping();

    private static final ObjectVersion KEPT = new ObjectVersion(OBJECT, ID, false, 5, 6, ROW);
    private static final ObjectVersion MARKER = new ObjectVersion(OBJECT, VersionId.NULL, true, 7, 0, null);

    @Test
    void everyValue_packedAndUnpacked_isTheSame() {
        assertThat(VersionWire.unpack(VersionWire.found(KEPT))).isEqualTo(KEPT);
        assertThat(VersionWire.unpack(VersionWire.found(MARKER))).isEqualTo(MARKER);
        assertThat(VersionWire.unpack(VersionWire.found(null))).isNull();
        VersionQuery query = new VersionQuery(new ListQuery("photos", "c", "/", "cat", 7), ID);
        assertThat(VersionWire.unpack(VersionWire.pack(query))).isEqualTo(query);
        VersionQuery first = new VersionQuery(new ListQuery("photos", "", "", "", 7), null);
        assertThat(VersionWire.unpack(VersionWire.pack(first))).isEqualTo(first);
        VersionPage page = new VersionPage(List.of(MARKER, KEPT), List.of("a/"), "cat", ID);
        assertThat(VersionWire.unpack(VersionWire.pack(page))).isEqualTo(page);
        VersionPage last = new VersionPage(List.of(), List.of(), "", null);
        assertThat(VersionWire.unpack(VersionWire.pack(last))).isEqualTo(last);
        for (DeleteResult result : DeleteResult.values()) {
            Deletion deletion = new Deletion(result, ID, true);
            assertThat(VersionWire.unpack(VersionWire.pack(deletion))).isEqualTo(deletion);
        }
        assertThat(VersionWire.unpack(DeleteVersionResponse.getDefaultInstance()))
                .isEqualTo(Deletion.of(DeleteResult.DELETED));
    }

    @Test
    void request_tellsNoVersion_fromTheOneCalledNull() {
        assertThat(VersionWire.version(VersionWire.find(OBJECT, null).getVersion()))
                .isNull();
        assertThat(VersionWire.version(VersionWire.find(OBJECT, VersionId.NULL).getVersion()))
                .isEqualTo(VersionId.NULL);
        var delete = VersionWire.delete(OBJECT, ID, Condition.IF_ABSENT);
        assertThat(VersionWire.version(delete.getVersion())).isEqualTo(ID);
        assertThat(ConditionWire.unpack(delete.getCondition())).isEqualTo(Condition.IF_ABSENT);
        MetadataUpdate update = new MetadataUpdate(OBJECT, "image/png", Map.of("a", "b"), Condition.NONE);
        assertThat(MappingWire.unpack(VersionWire.update(update, ID).getUpdate()))
                .isEqualTo(update);
    }

    @Test
    void versionThatIsNone_isAnInvalidRequest() {
        FindVersionRequest request =
                FindVersionRequest.newBuilder().setVersion("latest").build();
        assertThatThrownBy(() -> VersionWire.version(request.getVersion()))
                .isInstanceOf(ChameleonError.class)
                .hasMessageContaining("version id");
        ObjectVersionP nameless = ObjectVersionP.newBuilder()
                .setObject(Wire.pack(OBJECT))
                .setLatest(true)
                .build();
        assertThatThrownBy(() -> VersionWire.unpack(nameless)).isInstanceOf(ChameleonError.class);
    }
}
