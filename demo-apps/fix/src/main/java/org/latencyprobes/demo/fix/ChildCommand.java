package org.latencyprobes.demo.fix;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.latencyprobes.demo.common.ChildRuns.Child;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.demo.common.OutputFolder;
import org.latencyprobes.demo.common.RecordProperties;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Stage;
import org.latencyprobes.demo.fix.measure.MeasurementMain;
import org.latencyprobes.demo.fix.measure.ServerMain;

/** How JVMs that measure and serve are started: with the flags that the engine needs. */
record ChildCommand(JavaRuntime java, List<String> jvmFlags, Path agentJar, OutputFolder output) {

    Child measuring(MeasurementSpec spec) throws IOException {
        Path result = output.result(spec.id(), spec.round());
        return new Child(
                spec.step(), scratch -> measuring(spec, result, scratch), output.log(spec.id(), spec.round()), result);
    }

    private List<String> measuring(MeasurementSpec spec, Path result, Path scratch) throws IOException {
        Path workload = scratch.resolve("workload.properties");
        try (Writer writer = Files.newBufferedWriter(workload)) {
            RecordProperties.of(spec.workload()).store(writer, null);
        }
        List<String> command = start(spec.engine());
        if (spec.agent()) {
            command.addAll(agentFlags(spec.engine()));
        }
        command.addAll(classPath());
        command.addAll(
                List.of(MeasurementMain.class.getName(), workload.toString(), result.toString(), scratch.toString()));
        return command;
    }

    /** A server that runs until it is ended. */
    List<String> serving(Engine engine, String listen, int cpu, Path scratch) {
        List<String> command = start(engine);
        command.addAll(classPath());
        command.addAll(
                List.of(ServerMain.class.getName(), engine.name(), listen, String.valueOf(cpu), scratch.toString()));
        return command;
    }

    private List<String> start(Engine engine) {
        List<String> command = new ArrayList<>(List.of(java.executable().toString()));
        command.addAll(java.flags());
        command.addAll(jvmFlags);
        command.addAll(engine.jvmFlags());
        return command;
    }

    /** The agent's options travel as system properties: in the agent's argument a comma in a path would end the option. */
    private List<String> agentFlags(Engine engine) {
        String patterns =
                engine.stages().stream().map(ChildCommand::pattern).distinct().collect(Collectors.joining(";"));
        return List.of(
                "-javaagent:" + agentJar,
                "-Dlatencyprobes.report=off",
                "-Dlatencyprobes.jitter=off",
                "-Dlatencyprobes.onError=exit",
                "-Dlatencyprobes.probes=" + (patterns.isEmpty() ? "none" : patterns));
    }

    private static String pattern(Stage stage) {
        return stage.pattern() + " as '" + StageTable.probe(stage) + "'";
    }

    private static List<String> classPath() {
        return List.of("-cp", System.getProperty("java.class.path"));
    }
}
