package io.chameleon.client.internal.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.client.internal.call.Scope;
import io.chameleon.transport.frame.Crc;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Buffers are released once, by whoever has them last. */
final class CustodyTest {
    /** Counts what is not released. */
    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);

    private final Scope scope = Scope.root();
    private final Custody custody = new Custody(scope);

    @AfterEach
    void nothingIsLeft() {
        assertThat(held()).isZero();
    }

    private long held() {
        return allocator.metric().usedDirectMemory();
    }

    private Part part(int... bytes) {
        ByteBuf buffer = allocator.directBuffer(bytes.length);
        for (int value : bytes) {
            buffer.writeByte(value);
        }
        return new Part(buffer, OptionalInt.of(Crc.of(buffer)));
    }

    @Test
    void pieceThatNobodyTook_isReleasedWithTheRead_andCannotBeTakenAnyMore() {
        AtomicInteger released = new AtomicInteger();
        Piece piece = custody.keep(List.of(part(1, 2), part(3)));
        piece.whenReleased(released::incrementAndGet);

        scope.close();

        assertThat(held()).isZero();
        assertThat(released).hasValue(1);
        assertThatThrownBy(piece::take).isInstanceOf(CancellationException.class);
    }

    @Test
    void pieceThatWasTaken_outlivesTheRead() {
        Piece piece = custody.keep(List.of(part(1, 2), part(3)));
        piece.take();

        scope.close();

        assertThat(piece.array()).containsExactly(1, 2, 3);
        piece.release();
        piece.release();
        assertThat(held()).isZero();
    }

    @Test
    void closedRead_keepsNothing() {
        scope.close();

        assertThatThrownBy(() -> custody.keep(List.of(part(1)))).isInstanceOf(CancellationException.class);
    }

    @Test
    void whoAsksTooLate_isToldOfTheReleaseAllTheSame() {
        AtomicInteger released = new AtomicInteger();
        Piece piece = custody.keep(List.of(part(1)));
        piece.release();

        piece.whenReleased(released::incrementAndGet);

        assertThat(released).hasValue(1);
    }

    @Test
    void range_givesBackTheBuffersBesideIt() {
        Piece whole = custody.keep(List.of(part(1, 2), part(3, 4), part(5, 6)));

        Piece range = whole.range(1, 3);

        assertThat(range.array()).containsExactly(2, 3, 4);
        assertThat(range.crc32c()).isEqualTo(Crc.of(new byte[] {2, 3, 4}));
        assertThat(held()).isLessThan(6);
        scope.close();
    }

    @Test
    void joinedPieces_areOne_alsoWithOneThatWasDecoded() {
        Piece joined = Piece.joined(
                List.of(Piece.of(new byte[] {1}), custody.keep(List.of(part(2, 3))), custody.keep(List.of(part(4)))));

        assertThat(joined.array()).containsExactly(1, 2, 3, 4);
        assertThat(joined.crc32c()).isEqualTo(Crc.of(new byte[] {1, 2, 3, 4}));
        scope.close();
    }

    @Test
    void joining_afterTheReadWasClosed_releasesAll() {
        List<Piece> pieces = List.of(custody.keep(List.of(part(1))), custody.keep(List.of(part(2))));
        scope.close();

        assertThatThrownBy(() -> Piece.joined(pieces)).isInstanceOf(CancellationException.class);
    }
}
