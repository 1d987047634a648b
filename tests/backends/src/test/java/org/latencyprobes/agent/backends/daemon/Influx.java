package org.latencyprobes.agent.backends.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.latencyprobes.agent.kit.InstalledPrograms;
import org.latencyprobes.agent.kit.Ports;

/** InfluxDB 1. */
public final class Influx extends Daemon {

    private final String program = InstalledPrograms.program("influxd").toString();
    private final int port = Ports.free();

    public Influx(Path folder) {
        super(folder);
        write(
                "influxdb.conf",
                "reporting-disabled = true",
                "bind-address = '" + HOST + ":" + Ports.free() + "'",
                "[meta]",
                "dir = '" + folder.resolve("meta") + "'",
                "[data]",
                "dir = '" + folder.resolve("data") + "'",
                "wal-dir = '" + folder.resolve("wal") + "'",
                "query-log-enabled = false",
                "[monitor]",
                "store-enabled = false",
                "[http]",
                "bind-address = '" + HOST + ":" + port + "'",
                "log-enabled = false");
    }

    @Override
    List<String> command() {
        return List.of(program, "-config", folder().resolve("influxdb.conf").toString());
    }

    @Override
    boolean isUp() throws IOException {
        return Web.json(url() + "/query?q=" + Web.encoded("SHOW DATABASES")).has("results");
    }

    public String url() {
        return "http://" + HOST + ":" + port;
    }

    public int port() {
        return port;
    }

    /** The sum of a field over all points that hold it; 0 where there are none. */
    public double sum(String measurement, String field, String where) throws IOException {
        String query = "SELECT sum(" + field + ") FROM \"" + measurement + "\" WHERE " + where;
        JsonNode series = Web.json(url() + "/query?db=probes&q=" + Web.encoded(query))
                .path("results")
                .path(0)
                .path("series")
                .path(0);
        return series.path("values").path(0).path(1).asDouble();
    }

    /** How many points a measurement has. */
    public long points(String measurement, String field) throws IOException {
        String query = "SELECT count(" + field + ") FROM \"" + measurement + "\"";
        return Web.json(url() + "/query?db=probes&q=" + Web.encoded(query))
                .at("/results/0/series/0/values/0/1")
                .asLong();
    }
}
