package org.latencyprobes.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.LocalVariable;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.host.Debugged;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of what a debugger sees in woven methods. */
@Tag("full")
@Tag("each-jdk")
final class DebuggerIT {

    private final List<String> stops = new ArrayList<>();

    /** What it sees at each line, by the methods' names. */
    private List<String> debug(ForkedJvm jvm)
            throws IOException, IllegalConnectorArgumentsException, InterruptedException,
                    IncompatibleThreadStateException, AbsentInformationException {
        stops.clear();
        ListeningConnector connector = Bootstrap.virtualMachineManager().listeningConnectors().stream()
                .filter(one -> one.transport().name().equals("dt_socket"))
                .findFirst()
                .orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("localAddress").setValue("127.0.0.1");
        String address = connector.startListening(arguments);
        try (RunningJvm debugged = jvm.flags("-agentlib:jdwp=transport=dt_socket,suspend=y,address=" + address)
                .start()) {
            VirtualMachine machine = connector.accept(arguments);
            ClassPrepareRequest request = machine.eventRequestManager().createClassPrepareRequest();
            request.addClassFilter(Debugged.class.getName());
            request.enable();
            while (follow(machine.eventQueue().remove())) {}
            debugged.finish().expectExit(0);
        } finally {
            connector.stopListening(arguments);
        }
        return List.copyOf(stops);
    }

    private boolean follow(EventSet events) throws IncompatibleThreadStateException, AbsentInformationException {
        for (Event event : events) {
            if (event instanceof VMDisconnectEvent) {
                return false;
            }
            if (event instanceof ClassPrepareEvent prepared) {
                stopEverywhere(prepared.referenceType());
            } else if (event instanceof BreakpointEvent stop) {
                stops.add(seen(stop.location(), stop.thread().frame(0)));
            }
        }
        events.resume();
        return true;
    }

    private static void stopEverywhere(ReferenceType type) throws AbsentInformationException {
        for (Method method : type.methods()) {
            for (Location line : method.allLineLocations()) {
                type.virtualMachine()
                        .eventRequestManager()
                        .createBreakpointRequest(line)
                        .enable();
            }
        }
    }

    private static String seen(Location line, StackFrame frame) throws AbsentInformationException {
        List<String> variables = new ArrayList<>();
        for (LocalVariable variable : frame.visibleVariables()) {
            variables.add(variable.name() + '=' + type(frame.getValue(variable)));
        }
        variables.sort(null);
        return line.method().name() + ':' + line.lineNumber() + " this=" + type(frame.thisObject()) + ' ' + variables
                + ' ' + frame.getArgumentValues().stream().map(DebuggerIT::type).toList();
    }

    /** Of objects only the type: each has another number in each run. */
    private static String type(com.sun.jdi.Value value) {
        return value instanceof com.sun.jdi.ObjectReference object && !(value instanceof com.sun.jdi.StringReference)
                ? object.referenceType().name()
                : String.valueOf(value);
    }

    @Test
    void seesTheSameVariablesAtEachLineAsWithoutTheAgent() throws Exception {
        List<String> without = debug(ForkedJvm.of(Debugged.class));
        assertThat(without).anyMatch(stop -> stop.contains("plain:") && stop.contains("text=\"abc\""));
        assertThat(debug(ForkedJvm.of(Debugged.class).withAgent("report=off,jitter=off")))
                .isEqualTo(without);
    }
}
