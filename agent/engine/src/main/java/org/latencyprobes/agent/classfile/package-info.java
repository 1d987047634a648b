/** Class files: a quick look into their bytes, the outline of a class, its bytecode. Knows of no pattern and no rule. */
package org.latencyprobes.agent.classfile;
