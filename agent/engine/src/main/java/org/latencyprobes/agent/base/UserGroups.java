package org.latencyprobes.agent.base;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The groups and users of this system, as its files list them. What a directory service knows is not in there. Immutable. */
record UserGroups(Path groups, Path users) {

    static final UserGroups SYSTEM = new UserGroups(Path.of("/etc/group"), Path.of("/etc/passwd"));

    private static final int NAME = 0;
    private static final int ID = 2;
    private static final int GROUP_OF_USER = 3;
    private static final int MEMBERS = 3;

    /** Whether a user is in a group, and is known to be the only one. */
    boolean isOf(int gid, String user) {
        boolean isKnown = false;
        for (String[] group : entries(groups)) {
            if (group.length > ID && group[ID].equals(String.valueOf(gid))) {
                isKnown = true;
                for (String member : group.length > MEMBERS ? group[MEMBERS].split(",") : new String[0]) {
                    if (!member.isBlank() && !member.strip().equals(user)) {
                        return false;
                    }
                }
            }
        }
        for (String[] other : entries(users)) {
            if (other.length > GROUP_OF_USER && other[GROUP_OF_USER].equals(String.valueOf(gid))) {
                isKnown &= other[NAME].equals(user);
            }
        }
        return isKnown;
    }

    private static List<String[]> entries(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split(":"))
                    .toList();
        } catch (IOException unknown) {
            return List.of();
        }
    }
}
