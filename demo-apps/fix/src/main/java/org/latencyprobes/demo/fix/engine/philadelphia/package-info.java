/** Philadelphia: messages prepared once or made anew. */
package org.latencyprobes.demo.fix.engine.philadelphia;
