package io.chameleon.lab.simulation.role;

import io.chameleon.balancer.garbage.Brake;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.erasure.StripeCodec;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.rpc.RpcHandler;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** Hooks into the parts of the cluster. The default changes nothing; a test plants a bug here to see it found. */
public interface Wiring {
    /** The product as it is. */
    Wiring SOUND = new Wiring() {};

    default FlashDevice device(FlashDevice device) {
        return device;
    }

    /** The device id that a server reports when it registers. */
    default String deviceId(@SuppressWarnings("unused") ServerId server, String device) {
        return device;
    }

    default Brake brake(Brake brake) {
        return brake;
    }

    /** Wraps what a balancer knows of repair, and of metadata's time; {@code host} is its own clock. */
    default RepairTable repairs(RepairTable repairs, @SuppressWarnings("unused") InstantSource host) {
        return repairs;
    }

    default StripeCodec codec(StripeCodec codec) {
        return codec;
    }

    default RpcClient clientNetwork(RpcClient network) {
        return network;
    }

    /** Wraps a flash server's endpoint. */
    default RpcHandler flashServer(RpcHandler endpoint) {
        return endpoint;
    }

    /** @param from reopens the object from an offset on */
    default InputStream stream(InputStream stream, @SuppressWarnings("unused") LongFunction<InputStream> from) {
        return stream;
    }

    /** @param erase deletes the fragments of a write from all servers, at once */
    default Tables tables(Tables tables, @SuppressWarnings("unused") Consumer<WriteId> erase) {
        return tables;
    }
}
