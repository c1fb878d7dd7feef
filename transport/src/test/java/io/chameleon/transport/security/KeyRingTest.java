package io.chameleon.transport.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.security.SecureRandom;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyRingTest {
    private static final String SECRET = "0123456789abcdefghijklmnopqrstuvwxyz";

    @Test
    void file_withComments_isReadLineByLine() {
        KeyRing ring = KeyRing.parse(
                "keys", "# all keys\n\na-1:" + SECRET + " user alice\n  b-1:" + SECRET + "   balancer  balancer-0 \n");

        assertThat(Objects.requireNonNull(ring.find("a-1")).principal()).isEqualTo(new Principal("alice", Role.USER));
        assertThat(Objects.requireNonNull(ring.find("b-1")).principal().role()).isEqualTo(Role.BALANCER);
        assertThat(ring.find("c-1")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a-1:" + SECRET + " user",
                "a-1:" + SECRET + " root alice",
                "a-1:" + SECRET + " user al:ice",
                "a-1:" + SECRET + " user alice more",
                "a-1:short user alice",
                SECRET + " user alice",
                "a/1:" + SECRET + " user alice"
            })
    void line_thatMakesNoSense_isNamedWithoutItsSecret(String line) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyRing.parse("keys", "# first\n" + line))
                .withMessageStartingWith("keys, line 2")
                .withMessageNotContaining(SECRET)
                .withMessageNotContaining("short user");
    }

    @Test
    void keyId_thatOccursTwice_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyRing.parse("keys", "a:" + SECRET + " user x\na:" + SECRET + " admin y"))
                .withMessageContaining("occurs once");
    }

    @Test
    void file_withoutAnyKey_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> KeyRing.parse("keys", "# nothing\n"));
    }

    @Test
    void key_thatWasGivenToSomebodyElse_isNotHeldAnyMore() {
        KeyRing.Entry before = Objects.requireNonNull(
                KeyRing.parse("k", "a:" + SECRET + " user alice").find("a"));

        assertThat(KeyRing.parse("k", "a:" + SECRET + " user alice").holds(before))
                .isTrue();
        assertThat(KeyRing.parse("k", "a:" + SECRET + " user bob").holds(before))
                .isFalse();
        assertThat(KeyRing.parse("k", "a:" + SECRET + "1 user alice").holds(before))
                .isFalse();
        assertThat(KeyRing.parse("k", "b:" + SECRET + " user alice").holds(before))
                .isFalse();
    }

    @Test
    void texts_ofAllThatHoldsASecret_doNotShowIt() {
        String line = Token.random("a-1", new SecureRandom());
        String secret = line.substring("a-1:".length());
        KeyRing ring = KeyRing.parse("keys", line + " user alice");

        assertThat(ring.toString() + ring.find("a-1") + Token.parse("token", line))
                .doesNotContain(secret);
    }

    @Test
    void proof_ofOneSide_isNoneOfTheOtherOrOfAnotherHello() {
        Token token = Token.parse("token", "a:" + SECRET);
        Challenge challenge = new Challenge(new byte[] {1, 2}, new byte[] {3});
        byte[] proof = challenge.proof(token, Challenge.Side.CLIENT);

        assertThat(challenge.isProven(token, Challenge.Side.CLIENT, proof)).isTrue();
        assertThat(challenge.isProven(token, Challenge.Side.SERVER, proof)).isFalse();
        assertThat(new Challenge(new byte[] {1}, new byte[] {2, 3}).isProven(token, Challenge.Side.CLIENT, proof))
                .isFalse();
        assertThat(challenge.isProven(Token.parse("token", "a:" + SECRET + "!"), Challenge.Side.CLIENT, proof))
                .isFalse();
    }
}
