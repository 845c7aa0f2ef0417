// Drives a run to its end without looking at every state: for graphs that are too large for `play`.
import {
  compileGraph,
  createRun,
  transition,
  type Effect,
  type Json,
  type RunEvent,
  type RunState,
  type Workflow,
} from '@skein/kernel';

export interface Driven {
  readonly state: RunState;
  /** How many nodes completed in each batch. */
  readonly batches: readonly number[];
  readonly journal: readonly RunEvent[];
  /** All effects but `continue`, in order. */
  readonly effects: readonly Effect[];
}

/** Answers `continue` and `execute`, the oldest first; a function gives back the name of its activation. */
export function drive(workflow: Omit<Workflow, 'skein'>, input?: Json): Driven {
  const { graph, diagnostics } = compileGraph({ skein: 1, ...workflow });
  if (graph === null) throw new Error(JSON.stringify(diagnostics.slice(0, 5), null, 2));
  let state = createRun();
  const journal: RunEvent[] = [];
  const batches: number[] = [];
  const effects: Effect[] = [];
  const answers: object[] = [
    {
      type: 'run.started',
      run: 'r',
      workflow: { id: 'w', version: 'v' },
      rules: 1,
      ...(input === undefined ? {} : { input }),
    },
  ];
  for (const answer of answers) {
    const seq = journal.length + 1;
    const id = `00000000-0000-7000-8000-${(seq * 0x10000).toString(16).padStart(12, '0')}`;
    const event = { ...answer, seq, at: seq, id } as RunEvent;
    journal.push(event);
    const result = transition(graph, state, event);
    ({ state } = result);
    batches.push(result.derived.filter(({ type }) => type === 'activation.completed').length);
    for (const effect of result.effects) {
      if (effect.type === 'continue') answers.push({ type: 'run.continued' });
      else effects.push(effect);
      if (effect.type !== 'execute') continue;
      const { node, activation } = effect;
      answers.push({ type: 'node.completed', node, activation, value: `${node}#${activation}` });
    }
  }
  return { state, batches, journal, effects };
}
