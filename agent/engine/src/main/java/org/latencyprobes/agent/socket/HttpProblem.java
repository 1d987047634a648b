package org.latencyprobes.agent.socket;

import java.nio.charset.StandardCharsets;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;

/** A request that is refused before the agent has looked at it. Its message says why. */
final class HttpProblem extends Exception {

    private static final long serialVersionUID = 1L;

    private final String status;

    HttpProblem(String status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    byte[] response() {
        StringBuilder body = new StringBuilder();
        JsonLines.write(Answer.failed(ExitCode.USAGE, getMessage()), body, () -> {});
        byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 " + status + "\r\nContent-Type: " + AnswerForm.JSON + AnswerForm.SERVER
                + "\r\nContent-Length: " + bytes.length + "\r\nConnection: close\r\n\r\n";
        return (head + body).getBytes(StandardCharsets.UTF_8);
    }
}
