// The SESSION of a run
// Its whole state as the original design keeps it, written when a pass is over, when somebody is asked or has answered, and
// when the run ends: once per pass, not once per step.
import { toIsoTime, type Derived, type Json, type RunState } from '@skein/kernel';
import type { Projection } from '../../dialect/projection.ts';
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
        isDue ||= !isWritten || isEvaluated || moment.derived.some(({ type }) => telling.has(type));
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

const telling: ReadonlySet<Derived['type']> = new Set(['wait.opened', 'wait.closed', 'run.status']);
