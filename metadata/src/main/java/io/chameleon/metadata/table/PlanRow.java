package io.chameleon.metadata.table;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row of {@code balancer_plan}; the remaps of a plan that is not complete are in {@link PlanRemapRow}. */
@Entity
@Table(name = "balancer_plan")
class PlanRow {
    @Id
    @Column(name = "epoch")
    long epoch;

    @Column(name = "complete")
    boolean complete;
}
