// Code nodes that stand for code and expressions of n8n
// In front of the code comes what n8n offers it, as far as it names it; what it reads of other nodes is handed in as arguments, so that
// the graph knows about it.
import { setOwn, type Json } from '@skein/kernel';
import { isTemplate, piecesOf } from '../expressions/convert-text.ts';
import type { NodeContext } from '../context/node-context.ts';
import { NotConverted } from '../expressions/not-converted.ts';
import { parseJavascript } from '../expressions/parse-javascript.ts';
import { asksOnlyHashes, cryptoPart } from './crypto-part.ts';
import { filesPart, itemsPart, nodesPart, timesPart, valuesPart } from './prelude.ts';

export interface WrittenCode {
  readonly code: string;
  readonly args: { readonly [name: string]: Json };
}

/** The parts that a text names, in their order. */
export function preludeFor(source: string): string {
  const parts = [/\bbinary\b/.test(source) ? filesPart : itemsPart];
  if (/\$\(|\$node\b|\$items\b/.test(source)) parts.push(nodesPart);
  if (valueMethods.test(source)) parts.push(valuesPart);
  if (/\$now|\$today|\bDateTime\b|toDateTime|\.(plus|minus)\(/.test(source)) parts.push(timesPart);
  if (asksOnlyHashes(source)) parts.push(cryptoPart);
  return parts.join('\n');
}

const valueMethods =
  /\.(isEmpty|isNotEmpty|toNumber|toInt|toFloat|toBoolean|toTitleCase|toSentenceCase|toSnakeCase|removeTags|removeMarkdown|urlEncode|urlDecode|parseJson|toJsonString|quote|extractEmail|extractUrl|extractDomain|isEmail|isUrl|isNumeric|first|last|pluck|unique|removeDuplicates|compact|sum|average|min|max|append|chunk|difference|intersection|union|ceil|floor|abs|round|isEven|isOdd|hasField|removeField)\(|\$(ifEmpty|if|not|min|max)\(/;

/** Names of nodes that code reads. */
const NODE_READ = /\$(?:\(|items\(|node\[)\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g;
const NODE_MEMBER = /\$node\.([\p{L}_][\p{L}\p{N}_]*)/gu;

function nodesReadBy(source: string): readonly string[] {
  const quoted = [...source.matchAll(NODE_READ)].map(([, , name = '']) =>
    name.replaceAll(/\\(.)/g, '$1'),
  );
  return [
    ...new Set([...quoted, ...[...source.matchAll(NODE_MEMBER)].map(([, name = '']) => name)]),
  ];
}

/** What the code gets of the nodes that it reads; a node that does not exist is a loss. */
export function argumentsFor(context: NodeContext, source: string): WrittenCode['args'] {
  const args: { [name: string]: Json } = {};
  const nodes: { [name: string]: Json } = {};
  for (const name of nodesReadBy(source)) {
    const found = context.scope.node(name);
    if (found !== null) setOwn(nodes, name, `\${= ${found.items} ?? null }`);
    else {
      context.lose({
        kind: 'reference',
        message: `"${context.node.name}" reads the node "${name}", which is not in the workflow.`,
        hint: 'Name a node of the workflow in its code.',
      });
    }
  }
  if (Object.keys(nodes).length > 0) args['nodes'] = nodes;
  for (const [word, name] of VARIABLES) {
    if (!source.includes(word)) continue;
    for (const [, key = ''] of source.matchAll(new RegExp(`\\${word}\\.(\\w+)`, 'g'))) {
      context.scope.variable(key);
    }
    args[name] = '${= state.variables }';
  }
  if (/\$(this)?[rR]unIndex/.test(source))
    args['runIndex'] = `\${= ${context.scope.runIndex ?? '0'} }`;
  return args;
}

const VARIABLES = [
  ['$env', 'env'],
  ['$vars', 'vars'],
] as const;

/** Constants for the names that the code uses and that do not depend on the item. */
export function namesFor(context: NodeContext, source: string): string {
  const { scope, node } = context;
  const names: string[] = [];
  const add = (word: RegExp, line: string): void => {
    if (word.test(source)) names.push(line);
  };
  add(
    /\$workflow\b/,
    `const $workflow = { id: ${JSON.stringify(scope.workflowName)}, name: ${JSON.stringify(scope.workflowName)}, active: true };`,
  );
  add(
    /\$prevNode\b/,
    `const $prevNode = { name: ${JSON.stringify(scope.previousNode)}, outputIndex: 0, runIndex: 0 };`,
  );
  add(/\$parameter\b/, `const $parameter = ${JSON.stringify(node.parameters)};`);
  add(/\$runIndex\b/, 'const $runIndex = args.runIndex;');
  add(/\$env\b/, 'const $env = args.env;');
  add(/\$vars\b/, 'const $vars = args.vars;');
  return names.join('\n');
}

/** A template of n8n as JavaScript. */
export function templateToCode(value: Json): string {
  if (typeof value === 'string' && isTemplate(value)) {
    const pieces = piecesOf(value);
    const parts = pieces.map(({ kind, text }) =>
      kind === 'text'
        ? JSON.stringify(text)
        : text.trim() === ''
          ? '""'
          : `(${withoutSemicolon(text)})`,
    );
    const [only] = pieces;
    if (pieces.length === 1 && only?.kind === 'expression') return parts[0] ?? 'null';
    return `[${parts.join(', ')}].map((part) => part ?? "").join("")`;
  }
  if (Array.isArray(value))
    return `[${value.map((item: Json) => templateToCode(item)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${templateToCode(item)}`,
  );
  return `{ ${entries.join(', ')} }`;
}

/** What is no JavaScript is null; the loss that names it says so. */
function withoutSemicolon(text: string): string {
  try {
    parseJavascript(text);
  } catch (error) {
    if (error instanceof NotConverted && error.isHopeless) return 'null';
  }
  return text.trim().replace(/;+$/, '');
}

/** Names that n8n's code may use and the sandbox cannot give. */
export function refusedIn(source: string): NotConverted | null {
  if (/\$execution\b/.test(source))
    return new NotConverted('of "$execution"', { isHopeless: true });
  if (/\$binary\b|\.binary\b/.test(source)) {
    return new NotConverted('of files in such an expression', { isHopeless: true });
  }
  return null;
}
