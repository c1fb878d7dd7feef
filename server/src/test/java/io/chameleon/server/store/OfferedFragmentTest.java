package io.chameleon.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.simssd.CorruptPageException;
import java.lang.foreign.MemorySegment;
import java.util.OptionalInt;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class OfferedFragmentTest {
    /** Longer than the pieces in which stored bytes are compared. */
    private static final int LENGTH = (256 << 10) + 1;

    private final Bytes bytes = Bytes.of(Bytes.id(1), LENGTH);
    private final Bytes others = Bytes.of(Bytes.id(1), LENGTH, 2);

    private static OfferedFragment offer(Bytes bytes, boolean replaces) {
        return new OfferedFragment(bytes.fragment(), bytes.segment(), replaces);
    }

    private static OfferedFragment.StoredBytes stored(byte[] content) {
        return (_, offset, into) -> into.copyFrom(MemorySegment.ofArray(content).asSlice(offset, into.byteSize()));
    }

    private static void assertRefused(ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        ChameleonError.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST));
    }

    @Test
    void repeat_ofTheStoredBytes_isStoredAlready() {
        assertThat(offer(bytes, false).isStoredAs(bytes.fragment(), false, stored(bytes.content())))
                .isTrue();
    }

    @Test
    void repeat_withOtherBytes_isRefusedUnlessItReplaces() {
        byte[] lastDiffers = bytes.content().clone();
        lastDiffers[LENGTH - 1]++;
        assertRefused(() -> offer(bytes, false).isStoredAs(bytes.fragment(), false, stored(lastDiffers)));
        assertThat(offer(bytes, true).isStoredAs(bytes.fragment(), false, stored(lastDiffers)))
                .isFalse();
    }

    @Test
    void repeat_withAnotherDescription_isRefusedUnlessItReplaces() {
        assertRefused(() -> offer(others, false).isStoredAs(bytes.fragment(), false, stored(bytes.content())));
        assertThat(offer(others, true).isStoredAs(bytes.fragment(), false, stored(bytes.content())))
                .isFalse();
    }

    @Test
    void storedFragment_thatIsDamaged_isWrittenAnew() {
        assertThat(offer(bytes, false).isStoredAs(bytes.fragment(), true, stored(bytes.content())))
                .isFalse();
        assertThat(offer(bytes, false).isStoredAs(bytes.fragment(), false, (_, _, _) -> {
                    throw new CorruptPageException(1);
                }))
                .isFalse();
    }

    @Test
    void content_otherThanDescribed_isRefused() {
        offer(bytes, false).requireAsDescribed(OptionalInt.empty());
        MemorySegment tooShort = bytes.segment().asSlice(1);
        assertRefused(() -> new OfferedFragment(bytes.fragment(), tooShort, false)
                .requireAsDescribed(OptionalInt.of(bytes.fragment().crc32c())));
        assertRefused(() ->
                new OfferedFragment(bytes.fragment(), others.segment(), false).requireAsDescribed(OptionalInt.empty()));
    }
}
