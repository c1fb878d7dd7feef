package io.chameleon.metadata.row;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.Map;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/**
 * A row of {@code bucket}. A bucket without one does not exist, and its objects would start under the default policy.
 */
@Entity
@Table(name = "bucket")
class BucketRow {
    @Id
    @Column(name = "name")
    String name = "";

    @Column(name = "policy")
    short policy;

    @Column(name = "owner")
    String owner = "";

    @Column(name = "created_millis")
    long createdMillis;

    @JdbcTypeCode(SqlTypes.JSON)
    @Column(name = "settings")
    Map<String, String> settings = Map.of();
}
