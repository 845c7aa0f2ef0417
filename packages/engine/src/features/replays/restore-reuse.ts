// A replay in another process
// What the first run recorded is still in its journal, and what the replay has used of it in the replay's own. So a process that
// takes over a replay can compute what is left, and continue to reuse it.
import { inputOf, type RunEvent, type RunId, type RunStarted } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import { planRun } from '../forks/fork-run.ts';
import type { RunRegistry } from '../../core/driver/run-registry.ts';
import type { Ports } from '../../engine-ports.ts';
import { fillReuse, useUp } from './fill-reuse.ts';
import { readTree, type JournalRuntime } from './read-tree.ts';
import { recordedTree, type RehearsalPorts } from './recorded-run.ts';
import type { ReplayReuse } from './replay-reuse.ts';

type RestoreRuntime = JournalRuntime &
  RehearsalPorts &
  Pick<RunRegistry, 'reuses'> &
  Ports<'ids' | 'ceilings' | 'onProblem'>;

/** For a run that was revived; does nothing unless it is a replay. */
export async function restoreReuse(
  runtime: RestoreRuntime,
  { id }: { readonly id: RunId },
  started: RunStarted | null,
): Promise<void> {
  const source = started?.forkedFrom;
  if (source?.reuses !== true || runtime.reuses.has(id)) return;
  try {
    runtime.reuses.set(id, await reuseLeft(runtime, id, source.run));
  } catch (error) {
    if (!(error instanceof EngineError && error.code === 'RUN_NOT_FOUND')) throw error;
    const message = `The run "${source.run}" is gone; its replay "${id}" asks for everything anew.`;
    runtime.onProblem(new Error(message, { cause: error }));
  }
}

async function reuseLeft(runtime: RestoreRuntime, id: RunId, source: RunId): Promise<ReplayReuse> {
  const before = await readTree(runtime, source);
  const after = await readTree(runtime, id);
  const [old, fresh] = [before[0], after[0]];
  if (old === undefined || fresh === undefined) throw new EngineError('RUN_NOT_FOUND', { run: id });
  const again = againOf(fresh.rows);
  const { replayed } = planRun(runtime, old, {
    workflow: fresh.workflow,
    input: inputOf(fresh.rows),
    again,
  });
  const reuse = fillReuse(before, await recordedTree(runtime, before), {
    left: new Set(replayed.left.map(({ seq }) => seq)),
    usage: replayed.state.usage,
    again,
  });
  const since = fresh.rows.slice(replayed.rows.length).map(({ seq }) => seq);
  useUp(reuse, after, await recordedTree(runtime, after), new Set(since));
  return reuse;
}

function againOf([first]: readonly RunEvent[]): readonly string[] {
  return first?.type === 'run.started' ? (first.forkedFrom?.again ?? []) : [];
}
