package io.chameleon.benchmarks.s3;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One connection that sends one request after the other, and reads each answer to its end. Blocks. */
final class S3Connection implements AutoCloseable {
    private static final int WITH_HEAD = 64 << 10;
    private static final int PIECE = 256 << 10;
    private static final int TIMEOUT_MILLIS = 120_000;
    private static final int SHOWN = 300;
    private static final AtomicInteger OPENED = new AtomicInteger();

    /** How fast the client takes and gives. */
    interface Pace {
        Pace FULL = bytes -> {};

        /** After that many bytes of a body. */
        void after(int bytes);
    }

    private final Target target;
    private final Signer signer;
    private final Pace pace;
    private final byte[] buffer;
    private final byte[] small = new byte[WITH_HEAD + 2048];
    private final StringBuilder line = new StringBuilder();
    private Socket socket;
    private InputStream in;
    private OutputStream out;
    private int position;
    private int limit;

    S3Connection(Target target) throws IOException {
        this(target, Pace.FULL, PIECE);
    }

    /** @param readBytes of one read of the socket */
    S3Connection(Target target, Pace pace, int readBytes) throws IOException {
        this.target = target;
        this.signer = new Signer(target);
        this.pace = pace;
        this.buffer = new byte[readBytes];
        socket = opened();
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    private Socket opened() throws IOException {
        Socket fresh = new Socket();
        fresh.setTcpNoDelay(true);
        fresh.setSoTimeout(TIMEOUT_MILLIS);
        String host =
                target.hosts().get(OPENED.getAndIncrement() % target.hosts().size());
        fresh.connect(new InetSocketAddress(host, target.port()));
        return fresh;
    }

    /** After a failure. */
    void reopen() throws IOException {
        socket.close();
        socket = opened();
        in = socket.getInputStream();
        out = socket.getOutputStream();
        position = 0;
        limit = 0;
    }

    /** Answers the number of bytes that came; another status than 2xx is an IOException. */
    long request(String method, String path, Body body) throws IOException {
        String head = signer.head(method, path, body.hash())
                + (method.equals("GET") ? "" : "Content-Length: " + body.length() + "\r\n") + "\r\n";
        byte[] bytes = head.getBytes(StandardCharsets.ISO_8859_1);
        if (body.length() <= WITH_HEAD) {
            System.arraycopy(bytes, 0, small, 0, bytes.length);
            System.arraycopy(Body.NOISE, body.offset(), small, bytes.length, body.length());
            out.write(small, 0, bytes.length + body.length());
        } else {
            out.write(bytes);
            for (int sent = 0; sent < body.length(); sent += buffer.length) {
                int piece = Math.min(buffer.length, body.length() - sent);
                out.write(Body.NOISE, body.offset() + sent, piece);
                pace.after(piece);
            }
        }
        return answer();
    }

    private long answer() throws IOException {
        int status = Integer.parseInt(line().substring(9, 12));
        long length = 0;
        boolean chunked = false;
        boolean closes = false;
        for (String header = line(); !header.isEmpty(); header = line()) {
            int colon = header.indexOf(':');
            String value = header.substring(colon + 1).trim();
            switch (header.substring(0, colon).toLowerCase(Locale.ROOT)) {
                case "content-length" -> length = Long.parseLong(value);
                case "transfer-encoding" -> chunked = value.equalsIgnoreCase("chunked");
                case "connection" -> closes = value.equalsIgnoreCase("close");
                default -> {}
            }
        }
        StringBuilder shown = status < 300 ? null : new StringBuilder();
        if (chunked) {
            length = chunks();
        } else {
            skip(length, shown);
        }
        if (closes) {
            reopen();
        }
        if (shown != null) {
            throw new IOException(status + " " + shown);
        }
        return length;
    }

    private long chunks() throws IOException {
        long all = 0;
        for (int chunk = Integer.parseInt(line(), 16); chunk > 0; chunk = Integer.parseInt(line(), 16)) {
            skip(chunk, null);
            line();
            all += chunk;
        }
        line();
        return all;
    }

    private void skip(long count, @Nullable StringBuilder shown) throws IOException {
        for (long left = count; left > 0; ) {
            fill();
            int taken = (int) Math.min(left, limit - position);
            if (shown != null && shown.length() < SHOWN) {
                shown.append(new String(buffer, position, Math.min(taken, SHOWN), StandardCharsets.UTF_8));
            }
            position += taken;
            left -= taken;
            pace.after(taken);
        }
    }

    private void fill() throws IOException {
        if (position == limit) {
            position = 0;
            limit = Math.max(0, in.read(buffer));
            if (limit == 0) {
                throw new EOFException("the server closed the connection");
            }
        }
    }

    private String line() throws IOException {
        line.setLength(0);
        while (true) {
            fill();
            char next = (char) buffer[position++];
            if (next == '\n') {
                return line.toString();
            }
            if (next != '\r') {
                line.append(next);
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
