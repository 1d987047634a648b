/** Which calls the command {@code why} explains, and what their sample says of all of them. */
package org.latencyprobes.cli.why.band;
