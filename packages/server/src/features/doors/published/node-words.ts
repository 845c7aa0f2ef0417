import { isObject, type Json, type JsonObject } from '@skein/api';
import type { Engine } from '@skein/engine';
import type { NewestDefinition } from '@skein/ports';
import { BoundedMap } from '../../../values/bounded-map.ts';
import { textIn } from '../../../values/text-in.ts';
import type { AboutNode } from '../facts/fact-reader.ts';

interface Words {
  /** Nodes that something else follows than the end. */
  readonly followed: ReadonlySet<string>;
  readonly silent: ReadonlySet<string>;
}

const cached = new BoundedMap<Words>(1000);

/** Native types that call no model and no tool; of others it is not known. */
const silentTypes = new Set<Json | undefined>([
  'start',
  'code',
  'transform',
  'data',
  'http',
  'store',
  'set',
  'if',
  'switch',
  'partition',
  'map',
  'subworkflow',
  'delay',
  'approval',
  'input',
  'event',
  'emit',
  'join',
  'fail',
  'stop',
  'end',
]);

/** What the definition says about its nodes; read once for each version. */
export function nodeWords(
  workflows: Pick<Engine['workflows'], 'convert'>,
  found: Pick<NewestDefinition, 'id' | 'version' | 'definition' | 'dialect'>,
): AboutNode {
  const key = `${found.id} ${found.version}`;
  return (node) => {
    const words = cached.get(key) ?? read(workflows, found);
    cached.set(key, words);
    return { isFinal: !words.followed.has(node), isSilent: words.silent.has(node) };
  };
}

function read(
  workflows: Pick<Engine['workflows'], 'convert'>,
  { definition, dialect }: Pick<NewestDefinition, 'definition' | 'dialect'>,
): Words {
  // A definition is JSON.
  const converted = () => workflows.convert(definition, 'native', { dialect }).definition as Json;
  const native = dialect === 'native' ? definition : converted();
  const nodes = listIn(native, 'nodes');
  const ofType = (isWanted: (type: Json | undefined) => boolean) =>
    new Set(nodes.filter(({ type }) => isWanted(type)).flatMap(({ id }) => textsIn(id)));
  const ends = ofType((type) => type === 'end');
  const followed = listIn(native, 'edges').filter(({ to }) => !ends.has(textIn(to)));
  return {
    followed: new Set(followed.flatMap(({ from }) => textsIn(from))),
    silent: ofType((type) => silentTypes.has(type)),
  };
}

function listIn(native: Json, key: string): readonly JsonObject[] {
  const list = isObject(native) ? native[key] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function textsIn(value: Json | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : [];
}
