import { detectDialect, parseJson } from '@skein/dialects';
import { isObject, type JsonObject, type Workflow } from '@skein/kernel';
import type { ComposedWorkflows } from '../../parts/compose-workflows.ts';
import { problemError, usageError } from '../errors/command-error.ts';
import { filesBelow } from './files-below.ts';
import { readText } from './read-text.ts';

export interface ReadDefinition {
  readonly file: string;
  readonly id: string;
  readonly definition: JsonObject;
  readonly workflow: Workflow;
}

/** All definitions in a folder and below it. One with an error, without an id, or with that of another is refused. */
export async function definitionsBelow(
  folder: string,
  compile: ComposedWorkflows['compile'],
): Promise<readonly ReadDefinition[]> {
  const read: ReadDefinition[] = [];
  for await (const { file, json } of foundBelow(folder)) {
    const { workflow, diagnostics } = compile(json);
    const wrong = diagnostics.filter(({ severity }) => severity === 'error');
    if (workflow === null || wrong.length > 0) {
      const named = diagnostics.map((diagnostic) => ({ file, ...diagnostic }));
      throw problemError('WORKFLOW_INVALID', { diagnostics: named });
    }
    const { id = '' } = workflow;
    // Without one it would be another workflow every time.
    if (id === '') throw usageError(`${file} has no id.`, 'Give each definition an id of its own.');
    const twin = read.find((each) => each.id === id);
    if (twin !== undefined)
      throw usageError(
        `${file} and ${twin.file} have the same id "${id}".`,
        'Give each definition an id of its own.',
      );
    read.push({ file, id, definition: json, workflow });
  }
  return read;
}

/** Whether there is any, right or wrong. */
export async function hasDefinitions(folder: string): Promise<boolean> {
  for await (const _ of foundBelow(folder)) return true;
  return false;
}

async function* foundBelow(
  folder: string,
): AsyncGenerator<{ readonly file: string; readonly json: JsonObject }> {
  for (const file of await filesBelow(folder, '.json')) {
    const parsed = parseJson(await readText(file));
    // Configurations, tests and inputs lie beside definitions.
    if (parsed.ok && isObject(parsed.json) && detectDialect(parsed.json) !== null)
      yield { file, json: parsed.json };
  }
}
