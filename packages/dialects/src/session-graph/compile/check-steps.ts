// Checks of the steps that need all of them: ids, where a run starts, what it reaches, which functions exist.
import { isObject, ownValue } from '@skein/kernel';
import { checkShape, type Walk } from '../../shape/check-shape.ts';
import { quotedShort } from '../../shape/describe.ts';
import { schemaOrAny } from '../../shape/shape.ts';
import { complain, warn, type Compilation } from '../read/findings.ts';
import { SESSION } from '../text/parse-session-text.ts';
import { sessionSteps, stepTypes } from '../shape/session-steps.ts';
import { suggestFrom } from '../read/suggest-step.ts';

export const ROOT = 'root';

export function checkIds(compilation: Compilation): void {
  const { steps, stepById } = compilation.document;
  for (const { id, index } of steps) {
    const first = stepById.get(id)?.index ?? index;
    if (first === index) continue;
    complain(compilation, ['steps', index, 'id'], 'DUPLICATE_ID', {
      message: `Two steps have the id ${quotedShort(id)}: number ${first} and number ${index} of "steps".`,
      hint: 'Give one of them another id, and check which of the two each path means.',
    });
  }
}

/** Whether there is a step that a run can begin with. */
export function checkStart(compilation: Compilation, named: string | undefined): boolean {
  const { names, stepById, steps } = compilation.document;
  const start = named ?? ROOT;
  if (names.has(start)) return true;
  if (named === undefined) {
    const [first] = steps;
    const example = first === undefined ? '' : `, for example --start ${first.id}`;
    complain(compilation, ['steps'], 'NO_ENTRY', {
      message: `No step is called "${ROOT}", and no other start was named.`,
      hint: `Call the first step "${ROOT}", or name the step to start with${example}.`,
    });
    return false;
  }
  complain(compilation, ['steps'], 'ENTRY_MISSING', {
    message: `The run is to start with ${quotedShort(start)}, which is not in "steps".`,
    hint: `${suggestFrom(stepById.keys())(start)}Name the id of a step.`,
  });
  return false;
}

/** Warns of unreachable steps, unless the caller names another start: it may name a third one next time. */
export function checkReached(compilation: Compilation): void {
  const { paths, steps, names } = compilation.document;
  const targets = Map.groupBy(paths, ({ from }) => from);
  const reached = new Set([ROOT]);
  for (const id of reached) {
    for (const { to } of targets.get(id) ?? []) if (names.has(to)) reached.add(to);
  }
  for (const { id, index } of steps) {
    if (reached.has(id)) continue;
    warn(compilation, ['steps', index], 'UNREACHABLE_NODE', {
      message: `There is no path from "${ROOT}" to the step ${quotedShort(id)}.`,
      hint: `Add a path to ${quotedShort(id)}, or start the run with it.`,
    });
  }
}

/** What is written down; one that references fill in is known when the step runs. */
export function checkSchemas({ document }: Compilation, walk: Walk): void {
  for (const { index, function: called, input } of document.steps) {
    if (called !== sessionSteps.generate.function || !isObject(input)) continue;
    const schema = ownValue(input, 'schema');
    if (schema === undefined || JSON.stringify(schema).includes('@{')) continue;
    walk.path.push('steps', index, 'input', 'schema');
    checkShape(schemaOrAny, schema, walk);
    walk.path.length = 0;
  }
}

export function checkReferences(compilation: Compilation): void {
  const { names, stepById } = compilation.document;
  const suggest = suggestFrom(stepById.keys());
  for (const { reference, path } of compilation.references) {
    const { source, text } = reference;
    if (source.kind !== 'node' || names.has(source.node)) continue;
    warn(compilation, path, 'UNKNOWN_REFERENCE', {
      message: `The reference ${quotedShort(text)} names the step ${quotedShort(source.node)}, which is not in "steps".`,
      hint: `${suggest(source.node)}Write @{${SESSION}}, a dot and the id of a step.`,
    });
  }
}

export function checkFunctions(
  compilation: Compilation,
  registered: ReadonlySet<string> | undefined,
): void {
  if (registered === undefined) return;
  const known = [...stepTypes.keys(), ...registered].filter((name) => name !== '');
  const suggest = suggestFrom(known);
  for (const { function: name, functionKey, index } of compilation.document.steps) {
    if (stepTypes.has(name) || registered.has(name)) continue;
    warn(compilation, ['steps', index, functionKey], 'FUNCTION_NOT_REGISTERED', {
      message: `No function is registered under the name ${quotedShort(name)}.`,
      hint: `${suggest(name)}Register it before the run reaches the step.`,
    });
  }
}
