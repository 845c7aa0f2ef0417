import type { Json } from '@skein/kernel';
import { findForm } from '../../graph/forms/find-form.ts';

export interface NewDialect {
  readonly dialect: string;
  readonly name: string;
  readonly description: string;
}

export const newDialects: readonly NewDialect[] = [
  {
    dialect: 'canvas',
    name: 'Canvas',
    description: 'Agents, conditions and approvals on a canvas. The simplest one.',
  },
  {
    dialect: 'pipeline',
    name: 'Pipeline',
    description: 'An ordered list of steps with a trigger.',
  },
  { dialect: 'native', name: 'Native', description: 'Everything the engine can do.' },
  {
    dialect: 'dataflow',
    name: 'Dataflow',
    description: 'Chats with contexts; values travel along edges.',
  },
  {
    dialect: 'agent-graph',
    name: 'Agent graph',
    description: 'Agents that hand off to each other.',
  },
  {
    dialect: 'session-graph',
    name: 'Session graph',
    description: 'Steps and paths with conditions.',
  },
];

export function emptyDefinitionOf(dialect: string, name: string): Json {
  const form = findForm(dialect);
  return form === undefined ? { name, dialect } : form.emptyDefinition(name);
}
