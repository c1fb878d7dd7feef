package io.chameleon.lab.ssd;

import java.util.List;

/** What the figures show, as Markdown. */
record FigureText(List<AmplificationCurve> amplification, List<WearCurve> wear, WearCurve.Effort effort) {
    String markdown() {
        return new AmplificationText(amplification).markdown() + new WearText(wear, effort).markdown();
    }
}
