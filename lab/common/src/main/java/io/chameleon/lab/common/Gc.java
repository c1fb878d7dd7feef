package io.chameleon.lab.common;

import io.chameleon.simssd.VictimPolicy;

/** {@code --gc}. */
public enum Gc {
    GREEDY("greedy"),
    RANDOM("random"),
    FIFO("fifo"),
    DCHOICES("dchoices"),
    WINDOWED("windowed"),
    COST_BENEFIT("cost-benefit");

    private final String flag;

    Gc(String flag) {
        this.flag = flag;
    }

    /**
     * @param choices blocks drawn, of {@link #DCHOICES}
     * @param window blocks looked at, of {@link #WINDOWED}
     */
    public VictimPolicy victims(int choices, int window) {
        return switch (this) {
            case GREEDY -> new VictimPolicy.Greedy();
            case RANDOM -> new VictimPolicy.Random();
            case FIFO -> new VictimPolicy.Fifo();
            case DCHOICES -> new VictimPolicy.Choices(choices);
            case WINDOWED -> new VictimPolicy.WindowedGreedy(window);
            case COST_BENEFIT -> new VictimPolicy.CostBenefit();
        };
    }

    @Override
    public String toString() {
        return flag;
    }

    /** For options. */
    public static final class Converter extends FlagEnum<Gc> {
        public Converter() {
            super(values());
        }
    }
}
