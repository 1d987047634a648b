package org.latencyprobes.cli.ui;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.slow.Remark;

/** A page whose content a test sets. */
class FixedPage implements PageData {

    final List<Row> rows = new CopyOnWriteArrayList<>();
    final List<Map<String, String>> changes = new ArrayList<>();
    private final boolean isControlled;

    FixedPage(boolean isControlled) {
        this.isControlled = isControlled;
    }

    @Override
    public String page() {
        return "{\"jvms\":[]}";
    }

    @Override
    public String time() {
        return "20:19:00";
    }

    @Override
    public List<Row> rows(Window window) {
        return rows;
    }

    @Override
    public String probe(Map<String, String> query) {
        return "{\"heading\":\"secret\"}";
    }

    @Override
    public boolean isControlled() {
        return isControlled;
    }

    @Override
    public Answer change(Map<String, String> form) {
        changes.add(form);
        return form.containsKey("ask")
                ? Answer.failed(ExitCode.FAILED, "refused: --yes does it all the same")
                        .add(Remark.DEOPTIMISE, Remark.class, List.of(new Remark("it is slow for seconds")))
                : new Answer().say("done");
    }
}
