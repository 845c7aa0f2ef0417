// Code that computes something for each item
// Used where an expression has no native form: in front of a node it puts the values beside each item; for Set and for conditions it
// does the whole node.
import type { Json } from '@skein/kernel';
import { conditionsPart, fieldsPart } from './conditions-part.ts';
import type { NodeContext } from '../context/node-context.ts';
import { chainOf, type NativeNode, type Piece } from '../context/piece.ts';
import { argumentsFor, namesFor, preludeFor, refusedIn, templateToCode } from './write-code.ts';

export interface FieldsByCode {
  readonly settings: Json;
  readonly values: readonly {
    readonly name: string;
    readonly type: string;
    readonly value: Json;
  }[];
}

/** Set as a whole. */
export function codeForEach(context: NodeContext, { settings, values }: FieldsByCode): Piece {
  const fields = values
    .map(
      ({ name, type, value }) =>
        `  { name: ${JSON.stringify(name)}, type: ${JSON.stringify(type)}, value: ${templateToCode(value)} },`,
    )
    .join('\n');
  const body = `setFields($json, [\n${fields}\n], ${JSON.stringify(settings)})`;
  const code = codeNode(context, { body, parts: [fieldsPart], id: context.id });
  return chainOf([code]);
}

/** In front of a node: `{ json, values }` for each item. */
export function valuesBefore(context: NodeContext, hard: readonly string[]): NativeNode {
  const values = hard.map((source) => `  (${source.trim().replace(/;+$/, '')}),`).join('\n');
  const body = `({ json: $json, values: [\n${values}\n] })`;
  return codeNode(context, { body, parts: [], id: context.extraId('values') });
}

/** IF, Switch and Filter as a whole; each test is JavaScript. */
export function portsByCode(
  context: NodeContext,
  {
    tests,
    ports,
    rest,
    isAll,
  }: {
    readonly tests: readonly string[];
    readonly ports: readonly string[];
    readonly rest: string | null;
    readonly isAll: boolean;
  },
): NativeNode {
  const body = `[\n${tests.map((test) => `  ${test},`).join('\n')}\n]`;
  const names = JSON.stringify(ports);
  const finish = `const fired = {};
const put = (port, json) => { (fired[port] ??= []).push(json); };
for (const [index, held] of results.entries()) {
  const found = held.flatMap((holds, place) => (holds ? [${names}[place]] : []));
  for (const port of ${isAll ? 'found' : 'found.slice(0, 1)'}) put(port, previous[index]);
  ${rest === null ? '' : `if (found.length === 0) put(${JSON.stringify(rest)}, previous[index]);`}
}
return { $ports: fired };`;
  const allPorts =
    rest === null || ports.includes(rest) ? [...new Set(ports)] : [...new Set(ports), rest];
  const node = codeNode(context, { body, parts: [conditionsPart], id: context.id, finish });
  return { ...node, config: { ...node.config, ports: allPorts } };
}

interface CodeWords {
  /** An expression over `$json` and `$itemIndex`. */
  readonly body: string;
  readonly parts: readonly string[];
  readonly id: string;
  readonly finish?: string;
}

function codeNode(context: NodeContext, { body, parts, id, finish }: CodeWords): NativeNode {
  const refused = refusedIn(body);
  if (refused !== null) {
    context.lose({
      kind: 'expression',
      message: `"${context.node.name}" has an expression that cannot be computed because ${refused.reason.replace(/^of /, 'there is no counterpart of ')}.`,
      hint: 'Change the code that now stands for it.',
    });
  }
  const code = [
    preludeFor(body),
    ...parts,
    namesFor(context, body),
    `const results = previous.map(($json, $itemIndex) => {
const $input = { all: () => wrap(previous), first: () => wrap(previous)[0], last: () => wrap(previous).at(-1), item: { json: $json } };${body.includes('$(') ? '\nconst $ = (name) => readNode(name, $itemIndex, $itemIndex === 0 ? args.ancestors : undefined);' : ''}${body.includes('$node') ? '\nconst $node = new Proxy({}, { get: (_, name) => readNode(name, $itemIndex) });' : ''}${body.includes('$items') ? '\nconst $items = (name) => (name === undefined ? wrap(previous) : readNode(name, $itemIndex).all());' : ''}
return ${body};
});`,
    finish ?? 'return results;',
  ]
    .filter((part) => part !== '')
    .join('\n');
  const { node } = context;
  const args = argumentsFor(context, body);
  return {
    id,
    type: 'code',
    name: id === context.id ? node.name : `${node.name}: values`,
    config: Object.keys(args).length === 0 ? { code } : { args, code },
    settings: { whenEmpty: 'skip' },
  };
}
