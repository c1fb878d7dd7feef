package io.chameleon.lab.emulator.workload;

import io.chameleon.core.Require;

/** Makes a workload from a scale and a seed; the same ones give the same workload. */
@FunctionalInterface
interface WorkloadModel {
    /**
     * @param scale of the number of requests and of objects alike
     * @throws IllegalArgumentException if too little is left at that scale
     */
    Workload make(String name, double scale, long seed);

    /**
     * A number of requests or objects, rounded down.
     *
     * @param number after scaling
     * @param least how many the model needs
     */
    static int scaled(double number, int least, String what, double scale) {
        Require.that(number >= least, "scale", scale, "one that leaves at least " + least + " " + what);
        return (int) number;
    }
}
