package io.chameleon.transport.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.transport.rpc.LeakCheck;
import io.chameleon.transport.wire.Error;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LeakCheck.class)
class FrameDecoderTest {
    private static final FrameLimits LIMITS = new FrameLimits(1 << 16, 1 << 20);

    private final FrameDecoder decoder = new FrameDecoder(Duration.ofSeconds(30));
    private final EmbeddedChannel channel = new EmbeddedChannel(decoder);

    FrameDecoderTest() {
        decoder.limit(LIMITS);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void frames_cutAnywhere_comeOutWhole(long seed) {
        Random random = new Random(seed);
        List<byte[]> payloads = new ArrayList<>();
        ByteBuf wire = Unpooled.buffer();
        for (int i = 0; i < 50; i++) {
            byte[] payload = new byte[random.nextBoolean() ? random.nextInt(3) : random.nextInt(20_000)];
            random.nextBytes(payload);
            payloads.add(payload);
            ByteBuf frame = frame(i, payload);
            wire.writeBytes(frame);
            frame.release();
        }

        while (wire.isReadable()) {
            int most = random.nextInt(4) == 0 ? 9000 : 50;
            channel.writeInbound(wire.readBytes(Math.min(wire.readableBytes(), 1 + random.nextInt(most))));
        }
        wire.release();

        for (int i = 0; i < payloads.size(); i++) {
            Frame frame = channel.readInbound();
            assertThat(frame.stream()).isEqualTo(i);
            assertThat(ByteBufUtil.getBytes(frame.payload())).isEqualTo(payloads.get(i));
            frame.release();
        }
        assertThat(channel.<Object>readInbound()).isNull();
    }

    @Test
    void payload_inOneRead_isASliceOfIt() {
        ByteBuf read = channel.alloc().directBuffer(1 << 16);
        ByteBuf encoded = frame(1, new byte[1000]);
        read.writeBytes(encoded);
        encoded.release();

        channel.writeInbound(read);
        Frame frame = channel.readInbound();

        assertThat(frame.payload().memoryAddress())
                .isEqualTo(read.memoryAddress() + Preamble.BYTES + frame.header().length);
        frame.release();
        assertThat(read.refCnt()).isZero();
    }

    @Test
    void payload_overManyReads_isContiguousAndKeepsNoneOfThem() {
        byte[] payload = new byte[100_000];
        new Random(1).nextBytes(payload);
        ByteBuf encoded = frame(1, payload);
        List<ByteBuf> reads = new ArrayList<>();
        while (encoded.isReadable()) {
            ByteBuf read = channel.alloc().directBuffer(8192);
            read.writeBytes(encoded, Math.min(8192, encoded.readableBytes()));
            reads.add(read);
        }
        encoded.release();

        reads.forEach(channel::writeInbound);
        Frame frame = channel.readInbound();

        assertThat(reads).allMatch(read -> read.refCnt() == 0);
        assertThat(frame.payload().nioBufferCount()).isEqualTo(1);
        assertThat(ByteBufUtil.getBytes(frame.payload())).isEqualTo(payload);
        frame.release();
    }

    @Test
    void longPayload_readFromASocket_goesWhereItStays() {
        // 16 KiB, then 64, 256 and the rest, each read completely.
        assertThat(readsAfter(1000, 500_000)).isEqualTo(4);
    }

    /** Its header and the preamble in the first read must not cost a further growth, which copies all of it. */
    @Test
    void fragmentOfAPowerOfTwo_afterAReadOfAPowerOfTwo_growsAsSeldomAsItCan() {
        assertThat(readsAfter(64 << 10, 256 << 10)).isEqualTo(1);
        assertThat(readsAfter(64 << 10, 1 << 20)).isEqualTo(2);
    }

    /** Reads of the socket that complete a frame, each as long as there is room. */
    private int readsAfter(int first, int payload) {
        byte[] bytes = bytes(frame(1, new byte[payload]));
        RecvByteBufAllocator.Handle handle = decoder.reads().newHandle();
        channel.writeInbound(Unpooled.copiedBuffer(bytes, 0, first));
        int sent = first;
        int reads = 0;
        ByteBuf last = Unpooled.EMPTY_BUFFER;
        while (channel.inboundMessages().isEmpty()) {
            last = handle.allocate(channel.alloc());
            int length = Math.min(last.writableBytes(), bytes.length - sent);
            last.writeBytes(bytes, sent, length);
            sent += length;
            reads++;
            channel.writeInbound(last);
        }

        Frame frame = channel.readInbound();
        assertThat(frame.payload().readableBytes()).isEqualTo(payload);
        assertThat(last.refCnt()).isEqualTo(1);
        frame.release();
        assertThat(last.refCnt()).isZero();
        return reads;
    }

    @Test
    void answer_isReadToItsPlaceAtOnce_andNothingButItsBeginningIsCopied() {
        FrameDecoder ofAnswers = FrameDecoder.ofAnswers(Duration.ofSeconds(30));
        ofAnswers.limit(new FrameLimits(1 << 20, 1 << 20));
        EmbeddedChannel client = new EmbeddedChannel(ofAnswers);
        byte[] bytes = bytes(frame(1, new byte[500_000]));
        client.writeInbound(Unpooled.copiedBuffer(bytes, 0, 1000));

        ByteBuf rest = ofAnswers.reads().newHandle().allocate(client.alloc());
        assertThat(rest.writableBytes()).isEqualTo(bytes.length - 1000);
        client.writeInbound(rest.writeBytes(bytes, 1000, bytes.length - 1000));

        Frame frame = client.readInbound();
        assertThat(frame.payload().readableBytes()).isEqualTo(500_000);
        frame.release();
        assertThat(rest.refCnt()).isZero();
    }

    @Test
    void memory_forAFrameThatHasBarelyArrived_isFarBelowItsLength() {
        byte[] bytes = bytes(frame(1, new byte[1 << 20]));
        channel.writeInbound(Unpooled.copiedBuffer(bytes, 0, 1000));

        ByteBuf next = decoder.reads().newHandle().allocate(channel.alloc());

        assertThat(next.capacity()).isLessThanOrEqualTo(16 << 10);
        next.release();
        channel.finishAndReleaseAll();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 4, 5, 7, 15, 19, 23, 27, 31, 35, 39, 40, 60})
    void damagedByte_anywhere_breaksTheFrame(int position) {
        byte[] bytes = bytes(frame(1, new byte[100]));
        bytes[position] ^= 0x10;

        assertBroken(bytes);
    }

    /** The first and the last byte of a payload, and those on both sides of where a read ends. */
    @ParameterizedTest
    @ValueSource(ints = {0, 65_535 - Preamble.BYTES, 65_536 - Preamble.BYTES, 150_000, 199_999})
    void damagedByte_ofAPayloadInSeveralReads_breaksTheFrame(int position) {
        byte[] bytes = bytes(frame(1, new byte[200_000]));
        bytes[bytes.length - 200_000 + position] ^= 0x10;

        String reason = brokenBy(() -> {
            for (int at = 0; at < bytes.length; at += 65_536) {
                channel.writeInbound(Unpooled.copiedBuffer(bytes, at, Math.min(65_536, bytes.length - at)));
            }
        });
        assertThat(reason).startsWith("frame payload CRC");
    }

    @Test
    void lengthBeyondTheLimit_isRefusedByThePreambleAlone() {
        decoder.limit(new FrameLimits(1 << 16, 99));
        byte[] preamble = Arrays.copyOf(bytes(frame(1, new byte[100])), Preamble.BYTES);

        assertThat(assertBroken(preamble)).isEqualTo("frame payload length: '100' given, expected at most 99");
    }

    @Test
    void bytesAfterABrokenFrame_areDropped() {
        assertBroken(new byte[Preamble.BYTES]);

        channel.writeInbound(frame(1, new byte[10]));

        assertThat(channel.<Object>readInbound()).isNull();
    }

    @Test
    void frame_thatTricklesIn_breaksAtItsTimeout() {
        byte[] bytes = bytes(frame(1, new byte[100]));
        channel.freezeTime();
        for (int second = 0; second < 29; second++) {
            channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {bytes[second]}));
            channel.advanceTimeBy(1, TimeUnit.SECONDS);
            channel.runScheduledPendingTasks();
        }

        channel.advanceTimeBy(1, TimeUnit.SECONDS);

        assertThat(brokenBy(channel::runScheduledPendingTasks)).isEqualTo("frame not complete within 30s");
    }

    @Test
    void frame_whileReadingIsStopped_hasTime() {
        byte[] bytes = bytes(frame(1, new byte[100]));
        channel.freezeTime();
        channel.writeInbound(Unpooled.wrappedBuffer(bytes, 0, 50));
        channel.config().setAutoRead(false);
        channel.advanceTimeBy(100, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        channel.config().setAutoRead(true);
        decoder.readingChanged();

        channel.writeInbound(Unpooled.wrappedBuffer(bytes, 50, bytes.length - 50));

        Frame frame = channel.readInbound();
        assertThat(frame.payload().readableBytes()).isEqualTo(100);
        frame.release();
    }

    @Test
    void unfinishedFrame_ofAClosedChannel_isReleased() {
        ByteBuf half = channel.alloc().directBuffer();
        half.writeBytes(bytes(frame(1, new byte[50_000])), 0, 4000);
        channel.writeInbound(half);
        ByteBuf lent = decoder.reads().newHandle().allocate(channel.alloc());

        channel.close().syncUninterruptibly();

        assertThat(lent.refCnt()).isEqualTo(1);
        lent.release();
        assertThat(lent.refCnt()).isZero();
    }

    private String assertBroken(byte[] bytes) {
        return brokenBy(() -> channel.writeInbound(Unpooled.wrappedBuffer(bytes)));
    }

    private String brokenBy(Runnable action) {
        try {
            action.run();
            channel.checkException();
        } catch (BrokenFrameException e) {
            assertThat(channel.<Object>readInbound()).isNull();
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError("not broken");
    }

    private ByteBuf frame(long stream, byte[] payload) {
        Error header =
                Error.newBuilder().setCode(7).setMessage("header " + stream).build();
        return Frame.encode(
                channel.alloc(), FrameKind.REQUEST, 0, 17, stream, 5, header, Unpooled.wrappedBuffer(payload));
    }

    private static byte[] bytes(ByteBuf buffer) {
        try {
            return ByteBufUtil.getBytes(buffer);
        } finally {
            buffer.release();
        }
    }
}
