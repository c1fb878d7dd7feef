package io.chameleon.metadata.row;

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
public class MappingRow {
    @EmbeddedId
    public ObjectKey id;

    @Embedded
    public WriteKey writeId;

    @Column(name = "content_high")
    public long contentHigh;

    @Column(name = "content_low")
    public long contentLow;

    @Column(name = "size_bytes")
    public long sizeBytes;

    @Column(name = "segment_bytes")
    public int segmentBytes;

    @Column(name = "chunk_bytes")
    public int chunkBytes;

    @Column(name = "extents")
    public int extents;

    @Column(name = "crc32c")
    public int crc32c;

    @Column(name = "content_type")
    public String contentType;

    @Column(name = "user_metadata")
    @JdbcTypeCode(SqlTypes.JSON)
    public Map<String, String> userMetadata;

    @Column(name = "state")
    public short state;

    @Column(name = "source_scheme")
    @Nullable
    public String sourceScheme;

    @Column(name = "source_servers")
    public String @Nullable [] sourceServers;

    @Column(name = "destination_scheme")
    public String destinationScheme;

    @Column(name = "destination_servers")
    public String[] destinationServers;

    @Column(name = "degraded")
    public boolean degraded;

    @Column(name = "remap_epoch")
    public long remapEpoch;

    @Column(name = "heat_score")
    public double heatScore;

    @Column(name = "last_write_epoch")
    public long lastWriteEpoch;

    @Column(name = "created_epoch")
    public long createdEpoch;

    @Column(name = "created_millis")
    public long createdMillis;

    @Column(name = "modified_millis")
    public long modifiedMillis;

    @Column(name = "version")
    public long version;

    @Column(name = "versioned")
    public boolean versioned;

    @Column(name = "version_of")
    public String versionOf;

    @SuppressWarnings("NullAway.Init") // Hibernate fills it
    public MappingRow() {}

    public static MappingRow of(ObjectMapping mapping) {
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
        row.extents = content.extents();
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
        row.createdEpoch = mapping.createdEpoch();
        row.createdMillis = mapping.createdMillis();
        row.modifiedMillis = mapping.modifiedMillis();
        row.version = mapping.version();
        row.versioned = mapping.versioned();
        row.versionOf = mapping.versionOf();
        return row;
    }

    public ObjectMapping toMapping() {
        return new ObjectMapping(
                id.toId(),
                writeId.toId(),
                new ObjectContent(
                        new WriteId(contentHigh, contentLow),
                        sizeBytes,
                        segmentBytes,
                        chunkBytes,
                        extents,
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
                createdEpoch,
                createdMillis,
                modifiedMillis,
                version,
                versioned,
                versionOf);
    }
}
