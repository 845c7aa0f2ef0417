// What a durable function has done so far, by the names of its calls: its node is one, and says little.
import type { RunEvent } from '../events.ts';
import type { GraphNode } from '../graph/graph.ts';

const callsShownMax = 20;

/** None for a node that is no durable function, or has made no call. */
export function callsInWords(
  { id, kind }: GraphNode,
  rows: readonly RunEvent[],
): readonly string[] {
  if (kind.asks !== 'together') return [];
  const calls = new Map<string, string>();
  for (const row of rows) {
    const isCall = row.type === 'step.recorded' || row.type === 'node.waiting';
    if (!isCall || row.node !== id || row.key === undefined) continue;
    // `pay#1~1` and `pay#1~sleep#1` are attempts of `pay#1`, and `pay#1!` says that it failed for good.
    const [, call = row.key, mark = ''] = /^([^~!]*#\d+)([~!]?)/.exec(row.key) ?? [];
    const shown = `${call.replace(/#1$/, '')}${mark === '!' ? ' (failed)' : ''}`;
    calls.set(`${row.activation} ${call}`, shown);
  }
  if (calls.size === 0) return [];
  const all = [...calls.values()];
  const last = all.slice(-callsShownMax).join(', ');
  const more = all.length > callsShownMax ? `${all.length - callsShownMax} and then ` : '';
  return [`Its calls, as its journal has them: ${more}${last}.`];
}
