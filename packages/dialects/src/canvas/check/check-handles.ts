// Handles without a meaning: never an error, because a canvas with a loose end still runs.
import type { Finding } from '../../diagnostics/finding.ts';
import { joinWords, quotedShort } from '../../shape/describe.ts';
import { handlesOf, leavingOf } from '../read/handles.ts';
import {
  subagentHandle,
  type Canvas,
  type CanvasConnection,
  type CanvasNode,
} from '../read/read-canvas.ts';

export function checkHandles(
  { nodeById, connections, connectionsKey }: Canvas,
  findings: Finding[],
): void {
  for (const connection of connections) {
    const { source, sourceHandle, targetHandle, index } = connection;
    const node = nodeById.get(source);
    if (sourceHandle === subagentHandle) continue;
    if (node?.type && !leavingOf(connection, node).fires) {
      findings.push(neverFires(connection, node, [connectionsKey, index]));
    }
    if (targetHandle !== null && targetHandle !== 'input') {
      findings.push({
        path: [connectionsKey, index, 'targetHandle'],
        code: 'HANDLE_IGNORED',
        severity: 'warning',
        message: `A node is entered at "input"; the handle ${quotedShort(targetHandle)} makes no difference.`,
        hint: 'Leave "targetHandle" out.',
      });
    }
  }
}

function neverFires(
  { sourceHandle }: CanvasConnection,
  node: CanvasNode,
  path: readonly [string, number],
): Finding {
  const handles = joinWords(handlesOf(node).map(quotedShort), 'or');
  const written = sourceHandle === null ? 'no handle' : `the handle ${quotedShort(sourceHandle)}`;
  return {
    path: sourceHandle === null ? path : [...path, 'sourceHandle'],
    code: 'HANDLE_NEVER_FIRES',
    severity: 'warning',
    message: `This connection leaves ${quotedShort(node.id)} by ${written}, which ${article(node)} never uses: nothing ever follows it.`,
    hint: `Its handles: ${handles}.`,
  };
}

function article({ type }: CanvasNode): string {
  return type === 'start' ? 'a start' : `an ${type ?? 'unknown node'}`;
}
