import { pointer } from '../../definition.ts';
import { didYouMean, type Compilation } from '../compile/compilation.ts';
import { quoted, quotedList } from '../compile/quoted.ts';
import { portsOf } from '../ports-of.ts';

/** Warns about flow edges from a port that their node cannot fire. Every node can fire `error`. */
export function checkPorts(compilation: Compilation): void {
  for (const node of compilation.nodes) {
    if (node.outgoingAll.length === 0) continue;
    const ports = portsOf(compilation.workflow, node);
    if (ports === 'any') continue;
    for (const [port, edges] of node.outgoing) {
      if (port === 'error' || ports.includes(port)) continue;
      for (const edge of edges) {
        const hasPorts = ports.length > 0;
        compilation.diagnostics.push({
          code: 'PORT_NEVER_FIRES',
          severity: 'warning',
          pointer: pointer('edges', edge.index),
          message: `The edge ${quoted(edge.id)} leaves the port ${quoted(port)} of ${quoted(node.id)}, which a node of type ${quoted(node.type)} never fires.`,
          hint: hasPorts
            ? `${didYouMean(compilation, port, ports)}Its ports: ${quotedList([...ports, 'error'])}.`
            : 'Nothing follows this node but "error": remove the edge.',
        });
      }
    }
  }
}
