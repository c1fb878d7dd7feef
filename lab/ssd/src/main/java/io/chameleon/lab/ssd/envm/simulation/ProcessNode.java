package io.chameleon.lab.ssd.envm.simulation;

/** How flash is made, by the size of its structures: a smaller one costs endurance. */
public enum ProcessNode {
    NM_3X("3Xnm", 1),
    NM_2X("2Xnm", 0.6),
    NM_1X("1Xnm", 0.3);

    private final String title;
    private final double endurance;

    ProcessNode(String title, double endurance) {
        this.title = title;
        this.endurance = endurance;
    }

    public String title() {
        return title;
    }

    /** P/E cycles relative to those of 3Xnm. */
    double endurance() {
        return endurance;
    }
}
