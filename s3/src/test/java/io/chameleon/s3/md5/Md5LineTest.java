package io.chameleon.s3.md5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.testing.Seed;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Md5LineTest {
    private static final int SEGMENT = 1 << 10;

    @RegisterExtension
    private final Seed seed = Seed.given();

    private final Random random = new Random(seed.value());
    private final Md5Line line = Md5Line.started();

    private static String expected(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Segment after segment, as a write gives them. */
    private CompletableFuture<String> md5(byte[] bytes) {
        Md5Message message = new Md5Message();
        CompletableFuture<Void> hashed = CompletableFuture.completedFuture(null);
        for (int at = 0; at < bytes.length; at += SEGMENT) {
            int from = at;
            hashed = hashed.thenCompose(
                    before -> line.add(message, bytes, from, Math.min(SEGMENT, bytes.length - from)));
        }
        return hashed.thenApply(all -> HexFormat.of().formatHex(message.finish()));
    }

    /** The lengths at which the padding takes another block, and those around a segment. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 1023, 1024, 1025, 1080, 2048, 10_000})
    void message_ofAnyLength_hasTheMd5OfTheJdk(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        assertThat(md5(bytes).join()).isEqualTo(expected(bytes));
    }

    @Test
    void messages_moreThanLanesAtATime_eachHasItsOwnMd5() {
        List<byte[]> messages = new ArrayList<>();
        for (int i = 0; i < 5 * Md5Lanes.LANES; i++) {
            byte[] bytes = new byte[random.nextInt(1 << random.nextInt(16))];
            random.nextBytes(bytes);
            messages.add(bytes);
        }
        List<CompletableFuture<String>> computed =
                messages.stream().map(this::md5).toList();
        assertThat(computed.stream().map(CompletableFuture::join))
                .containsExactlyElementsOf(
                        messages.stream().map(Md5LineTest::expected).toList());
    }

    @Test
    void segment_withinAnArray_isHashedFromThere() {
        byte[] bytes = new byte[1000];
        random.nextBytes(bytes);
        Md5Message message = new Md5Message();
        line.add(message, bytes, 100, 300).join();
        assertThat(HexFormat.of().formatHex(message.finish())).isEqualTo(expected(Arrays.copyOfRange(bytes, 100, 400)));
    }

    @Test
    void segments_ofAnyLengths_giveTheMd5OfAllTheirBytes() {
        byte[] bytes = new byte[5000];
        random.nextBytes(bytes);
        Md5Message message = new Md5Message();
        for (int at = 0; at < bytes.length; ) {
            int count = Math.min(bytes.length - at, random.nextInt(200));
            line.add(message, bytes, at, count).join();
            at += count;
        }
        assertThat(HexFormat.of().formatHex(message.finish())).isEqualTo(expected(bytes));
    }

    @Test
    void segment_forWhichNoThreadCanBeHad_isRefusedAndTheNextTriesAgain() {
        Deque<Runnable> given = new ArrayDeque<>();
        AtomicBoolean full = new AtomicBoolean(true);
        Md5Line busy = new Md5Line(task -> {
            if (full.get()) {
                throw new RejectedExecutionException("full");
            }
            given.add(task);
        });
        byte[] bytes = new byte[SEGMENT];
        assertThatThrownBy(() -> busy.add(new Md5Message(), bytes, 0, SEGMENT))
                .isInstanceOf(RejectedExecutionException.class);
        full.set(false);
        Md5Message message = new Md5Message();
        CompletableFuture<Void> hashed = busy.add(message, bytes, 0, SEGMENT);
        given.remove().run();
        assertThat(hashed).isCompleted();
        assertThat(HexFormat.of().formatHex(message.finish())).isEqualTo(expected(bytes));
    }

    @Test
    void segment_beyondItsArray_isRefusedAndTheLineGoesOn() {
        byte[] bytes = new byte[SEGMENT];
        assertThatThrownBy(() -> line.add(new Md5Message(), bytes, 1, SEGMENT))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(md5(bytes).join()).isEqualTo(expected(bytes));
    }
}
