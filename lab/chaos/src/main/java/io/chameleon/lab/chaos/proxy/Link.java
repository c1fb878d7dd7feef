package io.chameleon.lab.chaos.proxy;

import io.chameleon.transport.rpc.Endpoint;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The route from one process to another, whose connections can be disturbed while they are open. Safe from any thread.
 */
public final class Link {
    private static final int CONNECT_MILLIS = 3_000;

    private final String name;
    private final Endpoint target;
    private final Set<Relay> relays = ConcurrentHashMap.newKeySet();
    private volatile @Nullable LinkFault fault;
    private volatile Duration delay = Duration.ZERO;

    Link(String from, String to, Endpoint target) {
        this.name = from + " > " + to;
        this.target = target;
    }

    /** {@code clients > flash-3}. */
    public String name() {
        return name;
    }

    /** @param lateness of each piece, for {@link LinkFault#SLOW} */
    public void disturb(LinkFault with, Duration lateness) {
        delay = with == LinkFault.SLOW ? lateness : Duration.ZERO;
        fault = with;
        if (with == LinkFault.RESET) {
            relays.forEach(Relay::reset);
        }
    }

    /** Everything held back arrives now. */
    public void heal() {
        fault = null;
        delay = Duration.ZERO;
        relays.forEach(Relay::resume);
    }

    /** Whether nothing may pass now. */
    boolean holds(boolean requests) {
        LinkFault current = fault;
        return current != null && current.holds(requests);
    }

    Duration delay() {
        return delay;
    }

    /** Takes a connection that is not read yet, and connects it to the target. */
    void accept(Channel client) {
        if (fault == LinkFault.RESET) {
            Relay.reset(client);
            return;
        }
        Relay answers = new Relay(this, client, false);
        ChannelFuture connecting = new Bootstrap()
                .group(client.eventLoop())
                .channel(NioSocketChannel.class)
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .handler(answers)
                .connect(target.host(), target.port());
        Relay requests = new Relay(this, connecting.channel(), true);
        relays.add(requests);
        relays.add(answers);
        ChannelFuture unused = connecting.addListener(done -> {
            if (done.isSuccess() && client.isActive()) {
                client.pipeline().addLast(requests);
                requests.resume();
                answers.resume();
            } else {
                requests.forget();
                answers.forget();
                Relay.reset(client);
                Relay.reset(connecting.channel());
            }
        });
    }

    void forget(Relay relay) {
        relays.remove(relay);
    }
}
