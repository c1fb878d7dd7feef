package io.chameleon.client;

import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.core.access.Access;
import io.chameleon.core.redundancy.RedundancyPolicy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

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

    static void grants(ChameleonClient store, byte[] bytes) {
        // example: grants
        store.put("album", "cat.jpg", bytes); // the first to write to a bucket owns it
        store.grant("album", "bob", Access.READ);
        store.grants("album").forEach(grant -> System.out.println(grant.principal() + " " + grant.access()));
        store.revoke("album", "bob");
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
