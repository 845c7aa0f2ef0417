// Handles
// Where a connection leaves its node, in this dialect's terms and as a native port. A connection from a handle that its node does
// not have stays in the compiled form, so that nothing is lost, but can never fire.
import type { PortName } from '@skein/kernel';
import { conditionsOf, type CanvasConnection, type CanvasNode } from './read-canvas.ts';

export interface Leaving {
  readonly out: string;
  readonly fires: boolean;
}

/** The native port that a connection leaves; a port without a meaning where it never fires. */
export function leavingOf({ sourceHandle }: CanvasConnection, node: CanvasNode): Leaving {
  const handle = sourceHandle ?? (node.isLegacyInput ? 'approve' : 'output');
  const port = portOf(handle, node);
  return port === null ? { out: handle, fires: false } : { out: port, fires: true };
}

function portOf(handle: string, node: CanvasNode): string | null {
  switch (node.type) {
    case 'start':
    case 'agent':
      return handle === 'output' ? handle : null;
    case 'approval':
      return approvalPorts.get(handle) ?? null;
    case 'if':
      return conditionPort(handle, conditionsOf(node).length);
    case null:
      return null;
  }
}

const approvalPorts: ReadonlyMap<string, string> = new Map([
  ['approve', 'approved'],
  ['reject', 'rejected'],
]);

function conditionPort(handle: string, count: number): string | null {
  // Without conditions the native node is an `if` that is always false.
  if (handle === 'false') return count === 0 ? 'false' : 'default';
  const name = handle === 'true' ? 'condition-0' : handle;
  const index = /^condition-(0|[1-9]\d*)$/.exec(name)?.[1];
  return index !== undefined && Number(index) < count ? name : null;
}

/** The handle of a port of a compiled node: the reverse of `leavingOf`. */
export const handleOfPort: PortName = ({ type }, port) => {
  if (type === 'approval') return handleOfDecision.get(port) ?? port;
  return type === 'switch' && port === 'default' ? 'false' : port;
};

const handleOfDecision: ReadonlyMap<string, string> = new Map(
  [...approvalPorts].map(([handle, port]) => [port, handle]),
);

/** The handles that a node has, for hints. */
export function handlesOf(node: CanvasNode): readonly string[] {
  switch (node.type) {
    case 'start':
      return ['output'];
    case 'agent':
      return ['output', 'subagent'];
    case 'approval':
      return ['approve', 'reject'];
    case 'if':
      return [...conditionsOf(node).map((_, index) => `condition-${index}`), 'false'];
    case null:
      return [];
  }
}
