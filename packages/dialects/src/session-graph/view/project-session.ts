// The SESSION of a run
// Its whole state as the original design keeps it, written when a pass is over, when somebody is asked or has answered, when a
// step is retried, and when the run ends: once per pass, not once per step. Whenever the run is at rest it is up to date.
import { toIsoTime, type Derived, type Json, type RunState } from '@skein/kernel';
import type { ProjectedMoment, Projection } from '../../dialect/projection.ts';
import { dumpHistory, loadHistory } from './dump-history.ts';
import { newHistory, noteEvent, sessionState } from './view-session-graph.ts';

export const sessionProjection: Projection = {
  tables: ['SESSION'],
  begin(graph) {
    let history = newHistory();
    let state: RunState | null = null;
    let isWritten = false;
    let isDue = false;
    return {
      take(moment) {
        const isEvaluated = noteEvent(graph, history, moment);
        ({ state } = moment);
        isDue ||= !isWritten || isEvaluated || isTelling(moment);
      },
      rows() {
        if (state === null || !isDue) return [];
        const { run, workflow, createdAt } = state.origin;
        const begun = { created_at: toIsoTime(createdAt), workflow: workflow.id };
        const set = { state: sessionState(graph, state, history), ...(isWritten ? {} : begun) };
        isWritten = true;
        isDue = false;
        return [{ table: 'SESSION', key: run, set }];
      },
      dump: () => ({ isWritten, history: dumpHistory(history) }),
      load(dumped) {
        // As `dump` wrote it.
        const known = dumped as { readonly isWritten: boolean; readonly history: Json };
        ({ isWritten } = known);
        history = loadHistory(known.history);
      },
    };
  },
};

function isTelling({ event, state: { tally, gate, pass }, derived }: ProjectedMoment): boolean {
  if (event.type === 'node.retried' || derived.some(({ type }) => telling.has(type))) return true;
  if (tally.running + tally.retrying > 0) return false;
  // What a closed gate holds starts no earlier than the next answer.
  return derived.length > 0 && (gate.closed || tally.ready + pass.finishing.length === 0);
}

const telling: ReadonlySet<Derived['type']> = new Set(['wait.opened', 'wait.closed', 'run.status']);
