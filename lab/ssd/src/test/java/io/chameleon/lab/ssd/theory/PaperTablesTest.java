package io.chameleon.lab.ssd.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The numbers that the paper's authors computed. The rows with 64 pages per block take seconds each, so only the
 * misprinted one is tested; {@code chameleon simssd table1} shows all.
 */
class PaperTablesTest {
    static Stream<PrintedTable2.Cell> table2() {
        return PrintedTable2.cells().stream();
    }

    static Stream<PrintedTable1.Row> table1() {
        return PrintedTable1.rows().stream().filter(row -> row.setting().pagesPerBlock() < 64);
    }

    @Test
    void tables_haveThePrintedSize() {
        assertThat(PrintedTable1.rows()).hasSize(12);
        assertThat(PrintedTable2.cells()).hasSize(32);
    }

    @ParameterizedTest
    @MethodSource("table2")
    void cellOfTable2_isReproducedWithin001Percent(PrintedTable2.Cell cell) {
        assertThat(HotColdModel.fixedPoint(cell.setting()).writeAmplification())
                .isCloseTo(cell.ode(), Percentage.withPercentage(0.01));
    }

    @ParameterizedTest
    @MethodSource("table1")
    void rowOfTable1_isReproducedToEveryPrintedDigit(PrintedTable1.Row row) {
        FixedPoint ours = HotColdModel.fixedPoint(row.setting());
        assertThat(ours.writeAmplification()).isCloseTo(row.ode(), within(0.00005 + 1e-9)); // every printed digit
        assertThat(ours.residual()).isLessThan(1e-13);
    }

    @Test
    void firstRowAsPrinted_isAMisprint() {
        double asPrinted =
                HotColdModel.fixedPoint(PrintedTable1.misprintedRow().setting()).writeAmplification();
        assertThat(asPrinted).isCloseTo(2.6417, within(0.0001)); // GC reading 7; the paper prints 3.1669
    }
}
