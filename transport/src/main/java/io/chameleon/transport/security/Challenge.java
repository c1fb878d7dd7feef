package io.chameleon.transport.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * What both sides of one connection have said in their HELLOs, each with a fresh nonce. A side that knows the secret
 * can sign it; a proof is valid only for this connection, this side, and unaltered HELLOs.
 */
public final class Challenge {
    /** Name of this exchange in HELLO. */
    public static final String MECHANISM = "hmac-sha-256";
    /** Random bytes in each HELLO. */
    public static final int NONCE_BYTES = 32;

    private final byte[] clientHello;
    private final byte[] serverHello;

    /** Which side gives a proof; a proof of one side is worthless to the other. */
    public enum Side {
        CLIENT("chameleon client 1"),
        SERVER("chameleon server 1");

        private final byte[] label;

        Side(String label) {
            this.label = label.getBytes(StandardCharsets.US_ASCII);
        }
    }

    /** @param clientHello and {@code serverHello}: the headers of the two frames as they were sent; not copied */
    public Challenge(byte[] clientHello, byte[] serverHello) {
        this.clientHello = clientHello;
        this.serverHello = serverHello;
    }

    public byte[] proof(Token token, Side side) {
        return token.mac(side.label, clientHello, serverHello);
    }

    /** Takes equally long wherever the proofs differ. */
    public boolean isProven(Token token, Side side, byte[] proof) {
        return MessageDigest.isEqual(proof(token, side), proof);
    }
}
