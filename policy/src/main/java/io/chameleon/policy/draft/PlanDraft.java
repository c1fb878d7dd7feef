package io.chameleon.policy.draft;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.group.Group;
import io.chameleon.core.mapping.group.Redirect;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.BulkMigration;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.Movable;
import io.chameleon.policy.ObjectGroup;
import io.chameleon.policy.WearForecast;
import io.chameleon.policy.ledger.WearLedger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A plan in progress: the decisions so far, and the ledger that already includes them. */
public final class PlanDraft {
    private final long epoch;
    private final WearLedger ledger;
    private final WearForecast before;
    private final Set<ObjectId> touched = new HashSet<>();
    private final Set<Group> redirected = new HashSet<>();
    private final List<Redirect> redirects = new ArrayList<>();
    private final List<Remap> remaps = new ArrayList<>();
    private final List<WearForecast> course = new ArrayList<>();
    private final List<BulkMigration> migrations = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    public PlanDraft(ClusterSnapshot snapshot, WearLedger ledger) {
        this.epoch = snapshot.epoch();
        this.ledger = ledger;
        this.before = ledger.forecast();
    }

    public WearLedger ledger() {
        return ledger;
    }

    /** Whether a planner may still decide about the object or the group. */
    public boolean isFree(Movable movable) {
        return switch (movable) {
            case Candidate object -> !object.degraded() && !touched.contains(object.id());
            case ObjectGroup group -> !redirected.contains(group.group());
        };
    }

    /** Decides where the next writes of a group go; to its own place if it should stay. */
    public void redirect(ObjectGroup group, Placement destination, String reason) {
        redirected.add(group.group());
        ledger.move(group, group.next(), destination);
        redirects.add(new Redirect(group.group(), destination, reason));
    }

    /** Decides a remap; without a destination the object returns to its source. */
    public void remap(Candidate object, RedundancyEvent event, @Nullable Placement destination, String reason) {
        object.state().next(event); // throws on a transition the state machine does not have
        touched.add(object.id());
        ledger.move(object, object.next(), destination == null ? object.live() : destination);
        remaps.add(new Remap(object.id(), object.version(), event, destination, epoch, reason));
        course.add(ledger.forecast());
    }

    /** Decides a remap and a bulk copy to its destination right after it. */
    public void moveAtOnce(Candidate object, RedundancyEvent event, Placement destination, String reason) {
        object.state().next(event).next(RedundancyEvent.MIGRATED);
        remap(object, event, destination, reason);
        migrations.add(new BulkMigration(object.id(), object.version() + 1, destination));
    }

    /** Decides a bulk copy to the destination of the object's intent. */
    public void migrate(Candidate object) {
        object.state().next(RedundancyEvent.MIGRATED);
        touched.add(object.id());
        migrations.add(new BulkMigration(object.id(), object.version(), object.next()));
    }

    public void note(String note) {
        notes.add(note);
    }

    public BalancePlan finish(String policy) {
        if (!redirects.isEmpty()) {
            note("groups: the next writes of " + redirects.size() + " go elsewhere");
        }
        return new BalancePlan(epoch, policy, remaps, migrations, redirects, before, course, ledger.forecast(), notes);
    }
}
