/** The classes that the JVM starts. They find the agent or the command line inside their own jar and start it. */
package org.latencyprobes.launcher;
