package io.chameleon.metadata.table;

import io.chameleon.core.mapping.table.BalancerEpoch;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.LockMode;
import org.hibernate.StatelessSession;

/** The one row of {@code balancer_epoch}. */
@Entity
@Table(name = "balancer_epoch")
class BalancerEpochRow {
    static final short ID = 1;

    @Id
    @Column(name = "id")
    short id = ID;

    @Column(name = "fence")
    long fence;

    @Column(name = "epoch")
    long epoch;

    @Column(name = "holder")
    String holder = "";

    @Column(name = "began_millis")
    long beganMillis;

    static BalancerEpochRow read(StatelessSession session) {
        return read(session, LockMode.NONE);
    }

    static BalancerEpochRow read(StatelessSession session, LockMode lock) {
        return session.get(BalancerEpochRow.class, ID, lock);
    }

    BalancerEpoch toEpoch() {
        return new BalancerEpoch(fence, epoch, holder, beganMillis);
    }
}
