package io.chameleon.cli.operate;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.Buckets;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.output.Progress;
import io.chameleon.cli.output.TextTable;
import io.chameleon.cli.verify.Verifier;
import io.chameleon.cli.verify.VerifyReport;
import io.chameleon.cli.verify.VerifyReport.Severity;
import io.chameleon.core.ObjectId;
import io.chameleon.core.placement.FailureDomains.Level;
import io.chameleon.node.units.ByteSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code chameleon verify}. */
@Command(
        name = "verify",
        description = {
            "Reads everything back and checks checksums and placement.",
            "Exit code 1 if an object cannot be read, or a fragment is missing, damaged or misplaced."
        })
public final class VerifyCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "BUCKET", description = "Which buckets. Default: all.")
    private List<String> buckets = new ArrayList<>();

    @Option(
            names = "--deep",
            description = "Read every single fragment, parity and further copies included, and check its checksum.")
    private boolean deep;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public VerifyCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        buckets.forEach(ObjectId::requireBucket);
        try (ClusterConnection connection = cluster.connect()) {
            Buckets known = Buckets.of(connection);
            List<String> asked = buckets.isEmpty() ? known.names() : buckets;
            Verifier verifier = new Verifier(connection.client(), connection.flash(), connection.timeout(), deep);
            try (Progress progress = Progress.of("verify", known.objects())) {
                for (String bucket : asked) {
                    verifier.verify(bucket, bytes -> progress.step(1));
                }
            }
            VerifyReport report = verifier.report();
            answers.answer(() -> json(asked, report), () -> human(asked, report));
            return report.isClean() ? ExitCode.OK : ExitCode.FAILURE;
        }
    }

    private static Map<String, Object> json(List<String> buckets, VerifyReport report) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("buckets", buckets);
        json.put("objects", report.objects());
        json.put("bytes", report.bytes());
        json.put("fragments", report.fragments());
        json.put("fragments_on_servers_down", report.unreachable());
        json.put("unreadable", report.count(Severity.UNREADABLE));
        json.put("damaged", report.count(Severity.DAMAGED));
        json.put("degraded", report.count(Severity.DEGRADED));
        json.put(
                "placement_violations",
                Map.of("node", report.endangeredBy(Level.NODE), "zone", report.endangeredBy(Level.ZONE)));
        json.put(
                "findings",
                report.findings().stream()
                        .map(finding -> Map.of(
                                "object",
                                finding.object().toString(),
                                "severity",
                                finding.severity().name(),
                                "what",
                                finding.what()))
                        .toList());
        return json;
    }

    private String human(List<String> buckets, VerifyReport report) {
        StringBuilder text = new StringBuilder();
        if (!report.findings().isEmpty()) {
            TextTable table = new TextTable("OBJECT", "SEVERITY", "WHAT");
            report.findings().forEach(finding -> table.row(finding.object(), finding.severity(), finding.what()));
            text.append(table).append(System.lineSeparator());
        }
        text.append(report.objects())
                .append(" objects of ")
                .append(buckets.size())
                .append(buckets.size() == 1 ? " bucket" : " buckets")
                .append(" read back, ")
                .append(ByteSize.human(report.bytes()))
                .append("; ")
                .append(report.fragments())
                .append(deep ? " fragments read" : " fragments in place");
        if (report.unreachable() > 0) {
            text.append("; ").append(report.unreachable()).append(" on servers that are down");
        }
        if (report.endangeredBy(Level.NODE) + report.endangeredBy(Level.ZONE) > 0) {
            text.append(System.lineSeparator())
                    .append("the loss of one node would take ")
                    .append(report.endangeredBy(Level.NODE))
                    .append(" objects, of one zone ")
                    .append(report.endangeredBy(Level.ZONE));
        }
        return text.append(System.lineSeparator())
                .append(report.count(Severity.UNREADABLE))
                .append(" unreadable, ")
                .append(report.count(Severity.DAMAGED))
                .append(" damaged, ")
                .append(report.count(Severity.DEGRADED))
                .append(" degraded")
                .toString();
    }
}
