package io.chameleon.metadata.row;

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
public class BalancerEpochRow {
    public static final short ID = 1;

    @Id
    @Column(name = "id")
    short id = ID;

    @Column(name = "fence")
    public long fence;

    @Column(name = "epoch")
    public long epoch;

    @Column(name = "holder")
    public String holder = "";

    @Column(name = "began_millis")
    public long beganMillis;

    /** How many databases the mapping table is on. */
    @Column(name = "databases")
    public short databases;

    public static BalancerEpochRow read(StatelessSession session) {
        return read(session, LockMode.NONE);
    }

    public static BalancerEpochRow read(StatelessSession session, LockMode lock) {
        return session.get(BalancerEpochRow.class, ID, lock);
    }

    public BalancerEpoch toEpoch() {
        return new BalancerEpoch(fence, epoch, holder, beganMillis);
    }
}
