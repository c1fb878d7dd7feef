package io.chameleon.lab.bench;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ObjectSource;
import io.chameleon.client.ObjectStream;
import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.options.GetOptions;
import io.chameleon.client.options.ListOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator;

/** The store as the workers see it: numbered objects in one bucket. Safe from any thread. */
final class Objects {
    private static final int LONGEST_SCAN = 100;

    private final Plan plan;
    private final ChameleonClient client;
    private final Contents contents;

    Objects(Plan plan, ChameleonClient client) {
        this.plan = plan;
        this.client = client;
        this.contents = new Contents(plan.sizes(), plan.seed());
    }

    /** Returns bytes read. */
    long read(int number) {
        String key = Keyspace.key(number);
        GetOptions options = GetOptions.DEFAULT.readMode(plan.reading().mode());
        if (plan.reading().as() == Reading.As.LENT) {
            return lent(key, options);
        }
        return plan.sizes().largest() > Contents.LARGEST_IN_MEMORY
                ? streamed(key, options)
                : client.get(plan.bucket(), key, options).length;
    }

    private long lent(String key, GetOptions options) {
        LentReader reader = new LentReader();
        try {
            return client.async()
                    .read(plan.bucket(), key, options)
                    .thenCompose(bytes -> {
                        bytes.lent().subscribe(reader);
                        return reader.all();
                    })
                    .join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof ChameleonException cause ? cause : e;
        }
    }

    private long streamed(String key, GetOptions options) {
        try (ObjectStream object = client.open(plan.bucket(), key, options)) {
            return object.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns bytes written. */
    long write(int number, RandomGenerator random) {
        long size = plan.sizes().draw(random);
        ObjectSource source = contents.of(size);
        var unused = client.put(plan.bucket(), Keyspace.key(number), source, plan.options());
        return size;
    }

    void head(int number) {
        var unused = client.head(plan.bucket(), Keyspace.key(number));
    }

    void scan(int number, RandomGenerator random) {
        ListOptions page =
                ListOptions.ALL.withAfter(Keyspace.key(number)).withPageSize(random.nextInt(1, LONGEST_SCAN + 1));
        var unused = client.list(plan.bucket(), page);
    }

    void delete(int number) {
        boolean unused = client.delete(plan.bucket(), Keyspace.key(number));
    }
}
