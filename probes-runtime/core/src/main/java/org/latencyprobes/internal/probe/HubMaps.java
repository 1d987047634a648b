package org.latencyprobes.internal.probe;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.timer.Timer;

/**
 * The hub's maps, wherever in the JVM they are.
 *
 * <p>The agent's map is a static field of the class that it defined in {@code java.lang}. Without an agent the JDK has one place
 * that all class loaders reach and that takes an object: the platform MBean server. So a stopped {@code
 * javax.management.timer.Timer} is registered there, a JDK class that keeps any object as the user data of a notification that
 * never fires. System properties would take an object too, but {@code Properties.list} and {@code store} then throw, in the
 * application's code. Where neither can be had (no {@code java.management} in the image) the map is private to this copy.
 * Thread-safe.
 */
final class HubMaps {

    static final String AGENT_CLASS = "java.lang.LatencyProbesLink";
    static final String MBEAN = "org.latencyprobes:type=Hub,protocol=1";

    private static final ConcurrentMap<String, Object> PRIVATE = new ConcurrentHashMap<>();

    private HubMaps() {}

    static ConcurrentMap<String, Object> toPublishIn() {
        ConcurrentMap<String, Object> map = agentsMap();
        if (map == null) {
            map = managementMap(true);
        }
        return map == null ? PRIVATE : map;
    }

    static List<ConcurrentMap<String, Object>> toReadFrom() {
        List<ConcurrentMap<String, Object>> maps = new ArrayList<>(List.of(PRIVATE));
        ConcurrentMap<String, Object> agents = agentsMap();
        if (agents != null) {
            maps.add(agents);
        }
        ConcurrentMap<String, Object> managements = managementMap(false);
        if (managements != null) {
            maps.add(managements);
        }
        return maps;
    }

    @SuppressWarnings("unchecked") // the field's type, under a protocol number
    private static ConcurrentMap<String, Object> agentsMap() {
        try {
            Class<?> link = Class.forName(AGENT_CLASS, false, null);
            return (ConcurrentMap<String, Object>) link.getField("HUB").get(null);
        } catch (ReflectiveOperationException | LinkageError noAgent) {
            return null;
        }
    }

    private static ConcurrentMap<String, Object> managementMap(boolean create) {
        try {
            return Management.map(create);
        } catch (LinkageError | RuntimeException noManagement) { // also a security manager's refusal
            return null;
        }
    }

    /** The map of the MBean server. Apart, so that an image without {@code java.management} fails here alone: no catch clause may name it. */
    private static final class Management {

        private static final long NEVER_MILLIS = Long.MAX_VALUE;

        private Management() {}

        static ConcurrentMap<String, Object> map(boolean create) {
            try {
                return findMap(create);
            } catch (JMException refused) {
                return null;
            }
        }

        private static ConcurrentMap<String, Object> findMap(boolean create) throws JMException {
            ObjectName name = new ObjectName(MBEAN);
            for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
                if (server.isRegistered(name)) {
                    return mapIn(server, name);
                }
            }
            if (!create) {
                return null; // nobody published there: the platform's server is not started for looking
            }
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            register(server, name);
            return mapIn(server, name);
        }

        private static void register(MBeanServer server, ObjectName name) throws JMException {
            Timer keeper = new Timer();
            keeper.addNotification(Hub.PROTOCOL, "", new ConcurrentHashMap<String, Object>(), new Date(NEVER_MILLIS));
            try {
                server.registerMBean(keeper, name);
            } catch (InstanceAlreadyExistsException anotherCopyWasFaster) {
                return;
            }
        }

        @SuppressWarnings("unchecked") // put there by register, under a protocol number
        private static ConcurrentMap<String, Object> mapIn(MBeanServer server, ObjectName name) throws JMException {
            Object[] id = {
                ((Iterable<Integer>) server.getAttribute(name, "AllNotificationIDs"))
                        .iterator()
                        .next()
            };
            String[] types = {Integer.class.getName()};
            return (ConcurrentMap<String, Object>) server.invoke(name, "getNotificationUserData", id, types);
        }
    }
}
