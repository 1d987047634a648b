package org.latencyprobes.agent.backends.daemon;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.Ports;

/** QuestDB, which takes the line protocol of InfluxDB. The build fetches it, so it is there on every machine. */
public final class QuestDb extends Daemon {

    private static final Path JAR = ForkedJvm.AGENT.resolveSibling("questdb.jar");

    private final int port = Ports.free();

    public QuestDb(Path folder) {
        super(folder);
        made(folder.resolve("conf"));
        write(
                "conf/server.conf",
                "http.bind.to=" + HOST + ":" + port,
                "http.min.enabled=false",
                "pg.enabled=false",
                "line.tcp.enabled=false",
                "telemetry.enabled=false",
                "shared.worker.count=1");
    }

    @Override
    List<String> command() {
        return List.of(
                Jdk.HOME.resolve("bin/java").toString(),
                "-Xmx256m",
                "-p",
                JAR.toString(),
                "-m",
                "io.questdb/io.questdb.ServerMain",
                "-d",
                folder().toString(),
                "-n");
    }

    @Override
    boolean isUp() throws IOException {
        return number("select 1") == 1;
    }

    public String url() {
        return "http://" + HOST + ":" + port;
    }

    /** The one number that a query gives. */
    public double number(String query) throws IOException {
        return Web.json(url() + "/exec?query=" + Web.encoded(query))
                .path("dataset")
                .path(0)
                .path(0)
                .asDouble();
    }
}
