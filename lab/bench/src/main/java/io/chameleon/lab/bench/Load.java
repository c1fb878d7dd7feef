package io.chameleon.lab.bench;

import io.chameleon.client.error.ChameleonException;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;

/** The workers' loop: which operation is due next, on which object, and how long it took. */
final class Load {
    private final Plan plan;
    private final Objects objects;
    private final Keyspace keyspace;

    Load(Plan plan, Objects objects, Keyspace keyspace) {
        this.plan = plan;
        this.objects = objects;
        this.keyspace = keyspace;
    }

    /**
     * Returns when the schedule is over and every operation begun has ended.
     *
     * @param phase makes the random numbers of one run differ from those of the next
     * @param done receives the number of finished operations
     */
    void run(Schedule schedule, Recorder recorder, int phase, LongConsumer done) {
        Parallel.run(plan.clients(), number -> {
            RandomGenerator random = new SplittableRandom(plan.seed() * 31 + (long) phase * plan.clients() + number);
            new Worker(random, recorder, recorder.sheet(), done).run(schedule);
        });
    }

    private final class Worker {
        private final RandomGenerator random;
        private final KeyDistribution.Chooser keys = plan.keys().chooser(plan.objects());
        private final Recorder recorder;
        private final Recorder.Sheet sheet;
        private final LongConsumer done;

        Worker(RandomGenerator random, Recorder recorder, Recorder.Sheet sheet, LongConsumer done) {
            this.random = random;
            this.recorder = recorder;
            this.sheet = sheet;
            this.done = done;
        }

        void run(Schedule schedule) {
            for (long due = schedule.next(); due != Schedule.OVER; due = schedule.next()) {
                Operation operation = plan.mix().draw(random);
                try {
                    carryOut(operation);
                    sheet.succeeded(operation, System.nanoTime() - due);
                } catch (ChameleonException e) {
                    recorder.failed(e);
                }
                done.accept(1);
            }
        }

        private void carryOut(Operation operation) {
            if (operation == Operation.INSERT) {
                int number = keyspace.claim();
                recorder.moved(0, objects.write(number, random));
                keyspace.inserted(number);
                return;
            }
            int number = keys.next(keyspace.count(), random);
            switch (operation) {
                case READ -> recorder.moved(objects.read(number), 0);
                case UPDATE -> recorder.moved(0, objects.write(number, random));
                case READ_MODIFY_WRITE -> {
                    recorder.moved(objects.read(number), 0);
                    recorder.moved(0, objects.write(number, random));
                }
                case SCAN -> objects.scan(number, random);
                case HEAD -> objects.head(number);
                case INSERT -> throw new AssertionError();
            }
        }
    }
}
