package io.chameleon.ycsb;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ObjectInfo;
import io.chameleon.client.ObjectStream;
import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.error.UnavailableException;
import io.chameleon.client.options.ListOptions;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.mapping.table.ListQuery;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * A table is a bucket, a record an object. An update of some fields reads the record and writes it back if no client
 * has changed it meanwhile, and otherwise tries again; with {@code writeallfields=true} it is a single write. YCSB
 * makes one of these for each of its threads; they share a client. The properties are those of {@link Connection}.
 */
public final class ChameleonDB extends DB {
    private static final Logger LOG = LoggerFactory.getLogger(ChameleonDB.class);

    private @Nullable Connection connection;
    private boolean writesAllFields;

    @Override
    public void init() throws DBException {
        try {
            connection = Connection.acquire(getProperties());
        } catch (IllegalArgumentException e) {
            throw new DBException(e.getMessage(), e);
        }
        writesAllFields = Boolean.parseBoolean(getProperties().getProperty("writeallfields", "false"));
    }

    @Override
    public void cleanup() {
        Connection open = connection;
        connection = null;
        if (open != null) {
            Connection.release();
        }
    }

    @Override
    public Status read(String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
        return status(() -> {
            Fields.copy(RecordFormat.decode(client().get(table, key)), fields, result);
            return Status.OK;
        });
    }

    @Override
    public Status scan(
            String table,
            String startKey,
            int count,
            @Nullable Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
        return status(() -> {
            if (count > 0) {
                scanOne(table, startKey, fields, result);
            }
            String after = startKey;
            while (result.size() < count) {
                int page = Math.min(count - result.size(), ListQuery.MAX_LIMIT);
                var listed =
                        client().list(table, ListOptions.ALL.withAfter(after).withPageSize(page));
                for (ObjectInfo object : listed.objects()) {
                    scanOne(table, object.key(), fields, result);
                }
                if (listed.isLast()) {
                    break;
                }
                after = listed.continuation();
            }
            return Status.OK;
        });
    }

    private void scanOne(
            String table, String key, @Nullable Set<String> fields, Vector<HashMap<String, ByteIterator>> result) {
        HashMap<String, ByteIterator> record = new HashMap<>();
        try {
            Fields.copy(RecordFormat.decode(client().get(table, key)), fields, record);
        } catch (ObjectNotFoundException none) {
            // The start of a scan need not exist, and a listed record may be deleted before it is read.
            return;
        }
        result.add(record);
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
        Map<String, byte[]> changed = Fields.bytes(values);
        return status(() -> {
            if (writesAllFields) {
                return put(table, key, changed, options());
            }
            while (true) {
                try {
                    return change(table, key, changed);
                } catch (PreconditionFailedException changedMeanwhile) {
                    LOG.debug("{}/{} has changed since it was read, once more", table, key);
                }
            }
        });
    }

    private Status change(String table, String key, Map<String, byte[]> changed) throws IOException {
        Map<String, byte[]> fields;
        String tag;
        try (ObjectStream stream = client().open(table, key)) {
            fields = RecordFormat.decode(stream.readAllBytes());
            tag = stream.info().entityTag();
        }
        fields.putAll(changed);
        return put(table, key, fields, options().ifMatch(tag));
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
        Map<String, byte[]> fields = Fields.bytes(values);
        return status(() -> put(table, key, fields, options()));
    }

    @Override
    public Status delete(String table, String key) {
        return status(() -> client().delete(table, key) ? Status.OK : Status.NOT_FOUND);
    }

    private Status put(String table, String key, Map<String, byte[]> fields, PutOptions options) {
        var unused = client().put(table, key, RecordFormat.encode(fields), options);
        return Status.OK;
    }

    private ChameleonClient client() {
        return connected().client();
    }

    private PutOptions options() {
        return connected().options();
    }

    private Connection connected() {
        Connection open = connection;
        if (open == null) {
            throw new IllegalStateException("used before init() or after cleanup()");
        }
        return open;
    }

    private static Status status(Callable<Status> operation) {
        try {
            return operation.call();
        } catch (ObjectNotFoundException e) {
            return Status.NOT_FOUND;
        } catch (InvalidRequestException | IllegalArgumentException e) {
            LOG.error("bad request: {}", e.getMessage());
            return Status.BAD_REQUEST;
        } catch (UnavailableException e) {
            LOG.warn("not available: {}", e.getMessage());
            return Status.SERVICE_UNAVAILABLE;
        } catch (ChameleonException e) {
            LOG.warn("failed [{}]: {}", e.code(), e.getMessage());
            return Status.ERROR;
        } catch (Exception e) {
            LOG.error("failed", e);
            return Status.ERROR;
        }
    }
}
