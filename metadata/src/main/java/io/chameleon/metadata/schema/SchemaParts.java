package io.chameleon.metadata.schema;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;

/**
 * Whether a migrated database has all of its schema. {@code pg_restore} makes tables first, then fills them, and makes
 * indexes and triggers last. One that was interrupted leaves a database that looks whole, and in which two rows may
 * have the same key.
 *
 * <p>Cost: one statement on the catalog.
 */
public final class SchemaParts {
    /** All but that of heat, which may be built later ({@link OnlineIndexes}). */
    static final List<String> INDEXES = names("""
            balancer_epoch_pkey balancer_plan_pkey balancer_plan_remap_pkey
            bucket_by_owner bucket_claim_by_principal bucket_claim_pkey bucket_database_pkey bucket_database_sliced
            bucket_grant_by_principal bucket_grant_pkey bucket_move_open bucket_move_pkey bucket_pkey bucket_slices
            bucket_with_schemes chunk_upload_by_age chunk_upload_pkey cluster_pkey component_pkey component_unreferenced
            epoch_log_by_epoch epoch_log_pkey evacuation_pkey extent_list_pkey
            flyway_schema_history_pk flyway_schema_history_s_idx
            fragment_outbox_by_write fragment_outbox_collected fragment_outbox_pkey fragment_outbox_waiting
            fragment_outbox_waiting_by_server frozen_bucket_pkey further_database_pkey group_redirect_pkey
            moved_bucket_pkey multipart_upload_pkey object_group_pkey
            object_mapping_by_write object_mapping_pending object_mapping_pkey object_version_by_name object_version_pkey
            primary_proof_pkey quota_pkey reconciliation_halt_pkey redirect_limit_pkey repair_backlog_pkey
            repair_queue_again repair_queue_fresh repair_queue_oldest_again repair_queue_pkey repair_queue_unreadable
            repair_run_pkey server_code_pkey server_object_check_pkey server_object_pkey servers_pkey
            state_count_pkey stored_pkey upload_part_pkey
            """);

    /** Each with its table, {@code table.trigger}. */
    static final List<String> TRIGGERS = names("""
            bucket.refuse_frozen bucket_claim.refuse_frozen bucket_grant.refuse_frozen chunk_upload.refuse_frozen
            component.refuse_frozen fragment_outbox.refuse_frozen frozen_bucket.mark_moved
            multipart_upload.refuse_frozen object_mapping.refuse_frozen object_version.refuse_frozen quota.refuse_frozen
            upload_part.refuse_frozen
            """);

    private static final String MISSING = """
            select 'index ' || name from unnest(cast(? as text[])) as i (name) where to_regclass(name) is null
            union all
            select 'trigger ' || name from unnest(cast(? as text[])) as t (name) where not exists (
                select 1 from pg_trigger
                where tgrelid = to_regclass(split_part(name, '.', 1)) and tgname = split_part(name, '.', 2))
            """;

    private SchemaParts() {}

    private static List<String> names(String text) {
        return Arrays.asList(text.strip().split("\\s+"));
    }

    /** @throws IllegalStateException in one line if something is missing */
    public static void require(DataSource source) throws SQLException {
        List<String> missing = missing(source);
        if (!missing.isEmpty()) {
            String more = missing.size() == 1 ? "" : " and " + (missing.size() - 1) + " more";
            throw new IllegalStateException(
                    "database: it lacks " + missing.getFirst() + more
                            + ", expected all of the schema: a restore has not ended; restore again, with pg_restore --single-transaction");
        }
    }

    private static List<String> missing(DataSource source) throws SQLException {
        List<String> missing = new ArrayList<>();
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(MISSING)) {
            statement.setArray(1, connection.createArrayOf("text", INDEXES.toArray()));
            statement.setArray(2, connection.createArrayOf("text", TRIGGERS.toArray()));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    missing.add(rows.getString(1));
                }
            }
        }
        return missing;
    }
}
