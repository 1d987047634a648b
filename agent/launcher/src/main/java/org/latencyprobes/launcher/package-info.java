/** What the JVM starts: it finds the agent inside its own jar and hands over. */
package org.latencyprobes.launcher;
