package io.chameleon.client;

import io.chameleon.client.credentials.CredentialsProvider;
import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.NotModifiedException;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.listen.MicrometerListener;
import io.chameleon.client.options.CallOptions;
import io.chameleon.client.options.GetOptions;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.UploadOptions;
import io.chameleon.core.access.Access;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.version.VersionId;
import io.micrometer.core.instrument.Metrics;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;

/** The example of docs/guide/sdk.md, which shows what is between the marks. */
final class SdkExample {
    private SdkExample() {}

    static ChameleonClient connect() {
        // example: connect
        ChameleonClient store = ChameleonClient.builder()
                .metadata("meta-1.example:7400", "meta-2.example:7400")
                .build();
        // end
        return store;
    }

    static ChameleonClient connectAs(Path file) {
        // example: credentials
        ChameleonClient store = ChameleonClient.builder()
                .metadata("meta-1.example:7400")
                .credentials(
                        CredentialsProvider.firstOf(CredentialsProvider.environment(), CredentialsProvider.file(file)))
                .build();
        // end
        return store;
    }

    static ChameleonClient followed() {
        // example: follow
        ChameleonClient store = ChameleonClient.builder()
                .metadata("meta-1.example:7400")
                .operationWindow(64, 1_000)
                .listener(new MicrometerListener(Metrics.globalRegistry))
                .build();
        // end
        return store;
    }

    static byte[] use(ChameleonClient store, Path file) throws IOException {
        // example: use
        store.put("photos", "cat.jpg", file, PutOptions.DEFAULT.contentType("image/jpeg"));
        store.put("photos", "note", "purrs".getBytes(StandardCharsets.UTF_8));

        byte[] note = store.get("photos", "note");
        byte[] firstBytes = store.getRange("photos", "cat.jpg", 0, 16);
        try (ObjectStream cat = store.open("photos", "cat.jpg")) {
            cat.transferTo(System.out);
        }
        store.listAll("photos", "").forEach(object -> System.out.println(object.key() + " " + object.size()));
        // end
        return note.length > 0 ? firstBytes : note;
    }

    static void policies(ChameleonClient store, byte[] bytes) {
        // example: policies
        store.setBucketPolicy("logs", RedundancyPolicy.REP); // what new objects start with
        store.put("logs", "today", bytes, PutOptions.DEFAULT.policy(RedundancyPolicy.EC)); // this one, now
        ObjectInfo info = store.head("logs", "today");
        System.out.println(info.state() + " on " + info.live().servers());
        store.wear()
                .forEach(server -> System.out.println(server.server().id() + " "
                        + server.report().map(wear -> wear.erases() + " erases").orElse(server.problem())));
        // end
    }

    static void schemes(ChameleonClient store, byte[] bytes) {
        // example: schemes
        BucketSchemes wide = BucketSchemes.parsed("REP(2)", "EC(3+2)");
        store.createBucket("archive", "", wide.settings());
        store.put("archive", "2025", bytes); // under EC(3+2)
        store.configureBucket("archive", BucketSchemes.parsed(null, "EC(2+2)").settings());
        store.put("archive", "2025", bytes); // under EC(2+2): its next write
        // end
    }

    static void grants(ChameleonClient store, byte[] bytes) {
        // example: grants
        store.put("album", "cat.jpg", bytes); // the first to write to a bucket owns it
        store.grant("album", "bob", Access.READ);
        store.grants("album").forEach(grant -> System.out.println(grant.principal() + " " + grant.access()));
        store.revoke("album", "bob");
        // end
    }

    static void changes(ChameleonClient store) {
        // example: changes
        store.updateMetadata(
                "photos",
                "cat.jpg",
                PutOptions.DEFAULT.contentType("image/jpeg").userMetadata(Map.of("alt", "a cat, asleep")));
        store.deleteAll("photos", List.of("draft-1", "draft-2"))
                .forEach(outcome -> System.out.println(outcome.key() + ": " + outcome.deleted()));
        // end
    }

    static void publishers(ChameleonClient store, Path file) throws IOException {
        // example: publishers
        AsyncChameleonClient async = store.async();
        Flow.Publisher<ByteBuffer> body = HttpRequest.BodyPublishers.ofFile(file); // or the body of a request
        async.put("uploads", "cat.jpg", ObjectSource.of(body, Files.size(file)), PutOptions.DEFAULT)
                .thenCompose(written -> async.read("uploads", "cat.jpg", 0, Long.MAX_VALUE))
                .thenCompose(
                        cat -> async.put("copies", "cat.jpg", ObjectSource.of(cat, cat.length()), PutOptions.DEFAULT))
                .join();
        // end
    }

    static void count(ChameleonClient store) {
        // example: conditions
        while (true) {
            ObjectInfo seen = store.head("stats", "visits");
            long visits = Long.parseLong(seen.userMetadata().get("count"));
            try {
                store.put(
                        "stats",
                        "visits",
                        new byte[0],
                        PutOptions.DEFAULT
                                .ifMatch(seen.entityTag())
                                .userMetadata(Map.of("count", Long.toString(visits + 1))));
                return;
            } catch (PreconditionFailedException somebodyElseWasFaster) {
                // look again
            }
        }
        // end
    }

    static byte[] refreshed(ChameleonClient store) {
        // example: conditionalReads
        String entityTag = store.head("photos", "note").entityTag();
        byte[] note = store.get("photos", "note", GetOptions.DEFAULT.ifMatch(entityTag));
        try {
            note = store.get("photos", "note", GetOptions.DEFAULT.ifNoneMatch(entityTag)); // later
        } catch (NotModifiedException stillTheSame) {
            System.out.println("no other version than " + stillTheSame.entityTag());
        }
        // end
        return note;
    }

    static byte[] hasty(ChameleonClient store, Path file) {
        // example: calls
        ChameleonClient hasty =
                store.with(CallOptions.DEFAULT.deadline(Duration.ofSeconds(20)).attempts(3));
        byte[] note = hasty.get("photos", "note");
        store.with(CallOptions.DEFAULT.progress((bytes, total) -> System.out.println(bytes + " of " + total)))
                .put("photos", "film", file, PutOptions.DEFAULT);
        // end
        return note;
    }

    static void uploads(ChameleonClient store, Path file) {
        // example: uploads
        store.uploads().put("films", "short", file, PutOptions.DEFAULT, UploadOptions.DEFAULT.withParallel(8));

        UploadInfo upload = store.uploads().begin("films", "long", PutOptions.DEFAULT);
        String id = upload.id(); // written down, for a process that takes over
        UploadInfo found = store.uploads().find("films", "long", id);
        List<PartInfo> parts = store.uploads().putParts(found, RangeSource.of(file), UploadOptions.DEFAULT);
        store.uploads().complete(found, parts, PutOptions.DEFAULT);
        // end
    }

    static void versions(ChameleonClient store, byte[] bytes) throws IOException {
        // example: versions
        store.createBucket("drafts");
        store.configureBucket("drafts", Map.of("versioning", "Enabled"));
        VersionId first = store.put("drafts", "cat.jpg", bytes).versionId();
        store.put("drafts", "cat.jpg", new byte[] {1, 2, 3});
        try (ObjectStream cat = store.versions().open("drafts", "cat.jpg", first)) {
            cat.transferTo(System.out);
        }
        store.delete("drafts", "cat.jpg"); // adds a delete marker
        VersionInfo marker = store.versions().find("drafts", "cat.jpg");
        store.versions().delete("drafts", "cat.jpg", marker.version()); // and the object is there again
        // end
    }

    static void async(ChameleonClient store) {
        // example: async
        store.async()
                .get("photos", "cat.jpg")
                .thenAccept(bytes -> System.out.println(bytes.length + " bytes"))
                .exceptionally(failure -> {
                    System.err.println(failure.getMessage());
                    return null;
                })
                .join();
        // end
    }

    static void errors(ChameleonClient store) {
        // example: errors
        try {
            store.get("photos", "dog.jpg");
        } catch (ChameleonException e) {
            System.err.println(e.code() + ": " + e.getMessage());
            System.err.println(e.retryable() ? "Try again. " + e.advice() : e.advice());
        }
        // end
    }
}
