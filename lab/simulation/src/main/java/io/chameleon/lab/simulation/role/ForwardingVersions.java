package io.chameleon.lab.simulation.role;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.table.UpdateResult;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import io.chameleon.core.version.VersionPage;
import io.chameleon.core.version.VersionQuery;
import io.chameleon.core.version.VersionTable;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The versions behind {@link ForwardingTables}: every call goes through its transaction. */
final class ForwardingVersions implements VersionTable {
    private final ForwardingTables tables;
    private final Supplier<VersionTable> versions;

    /** @param versions asked anew for each call */
    ForwardingVersions(ForwardingTables tables, Supplier<VersionTable> versions) {
        this.tables = tables;
        this.versions = versions;
    }

    @Override
    public @Nullable ObjectVersion find(ObjectId object, @Nullable VersionId version) {
        return tables.transaction(() -> Optional.ofNullable(versions.get().find(object, version)))
                .orElse(null);
    }

    @Override
    public VersionPage list(VersionQuery query) {
        return tables.transaction(() -> versions.get().list(query));
    }

    @Override
    public Deletion delete(ObjectId object, @Nullable VersionId version, Condition condition) {
        return tables.transaction(() -> versions.get().delete(object, version, condition));
    }

    @Override
    public UpdateResult updateMetadata(MetadataUpdate update, VersionId version) {
        return tables.transaction(() -> versions.get().updateMetadata(update, version));
    }
}
