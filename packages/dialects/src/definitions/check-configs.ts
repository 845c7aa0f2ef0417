// Configs of node types that native does not know
// A type that a host registered, or that belongs to a dialect, checks its configs itself.
import { partLength, type Diagnostic, type JsonObject, type LongWork } from '@skein/kernel';
import { inertText } from '../diagnostics/inert-text.ts';
import type { CompiledDefinition } from './compiled-definition.ts';
import type { CheckableNode } from '../dialect/dialect.ts';
import { placedConfigs } from './placed-configs.ts';

/** What is wrong with the config of a node of that type, as written: templates are not resolved yet. */
export type CheckConfig = (type: string, config: JsonObject) => readonly ConfigComplaint[];

export interface ConfigComplaint {
  /** Path inside the config. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint: string;
}

export function* checkConfigs(
  compiled: CompiledDefinition,
  check: CheckConfig,
): LongWork<CompiledDefinition> {
  const { workflow, dialect } = compiled;
  // What another dialect's document is compiled to is only whole when the document is sound.
  if (workflow === null || (dialect !== 'native' && compiled.graph === null)) {
    const { checkable = [] } = compiled;
    const more = checkable.flatMap((node) => checkUnsound(node, check));
    return { ...compiled, diagnostics: [...compiled.diagnostics, ...more] };
  }
  const found: Diagnostic[] = [];
  for (const [i, { node, type, config, placeOf }] of placedConfigs(compiled).entries()) {
    if (i % partLength === 0) yield;
    for (const { path, message, hint } of check(type, config)) {
      const said = dialect === 'native' ? message : `${message} (node "${node}")`;
      found.push(problem(placeOf(path), { message: said, hint }));
    }
  }
  if (found.length === 0) return compiled;
  return { ...compiled, graph: null, diagnostics: [...compiled.diagnostics, ...found] };
}

function checkUnsound({ id, type, config, placeOf }: CheckableNode, check: CheckConfig) {
  return check(type, config).map(({ path, message, hint }) =>
    problem(placeOf(path), { message: `${message} (node "${id}")`, hint }),
  );
}

function problem(
  place: string,
  words: { readonly message: string; readonly hint: string },
): Diagnostic {
  const message = inertText(words.message);
  const hint = inertText(words.hint);
  return { code: 'BAD_CONFIG', severity: 'error', pointer: place, message, hint };
}
