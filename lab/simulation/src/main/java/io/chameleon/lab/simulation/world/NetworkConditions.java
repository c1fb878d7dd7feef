package io.chameleon.lab.simulation.world;

import java.util.HashSet;
import java.util.Set;

/** How bad the network is at present. Hosts are named after their processes. */
public final class NetworkConditions {
    private final Set<String> cut = new HashSet<>();
    private final Set<String> slow = new HashSet<>();
    private double loss;
    private double duplication;
    private double delay;

    /** Share of messages lost, each way. */
    public void loss(double share) {
        loss = share;
    }

    /** Share of the requests that arrive twice, among those whose sender may also repeat them. */
    public void duplication(double share) {
        duplication = share;
    }

    /** Share of the messages that take up to seconds, and so overtake each other. */
    public void delay(double share) {
        delay = share;
    }

    double loss() {
        return loss;
    }

    double duplication() {
        return duplication;
    }

    double delay() {
        return delay;
    }

    /** Messages from one host to another do not arrive. */
    public void cut(String from, String to) {
        cut.add(from + ">" + to);
    }

    public void heal() {
        cut.clear();
        slow.clear();
        loss = 0;
        duplication = 0;
        delay = 0;
    }

    public void mend(String from, String to) {
        cut.remove(from + ">" + to);
    }

    public boolean isCut(String from, String to) {
        return !cut.isEmpty() && cut.contains(from + ">" + to);
    }

    /** All messages to and from a slow host take long. */
    public void slow(String host, boolean isSlow) {
        if (isSlow) {
            slow.add(host);
        } else {
            slow.remove(host);
        }
    }

    boolean isSlow(String host) {
        return !slow.isEmpty() && slow.contains(host);
    }
}
