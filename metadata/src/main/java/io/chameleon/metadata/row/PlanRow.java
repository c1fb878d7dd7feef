package io.chameleon.metadata.row;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row of {@code balancer_plan}; the remaps of a plan that is not complete are in {@link PlanRemapRow}. */
@Entity
@Table(name = "balancer_plan")
public class PlanRow {
    @Id
    @Column(name = "epoch")
    public long epoch;

    @Column(name = "complete")
    public boolean complete;
}
