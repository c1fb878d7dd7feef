package io.chameleon.lab.bench;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ObjectSource;
import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.options.GetOptions;
import io.chameleon.client.options.ListOptions;
import java.io.OutputStream;
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
        if (plan.reading().as() == Reading.As.LENT) {
            return lent(key);
        }
        if (plan.sizes().largest() > Contents.LARGEST_IN_MEMORY) {
            return client.getTo(plan.bucket(), key, OutputStream.nullOutputStream())
                    .size();
        }
        return client.get(plan.bucket(), key, plan.reading().mode()).length;
    }

    private long lent(String key) {
        LentReader reader = new LentReader();
        try {
            return client.async()
                    .read(
                            plan.bucket(),
                            key,
                            GetOptions.DEFAULT.readMode(plan.reading().mode()))
                    .thenCompose(bytes -> {
                        bytes.lent().subscribe(reader);
                        return reader.all();
                    })
                    .join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof ChameleonException cause ? cause : e;
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
