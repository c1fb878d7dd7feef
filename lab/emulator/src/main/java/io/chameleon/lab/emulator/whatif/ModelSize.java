package io.chameleon.lab.emulator.whatif;

import java.util.ArrayList;
import java.util.List;

/**
 * How much of a cluster is modelled, so that runs end within about a minute and are long enough for garbage collection
 * to be under way.
 *
 * @param objects of the sample, as many as that allows
 * @param pages they take
 * @param stretch epochs of the cluster that one of the run represents, 1 or more: if devices are written slowly, a run
 *     of the cluster's own epochs would end before the first block is collected
 * @param writesFactor from an object's expected writes per epoch of the cluster to those per epoch of the run; corrects
 *     for heat that the sample has too much or too little of
 */
record ModelSize(List<LiveObject> objects, double pages, double stretch, double writesFactor) {
    private static final double MOST_PAGES = 6e6;
    private static final double MOST_PAGES_WRITTEN = 50e6;
    private static final double MOST_REQUESTS = 4e6;

    /** Times the physical pages are written in a run: once over before its second half, which is measured. */
    private static final double TURNOVERS = 3;

    ModelSize {
        objects = List.copyOf(objects);
    }

    static ModelSize of(LiveCluster live, int epochs) {
        ObjectSample all = live.objects();
        int pageBytes = live.pageBytes();
        double physical = live.devices().stream()
                .mapToDouble(device -> (double) device.blocks() * device.pagesPerBlock())
                .sum();
        double stretch = Math.max(1, TURNOVERS * physical / (all.writtenPages() * epochs));
        double writesPerPage = all.writtenPages() / all.pages() * stretch * epochs;
        List<LiveObject> kept = new ArrayList<>();
        double pages = 0;
        double written = 0;
        double requests = 0;
        for (LiveObject object : all.drawn()) {
            double its = object.pages(pageBytes);
            requests += object.writes() * stretch * epochs * object.segments();
            boolean tooMuch = pages + its > MOST_PAGES
                    || (pages + its) * (1 + writesPerPage) > MOST_PAGES_WRITTEN
                    || requests > MOST_REQUESTS;
            if (tooMuch && !kept.isEmpty()) {
                break;
            }
            kept.add(object);
            pages += its;
            written += object.writes() * its;
        }
        if (written == 0) {
            throw new IllegalArgumentException(
                    "sample: none of the " + kept.size()
                            + " objects drawn was written in recent epochs, expected some: take a larger sample or another seed");
        }
        double expected = all.writtenPages() * pages / all.pages();
        return new ModelSize(kept, pages, stretch, stretch * expected / written);
    }
}
