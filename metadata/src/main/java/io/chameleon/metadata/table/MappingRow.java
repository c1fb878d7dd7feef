package io.chameleon.metadata.table;

import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.util.Map;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** A row of {@code object_mapping}; {@link ObjectMapping} in columns. */
@Entity
@Table(name = "object_mapping")
class MappingRow {
    @EmbeddedId
    ObjectKey id;

    @Embedded
    WriteKey writeId;

    @Column(name = "content_high")
    long contentHigh;

    @Column(name = "content_low")
    long contentLow;

    @Column(name = "size_bytes")
    long sizeBytes;

    @Column(name = "segment_bytes")
    int segmentBytes;

    @Column(name = "chunk_bytes")
    int chunkBytes;

    @Column(name = "crc32c")
    int crc32c;

    @Column(name = "content_type")
    String contentType;

    @Column(name = "user_metadata")
    @JdbcTypeCode(SqlTypes.JSON)
    Map<String, String> userMetadata;

    @Column(name = "state")
    short state;

    @Column(name = "source_scheme")
    @Nullable
    String sourceScheme;

    @Column(name = "source_servers")
    String @Nullable [] sourceServers;

    @Column(name = "destination_scheme")
    String destinationScheme;

    @Column(name = "destination_servers")
    String[] destinationServers;

    @Column(name = "degraded")
    boolean degraded;

    @Column(name = "remap_epoch")
    long remapEpoch;

    @Column(name = "heat_score")
    double heatScore;

    @Column(name = "last_write_epoch")
    long lastWriteEpoch;

    @Column(name = "created_millis")
    long createdMillis;

    @Column(name = "modified_millis")
    long modifiedMillis;

    @Column(name = "version")
    long version;

    @SuppressWarnings("NullAway.Init") // Hibernate fills it
    MappingRow() {}

    static MappingRow of(ObjectMapping mapping) {
        MappingRow row = new MappingRow();
        ObjectContent content = mapping.content();
        Placement source = mapping.source();
        row.id = ObjectKey.of(mapping.id());
        row.writeId = WriteKey.of(mapping.writeId());
        row.contentHigh = content.contentId().high();
        row.contentLow = content.contentId().low();
        row.sizeBytes = content.size();
        row.segmentBytes = content.segmentBytes();
        row.chunkBytes = content.chunkBytes();
        row.crc32c = content.crc32c();
        row.contentType = content.contentType();
        row.userMetadata = content.userMetadata();
        row.state = (short) mapping.state().code();
        row.sourceScheme = source == null ? null : source.scheme().toString();
        row.sourceServers = source == null ? null : Servers.names(source.servers());
        row.destinationScheme = mapping.destination().scheme().toString();
        row.destinationServers = Servers.names(mapping.destination().servers());
        row.degraded = mapping.degraded();
        row.remapEpoch = mapping.remapEpoch();
        row.heatScore = mapping.heatScore();
        row.lastWriteEpoch = mapping.lastWriteEpoch();
        row.createdMillis = mapping.createdMillis();
        row.modifiedMillis = mapping.modifiedMillis();
        row.version = mapping.version();
        return row;
    }

    ObjectMapping toMapping() {
        return new ObjectMapping(
                id.toId(),
                writeId.toId(),
                new ObjectContent(
                        new WriteId(contentHigh, contentLow),
                        sizeBytes,
                        segmentBytes,
                        chunkBytes,
                        crc32c,
                        contentType,
                        userMetadata),
                RedundancyState.ofCode(state),
                Servers.placement(sourceScheme, sourceServers),
                new Placement(RedundancyScheme.parse(destinationScheme), Servers.ids(destinationServers)),
                degraded,
                remapEpoch,
                heatScore,
                lastWriteEpoch,
                createdMillis,
                modifiedMillis,
                version);
    }
}
