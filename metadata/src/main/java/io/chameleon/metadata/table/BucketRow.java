package io.chameleon.metadata.table;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row of {@code bucket}: what its new objects start with. A bucket without a row has the default policy. */
@Entity
@Table(name = "bucket")
class BucketRow {
    @Id
    @Column(name = "name")
    String name = "";

    @Column(name = "policy")
    short policy;
}
