import { ownValue, type Workflow } from '@skein/kernel';
import type { ReadDefinition } from '../inputs/definitions-below.ts';
import { schemaType } from './schema-type.ts';

export interface ProjectNames {
  readonly workflows: readonly string[];
  readonly functions: readonly string[];
  readonly tools: readonly string[];
  readonly nodeTypes: readonly string[];
}

/** The text of skein.d.ts. */
export function projectTypes(
  definitions: readonly ReadDefinition[],
  { functions, tools }: Pick<ProjectNames, 'functions' | 'tools'>,
): string {
  const workflows = definitions
    .toSorted((left, right) => (left.id < right.id ? -1 : 1))
    .map(({ id, workflow }) => declared(id, workflow));
  return `// Written by \`skein types\`; do not edit.
import type { Json } from 'skein';

declare global {
  namespace Skein {
    /** For \`saved(ID)\`. */
    interface Workflows {
${workflows.join('')}    }
    /** What nodes of type "function" can call. */
    type FunctionName = ${union(functions)};
    /** What agents and nodes of type "tool" can call. */
    type ToolName = ${union(tools)};
  }
}

export {};
`;
}

function declared(id: string, workflow: Workflow): string {
  const about = [workflow.name, workflow.description].filter((text) => text !== undefined);
  const comment =
    about.length === 0
      ? ''
      : `      /** ${about.join(': ').replaceAll('*/', '*\\/').replaceAll(/\s+/gu, ' ')} */\n`;
  const input = schemaType(inputSchema(workflow));
  return `${comment}      ${JSON.stringify(id)}: { input: ${input}; output: Json };\n`;
}

/** The start node says what a run takes, if anybody does. */
function inputSchema({ nodes }: Workflow): unknown {
  const start = nodes.find(({ type }) => type === 'start');
  return start?.config === undefined ? undefined : ownValue(start.config, 'schema');
}

function union(names: readonly string[]): string {
  if (names.length === 0) return 'never';
  return names.map((name) => `\n      | ${JSON.stringify(name)}`).join('');
}
