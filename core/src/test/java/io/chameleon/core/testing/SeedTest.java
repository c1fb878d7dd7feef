package io.chameleon.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class SeedTest {
    private final Seed seed = Seed.given();

    @Test
    void failure_namesTheSeedFirst_andKeepsItsMessageAndCause() {
        Throwable failure = new IllegalStateException("page 7 has two owners");
        assertThat(seed.named(failure))
                .hasMessage("-Dchameleon.seed=" + seed.value() + " repeats this: page 7 has two owners")
                .hasCause(failure);
    }

    @Test
    void abortedTest_isNoFailure() {
        Throwable aborted = new TestAbortedException("no container engine");
        assertThat(seed.named(aborted)).isSameAs(aborted);
    }
}
