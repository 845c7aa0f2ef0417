import { pointer, type Workflow } from '../../definition.ts';
import { isObject, ownValue, type Json, type JsonObject } from '../../json.ts';
import { isList } from '../../references/is-list.ts';
import { nodeFields } from '../../references/node-fields.ts';
import { excessOf, sizeOfJson } from '../../values/json-weight.ts';
import type { GraphState } from '../graph.ts';
import { listMax, namesMax, stateSizeMax, writeOperations } from '../state-limits.ts';
import { didYouMean, type Compilation } from './compilation.ts';
import { quoted, quotedList } from './quoted.ts';

/** The declared state with its first values, and who reads what of it; null when there is neither. */
export function compileState(compilation: Compilation): GraphState | null {
  const { workflow, places, nodes } = compilation;
  const initial = new Map(Object.entries(declaredIn(workflow)));
  checkDeclared(compilation, initial);
  const readers = new Map<number, string[]>();
  for (const { node, pointer: where, references } of places) {
    for (const { source, path, text } of references) {
      if (source.kind !== 'state') continue;
      // Without a name it is all of them.
      for (const name of path.length === 0 ? initial.keys() : [String(path[0])]) {
        if (initial.has(name)) noteReader(readers, node, name);
        else reportUnknown(compilation, { name, where, what: `Reference ${text}` });
      }
    }
  }
  for (const { kind, index } of nodes) {
    if (kind.mode === 'set') checkWrites(compilation, index, initial);
  }
  return initial.size === 0 ? null : { initial, names: [...initial.keys()], readers };
}

/** Its shape is reported elsewhere, and must not matter here. */
function declaredIn({ state }: Workflow): JsonObject {
  return isObject(state) ? state : {};
}

function noteReader(readers: Map<number, string[]>, node: number, name: string): void {
  const known = readers.get(node);
  if (known === undefined) readers.set(node, [name]);
  else if (!known.includes(name)) known.push(name);
}

function checkDeclared(compilation: Compilation, initial: ReadonlyMap<string, Json>): void {
  const report = (message: string, hint: string, ...path: readonly string[]) =>
    compilation.diagnostics.push({
      code: 'BAD_STATE',
      severity: 'error',
      pointer: pointer('state', ...path),
      message,
      hint,
    });
  if (initial.size > namesMax) {
    report(
      `The state has ${initial.size} names; at most ${namesMax} are allowed.`,
      'Put what belongs together into one object.',
    );
  }
  let size = 0;
  for (const [name, value] of initial) {
    if (name === '' || nodeFields.has(name)) {
      const hint = `Use another name than ${quotedList(['', ...nodeFields])}.`;
      report(`The state cannot have the name ${quoted(name)}.`, hint, name);
    }
    if (isList(value) && value.length > listMax) {
      const hint = 'Give large data to the run as its input.';
      report(
        `The list ${quoted(name)} has ${value.length} items; at most ${listMax} are allowed.`,
        hint,
        name,
      );
    }
    const excess = excessOf(value);
    if (excess !== null) report(`The state ${quoted(name)} is ${excess}.`, 'Shorten it.', name);
    else size += sizeOfJson(value);
  }
  if (size > stateSizeMax) {
    const hint = 'Give large data to the run as its input.';
    report(`The state is larger than ${stateSizeMax} characters as JSON.`, hint);
  }
}

function checkWrites(
  compilation: Compilation,
  index: number,
  initial: ReadonlyMap<string, Json>,
): void {
  const config = compilation.workflow.nodes[index]?.config ?? {};
  for (const operation of writeOperations) {
    const given = ownValue(config, operation);
    const where = (key: string | number) => pointer('nodes', index, 'config', operation, key);
    const what = `"${operation}"`;
    if (isObject(given)) {
      for (const name of Object.keys(given)) {
        if (!initial.has(name)) reportUnknown(compilation, { name, where: where(name), what });
      }
    } else if (isList(given)) {
      for (const [place, name] of given.entries()) {
        if (typeof name !== 'string' || initial.has(name)) continue;
        reportUnknown(compilation, { name, where: where(place), what });
      }
    }
  }
}

function reportUnknown(
  compilation: Compilation,
  { name, where, what }: { readonly name: string; readonly where: string; readonly what: string },
): void {
  const declared = Object.keys(declaredIn(compilation.workflow));
  const near = didYouMean(compilation, name, declared);
  compilation.diagnostics.push({
    code: 'UNKNOWN_STATE',
    severity: 'error',
    pointer: where,
    message: `${what} names ${quoted(name)}, which is not in "state".`,
    hint: `${near}Declare it with its first value: "state": { ${JSON.stringify(name)}: null }.`,
  });
}
