import type { DialectName } from '@skein/dialects';

interface DialectWords {
  readonly name: string;
  readonly description: string;
}

/** What a workflow can be exported as, in the order in which it is offered. */
const dialects: Readonly<Record<DialectName, DialectWords>> = {
  canvas: {
    name: 'Canvas',
    description: 'Agents, conditions and approvals on a canvas. The simplest one.',
  },
  pipeline: { name: 'Pipeline', description: 'An ordered list of steps with a trigger.' },
  native: { name: 'Native', description: 'Everything the engine can do.' },
  dataflow: { name: 'Dataflow', description: 'Chats with contexts; values travel along edges.' },
  'agent-graph': { name: 'Agent graph', description: 'Agents that hand off to each other.' },
  'session-graph': { name: 'Session graph', description: 'Steps and paths with conditions.' },
};

export interface DialectChoice extends DialectWords {
  readonly dialect: string;
}

export const dialectChoices: readonly DialectChoice[] = Object.entries(dialects).map(
  ([dialect, words]) => ({ dialect, ...words }),
);
