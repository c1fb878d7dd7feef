package io.chameleon.testing.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.awspring.cloud.autoconfigure.s3.S3TransferManagerAutoConfiguration;
import io.awspring.cloud.s3.S3PathMatchingResourcePatternResolver;
import io.awspring.cloud.s3.S3Resource;
import io.awspring.cloud.s3.S3Template;
import io.chameleon.testing.ChameleonCluster;
import io.chameleon.testing.RunningCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.Resource;
import org.springframework.core.io.WritableResource;
import software.amazon.awssdk.services.s3.S3Client;

/** An application of Spring Boot with Spring Cloud AWS, configured as docs/guide/s3.md shows. */
@ChameleonCluster(s3 = true, buckets = "spring")
class SpringTest {
    private static ConfigurableApplicationContext application;
    private static S3Template template;

    /** Without the transfer manager, which an application has only if it names it: it is here for another test. */
    @EnableAutoConfiguration(exclude = S3TransferManagerAutoConfiguration.class)
    static class Application {}

    record Cat(String name, int grams) {}

    @BeforeAll
    static void start(RunningCluster cluster) throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(propertiesOfGuide()
                .replace("http://127.0.0.1:7480", cluster.s3Endpoint().toString())));
        properties.put("logging.level.root", "WARN");
        application = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(properties)
                .run();
        template = application.getBean(S3Template.class);
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private static String propertiesOfGuide() throws IOException {
        String page = Files.readString(Path.of("../docs/guide/s3.md"));
        int start = page.indexOf("```properties") + "```properties".length();
        return page.substring(start, page.indexOf("```", start));
    }

    @Test
    void resource_isWrittenInPartsAndRead() throws IOException {
        byte[] bytes = Clients.bytes(12 << 20, 1);
        Resource resource = application.getResource("s3://spring/in-parts");
        try (OutputStream out = ((WritableResource) resource).getOutputStream()) {
            out.write(bytes);
        }
        Resource written = application.getResource("s3://spring/in-parts");
        assertThat(written.contentLength()).isEqualTo(bytes.length);
        assertThat(written.getContentAsByteArray()).isEqualTo(bytes);
    }

    @Test
    void object_isStoredAsJson_listedAndRead() {
        template.store("spring", "cats/tom.json", new Cat("Tom", 4_200));
        assertThat(template.read("spring", "cats/tom.json", Cat.class)).isEqualTo(new Cat("Tom", 4_200));
        assertThat(template.listObjects("spring", "cats/").stream()
                        .map(S3Resource::getFilename)
                        .collect(Collectors.toList()))
                .containsExactly("cats/tom.json");
        template.deleteObject("spring", "cats/tom.json");
        assertThat(template.objectExists("spring", "cats/tom.json")).isFalse();
    }

    @Test
    void signedUrl_isReadByAnybody() throws Exception {
        template.store("spring", "note", "purrs");
        URI url = template.createSignedGetURL("spring", "note", Duration.ofMinutes(5))
                .toURI();
        try (HttpClient http = HttpClient.newHttpClient()) {
            assertThat(http.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString())
                            .body())
                    .isEqualTo("\"purrs\"");
        }
    }

    @Test
    void resourcesOfAPattern_areFound() throws IOException {
        template.store("spring", "logs/a.log", "first");
        template.store("spring", "logs/b.log", "second");
        template.store("spring", "logs/c.txt", "third");
        assertThat(new S3PathMatchingResourcePatternResolver(application.getBean(S3Client.class), application)
                        .getResources("s3://spring/logs/*.log"))
                .extracting(Resource::getFilename)
                .containsExactlyInAnyOrder("logs/a.log", "logs/b.log");
    }
}
