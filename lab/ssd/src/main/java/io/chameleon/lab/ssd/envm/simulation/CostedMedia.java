package io.chameleon.lab.ssd.envm.simulation;

import io.chameleon.simssd.envm.Place;
import io.chameleon.simssd.envm.TierMedia;

/**
 * Media that cost time and wear instead of moving bytes (paper, Eq. 6 and 7). The latency of a request is the sum of
 * what its pages need from each medium, plus {@code L}, the evictions and writebacks that make room for it. The pages
 * of a request that need the same operation of the same medium are one command; evicted pages are scattered, so each is
 * a command of its own (ENVM reading 15).
 */
final class CostedMedia implements TierMedia {
    private final MediumTiming dram;
    private final MediumTiming envm;
    private final MediumTiming flash;
    private boolean background;

    private int dramPages;
    private int envmReads;
    private int envmWrites;
    private int envmEvictions;
    private int flashReads;
    private int flashWrites;
    private int flashWritebacks;

    private long envmPageWrites;
    private long flashPageWrites;

    CostedMedia(MediumTiming dram, MediumTiming envm, MediumTiming flash) {
        this.dram = dram;
        this.envm = envm;
        this.flash = flash;
    }

    @Override
    public void move(long page, Place from, int slot, Place to, int toSlot) {
        if (to == Place.ENVM) {
            envmPageWrites++;
        } else if (to == Place.FLASH) {
            flashPageWrites++;
        }
        if (!background) {
            charge(from, to);
        }
    }

    private void charge(Place from, Place to) {
        boolean evicts = from == Place.DRAM && to != Place.HOST;
        if (from == Place.FLASH) {
            flashReads++;
        } else if (from == Place.ENVM) {
            envmReads++;
        }
        if (from == Place.DRAM || to == Place.DRAM) {
            dramPages++;
        }
        if (to == Place.ENVM) {
            envmWrites += evicts ? 0 : 1;
            envmEvictions += evicts ? 1 : 0;
        } else if (to == Place.FLASH) {
            boolean writesBack = evicts || from == Place.ENVM;
            flashWrites += writesBack ? 0 : 1;
            flashWritebacks += writesBack ? 1 : 0;
        }
    }

    /** Whether later operations happen while no request waits. */
    void background(boolean on) {
        background = on;
    }

    /** Whether the current request needs flash. */
    boolean needsFlash() {
        return flashReads + flashWrites + flashWritebacks > 0;
    }

    /** Returns the time that the request took, and starts the next. */
    long takeLatency() {
        long nanos = dram.read(dramPages)
                + envm.read(envmReads)
                + envm.write(envmWrites)
                + envmEvictions * envm.write(1)
                + flash.read(flashReads)
                + flash.write(flashWrites)
                + flashWritebacks * flash.write(1);
        dramPages = 0;
        envmReads = 0;
        envmWrites = 0;
        envmEvictions = 0;
        flashReads = 0;
        flashWrites = 0;
        flashWritebacks = 0;
        return nanos;
    }

    long envmPageWrites() {
        return envmPageWrites;
    }

    long flashPageWrites() {
        return flashPageWrites;
    }
}
