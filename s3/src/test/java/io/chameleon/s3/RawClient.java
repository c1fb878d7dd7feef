package io.chameleon.s3;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A client that sends what it is told, also what no good client would send. */
final class RawClient implements AutoCloseable {
    /** @param headers by lower-case name */
    record Answer(int status, Map<String, String> headers, String body) {}

    private final Socket socket;
    private final InputStream in;

    RawClient(int port) throws IOException {
        this(port, 120_000);
    }

    /** @param patienceMillis how long it waits for a byte */
    RawClient(int port, int patienceMillis) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(patienceMillis);
        in = socket.getInputStream();
    }

    RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.UTF_8));
    }

    RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** Sends no more, and still reads. */
    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: s3\r\n\r\n";
    }

    /** The head of a PUT that announces a length. */
    static String put(String path, int length, String... headers) {
        return "PUT " + path + " HTTP/1.1\r\nHost: s3\r\nContent-Length: " + length + "\r\n"
                + (headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n") + "\r\n";
    }

    Answer answer() throws IOException {
        return answer(true);
    }

    /** The next answer; one to a HEAD has no body. */
    Answer answer(boolean withBody) throws IOException {
        int status = Integer.parseInt(line().split(" ")[1]);
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int length = withBody ? Integer.parseInt(headers.getOrDefault("content-length", "0")) : 0;
        return new Answer(status, headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("the server closed the connection after '" + line + "'");
            }
            if (b != '\r') {
                line.write(b);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** Whether the server has closed the connection, or does so now. */
    boolean isEnded() throws IOException {
        try {
            return in.read() < 0;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
