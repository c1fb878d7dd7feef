package io.chameleon.transport.rpc.server;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.frame.Frame;
import io.chameleon.transport.frame.FrameKind;
import io.chameleon.transport.protocol.OneLine;
import io.chameleon.transport.rpc.Channels;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.Greeting;
import io.chameleon.transport.rpc.Session;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.security.Challenge;
import io.chameleon.transport.security.KeyRing;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Security;
import io.chameleon.transport.wire.Auth;
import io.chameleon.transport.wire.Hello;
import io.chameleon.transport.wire.HelloAuthP;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The server's part of opening a connection: HELLO for HELLO and, if tokens are required, AUTH for AUTH, the client's
 * first. So a stranger learns nothing against which to test a guessed secret.
 */
public final class ServerHandshake {
    private final TransportConfig config;
    private final Security security;
    private final Channel channel;
    private final List<String> serverIds;
    private final String clusterId;
    private @Nullable Open open;

    /** Between HELLO and AUTH. */
    private record Open(Greeting greeting, Challenge challenge, KeyRing.@Nullable Entry key) {}

    /**
     * @param serverIds of the flash servers of this process; none for other processes
     * @param clusterId of the cluster it belongs to; empty if it knows none
     */
    ServerHandshake(TransportConfig config, List<String> serverIds, String clusterId, Channel channel) {
        this.config = config;
        this.serverIds = serverIds;
        this.clusterId = clusterId;
        this.security = config.security();
        this.channel = channel;
    }

    /**
     * Takes the next frame, which the caller releases.
     *
     * @return the session, or null if more is to come
     * @throws ChameleonError why there can be no connection
     */
    @Nullable
    Session take(Frame frame) {
        Open begun = open;
        return begun == null ? greeted(frame, Greeting.read(frame)) : proven(begun, frame);
    }

    /** The frame that must come next. */
    FrameKind awaited() {
        return open == null ? FrameKind.HELLO : FrameKind.AUTH;
    }

    private @Nullable Session greeted(Frame frame, Greeting peer) {
        if (Endpoint.isOther(clusterId, peer.cluster())) {
            throw new ChameleonError(
                    ErrorCode.WRONG_CLUSTER,
                    "a connection of cluster " + peer.cluster() + " to a process of cluster " + clusterId);
        }
        return switch (security.mode()) {
            case NONE -> {
                answer(Greeting.hello(config, null, serverIds, clusterId));
                yield new Session(peer, Principal.ANYBODY, null);
            }
            case MTLS -> {
                Principal principal = certified();
                answer(Greeting.hello(config, null, serverIds, clusterId));
                yield new Session(peer, principal, null);
            }
            case TOKEN -> {
                HelloAuthP auth = required(peer.auth());
                HelloAuthP own = HelloAuthP.newBuilder()
                        .setMechanism(Challenge.MECHANISM)
                        .setNonce(ByteString.copyFrom(security.nonce()))
                        .build();
                Hello hello = Greeting.hello(config, own, serverIds, clusterId);
                open = new Open(
                        peer, new Challenge(frame.header(), hello.toByteArray()), security.key(auth.getKeyId()));
                answer(hello);
                yield null;
            }
        };
    }

    private void answer(Hello hello) {
        Channels.send(channel, Greeting.encode(channel.alloc(), hello));
    }

    private Principal certified() {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls == null) {
            throw refused("this server takes connections with TLS only");
        }
        return Security.peer(tls.engine().getSession());
    }

    private static HelloAuthP required(@Nullable HelloAuthP auth) {
        if (auth == null) {
            throw refused("this server asks for a token, and the client has shown none");
        }
        if (!auth.getMechanism().equals(Challenge.MECHANISM)) {
            throw refused(
                    "authentication: '" + OneLine.of(auth.getMechanism()) + "' given, expected " + Challenge.MECHANISM);
        }
        if (auth.getNonce().size() != Challenge.NONCE_BYTES) {
            throw refused("nonce: '" + auth.getNonce().size() + " bytes' given, expected " + Challenge.NONCE_BYTES);
        }
        return auth;
    }

    /** An unknown key is reported only here, in the same words as a wrong secret. */
    private Session proven(Open begun, Frame frame) {
        if (frame.kind() != FrameKind.AUTH || frame.stream() != 0) {
            throw refused("frame after HELLO: '" + frame.kind() + "' given, expected AUTH on stream 0");
        }
        KeyRing.Entry key = begun.key();
        if (key == null || !begun.challenge().isProven(key.token(), Challenge.Side.CLIENT, proof(frame))) {
            throw refused("the token is not one that this server accepts");
        }
        Auth own = Auth.newBuilder()
                .setProof(ByteString.copyFrom(begun.challenge().proof(key.token(), Challenge.Side.SERVER)))
                .build();
        Channels.send(channel, Frame.encode(channel.alloc(), FrameKind.AUTH, 0, 0, 0, own));
        return new Session(begun.greeting(), key.principal(), key);
    }

    public static byte[] proof(Frame frame) {
        try {
            return Auth.parseFrom(frame.header()).getProof().toByteArray();
        } catch (InvalidProtocolBufferException e) {
            throw new ChameleonError(ErrorCode.PROTOCOL_ERROR, "AUTH header: cannot be read as an Auth message", e);
        }
    }

    private static ChameleonError refused(String message) {
        return new ChameleonError(ErrorCode.UNAUTHENTICATED, message);
    }
}
