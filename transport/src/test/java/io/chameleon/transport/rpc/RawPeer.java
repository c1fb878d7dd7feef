package io.chameleon.transport.rpc;

import io.chameleon.transport.frame.Frame;
import io.chameleon.transport.frame.FrameKind;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.Error;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;

/** A peer that may break the protocol: bytes over a plain socket. */
final class RawPeer implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 20_000;

    private final Socket socket;
    private final DataInputStream in;

    /** A frame as received, unchecked. */
    record Received(int kind, int flags, int type, long stream, byte[] header, byte[] payload) {
        Error error() throws IOException {
            return Error.parseFrom(header);
        }
    }

    RawPeer(int port) throws IOException {
        this(new Socket("127.0.0.1", port));
    }

    RawPeer(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
    }

    /** One that soon blocks whoever sends to it: its system keeps little that it has not read. */
    static RawPeer narrow(int port) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4 << 10);
        socket.connect(new InetSocketAddress("127.0.0.1", port));
        return new RawPeer(socket);
    }

    static byte[] hello() {
        return bytes(Greeting.encode(
                UnpooledByteBufAllocator.DEFAULT, Greeting.hello(TransportConfig.defaults(), null, List.of(), "")));
    }

    static byte[] request(int type, long stream, long micros, com.google.protobuf.MessageLite header, byte[] payload) {
        return request(0, type, stream, micros, header, payload);
    }

    static byte[] request(
            int server, int type, long stream, long micros, com.google.protobuf.MessageLite header, byte[] payload) {
        return bytes(Frame.encode(
                UnpooledByteBufAllocator.DEFAULT,
                FrameKind.REQUEST,
                server,
                type,
                stream,
                micros,
                header,
                Unpooled.wrappedBuffer(payload)));
    }

    static byte[] ping(long stream) {
        return request(MessageType.PING.code(), stream, 10_000_000, Empty.getDefaultInstance(), new byte[0]);
    }

    static byte[] bytes(ByteBuf frame) {
        try {
            return ByteBufUtil.getBytes(frame);
        } finally {
            frame.release();
        }
    }

    /** Sends HELLO and takes the other side's. */
    RawPeer greeted() throws IOException {
        send(hello());
        receive();
        return this;
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    Received receive() throws IOException {
        byte[] preamble = in.readNBytes(40);
        if (preamble.length < 40) {
            throw new java.io.EOFException("after " + preamble.length + " bytes of a preamble");
        }
        ByteBuffer fields = ByteBuffer.wrap(preamble);
        byte[] header = in.readNBytes(fields.getInt(20));
        byte[] payload = in.readNBytes(fields.getInt(24));
        return new Received(fields.get(4), fields.get(5), fields.getShort(6), fields.getLong(8), header, payload);
    }

    /** Whether the other side has closed; waits for it. */
    boolean isClosed() throws IOException {
        try {
            return in.read() < 0;
        } catch (java.net.SocketException e) {
            return true;
        }
    }

    void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    void resetOnClose() throws IOException {
        socket.setSoLinger(true, 0);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
