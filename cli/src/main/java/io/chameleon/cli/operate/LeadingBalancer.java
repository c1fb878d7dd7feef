package io.chameleon.cli.operate;

import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.wire.BalanceRequest;
import io.chameleon.transport.wire.BalanceResponse;
import java.time.Duration;
import java.util.concurrent.CompletionException;

/** The balancer that leads: its name in the mapping table is its address. */
record LeadingBalancer(ClusterConnection connection, Endpoint address) {
    static LeadingBalancer of(ClusterConnection connection) {
        String holder = connection.remaps().balancerEpoch().holder();
        if (holder.isEmpty()) {
            throw new CommandFailure("no balancer has led this cluster yet; start one with 'chameleon balancer'");
        }
        try {
            return new LeadingBalancer(connection, Endpoint.parse(holder));
        } catch (IllegalArgumentException e) {
            throw new CommandFailure("the last leader calls itself '" + holder + "', which is no address to ask", e);
        }
    }

    /** @param wait how long it may take */
    BalanceResponse balance(boolean dryRun, Duration wait) {
        BalanceRequest request = BalanceRequest.newBuilder().setDryRun(dryRun).build();
        try {
            Message answer = connection
                    .network()
                    .call(address, Message.of(MessageType.BALANCE, request), wait)
                    .join();
            answer.release();
            return answer.header(BalanceResponse.class);
        } catch (CompletionException e) {
            if (e.getCause() instanceof ChameleonError error && error.code() == ErrorCode.UNAVAILABLE) {
                throw new CommandFailure(
                        "the balancer that led last, " + address + ", does not lead: " + error.getMessage()
                                + "; start one with 'chameleon balancer', or try again in a few seconds",
                        e);
            }
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
