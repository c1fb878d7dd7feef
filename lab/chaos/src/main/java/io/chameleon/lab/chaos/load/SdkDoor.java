package io.chameleon.lab.chaos.load;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.DeadlineExceededException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.error.UnavailableException;
import io.chameleon.client.error.WriteExpiredException;
import io.chameleon.client.options.PutOptions;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import java.util.Optional;

/** The SDK. */
final class SdkDoor implements Door {
    private final ChameleonClient client;

    SdkDoor(ChameleonClient client) {
        this.client = client;
    }

    @Override
    public Optional<byte[]> get(String key) throws FailedException {
        try {
            return Optional.of(client.get(KeySpace.BUCKET, key));
        } catch (ObjectNotFoundException e) {
            return Optional.empty();
        } catch (ChameleonException e) {
            throw failed(e);
        }
    }

    @Override
    public String put(String key, byte[] bytes) throws FailedException {
        return write(key, bytes, PutOptions.DEFAULT).orElseThrow();
    }

    @Override
    public Optional<String> replace(String key, String entityTag, byte[] bytes) throws FailedException {
        return write(key, bytes, PutOptions.DEFAULT.ifMatch(entityTag));
    }

    @Override
    public Optional<String> create(String key, byte[] bytes) throws FailedException {
        return write(key, bytes, PutOptions.DEFAULT.ifNoneMatch());
    }

    private Optional<String> write(String key, byte[] bytes, PutOptions options) throws FailedException {
        try {
            return Optional.of(client.put(KeySpace.BUCKET, key, bytes, options).entityTag());
        } catch (PreconditionFailedException e) {
            return Optional.empty();
        } catch (ChameleonException e) {
            throw failed(e);
        }
    }

    @Override
    public Deleted delete(String key) throws FailedException {
        try {
            return client.delete(KeySpace.BUCKET, key) ? Deleted.WAS_THERE : Deleted.WAS_MISSING;
        } catch (ChameleonException e) {
            throw failed(e);
        }
    }

    /** The SDK promises for some errors that nothing was written; the check takes it at its word. */
    static FailedException failed(ChameleonException failure) {
        Outcome outcome = switch (failure) {
            case UnavailableException ignored -> Outcome.FAILED;
            case DeadlineExceededException ignored -> Outcome.FAILED;
            case WriteExpiredException ignored -> Outcome.FAILED;
            default -> Outcome.UNKNOWN;
        };
        return new FailedException(failure.code().toString(), outcome);
    }
}
