package io.chameleon.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Labels and values, one below the other. */
public final class Details {
    private record Line(String label, String value) {}

    private final List<Line> lines = new ArrayList<>();

    public Details line(String label, Object value) {
        lines.add(new Line(label, String.valueOf(value)));
        return this;
    }

    @Override
    public String toString() {
        int width = lines.stream().mapToInt(line -> line.label().length()).max().orElse(0);
        return lines.stream()
                .map(line ->
                        (line.label() + " ".repeat(width - line.label().length() + 2) + line.value()).stripTrailing())
                .collect(Collectors.joining(System.lineSeparator()));
    }
}
