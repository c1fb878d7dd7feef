package io.chameleon.transport.rpc.client;

import com.google.protobuf.ByteString;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.frame.Frame;
import io.chameleon.transport.frame.FrameKind;
import io.chameleon.transport.rpc.Channels;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.Greeting;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.server.ServerHandshake;
import io.chameleon.transport.security.AuthMode;
import io.chameleon.transport.security.Challenge;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import io.chameleon.transport.security.Security;
import io.chameleon.transport.security.Token;
import io.chameleon.transport.wire.Auth;
import io.chameleon.transport.wire.Hello;
import io.chameleon.transport.wire.HelloAuthP;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The client's part of opening a connection. It sends only greetings until the server, too, has proven its identity: a
 * client with a token does not talk to a server that requires none.
 */
final class ClientHandshake {
    private final TransportConfig config;
    private final Security security;
    private final Endpoint endpoint;
    private final Channel channel;
    private final @Nullable Token token;
    private byte[] ownHello = {};
    private @Nullable Open open;

    /** Between the server's HELLO and its AUTH. */
    private record Open(Greeting greeting, Challenge challenge) {}

    ClientHandshake(TransportConfig config, Endpoint endpoint, Channel channel) {
        this.config = config;
        this.security = config.security();
        this.endpoint = endpoint;
        this.channel = channel;
        this.token = security.mode() == AuthMode.TOKEN ? security.token() : null;
    }

    /** Sends HELLO. */
    void begin() {
        Token shown = token;
        HelloAuthP auth = shown == null
                ? null
                : HelloAuthP.newBuilder()
                        .setMechanism(Challenge.MECHANISM)
                        .setKeyId(shown.keyId())
                        .setNonce(ByteString.copyFrom(security.nonce()))
                        .build();
        Hello hello = Greeting.hello(config, auth, List.of(), endpoint.cluster());
        ownHello = hello.toByteArray();
        Channels.send(channel, Greeting.encode(channel.alloc(), hello));
    }

    /**
     * Takes the next frame, which the caller releases.
     *
     * @return the greeting once the connection is open, or null if more is to come
     * @throws ChameleonError why there can be no connection
     */
    @Nullable
    Greeting take(Frame frame) {
        Open begun = open;
        if (begun != null && token != null) {
            requireProven(begun, token, frame);
            return begun.greeting();
        }
        Greeting greeting = Greeting.read(frame);
        endpoint.requireCluster(greeting.cluster());
        if (token == null) {
            requireNoMoreAsked(greeting);
            return greeting;
        }
        HelloAuthP auth = greeting.auth();
        if (auth == null
                || !auth.getMechanism().equals(Challenge.MECHANISM)
                || auth.getNonce().size() != Challenge.NONCE_BYTES) {
            throw refused("the server does not prove who it is (" + Challenge.MECHANISM
                    + "), as a client with a token expects; a cluster without authentication is called without one");
        }
        Challenge challenge = new Challenge(ownHello, frame.header());
        open = new Open(greeting, challenge);
        Auth own = Auth.newBuilder()
                .setProof(ByteString.copyFrom(challenge.proof(token, Challenge.Side.CLIENT)))
                .build();
        Channels.send(channel, Frame.encode(channel.alloc(), FrameKind.AUTH, 0, 0, 0, own));
        return null;
    }

    private void requireNoMoreAsked(Greeting greeting) {
        if (greeting.auth() != null) {
            throw refused("the server asks for a token, and this process has none");
        }
        if (security.mode() == AuthMode.MTLS) {
            SslHandler tls = channel.pipeline().get(SslHandler.class);
            Principal server =
                    tls == null ? Principal.ANYBODY : Security.peer(tls.engine().getSession());
            if (!server.role().isInternal()) {
                throw refused("the server's certificate is made out to " + server + ", expected role "
                        + Role.SERVER.label() + ", " + Role.METADATA.label() + " or " + Role.BALANCER.label());
            }
        }
    }

    private void requireProven(Open begun, Token shown, Frame frame) {
        if (frame.kind() != FrameKind.AUTH
                || frame.stream() != 0
                || !begun.challenge().isProven(shown, Challenge.Side.SERVER, ServerHandshake.proof(frame))) {
            throw refused("the server has not proven that it knows the secret of " + shown);
        }
    }

    private ChameleonError refused(String message) {
        return new ChameleonError(ErrorCode.UNAUTHENTICATED, "no connection to " + endpoint + ": " + message);
    }
}
