package io.chameleon.lab.chaos.load;

import io.chameleon.lab.chaos.s3.EntityTags;
import io.chameleon.lab.chaos.s3.S3Objects;
import io.chameleon.lab.chaos.s3.S3Objects.Found;
import io.chameleon.lab.chaos.s3.S3Objects.Stored;
import io.chameleon.lab.chaos.s3.UnansweredException;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Gateways of S3. Some objects are written as multipart uploads. For one thread. */
final class S3Door implements Door {
    private static final int IN_PARTS_IN = 8;

    private final S3Objects objects;
    private final RandomGenerator random;

    S3Door(S3Objects objects, RandomGenerator random) {
        this.objects = objects;
        this.random = random;
    }

    @Override
    public Optional<byte[]> get(String key) throws FailedException {
        try {
            return objects.get(key, "", random).map(Found::bytes);
        } catch (UnansweredException e) {
            throw failed(e);
        }
    }

    @Override
    public String put(String key, byte[] bytes) throws FailedException {
        return write(key, bytes, Map.of()).orElseThrow();
    }

    @Override
    public Optional<String> replace(String key, String entityTag, byte[] bytes) throws FailedException {
        return write(key, bytes, Map.of("If-Match", entityTag));
    }

    @Override
    public Optional<String> create(String key, byte[] bytes) throws FailedException {
        return write(key, bytes, Map.of("If-None-Match", "*"));
    }

    private Optional<String> write(String key, byte[] bytes, Map<String, String> condition) throws FailedException {
        boolean inParts = bytes.length > EntityTags.PART_BYTES || random.nextInt(IN_PARTS_IN) == 0;
        try {
            return (inParts
                            ? objects.putInParts(key, bytes, condition, random)
                            : objects.put(key, bytes, condition, random))
                    .map(Stored::entityTag);
        } catch (UnansweredException e) {
            throw failed(e);
        }
    }

    @Override
    public Deleted delete(String key) throws FailedException {
        try {
            String unused = objects.delete(key, "", random);
            return Deleted.NOT_TOLD;
        } catch (UnansweredException e) {
            throw failed(e);
        }
    }

    private static FailedException failed(UnansweredException failure) {
        return new FailedException(
                String.valueOf(failure.getMessage()), failure.isSent() ? Outcome.UNKNOWN : Outcome.FAILED);
    }
}
