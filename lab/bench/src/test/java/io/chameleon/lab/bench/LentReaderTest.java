package io.chameleon.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.client.LentBytes;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Its count of bytes is covered by reads of a real store; here is how it ends. */
class LentReaderTest {
    private final LentReader reader = new LentReader();

    /** A reader that asked for less would wait for ever, as nobody asks again. */
    @Test
    void everything_isAskedForAtOnce() {
        AtomicLong asked = new AtomicLong();
        reader.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long count) {
                asked.addAndGet(count);
            }

            @Override
            public void cancel() {
                throw new AssertionError("it takes everything");
            }
        });
        assertThat(asked).hasValue(Long.MAX_VALUE);
        assertThat(reader.all()).isNotDone();
    }

    @Test
    void emptyObject_isZeroBytes() {
        reader.onComplete();
        assertThat(reader.all()).isCompletedWithValue(0L);
    }

    @Test
    void failure_isThatOfTheRead() {
        Flow.Subscriber<LentBytes> subscriber = reader;
        subscriber.onError(new IllegalStateException("a fragment is missing"));
        assertThatThrownBy(() -> reader.all().join())
                .isInstanceOf(CompletionException.class)
                .hasRootCauseMessage("a fragment is missing");
    }
}
