package io.chameleon.lab.simulation;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.mapping.table.Evacuating;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.mapping.table.UpdateResult;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import io.chameleon.core.version.VersionPage;
import io.chameleon.core.version.VersionQuery;
import io.chameleon.core.version.VersionTable;
import io.chameleon.lab.simulation.role.ForwardingTables;
import io.chameleon.lab.simulation.role.Tables;
import io.chameleon.lab.simulation.role.VersionsUser;
import io.chameleon.lab.simulation.role.Wiring;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Bugs of versions and of lifecycle rules to plant. */
final class VersionMutations {
    private VersionMutations() {}

    /** When the latest version is deleted for good, the one below is passed over. */
    static final Wiring RESTORE_PUTS_BACK_THE_WRONG_VERSION = new Wiring() {
        @Override
        public Tables tables(Tables tables, Consumer<WriteId> erase) {
            return new ForwardingTables(tables) {
                @Override
                public VersionTable versions() {
                    return new Around(super.versions()) {
                        @Override
                        public Deletion delete(ObjectId object, @Nullable VersionId version, Condition condition) {
                            List<ObjectVersion> all = all(object);
                            Deletion deletion = super.delete(object, version, condition);
                            if (all.size() > 2 && all.getFirst().id().equals(version)) {
                                super.delete(object, all.get(1).id(), Condition.NONE);
                            }
                            return deletion;
                        }
                    };
                }
            };
        }
    };

    /** A repeat of a commit makes its version the latest, whatever came after it. */
    static final Wiring REPEATED_COMMIT_TAKES_EFFECT_AGAIN = new Wiring() {
        @Override
        public Tables tables(Tables tables, Consumer<WriteId> erase) {
            return new ForwardingTables(tables) {
                @Override
                public List<CommitResult> commit(List<Commit> commits) {
                    commits.forEach(this::bringBack);
                    return super.commit(commits);
                }

                private void bringBack(Commit commit) {
                    Around versions = new Around(versions());
                    VersionId name = VersionId.of(commit.writeId(), true);
                    boolean isKept = commit.id().bucket().equals(VersionsUser.BUCKET)
                            && versions.find(commit.id(), name) != null;
                    if (isKept) {
                        versions.all(commit.id()).stream()
                                .takeWhile(version -> !version.id().equals(name))
                                .forEach(version -> versions.delete(commit.id(), version.id(), Condition.NONE));
                    }
                }
            };
        }
    };

    /** A former version is taken for a component that nothing refers to. */
    static final Wiring KEPT_ROW_IS_SWEPT = new Wiring() {
        @Override
        public Tables tables(Tables tables, Consumer<WriteId> erase) {
            return new ForwardingTables(tables) {
                @Override
                public int sweepUploads(long fence, int limit) {
                    int swept = super.sweepUploads(fence, limit);
                    Around versions = new Around(versions());
                    versions.all(VersionsUser.BUCKET, "").stream()
                            .filter(version -> !version.latest() && !version.isMarker())
                            .limit(1)
                            .forEach(version -> versions.delete(version.object(), version.id(), Condition.NONE));
                    return swept;
                }
            };
        }
    };

    /** An object expires a while after its creation, however often it was overwritten since. */
    static final Wiring EXPIRY_COUNTS_FROM_THE_CREATION = new Wiring() {
        @Override
        public Tables tables(Tables tables, Consumer<WriteId> erase) {
            return new ForwardingTables(tables) {
                @Override
                public VersionTable versions() {
                    return new Around(super.versions()) {
                        @Override
                        public VersionPage list(VersionQuery query) {
                            VersionPage page = super.list(query);
                            return new VersionPage(
                                    page.versions().stream()
                                            .map(version -> asCreated(version))
                                            .toList(),
                                    page.commonPrefixes(),
                                    page.nextKey(),
                                    page.nextVersion());
                        }
                    };
                }
            };
        }

        private static ObjectVersion asCreated(ObjectVersion version) {
            ObjectMapping row = version.row();
            return new ObjectVersion(
                    version.object(),
                    version.id(),
                    version.latest(),
                    row == null ? version.modifiedMillis() : row.createdMillis(),
                    version.noncurrentMillis(),
                    row);
        }
    };

    /** A delete marker called null is not deleted by rules: another of that name may have come on top of it. */
    static final Wiring FORMER_NULL_MARKER_STAYS = new Wiring() {
        @Override
        public Tables tables(Tables tables, Consumer<WriteId> erase) {
            return new ForwardingTables(tables) {
                @Override
                public VersionTable versions() {
                    return new Around(super.versions()) {
                        @Override
                        public Deletion delete(ObjectId object, @Nullable VersionId version, Condition condition) {
                            boolean isCovered = condition instanceof Condition.IfCovered;
                            return isCovered && version != null && version.isNull()
                                    ? new Deletion(DeleteResult.NOT_FOUND, null, false)
                                    : super.delete(object, version, condition);
                        }
                    };
                }
            };
        }
    };

    /** The leader takes its own clock for the database's. */
    static final Wiring LIFECYCLE_TRUSTS_THE_HOST_CLOCK = new Wiring() {
        @Override
        public RepairTable repairs(RepairTable repairs, InstantSource host) {
            return (RepairTable) Proxy.newProxyInstance(
                    RepairTable.class.getClassLoader(), new Class<?>[] {RepairTable.class}, (self, method, args) -> {
                        try {
                            Object answer = method.invoke(repairs, args);
                            return answer instanceof Evacuating evacuating
                                    ? new Evacuating(host.millis(), evacuating.records())
                                    : answer;
                        } catch (InvocationTargetException e) {
                            throw Objects.requireNonNull(e.getCause());
                        }
                    });
        }
    };

    private static class Around implements VersionTable {
        private final VersionTable versions;

        Around(VersionTable versions) {
            this.versions = versions;
        }

        List<ObjectVersion> all(ObjectId object) {
            return all(object.bucket(), object.key()).stream()
                    .filter(version -> version.object().equals(object))
                    .toList();
        }

        List<ObjectVersion> all(String bucket, String prefix) {
            return list(new VersionQuery(new ListQuery(bucket, prefix, "", "", ListQuery.MAX_LIMIT), null))
                    .versions();
        }

        @Override
        public @Nullable ObjectVersion find(ObjectId object, @Nullable VersionId version) {
            return versions.find(object, version);
        }

        @Override
        public VersionPage list(VersionQuery query) {
            return versions.list(query);
        }

        @Override
        public Deletion delete(ObjectId object, @Nullable VersionId version, Condition condition) {
            return versions.delete(object, version, condition);
        }

        @Override
        public UpdateResult updateMetadata(MetadataUpdate update, VersionId version) {
            return versions.updateMetadata(update, version);
        }
    }
}
