package io.chameleon.lab.chaos;

import io.chameleon.lab.chaos.process.Member;
import java.util.List;

/** Restarts members that are down, however often that takes. */
interface Restart {
    void restart(Member member) throws InterruptedException;

    /** One after the other; each is free for others once it is back. */
    default void back(List<Member> members, Victims victims) throws InterruptedException {
        for (Member member : members) {
            restart(member);
            victims.release(member);
        }
    }
}
