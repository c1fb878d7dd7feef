package io.chameleon.simssd;

/** Enters erases into a time table. */
final class TimedNandArray extends ForwardingNandArray {
    private final PlaneSchedule schedule;

    TimedNandArray(NandArray nand, PlaneSchedule schedule) {
        super(nand);
        this.schedule = schedule;
    }

    @Override
    public boolean erase(int block) {
        schedule.eraseBlock();
        return super.erase(block);
    }
}
