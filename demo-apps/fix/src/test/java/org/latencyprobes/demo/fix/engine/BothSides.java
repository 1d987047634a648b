package org.latencyprobes.demo.fix.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Both sides of an engine in one JVM. Sends so many orders, and stays until its standard input ends. */
final class BothSides {

    private BothSides() {}

    public static void main(String[] arguments) throws IOException {
        Engine engine = Engines.named(arguments[0]);
        Path scratch = Files.createDirectories(Path.of(arguments[1]));
        int orders = Integer.parseInt(arguments[2]);
        Client client = new Client();
        try (Acceptor acceptor = engine.accept(Loopback.port(0), scratch.resolve("server"));
                Initiator initiator = engine.connect(acceptor.address(), client, scratch.resolve("client"))) {
            for (int i = 1; i <= orders; i++) {
                initiator.send(i);
            }
            client.awaitReports(orders);
            System.out.println("answered");
            System.in.transferTo(System.out);
        }
    }
}
