package io.chameleon.lab.chaos.s3;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.chameleon.transport.rpc.Endpoint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A gateway that keeps its word: buckets with and without versions, conditions and uploads, in memory. A test can have
 * the next requests answered in another way, and take out what was stored.
 */
public final class GatewayInMemory implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Pattern PART = Pattern.compile("<PartNumber>(\\d+)</PartNumber>");

    /** A version, or a delete marker if it has no bytes. */
    private record Version(String id, byte @Nullable [] bytes, String tag) {}

    private record Upload(String bucket, String key, TreeMap<Integer, byte[]> parts) {}

    private record Answer(int status, String tag, String version, byte[] body) {
        static Answer done(int status) {
            return new Answer(status, "", "", new byte[0]);
        }

        static Answer error(int status, String code) {
            return text(status, "<Error><Code>" + code + "</Code></Error>");
        }

        static Answer text(int status, String text) {
            return new Answer(status, "", "", text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** What becomes of a request. */
    private enum Fate {
        SERVED,
        REFUSED,
        ANSWER_LOST
    }

    private record Fault(Fate fate, int status, String code) {}

    private final HttpServer server;
    private final Map<String, TreeMap<String, Deque<Version>>> buckets = new HashMap<>();
    private final Map<String, Boolean> keepsVersions = new HashMap<>();
    private final Map<String, Upload> uploads = new LinkedHashMap<>();
    private final Deque<Fault> faults = new ArrayDeque<>();
    private final List<String> requests = new ArrayList<>();
    private long ids;

    public GatewayInMemory() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    /** A client of this gateway alone. */
    public S3Http client() {
        return client(List.of(new Endpoint("127.0.0.1", server.getAddress().getPort())));
    }

    /** A client that takes no gateway for down because the machine is busy. */
    static S3Http client(List<Endpoint> gateways) {
        return new S3Http(gateways, "key", "secret", PATIENCE, PATIENCE, InstantSource.system());
    }

    /** The next request changes nothing and has this answer. */
    public synchronized void refuseNext(int status, String code) {
        faults.add(new Fault(Fate.REFUSED, status, code));
    }

    /** The next request is carried out, and the connection ends without an answer. */
    public synchronized void loseNextAnswer() {
        faults.add(new Fault(Fate.ANSWER_LOST, 0, ""));
    }

    /** The next request is carried out as it should be; only what follows it has another fate. */
    public synchronized void serveNext() {
        faults.add(new Fault(Fate.SERVED, 0, ""));
    }

    /** Method, path and query of each, in the order of their arrival. */
    public synchronized List<String> requests() {
        return List.copyOf(requests);
    }

    public synchronized int openUploads() {
        return uploads.size();
    }

    /** A version is gone, though nobody deleted it. */
    public synchronized void forgetNewest(String bucket, String key) {
        Version unused = versions(bucket, key).removeFirst();
    }

    /** The newest is below the one before, as if they had been written in another order. */
    public synchronized void swapNewest(String bucket, String key) {
        Deque<Version> versions = versions(bucket, key);
        Version newest = versions.removeFirst();
        Version second = versions.removeFirst();
        versions.addFirst(newest);
        versions.addFirst(second);
    }

    public synchronized int count(String bucket, String key) {
        return versions(bucket, key).size();
    }

    private Deque<Version> versions(String bucket, String key) {
        return bucket(bucket).computeIfAbsent(key, any -> new ArrayDeque<>());
    }

    private TreeMap<String, Deque<Version>> bucket(String name) {
        return buckets.computeIfAbsent(name, any -> new TreeMap<>());
    }

    private synchronized void handle(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        String path = exchange.getRequestURI().getPath();
        requests.add(exchange.getRequestMethod() + " " + path + (query == null ? "" : "?" + query));
        byte[] body = exchange.getRequestBody().readAllBytes();
        Fault fault = faults.poll();
        if (fault != null && fault.fate() == Fate.REFUSED) {
            send(exchange, Answer.error(fault.status(), fault.code()));
            return;
        }
        Answer answer = answer(exchange, path, parameters(query), body);
        if (fault != null && fault.fate() == Fate.ANSWER_LOST) {
            throw new IOException("the connection ends without an answer");
        }
        send(exchange, answer);
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        exchange.getResponseHeaders().add("ETag", '"' + answer.tag() + '"');
        exchange.getResponseHeaders().add("x-amz-version-id", answer.version());
        exchange.sendResponseHeaders(answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
        exchange.getResponseBody().write(answer.body());
        exchange.close();
    }

    private static Map<String, String> parameters(@Nullable String query) {
        Map<String, String> parameters = new HashMap<>();
        for (String parameter : query == null ? new String[0] : query.split("&")) {
            int equals = parameter.indexOf('=');
            parameters.put(parameter.substring(0, equals), parameter.substring(equals + 1));
        }
        return parameters;
    }

    private Answer answer(HttpExchange exchange, String path, Map<String, String> query, byte[] body) {
        String[] names = path.substring(1).split("/", 2);
        String method = exchange.getRequestMethod();
        return names.length == 1
                ? ofBucket(method, names[0], query)
                : ofObject(exchange, method, names[0], names[1], query, body);
    }

    private Answer ofBucket(String method, String bucket, Map<String, String> query) {
        if (method.equals("PUT") && query.containsKey("versioning")) {
            keepsVersions.put(bucket, true);
            return Answer.done(200);
        }
        if (method.equals("PUT")) {
            boolean isNew = !buckets.containsKey(bucket);
            bucket(bucket);
            return isNew ? Answer.done(200) : Answer.error(409, "BucketAlreadyOwnedByYou");
        }
        if (method.equals("DELETE")) {
            boolean isEmpty = bucket(bucket).values().stream().allMatch(Deque::isEmpty);
            return isEmpty ? Answer.done(204) : Answer.error(409, "BucketNotEmpty");
        }
        return Answer.text(200, query.containsKey("uploads") ? listUploads(bucket) : list(bucket, query.get("prefix")));
    }

    private String listUploads(String bucket) {
        StringBuilder text = new StringBuilder("<ListMultipartUploadsResult>");
        uploads.forEach((id, upload) -> {
            if (upload.bucket().equals(bucket)) {
                text.append("<Upload><Key>" + upload.key() + "</Key><UploadId>" + id + "</UploadId></Upload>");
            }
        });
        return text.append("</ListMultipartUploadsResult>").toString();
    }

    private String list(String bucket, @Nullable String prefix) {
        StringBuilder text = new StringBuilder("<ListVersionsResult>");
        bucket(bucket).forEach((key, versions) -> {
            if (key.startsWith(String.valueOf(prefix))) {
                versions.forEach(version -> text.append(line(key, version)));
            }
        });
        return text.append("</ListVersionsResult>").toString();
    }

    private static String line(String key, Version version) {
        String kind = version.bytes() == null ? "DeleteMarker" : "Version";
        return "<" + kind + "><Key>" + key + "</Key><VersionId>" + version.id() + "</VersionId>"
                + (version.bytes() == null ? "" : "<ETag>&quot;" + version.tag() + "&quot;</ETag>")
                + "</" + kind + ">";
    }

    private Answer ofObject(
            HttpExchange exchange, String method, String bucket, String key, Map<String, String> query, byte[] body) {
        if (query.containsKey("uploads")) {
            String id = "upload-" + ++ids;
            uploads.put(id, new Upload(bucket, key, new TreeMap<>()));
            return Answer.text(200, "<UploadId>" + id + "</UploadId>");
        }
        if (query.containsKey("uploadId")) {
            return ofUpload(exchange, method, String.valueOf(query.get("uploadId")), query, body);
        }
        return switch (method) {
            case "PUT" -> put(exchange, bucket, key, body, EntityTags.of(body));
            case "GET" -> get(versions(bucket, key), query.get("versionId"));
            default -> delete(bucket, key, query.get("versionId"));
        };
    }

    private Answer ofUpload(HttpExchange exchange, String method, String id, Map<String, String> query, byte[] body) {
        Upload upload = uploads.get(id);
        if (upload == null) {
            return Answer.error(404, "NoSuchUpload");
        }
        if (method.equals("PUT")) {
            upload.parts().put(Integer.valueOf(String.valueOf(query.get("partNumber"))), body);
            return new Answer(200, EntityTags.of(body), "", new byte[0]);
        }
        if (method.equals("DELETE")) {
            uploads.remove(id);
            return Answer.done(204);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Matcher part = PART.matcher(new String(body, StandardCharsets.UTF_8));
        while (part.find()) {
            all.writeBytes(upload.parts().getOrDefault(Integer.valueOf(part.group(1)), new byte[0]));
        }
        Answer answer =
                put(exchange, upload.bucket(), upload.key(), all.toByteArray(), EntityTags.inParts(all.toByteArray()));
        if (answer.status() == 200) {
            uploads.remove(id);
        }
        return answer;
    }

    private Answer put(HttpExchange exchange, String bucket, String key, byte[] bytes, String tag) {
        Deque<Version> versions = versions(bucket, key);
        Version newest = versions.peekFirst();
        boolean isThere = newest != null && newest.bytes() != null;
        String match = exchange.getRequestHeaders().getFirst("If-Match");
        if (match != null && !isThere) {
            return Answer.error(404, "NoSuchKey");
        }
        if (match != null && newest != null && !newest.tag().equals(match)
                || exchange.getRequestHeaders().containsKey("If-None-Match") && isThere) {
            return Answer.error(412, "PreconditionFailed");
        }
        Version version = new Version(newId(bucket), bytes, tag);
        if (!keeps(bucket)) {
            versions.clear();
        }
        versions.addFirst(version);
        return new Answer(200, tag, version.id(), new byte[0]);
    }

    private boolean keeps(String bucket) {
        return keepsVersions.getOrDefault(bucket, false);
    }

    private String newId(String bucket) {
        return keeps(bucket) ? "v" + ++ids : "";
    }

    private static Answer get(Deque<Version> versions, @Nullable String id) {
        Version found = id == null
                ? versions.peekFirst()
                : versions.stream()
                        .filter(version -> version.id().equals(id))
                        .findFirst()
                        .orElse(null);
        return found == null || found.bytes() == null
                ? Answer.error(404, id == null ? "NoSuchKey" : "NoSuchVersion")
                : new Answer(200, found.tag(), found.id(), found.bytes());
    }

    private Answer delete(String bucket, String key, @Nullable String id) {
        Deque<Version> versions = versions(bucket, key);
        if (id != null) {
            versions.removeIf(version -> version.id().equals(id));
            return new Answer(204, "", id, new byte[0]);
        }
        if (!keeps(bucket)) {
            versions.clear();
            return Answer.done(204);
        }
        Version marker = new Version(newId(bucket), null, "");
        versions.addFirst(marker);
        return new Answer(204, "", marker.id(), new byte[0]);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
