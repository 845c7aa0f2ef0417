// What `--with` changes in a workflow, for whoever runs it again.
import { existsSync } from 'node:fs';
import type { ReplayChange, ReplayOptions } from '@skein/engine';
import { isObject, setOwn, textOf, type Json, type JsonObject } from '@skein/kernel';
import { usageError } from '../errors/command-error.ts';
import { parseValue } from './parse-value.ts';
import { requireDefinition } from './read-definition.ts';
import { readText } from './read-text.ts';

type Changes = NonNullable<ReplayOptions['with']>;

/** `model=…`, `prompt=…`, each also as `NODE.model=…`; `NODE.KEY=JSON`; or the file of a definition. */
export async function readChanges(written: readonly string[]): Promise<Changes> {
  let change: Changes = {};
  for (const text of written) {
    const found = /^(?:(.+)\.)?([A-Za-z_]\w*)=(.*)$/s.exec(text);
    if (found === null || (existsSync(text) && !isKnownKey(found[2]))) {
      change = { ...change, definition: await readDefinitionFile(text) };
      continue;
    }
    const [, node, key = '', value = ''] = found;
    change = withChange(change, { node, key, value: await readValue(key, value) });
  }
  return change;
}

function isKnownKey(key: string | undefined): key is 'model' | 'prompt' {
  return key === 'model' || key === 'prompt';
}

async function readDefinitionFile(file: string): Promise<object> {
  const definition = await requireDefinition(file, undefined);
  if (isObject(definition)) return definition;
  throw usageError(`${file} is not a definition.`);
}

/** Models and prompts are texts, others JSON; `@FILE` reads a text. */
async function readValue(key: string, written: string): Promise<Json> {
  if (written.startsWith('@')) return (await readText(written.slice(1))).trimEnd();
  return isKnownKey(key) ? written : parseValue(written, '--with').value;
}

function withChange(
  change: Changes,
  {
    node,
    key,
    value,
  }: { readonly node: string | undefined; readonly key: string; readonly value: Json },
): Changes {
  if (isKnownKey(key)) {
    const text = textOf(value);
    if (node === undefined) return { ...change, [key]: text };
    const before = change[key];
    if (typeof before === 'string') {
      throw usageError(`--with ${key}=… and --with NODE.${key}=… cannot be combined.`);
    }
    const byNode: { [node: string]: string } = { ...before };
    setOwn(byNode, node, text);
    return { ...change, [key]: byNode };
  }
  if (node === undefined) {
    const hint = 'Write model=…, prompt=…, NODE.KEY=JSON, or the file of a definition.';
    throw usageError(`--with ${key}=… does not say which node.`, hint);
  }
  const config: { [node: string]: JsonObject } = { ...change.config };
  setOwn(config, node, { ...(Object.hasOwn(config, node) ? config[node] : {}), [key]: value });
  return { ...change, config } satisfies ReplayChange & Changes;
}
