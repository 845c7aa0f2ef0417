// Planning a move
// Whether a waiting run can go on in another version, and from which state. Nothing is written.
import {
  equalJson,
  loadState,
  moveState,
  ownValue,
  rebuildState,
  stateView,
  transition,
  type Graph,
  type Json,
  type MoveObstacle,
  type RunId,
  type RunState,
  type VersionId,
} from '@skein/kernel';
import type { Ports } from '../../engine-ports.ts';
import { planRun, readSource } from '../forks/fork-run.ts';
import type { Definitions } from '../../state/definitions/known-workflow.ts';
import type { KnownWorkflow } from '../../state/definitions/compiled-versions.ts';

export interface MovePlan {
  /** Null when there are obstacles. */
  readonly state: Json;
  readonly obstacles: readonly MoveObstacle[];
}

/** The state in which it goes on: nothing happens by the move alone, everything that is open stays open. */
export function planMove(
  { graph, state }: { readonly graph: Graph; readonly state: RunState },
  target: { readonly graph: Graph; readonly version: VersionId },
): MovePlan {
  const refused = (reason: string, node = ''): MovePlan => ({
    state: null,
    obstacles: [{ node, reason }],
  });
  if (state.status !== 'waiting') return refused(`it is ${state.status}, and does not wait`);
  const moved = moveState(state, graph, target);
  if (moved.obstacles.length > 0) return moved;
  let there: RunState;
  try {
    there = loadState(target.graph, moved.state);
  } catch {
    return refused('a join that waits here could run at once there');
  }
  const at = { seq: there.seq + 1, at: there.updatedAt, id: '' };
  const tried = transition(target.graph, there, { ...at, type: 'run.continued' }, false);
  const begins = tried.effects.find((effect) => 'node' in effect);
  if (begins !== undefined && 'node' in begins) {
    return refused('it would begin by the move alone', begins.node);
  }
  if (tried.effects.length === 0 && tried.state.status === 'waiting') return moved;
  return refused(`it would be ${tried.state.status} there`);
}

/** Where a recorded result would be another one in the new version (`strict`). */
export async function findChanges(
  runtime: Definitions & Ports<'store' | 'ids' | 'ceilings'>,
  run: RunId,
  workflow: KnownWorkflow,
): Promise<readonly MoveObstacle[]> {
  const source = await readSource(runtime, run);
  const { replayed } = planRun(runtime, source, { workflow, input: source.input });
  const was = rebuildState(source.workflow.graph, source.rows);
  const is = replayed.state;
  const computed = [
    ...otherOutputs(source.workflow.graph, workflow.graph, { was, is }),
    ...otherState(source.workflow.graph, workflow.graph, { was, is }),
  ];
  const left = replayed.left.map(({ seq, type, node = '', activation, reason }) => ({
    node,
    reason: `row ${seq} (${type}${activation === undefined ? '' : ` of #${activation}`}) does not fit: ${reason}`,
  }));
  return [...left, ...computed];
}

/** What the kernel computes by itself is in no row. */
function otherOutputs(
  from: Graph,
  to: Graph,
  { was, is }: { readonly was: RunState; readonly is: RunState },
): readonly MoveObstacle[] {
  const window = Math.min(from.policy.window, to.policy.window);
  const outputs = ({ nodes }: RunState, index: number | undefined): Json => {
    const kept = (index === undefined ? undefined : nodes.get(index))?.outputs ?? [];
    return kept.slice(-window).map(({ value }) => value);
  };
  return from.nodes.flatMap(({ id, index }) => {
    const isSame = equalJson(outputs(was, index), outputs(is, to.nodeById.get(id)?.index));
    return isSame ? [] : [{ node: id, reason: 'its output would be another one' }];
  });
}

/** Names that the new version still declares. */
function otherState(
  from: Graph,
  to: Graph,
  { was, is }: { readonly was: RunState; readonly is: RunState },
): readonly MoveObstacle[] {
  const { state: before = {} } = stateView(from, was);
  const { state: after = {} } = stateView(to, is);
  return (to.state?.names ?? []).flatMap((name) => {
    const writer = was.cells.seen.get(name)?.writer;
    if (writer === undefined || writer === null) return [];
    if (equalJson(ownValue(before, name), ownValue(after, name))) return [];
    return [{ node: writer.node, reason: `the state "${name}" would be another one` }];
  });
}
