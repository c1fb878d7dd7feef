package io.chameleon.transport.frame;

import io.netty.buffer.ByteBuf;

/**
 * The first 40 bytes of every frame, in network byte order (big-endian).
 *
 * <pre>
 * off  len  field
 *   0    3  magic          "CHM"
 *   3    1  version        of the protocol; 1 on every HELLO
 *   4    1  kind           see {@link FrameKind}
 *   5    1  flags          ERROR: bit 0, no handler has seen the request; RESPONSE: bit 0, the payload was sent
 *                         unread; REQUEST: number of the flash server within its process, in the order of its
 *                         HELLO; otherwise 0
 *   6    2  type           code of the message type; 0 where the kind has none
 *   8    8  stream         names the request within its connection, from 1; 0: the connection itself
 *  16    4  deadline       REQUEST: microseconds left, unsigned, all ones for more; otherwise 0
 *  20    4  headerLength   bytes of the control header
 *  24    4  payloadLength  bytes of the payload
 *  28    4  headerCrc      CRC-32C of the control header, 0 if empty
 *  32    4  payloadCrc     CRC-32C of the payload, 0 if empty; if it was sent unread, that which it should have
 *  36    4  preambleCrc    CRC-32C of bytes [0, 36)
 * </pre>
 *
 * <p>preambleCrc is checked before any other field is trusted, and the lengths before anything is allocated for them.
 * The frame carries the remaining time rather than a point in time, since the clocks of two machines differ.
 *
 * @param type 0 to 65535
 * @param deadlineMicros 0 to {@link #MAX_DEADLINE_MICROS}, which also stands for anything longer
 * @param headerLength bytes, not negative once read
 * @param payloadLength bytes, not negative once read
 */
public record Preamble(
        FrameKind kind,
        int flags,
        int type,
        long stream,
        long deadlineMicros,
        int headerLength,
        int payloadLength,
        int headerCrc,
        int payloadCrc) {
    public static final int BYTES = 40;
    /** Of HELLO, and of every frame so far. */
    private static final int VERSION = ProtocolVersion.INITIAL.number();
    /** On ERROR: the request was refused before any handler saw it. */
    public static final int NOT_EXECUTED = 1;
    /** On RESPONSE: the sender has not read the payload, so a checksum that differs says nothing of the connection. */
    public static final int UNREAD = 1;
    /** On REQUEST: the highest number of a flash server within its process. */
    public static final int MOST_SERVER_NUMBER = 0xFF;
    /** About 71 minutes. */
    public static final long MAX_DEADLINE_MICROS = 0xFFFF_FFFFL;

    private static final int MAGIC = 'C' << 16 | 'H' << 8 | 'M';
    private static final int MAGIC_OFFSET = 0;
    private static final int VERSION_OFFSET = MAGIC_OFFSET + 3;
    private static final int KIND_OFFSET = VERSION_OFFSET + Byte.BYTES;
    private static final int FLAGS_OFFSET = KIND_OFFSET + Byte.BYTES;
    private static final int TYPE_OFFSET = FLAGS_OFFSET + Byte.BYTES;
    private static final int STREAM_OFFSET = TYPE_OFFSET + Short.BYTES;
    private static final int DEADLINE_OFFSET = STREAM_OFFSET + Long.BYTES;
    private static final int HEADER_LENGTH_OFFSET = DEADLINE_OFFSET + Integer.BYTES;
    private static final int PAYLOAD_LENGTH_OFFSET = HEADER_LENGTH_OFFSET + Integer.BYTES;
    private static final int HEADER_CRC_OFFSET = PAYLOAD_LENGTH_OFFSET + Integer.BYTES;
    private static final int PAYLOAD_CRC_OFFSET = HEADER_CRC_OFFSET + Integer.BYTES;
    private static final int PREAMBLE_CRC_OFFSET = PAYLOAD_CRC_OFFSET + Integer.BYTES;

    /** Appends the 40 bytes. */
    void write(ByteBuf out) {
        int start = out.writerIndex();
        out.writeMedium(MAGIC)
                .writeByte(VERSION)
                .writeByte(kind.code())
                .writeByte(flags)
                .writeShort(type)
                .writeLong(stream)
                .writeInt((int) deadlineMicros)
                .writeInt(headerLength)
                .writeInt(payloadLength)
                .writeInt(headerCrc)
                .writeInt(payloadCrc)
                .writeInt(Crc.of(out, start, PREAMBLE_CRC_OFFSET));
    }

    /** Takes 40 bytes, and trusts none without a check. */
    static Preamble read(ByteBuf in, FrameLimits limits) {
        int start = in.readerIndex();
        in.skipBytes(BYTES);
        int magic = in.getUnsignedMedium(start + MAGIC_OFFSET);
        BrokenFrameException.requireMagic(magic, MAGIC);
        int crc = in.getInt(start + PREAMBLE_CRC_OFFSET);
        int actual = Crc.of(in, start, PREAMBLE_CRC_OFFSET);
        BrokenFrameException.requireHex(crc == actual, "preamble CRC", crc, actual);
        int version = in.getUnsignedByte(start + VERSION_OFFSET);
        BrokenFrameException.require(version == VERSION, "version", version, VERSION);
        int kindCode = in.getUnsignedByte(start + KIND_OFFSET);
        FrameKind kind = FrameKind.ofCode(kindCode);
        if (kind == null) {
            throw new BrokenFrameException("frame kind: '" + kindCode + "' given, expected 1 to 7");
        }
        int flags = in.getUnsignedByte(start + FLAGS_OFFSET);
        int most = mostFlags(kind);
        if (flags > most) {
            throw new BrokenFrameException(
                    "frame flags: '" + flags + "' given, expected at most " + most + " on " + kind);
        }
        long headerLength = in.getUnsignedInt(start + HEADER_LENGTH_OFFSET);
        requireAtMost(limits.maxHeaderBytes(), "header length", headerLength);
        long payloadLength = in.getUnsignedInt(start + PAYLOAD_LENGTH_OFFSET);
        requireAtMost(limits.maxPayloadBytes(), "payload length", payloadLength);
        return new Preamble(
                kind,
                flags,
                in.getUnsignedShort(start + TYPE_OFFSET),
                in.getLong(start + STREAM_OFFSET),
                in.getUnsignedInt(start + DEADLINE_OFFSET),
                (int) headerLength,
                (int) payloadLength,
                in.getInt(start + HEADER_CRC_OFFSET),
                in.getInt(start + PAYLOAD_CRC_OFFSET));
    }

    private static int mostFlags(FrameKind kind) {
        return switch (kind) {
            case REQUEST -> MOST_SERVER_NUMBER;
            case ERROR -> NOT_EXECUTED;
            case RESPONSE -> UNREAD;
            default -> 0;
        };
    }

    private static void requireAtMost(long limit, String what, long given) {
        if (given > limit) {
            throw new BrokenFrameException("frame " + what + ": '" + given + "' given, expected at most " + limit);
        }
    }
}
