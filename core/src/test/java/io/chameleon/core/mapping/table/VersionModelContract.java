package io.chameleon.core.mapping.table;

import static io.chameleon.core.mapping.table.CommitContract.SIX;
import static io.chameleon.core.mapping.table.TableFixture.BUCKET;
import static io.chameleon.core.mapping.table.TableFixture.MILLISECOND;
import static io.chameleon.core.mapping.table.TableFixture.object;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.upload.Copy;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import io.chameleon.core.version.VersionPage;
import io.chameleon.core.version.VersionQuery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Versions under any sequence of calls, compared with a plain list of each key's versions. */
public interface VersionModelContract {
    TableFixture table();

    @Test
    default void anySequenceOfCalls_leavesTheVersionsOfAPlainList_andNothingOnceAllAreDeleted() {
        Model model = new Model(table(), new Random(RaceContract.seed()));
        for (int step = 0; step < 400; step++) {
            model.step();
            // A check asks for each version: of few at each step, of many at every tenth.
            if (step < 40 || step % 10 == 0) {
                model.check("seed " + RaceContract.seed() + ", step " + step);
            }
        }
        model.end();
    }

    /** What the table should hold. */
    final class Model {
        /** @param contentId null for a delete marker */
        private record Version(VersionId id, @Nullable WriteId contentId) {
            boolean isMarker() {
                return contentId == null;
            }
        }

        private final TableFixture table;
        private final Random random;
        private final Map<ObjectId, List<Version>> newestFirst = new HashMap<>();
        private final List<Commit> simple = new ArrayList<>();
        private final Set<WriteId> written = new HashSet<>();
        private final Set<WriteId> composed = new HashSet<>();
        private Versioning versioning = Versioning.OFF;

        Model(TableFixture table, Random random) {
            this.table = table;
            this.random = random;
            for (String key : List.of("a", "a/b", "c")) {
                newestFirst.put(object(key), new ArrayList<>());
            }
            table.buckets.create(BUCKET, "");
        }

        void step() {
            table.clock.advance(MILLISECOND);
            ObjectId key = any(newestFirst.keySet().stream().sorted().toList());
            switch (random.nextInt(24)) {
                case 0, 1, 2, 3, 4 -> put(key);
                case 5 -> {
                    written.addAll(VersionContract.putChunked(table, key));
                    committed(key, table.row(key));
                }
                case 6 -> {
                    written.addAll(VersionContract.putComposed(table, key));
                    composed.add(table.row(key).content().contentId());
                    committed(key, table.row(key));
                }
                case 7, 8, 9 -> deleteObject(key);
                case 10, 11, 12, 13, 14, 15 -> deleteAnyVersion(key);
                case 16 -> {
                    versioning = random.nextInt(3) == 0 ? Versioning.SUSPENDED : Versioning.ENABLED;
                    VersionContract.set(table, versioning);
                }
                case 17 -> repeatACommit();
                case 18 -> damage(key);
                case 19, 20, 21, 22 -> copy(key);
                default -> table.garbage.sweepUploads(table.fence(), 1 + random.nextInt(3));
            }
        }

        private <T> T any(List<T> of) {
            return of.get(random.nextInt(of.size()));
        }

        private void put(ObjectId key) {
            Commit commit = table.write(key, SIX);
            simple.add(commit);
            written.add(commit.writeId());
            CommitResult result = table.commit(commit);
            assertThat(result.status()).isEqualTo(CommitResult.Status.COMMITTED);
            committed(key, requireNonNull(result.current()));
        }

        private void committed(ObjectId key, ObjectMapping row) {
            assertThat(row.versioned()).isEqualTo(versioning == Versioning.ENABLED);
            push(key, new Version(VersionId.of(row), row.content().contentId()));
        }

        /** Any version of any key becomes the newest of this one. */
        private void copy(ObjectId to) {
            ObjectId from = any(newestFirst.keySet().stream().sorted().toList());
            if (!table.mayShare(from, to)) {
                return; // its client copies the bytes
            }
            List<Version> sources =
                    versions(from).stream().filter(each -> !each.isMarker()).toList();
            if (sources.isEmpty()) {
                return;
            }
            ObjectVersion source = requireNonNull(table.versions().find(from, any(sources).id));
            Copy copy = CopyContract.of(table, from, requireNonNull(source.row()), to, Condition.NONE);
            Stream.of(copy.list(), copy.sourceList()).filter(Objects::nonNull).forEach(written::add);
            assertThat(table.uploads.copy(copy).status()).isEqualTo(CommitResult.Status.COMMITTED);
            assertThat(table.uploads.copy(copy)).as("repeated").satisfies(again -> {
                assertThat(again.status()).isEqualTo(CommitResult.Status.COMMITTED);
                assertThat(again.current()).isEqualTo(table.row(to));
            });
            composed.add(copy.version());
            composed.add(copy.made());
            committed(to, table.row(to));
        }

        private void push(ObjectId key, Version version) {
            List<Version> all = versions(key);
            if (version.id.isNull()) {
                all.removeIf(each -> each.id.isNull());
            }
            all.add(0, version);
        }

        private List<Version> versions(ObjectId key) {
            return requireNonNull(newestFirst.get(key));
        }

        private void deleteObject(ObjectId key) {
            List<Version> all = versions(key);
            Deletion deletion = table.versions().delete(key, null, Condition.NONE);
            if (versioning == Versioning.OFF) {
                assertThat(deletion)
                        .isEqualTo(Deletion.of(all.isEmpty() ? DeleteResult.NOT_FOUND : DeleteResult.DELETED));
                all.clear();
            } else {
                assertThat(deletion.marker()).isTrue();
                VersionId id = requireNonNull(deletion.version());
                assertThat(id.isNull()).isEqualTo(versioning == Versioning.SUSPENDED);
                push(key, new Version(id, null));
            }
        }

        private void deleteAnyVersion(ObjectId key) {
            List<Version> all = versions(key);
            if (all.isEmpty()) {
                assertThat(table.versions().delete(key, VersionId.NULL, Condition.NONE))
                        .isEqualTo(Deletion.of(DeleteResult.NOT_FOUND));
                return;
            }
            Version version = random.nextBoolean() ? all.get(0) : any(all);
            assertThat(table.versions().delete(key, version.id, Condition.NONE))
                    .isEqualTo(new Deletion(DeleteResult.DELETED, version.id, version.isMarker()));
            all.remove(version);
        }

        /** Of a write that made a version at some time. */
        private void repeatACommit() {
            if (!simple.isEmpty()) {
                Commit commit = any(simple);
                List<Version> all = versions(commit.id());
                boolean current = !all.isEmpty() && commit.writeId().equals(all.get(0).contentId);
                assertThat(table.commit(commit).status())
                        .isEqualTo(current ? CommitResult.Status.COMMITTED : CommitResult.Status.SUPERSEDED);
            }
        }

        private void damage(ObjectId key) {
            List<Version> all = versions(key);
            if (!all.isEmpty()) {
                ObjectVersion found = table.versions().find(key, any(all).id);
                ObjectMapping row = requireNonNull(found).row();
                if (row != null) {
                    table.damage(any(CopyContract.runs(table, row)).id(), random.nextInt(6));
                }
            }
        }

        void check(String where) {
            newestFirst.forEach((key, all) -> {
                ObjectMapping current = table.mapping.lookup(key).mapping();
                boolean exists = !all.isEmpty() && !all.get(0).isMarker();
                assertThat(current != null).as("%s: row of %s", where, key).isEqualTo(exists);
                assertThat(table.versions().find(key, null) == null)
                        .as("%s: latest of %s", where, key)
                        .isEqualTo(all.isEmpty());
                for (int i = 0; i < all.size(); i++) {
                    checkVersion(where, key, all.get(i), i == 0);
                }
            });
            checkListing(where);
            assertThat(degraded())
                    .as("%s: rows queued for repair", where)
                    .isEqualTo(table.repairs().stream()
                            .map(task -> task.row().id())
                            .sorted()
                            .toList());
            assertThat(table.remaps.countByState())
                    .as("%s: rows counted", where)
                    .isEqualTo(states());
        }

        private Map<RedundancyState, Long> states() {
            return rows().collect(Collectors.groupingBy(ObjectMapping::state, Collectors.counting()));
        }

        private void checkVersion(String where, ObjectId key, Version expected, boolean latest) {
            ObjectVersion found = table.versions().find(key, expected.id);
            assertThat(found).as("%s: %s of %s", where, expected.id, key).isNotNull();
            requireNonNull(found);
            assertThat(found.latest()).as("%s: %s", where, expected.id).isEqualTo(latest);
            assertThat(found.noncurrentMillis() == 0).as(where).isEqualTo(latest);
            assertThat(found.isMarker()).as(where).isEqualTo(expected.isMarker());
            if (latest) {
                assertThat(table.versions().find(key, null)).as(where).isEqualTo(found);
            }
            WriteId contentId = expected.contentId;
            if (contentId != null) {
                ObjectMapping row = requireNonNull(found.row());
                assertThat(row.content().contentId()).as(where).isEqualTo(contentId);
                assertThat(row).as(where).isEqualTo(table.row(latest ? key : Components.id(BUCKET, contentId)));
                assertThat(table.garbageOf(row.writeId())).as(where).isEmpty();
                assertThat(CopyContract.runs(table, row))
                        .allSatisfy(run -> assertThat(table.garbageOf(run.writeId()))
                                .as("%s: fragments of %s", where, run.id())
                                .isEmpty());
            }
        }

        private void checkListing(String where) {
            int limit = 1 + random.nextInt(random.nextInt(3) == 0 ? 5 : 40);
            List<ObjectVersion> listed = new ArrayList<>();
            String after = "";
            VersionId version = null;
            do {
                VersionPage page =
                        table.versions().list(new VersionQuery(new ListQuery(BUCKET, "", "", after, limit), version));
                listed.addAll(page.versions());
                after = page.nextKey();
                version = page.nextVersion();
            } while (!after.isEmpty());
            List<ObjectVersion> found = new ArrayList<>();
            newestFirst.keySet().stream()
                    .sorted()
                    .forEach(key -> versions(key)
                            .forEach(each ->
                                    found.add(requireNonNull(table.versions().find(key, each.id)))));
            assertThat(listed).as("%s: in pages of %d", where, limit).isEqualTo(found);
        }

        private List<ObjectId> degraded() {
            return rows().filter(ObjectMapping::degraded)
                    .map(ObjectMapping::id)
                    .sorted()
                    .toList();
        }

        private Stream<ObjectMapping> rows() {
            return Stream.of(BUCKET, Components.bucket(BUCKET), Chunks.bucket(BUCKET))
                    .flatMap(bucket -> VersionContract.rowsOf(table, bucket).stream());
        }

        /** Deletes all versions, in any order. */
        void end() {
            for (ObjectId key : List.copyOf(newestFirst.keySet())) {
                while (!versions(key).isEmpty()) {
                    deleteAnyVersion(key);
                }
            }
            check("seed " + RaceContract.seed() + ", at the end");
            int unused = VersionContract.sweepAll(table);
            assertThat(table.remaps.countByState()).as("rows").isEmpty();
            assertThat(table.repairs()).isEmpty();
            assertThat(table.quotas.quota(VersionContract.QUOTA).used()).isEqualTo(Usage.NONE);
            assertThat(composed)
                    .allSatisfy(
                            id -> assertThat(table.uploads.extents(BUCKET, id)).isNull());
            Map<WriteId, Collection<ServerId>> garbage = new HashMap<>();
            table.garbage()
                    .forEach(row -> garbage.computeIfAbsent(row.writeId(), any -> new ArrayList<>())
                            .add(row.server()));
            assertThat(written)
                    .allSatisfy(write -> assertThat(garbage.get(write))
                            .as("fragments of %s that the reaper will delete", write)
                            .containsExactlyInAnyOrderElementsOf(SIX.servers()));
            table.buckets.delete(BUCKET);
        }
    }
}
