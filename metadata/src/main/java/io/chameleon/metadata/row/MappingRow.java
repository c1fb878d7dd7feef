package io.chameleon.metadata.row;

import io.chameleon.core.ServerId;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code object_mapping}; {@link ObjectMapping} in columns. A compact row leaves out what follows from its
 * other columns: the content id that is the write id, the text of a scheme that has a code, the names of servers whose
 * codes stand for them. These are more than a third of a row.
 */
@Entity
@Table(name = "object_mapping")
public class MappingRow {
    @EmbeddedId
    public ObjectKey id;

    @Embedded
    public WriteKey writeId;

    /** Null in both columns: that of the write. */
    @Column(name = "content_high")
    @Nullable
    public Long contentHigh;

    @Column(name = "content_low")
    @Nullable
    public Long contentLow;

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
    @Nullable
    public String destinationScheme;

    /** {@link SchemeCode}, if there is no text. */
    @Column(name = "scheme_code")
    @Nullable
    public Short schemeCode;

    @Column(name = "destination_servers")
    public String @Nullable [] destinationServers;

    /** {@link Places} of the live servers; null if they are not known. */
    @Column(name = "places")
    public byte @Nullable [] places;

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

    /** A row that leaves nothing out, without places. */
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

    /** @param coded whether codes stand for the live servers in a stable state */
    public static MappingRow compact(ObjectMapping mapping, boolean coded) {
        MappingRow row = of(mapping);
        if (mapping.content().contentId().equals(mapping.writeId())) {
            row.contentHigh = null;
            row.contentLow = null;
        }
        row.schemeCode = SchemeCode.of(mapping.destination().scheme());
        row.destinationScheme = row.schemeCode == null ? row.destinationScheme : null;
        row.destinationServers = coded && mapping.source() == null ? null : row.destinationServers;
        return row;
    }

    /**
     * Text and names come first: a process of an earlier build writes these and leaves the code of the scheme.
     *
     * @param coded the servers of {@link #places}, if the row has no names; else it is not looked at
     */
    public ObjectMapping toMapping(List<ServerId> coded) {
        WriteId write = writeId.toId();
        return new ObjectMapping(
                id.toId(),
                write,
                new ObjectContent(
                        contentHigh == null || contentLow == null ? write : new WriteId(contentHigh, contentLow),
                        sizeBytes,
                        segmentBytes,
                        chunkBytes,
                        extents,
                        crc32c,
                        contentType,
                        userMetadata),
                RedundancyState.ofCode(state),
                Servers.placement(sourceScheme, sourceServers),
                new Placement(scheme(), destinationServers == null ? coded : Servers.ids(destinationServers)),
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

    private RedundancyScheme scheme() {
        return destinationScheme == null
                ? SchemeCode.scheme(Objects.requireNonNull(schemeCode, "scheme_code"))
                : RedundancyScheme.parse(destinationScheme);
    }
}
