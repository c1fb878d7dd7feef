package io.chameleon.metadata.routing;

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
import io.chameleon.metadata.slice.SlicedPages;
import io.chameleon.metadata.slice.WholeNames;
import org.jspecify.annotations.Nullable;

/** Versions: each call goes to the database of its bucket, or of its object's slice. */
public final class RoutedVersionTable implements VersionTable {
    private final Databases databases;

    public RoutedVersionTable(Databases databases) {
        this.databases = databases;
    }

    @Override
    public @Nullable ObjectVersion find(ObjectId object, @Nullable VersionId version) {
        ObjectVersion found =
                databases.in(object, (database, stored) -> database.versions().find(stored, version));
        return found == null || !databases.isSliced(object.bucket()) ? found : WholeNames.of(found);
    }

    @Override
    public VersionPage list(VersionQuery query) {
        return databases.isSliced(query.keys().bucket()) ? SlicedPages.versions(query, this::listed) : listed(query);
    }

    private VersionPage listed(VersionQuery query) {
        return databases.in(
                query.keys().bucket(), database -> database.versions().list(query));
    }

    @Override
    public Deletion delete(ObjectId object, @Nullable VersionId version, Condition condition) {
        return databases.in(object, (database, stored) -> database.versions().delete(stored, version, condition));
    }

    @Override
    public UpdateResult updateMetadata(MetadataUpdate update, VersionId version) {
        return databases.in(
                update.id(),
                (database, stored) -> database.versions().updateMetadata(update.of(stored), version),
                WholeNames::of);
    }
}
