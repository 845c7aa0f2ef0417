import type { DialectName } from '@skein/dialects';
import type { Json } from '@skein/kernel';
import { findForm } from '../../graph/forms/find-form.ts';

interface DialectWords {
  readonly name: string;
  readonly description: string;
}

/** In the order in which they are offered. */
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

export function emptyDefinitionOf(dialect: string, name: string): Json {
  const form = findForm(dialect);
  return form === undefined ? { name, dialect } : form.emptyDefinition(name);
}
