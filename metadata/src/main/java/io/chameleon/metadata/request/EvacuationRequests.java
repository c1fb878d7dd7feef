package io.chameleon.metadata.request;

import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.transport.protocol.EvacuationWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.wire.EvacuateRequest;
import io.chameleon.transport.wire.EvacuationProgressRequest;
import io.chameleon.transport.wire.ForgetServerRequest;

/** The part of {@link RepairRequests} for servers that are emptied, and forgotten. */
final class EvacuationRequests {
    private final RepairTable repairs;
    private final ClusterViews clusterView;

    EvacuationRequests(RepairTable repairs, ClusterViews clusterView) {
        this.repairs = repairs;
        this.clusterView = clusterView;
    }

    PreparedCall call(Message request) {
        return switch (request.type()) {
            case EVACUATE -> evacuate(request.header(EvacuateRequest.class));
            case EVACUATION_PROGRESS -> progress(request.header(EvacuationProgressRequest.class));
            case FORGET_SERVER -> forget(request.header(ForgetServerRequest.class));
            default -> throw new IllegalStateException("not about evacuations: " + request.type());
        };
    }

    private PreparedCall evacuate(EvacuateRequest request) {
        ServerId server = new ServerId(request.getServer());
        Evacuation.Kind kind = Evacuation.Kind.ofCode(request.getKind());
        boolean cancel = request.getCancel();
        long fence = request.getFence();
        Require.that(
                cancel || kind != Evacuation.Kind.EMPTIED,
                "kind of evacuation to begin",
                kind,
                "DRAIN or LOST: that a device was replaced is seen when its server registers");
        if (kind == Evacuation.Kind.DRAIN) {
            return changing(cancel ? () -> repairs.cancelDrain(server) : () -> repairs.drain(server));
        }
        Evacuation record = Evacuation.begun(server, kind, request.getSinceMillis());
        return PreparedCall.done(cancel ? () -> repairs.end(fence, record) : () -> repairs.begin(fence, server));
    }

    private PreparedCall forget(ForgetServerRequest request) {
        ServerId server = new ServerId(request.getServer());
        return changing(() -> {
            ClusterView unused = clusterView.fresh(); // records in the table who is registered
            repairs.forget(server);
        });
    }

    /** The view shows the change at once, even if its outcome is unknown. */
    private PreparedCall changing(Runnable change) {
        return PreparedCall.done(() -> {
            try {
                change.run();
            } finally {
                clusterView.changed();
            }
        });
    }

    private PreparedCall progress(EvacuationProgressRequest request) {
        Evacuation evacuation = EvacuationWire.unpack(request.getEvacuation());
        return PreparedCall.done(() -> repairs.progress(request.getFence(), evacuation));
    }
}
