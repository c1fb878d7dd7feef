package io.chameleon.testkit.table;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.upload.Completion;
import io.chameleon.core.upload.Copy;
import io.chameleon.core.upload.Extent;
import io.chameleon.core.upload.NewPart;
import io.chameleon.core.upload.NewUpload;
import io.chameleon.core.upload.PartPage;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPage;
import io.chameleon.core.upload.UploadPart;
import io.chameleon.core.upload.UploadQuery;
import io.chameleon.core.upload.UploadTable;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The uploads of {@link InMemoryMappingTable}, under its lock. */
final class InMemoryUploads implements UploadTable {
    private record Key(ObjectId object, WriteId id) implements Comparable<Key> {
        private static final Comparator<Key> ORDER =
                Comparator.comparing(Key::object).thenComparing(Key::id);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    private record Open(Upload upload, NavigableMap<Integer, UploadPart> parts) {}

    private final Object lock;
    private final InMemoryRows rows;
    private final InMemoryCommits commits;
    private final Function<String, RedundancyPolicy> bucketPolicy;
    private final InstantSource clock;
    private final WriteIds contentIds;
    private final InMemoryCopies copies;
    private final NavigableMap<Key, Open> open = new TreeMap<>();

    /** @param lock of the table */
    InMemoryUploads(
            Object lock,
            InMemoryRows rows,
            InMemoryCommits commits,
            InMemoryCopies copies,
            Function<String, RedundancyPolicy> bucketPolicy,
            InstantSource clock) {
        this.lock = lock;
        this.rows = rows;
        this.commits = commits;
        this.copies = copies;
        this.bucketPolicy = bucketPolicy;
        this.clock = clock;
        this.contentIds = new WriteIds(clock, new SplittableRandom(20));
    }

    @Override
    public Upload begin(NewUpload wanted) {
        synchronized (lock) {
            ObjectMapping row = rows.objects().get(wanted.object());
            RedundancyPolicy policy = wanted.policy();
            if (policy == null) {
                policy = row == null
                        ? bucketPolicy.apply(wanted.object().bucket())
                        : row.destination().policy();
            }
            Upload upload = wanted.begun(policy, clock.millis());
            return open.computeIfAbsent(new Key(wanted.object(), wanted.id()), key -> new Open(upload, new TreeMap<>()))
                    .upload;
        }
    }

    @Override
    public UploadPart addPart(NewPart wanted) {
        synchronized (lock) {
            Open upload = require(wanted.object(), wanted.upload());
            UploadPart before = upload.parts.get(wanted.number());
            if (before != null && before.component().equals(wanted.component())) {
                return before;
            }
            String bucket = wanted.object().bucket();
            NewPart.Source source = wanted.source();
            if (source != null) {
                copies.share(source, contentIds.next(), clock.millis());
            }
            ObjectId id = Components.id(bucket, wanted.component());
            if (rows.versions().isKept(bucket, wanted.component())
                    || !rows.components().add(id)) {
                throw new ChameleonError(
                        ErrorCode.WRITE_TOO_OLD, "component " + id + " is not there, or was cleared away");
            }
            ObjectContent content =
                    Objects.requireNonNull(rows.objects().get(id)).content();
            UploadPart part = new UploadPart(
                    wanted.number(),
                    wanted.component(),
                    content.size(),
                    content.crc32c(),
                    clock.millis(),
                    wanted.metadata());
            upload.parts.put(wanted.number(), part);
            if (before != null) {
                rows.components().release(bucket, List.of(before.component()));
            }
            return part;
        }
    }

    @Override
    public PartPage parts(ObjectId object, WriteId id, int after, int limit) {
        synchronized (lock) {
            Open upload = require(object, id);
            List<UploadPart> rest =
                    List.copyOf(upload.parts.tailMap(after, false).values());
            boolean more = rest.size() > limit;
            return new PartPage(upload.upload, more ? rest.subList(0, limit) : rest, more);
        }
    }

    @Override
    public CommitResult complete(Completion completion) {
        synchronized (lock) {
            long now = clock.millis();
            ObjectId object = completion.object();
            Key key = new Key(object, completion.upload());
            Open upload = open.get(key);
            if (upload == null) {
                return repeated(completion);
            }
            List<UploadPart> chosen = completion.chosen(upload.parts);
            WriteId list = completion.list();
            WriteId contentId = list == null ? contentIds.next() : Components.versionOf(list);
            ObjectContent content = completion.content(contentId, upload.upload, chosen);
            ObjectMapping first = Objects.requireNonNull(rows.objects()
                    .get(Components.id(object.bucket(), chosen.get(0).component())));
            boolean mayCommit = completion.condition().holds(rows.objects().get(object))
                    && !rows.outbox().knowsAny(contentId, first.live().servers());
            if (list != null && mayCommit && !copies.isFreeList(object.bucket(), list)) {
                throw completion.listGone();
            }
            Commit commit = new Commit(object, content, first.live(), List.of(), completion.condition());
            CommitResult result = commits.commit(commit, now);
            if (result.status() == CommitResult.Status.SUPERSEDED) {
                throw completion.listGone();
            }
            if (result.status() == CommitResult.Status.COMMITTED) {
                if (list != null) {
                    boolean unused = rows.components().add(Components.id(object.bucket(), list));
                }
                rows.components()
                        .compose(
                                object.bucket(),
                                contentId,
                                new ComponentRefs.Made(completion.upload(), Completion.extents(chosen), list));
                Set<UploadPart> dropped = new HashSet<>(upload.parts.values());
                chosen.forEach(dropped::remove);
                end(key, dropped);
            } else if (list != null) {
                rows.components().abandon(Components.id(object.bucket(), list));
            }
            return result;
        }
    }

    @Override
    public CommitResult copy(Copy copy) {
        synchronized (lock) {
            return copies.copy(copy, contentIds.next(), clock.millis());
        }
    }

    private CommitResult repeated(Completion completion) {
        ObjectMapping row = rows.objects().get(completion.object());
        ComponentRefs.Made made = row == null
                ? null
                : rows.components().list(row.id().bucket(), row.content().contentId());
        completion.requireSame(made == null || !made.upload().equals(completion.upload()) ? null : made.extents());
        return new CommitResult(CommitResult.Status.COMMITTED, row);
    }

    @Override
    public boolean abort(ObjectId object, WriteId id) {
        synchronized (lock) {
            Key key = new Key(object, id);
            Open upload = open.get(key);
            if (upload == null) {
                return false;
            }
            end(key, upload.parts.values());
            return true;
        }
    }

    private void end(Key key, Iterable<UploadPart> dropped) {
        open.remove(key);
        List<WriteId> gone = new ArrayList<>();
        dropped.forEach(part -> gone.add(part.component()));
        rows.components().release(key.object.bucket(), gone);
    }

    @Override
    public UploadPage list(UploadQuery query) {
        synchronized (lock) {
            List<Upload> found = open.entrySet().stream()
                    .filter(entry -> isIn(entry.getKey(), query))
                    .map(entry -> entry.getValue().upload)
                    .limit(query.limit() + 1L)
                    .toList();
            boolean more = found.size() > query.limit();
            return new UploadPage(more ? found.subList(0, query.limit()) : found, more);
        }
    }

    private static boolean isIn(Key key, UploadQuery query) {
        ObjectId object = key.object;
        if (!object.bucket().equals(query.bucket()) || !object.key().startsWith(query.prefix())) {
            return false;
        }
        int byKey = query.afterKey().isEmpty() ? 1 : object.compareTo(new ObjectId(query.bucket(), query.afterKey()));
        WriteId afterId = query.afterId();
        return byKey > 0 || byKey == 0 && afterId != null && key.id.compareTo(afterId) > 0;
    }

    @Override
    public @Nullable List<Extent> extents(String bucket, WriteId contentId) {
        synchronized (lock) {
            ComponentRefs.Made made = rows.components().list(bucket, contentId);
            return made == null ? null : made.extents();
        }
    }

    /** Called under the lock. */
    boolean isOpenIn(String bucket) {
        return open.keySet().stream().anyMatch(key -> key.object.bucket().equals(bucket));
    }

    private Open require(ObjectId object, WriteId id) {
        Open upload = open.get(new Key(object, id));
        if (upload == null) {
            throw Completion.notFound(id, object);
        }
        return upload;
    }
}
