package io.chameleon.s3.http;

import java.time.InstantSource;

/** The Date header of answers, made once a second. Safe from any thread. */
final class DateHeader {
    private record Line(long second, String text) {}

    private final InstantSource clock;
    private volatile Line last = new Line(Long.MIN_VALUE, "");

    DateHeader(InstantSource clock) {
        this.clock = clock;
    }

    String text() {
        long second = clock.millis() / 1000;
        Line known = last;
        if (known.second() != second) {
            known = new Line(second, HttpDates.header(clock.instant()));
            last = known;
        }
        return known.text();
    }
}
