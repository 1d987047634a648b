package org.latencyprobes.demo.fix;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.demo.common.JvmCommandLine;
import org.latencyprobes.demo.common.RecordProperties;
import org.latencyprobes.demo.common.Terminal;
import org.latencyprobes.demo.fix.comparison.MeasurementSpec;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Stage;
import org.latencyprobes.demo.fix.measure.MeasurementMain;
import org.latencyprobes.demo.fix.server.ServerMain;

/** The commands that start JVMs with an engine in them, with the flags that it needs. */
record EngineCommands(JavaRuntime java, List<String> jvmFlags) {

    /** Returns the command of a JVM that measures and writes its result. */
    List<String> measuring(MeasurementSpec spec, Path agentJar, Path scratch, Path result) throws IOException {
        Path workload = scratch.resolve("workload.properties");
        RecordProperties.save(spec.workload(), workload);
        JvmCommandLine command = start(spec.cell().engine());
        if (spec.cell().agent()) {
            command.agent(agentJar, agentOptions(spec.cell().engine()));
        }
        return command.running(MeasurementMain.class, workload, result, scratch);
    }

    /** Returns the command of a JVM that serves until it is ended. */
    List<String> serving(Engine engine, String listen, String cpus, Path scratch) {
        return start(engine).running(ServerMain.class, engine.name(), listen, cpus, scratch);
    }

    private JvmCommandLine start(Engine engine) {
        JvmCommandLine command = new JvmCommandLine(java).flags(jvmFlags).flags(engine.jvmFlags());
        engine.otherRelease().ifPresent(folder -> command.libraries(Terminal.beside(folder)));
        return command;
    }

    private static Map<String, String> agentOptions(Engine engine) {
        String patterns = engine.stages().stream()
                .filter(stage -> !stage.pattern().equals(Stage.PROGRAMMATIC))
                .map(EngineCommands::pattern)
                .distinct()
                .collect(Collectors.joining(";"));
        return Map.of(
                "report", "off",
                "jitter", "off",
                "onError", "exit",
                "probes", patterns.isEmpty() ? "none" : patterns);
    }

    private static String pattern(Stage stage) {
        return stage.pattern() + " as '" + stage.name() + "'";
    }
}
