package io.chameleon.metadata.row;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A row of {@code balancer_plan_remap}: remap number {@code ordinal} of the plan of an epoch. */
@Entity
@Table(name = "balancer_plan_remap")
public class PlanRemapRow {
    @Embeddable
    record Key(
            @Column(name = "epoch") long epoch,
            @Column(name = "ordinal") int ordinal) {}

    @EmbeddedId
    Key id;

    @Column(name = "bucket")
    String bucket;

    @Column(name = "object_key")
    String key;

    @Column(name = "expected_version")
    long expectedVersion;

    @Column(name = "event")
    short event;

    @Column(name = "destination_scheme")
    @Nullable
    String destinationScheme;

    @Column(name = "destination_servers")
    String @Nullable [] destinationServers;

    @Column(name = "reason")
    String reason;

    @SuppressWarnings("NullAway.Init") // Hibernate fills it
    PlanRemapRow() {}

    public static PlanRemapRow of(Remap remap, int ordinal) {
        PlanRemapRow row = new PlanRemapRow();
        Placement destination = remap.destination();
        row.id = new Key(remap.epoch(), ordinal);
        row.bucket = remap.id().bucket();
        row.key = remap.id().key();
        row.expectedVersion = remap.expectedVersion();
        row.event = (short) remap.event().code();
        row.destinationScheme =
                destination == null ? null : destination.scheme().toString();
        row.destinationServers = destination == null ? null : Servers.names(destination.servers());
        row.reason = remap.reason();
        return row;
    }

    public Remap toRemap() {
        return new Remap(
                new ObjectId(bucket, key),
                expectedVersion,
                RedundancyEvent.ofCode(event),
                Servers.placement(destinationScheme, destinationServers),
                id.epoch(),
                reason);
    }
}
