package io.chameleon.lab.simulation.role;

import io.chameleon.balancer.garbage.Brake;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.erasure.StripeCodec;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.transport.RpcClient;
import io.chameleon.transport.RpcHandler;
import java.io.InputStream;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** What the parts of the cluster are given. The default changes nothing; a test plants a bug here to see it found. */
public interface Wiring {
    /** The product as it is. */
    Wiring SOUND = new Wiring() {};

    default FlashDevice device(FlashDevice device) {
        return device;
    }

    /** What a server says of its device when it registers. */
    default String deviceId(@SuppressWarnings("unused") ServerId server, String device) {
        return device;
    }

    default Brake brake(Brake brake) {
        return brake;
    }

    default StripeCodec codec(StripeCodec codec) {
        return codec;
    }

    default RpcClient clientNetwork(RpcClient network) {
        return network;
    }

    /** What a flash server asks of its endpoint. */
    default RpcHandler flashServer(RpcHandler endpoint) {
        return endpoint;
    }

    /** @param from opens the object again from an offset on */
    default InputStream stream(InputStream stream, @SuppressWarnings("unused") LongFunction<InputStream> from) {
        return stream;
    }

    /** @param erase deletes the fragments of a write from all servers, at once */
    default Tables tables(Tables tables, @SuppressWarnings("unused") Consumer<WriteId> erase) {
        return tables;
    }
}
