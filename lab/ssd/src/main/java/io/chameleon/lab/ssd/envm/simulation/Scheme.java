package io.chameleon.lab.ssd.envm.simulation;

import io.chameleon.simssd.envm.EnvmPolicy;

/** What is in front of flash: DRAM alone, or DRAM and an ENVM under one of the policies. */
public enum Scheme {
    /** The paper's base policy: a DRAM cache that writes evicted modified data to flash. */
    BASE("base", EnvmPolicy.OC),
    OC("I (OC)", EnvmPolicy.OC),
    NLCWOIP("II (NLCWOIP)", EnvmPolicy.NLCWOIP),
    NLCWIP("III (NLCWIP)", EnvmPolicy.NLCWIP);

    private final String title;
    private final EnvmPolicy policy;

    Scheme(String title, EnvmPolicy policy) {
        this.title = title;
        this.policy = policy;
    }

    /** As in the paper's figures. */
    public String title() {
        return title;
    }

    boolean hasEnvm() {
        return this != BASE;
    }

    /** Without an ENVM policies I and II are the same. */
    EnvmPolicy policy() {
        return policy;
    }
}
