package io.chameleon.lab.chaos.load;

import io.chameleon.lab.common.linearizability.Operation.Outcome;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A store that keeps its word: one object for each key. Those that do not are made of it. For one thread. */
class DoorInMemory implements Door {
    /** An object and its entity tag. */
    record Stored(byte[] bytes, String tag) {}

    final Map<String, Stored> objects = new HashMap<>();
    private int tags;

    @Override
    public Optional<byte[]> get(String key) throws FailedException {
        return Optional.ofNullable(objects.get(key)).map(Stored::bytes);
    }

    @Override
    public String put(String key, byte[] bytes) throws FailedException {
        return store(key, bytes);
    }

    final String store(String key, byte[] bytes) {
        String tag = "tag-" + ++tags;
        objects.put(key, new Stored(bytes, tag));
        return tag;
    }

    @Override
    public Optional<String> replace(String key, String entityTag, byte[] bytes) throws FailedException {
        Stored now = objects.get(key);
        return now != null && now.tag().equals(entityTag) ? Optional.of(store(key, bytes)) : Optional.empty();
    }

    @Override
    public Optional<String> create(String key, byte[] bytes) throws FailedException {
        return objects.containsKey(key) ? Optional.empty() : Optional.of(store(key, bytes));
    }

    @Override
    public Deleted delete(String key) throws FailedException {
        return objects.remove(key) == null ? Deleted.WAS_MISSING : Deleted.WAS_THERE;
    }

    static FailedException failed(Outcome outcome) {
        return new FailedException("UNAVAILABLE", outcome);
    }
}
