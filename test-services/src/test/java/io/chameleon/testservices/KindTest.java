package io.chameleon.testservices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class KindTest {
    private final AtomicInteger asked = new AtomicInteger();

    private String start(Kind kind) {
        return kind.start("it", () -> "container", () -> "embedded");
    }

    private boolean engine() {
        asked.incrementAndGet();
        return true;
    }

    @Test
    void engineAtHand_startsContainers() {
        Kind kind = new Kind(Map.of(), this::engine);
        assertThat(start(kind)).isEqualTo("container");
        assertThat(start(kind)).isEqualTo("container");
        assertThat(asked).hasValue(1);
    }

    @Test
    void noEngine_startsEmbedded() {
        assertThat(start(new Kind(Map.of(), () -> false))).isEqualTo("embedded");
    }

    @Test
    void engineThatIsOfNoUse_startsEmbedded() {
        assertThat(start(new Kind(Map.of(), () -> {
                    throw new IllegalStateException("cannot pull what it looks around with");
                })))
                .isEqualTo("embedded");
    }

    @Test
    void containerThatDoesNotStart_isReplacedByEmbedded_alsoLater() {
        Kind kind = new Kind(Map.of(), () -> true);
        AtomicInteger tries = new AtomicInteger();
        for (int service = 0; service < 2; service++) {
            String started = kind.start(
                    "it",
                    () -> {
                        tries.incrementAndGet();
                        throw new IllegalStateException("no such image");
                    },
                    () -> "embedded");
            assertThat(started).isEqualTo("embedded");
        }
        assertThat(tries).hasValue(1);
    }

    @Test
    void embeddedByChoice_doesNotAskTheEngine() {
        assertThat(start(new Kind(Map.of(Kind.VARIABLE, "embedded"), this::engine)))
                .isEqualTo("embedded");
        assertThat(asked).hasValue(0);
    }

    @Test
    void unknownChoice_isRefusedInOneLine() {
        assertThatThrownBy(() -> start(new Kind(Map.of(Kind.VARIABLE, "docker"), this::engine)))
                .hasMessage("CHAMELEON_TEST_SERVICES: 'docker' given, expected auto or embedded");
    }
}
