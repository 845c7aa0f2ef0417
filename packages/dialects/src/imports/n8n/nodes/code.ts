// Code, Function and Function Item
import type { Json } from '@skein/kernel';
import { asksOnlyHashes } from '../code/crypto-part.ts';
import { argumentsFor, namesFor, preludeFor } from '../code/write-code.ts';
import type { NodeContext } from '../context/node-context.ts';
import { chainOf, type NativeNode, type Piece } from '../context/piece.ts';
import { wholeList } from '../context/scope-of.ts';
import { skipBlock } from '../expressions/javascript-scanner.ts';
import { NotConverted } from '../expressions/not-converted.ts';
import type { NodeConverter } from './node-converter.ts';

export const codeConverter: NodeConverter = {
  words: wholeList,
  hard: 'lost',
  convert: (context) => convertCode(context, readCode(context)),
};

interface FoundCode {
  readonly source: string;
  readonly isPython: boolean;
  readonly isEach: boolean;
}

function readCode({ node, choice, raw }: NodeContext): FoundCode {
  const isEach =
    node.type === 'functionItem' || choice(['mode'], 'runOnceForAllItems') === 'runOnceForEachItem';
  const isPython = choice(['language'], 'javaScript').startsWith('python');
  const key = isPython ? 'pythonCode' : node.type === 'code' ? 'jsCode' : 'functionCode';
  const written =
    raw(key) ?? raw('jsCode') ?? raw('functionCode') ?? raw('code', 'execute', 'code');
  const source = typeof written === 'string' ? written.replace(/^=/, '') : '';
  return { source: source === '' ? DEFAULT_CODE : source, isPython, isEach };
}

/** What n8n fills in, and leaves out of files that kept it. */
const DEFAULT_CODE = 'return $input.all();';

function convertCode(context: NodeContext, found: FoundCode): Piece {
  const { node } = context;
  if (found.isPython) return convertPython(context, found);
  if (!isReadable(found.source)) return unreadable(context, found.source);
  nameLosses(context, found.source);
  const isEach = found.isEach || node.type === 'functionItem';
  const code = isEach ? codeOfEach(context, found.source) : codeOfAll(context, found.source);
  const args = argumentsFor(context, found.source);
  const config: { [key: string]: Json } = { code };
  const isFailing = node.onError !== 'stop';
  if (Object.keys(args).length > 0) config['args'] = args;
  if (isFailing)
    config['ports'] = node.onError === 'error-output' ? ['output', 'failed'] : ['output'];
  const native = context.native('code', config, { whenEmpty: 'skip' });
  const piece = chainOf([native]);
  if (node.onError !== 'error-output') return piece;
  return {
    ...piece,
    exits: (output) => [{ node: native.id, port: output === 0 ? 'output' : 'failed' }],
  };
}

/** Whether brackets and texts close. Code from web pages may also have its quotes as entities, and is no code in n8n either. */
function isReadable(source: string): boolean {
  if (/[{,:[(]\s*&(?:quot|lt|gt|amp|#39);/.test(source)) return false;
  try {
    const scanner = { text: `{\n${source}\n}`, at: 0, depth: 0 };
    skipBlock(scanner);
    return scanner.at === scanner.text.length;
  } catch (error) {
    if (error instanceof NotConverted) return false;
    throw error;
  }
}

/** The source is kept as a comment, so that a person can mend it. */
function unreadable(context: NodeContext, source: string): Piece {
  const { node, lose } = context;
  lose({
    kind: 'code-syntax',
    message: `"${node.name}" has code that is no JavaScript: brackets or quotes are not closed.`,
    hint: 'Mend the code, which is kept as a comment, and remove the line that throws.',
  });
  const kept = source.replaceAll('*/', '* /');
  const code = `throw new Error('The code of this node could not be read.');\n/*\n${kept}\n*/`;
  return chainOf([context.native('code', { code }, { whenEmpty: 'skip' })]);
}

/** Shared by both: what the code finds around it. */
function around(context: NodeContext, source: string): string {
  return [preludeFor(source), namesFor(context, source)].filter((part) => part !== '').join('\n');
}

function listNames(source: string, index: string): string {
  const lines = [
    `const $ = (name) => readNode(name, ${index});`,
    `const $node = new Proxy({}, { get: (_, name) => readNode(name, ${index}) });`,
    `const $items = (name) => (name === undefined ? all : readNode(name, ${index}).all());`,
    'const $position = 0;',
  ];
  const used = [/\$\(/, /\$node\b/, /\$items\b/, /\$position\b/];
  return lines.filter((_, place) => used[place]?.test(source) === true).join('\n');
}

/** How a failure leaves: as an item with its message, or with the items that came. */
function guarded({ node }: NodeContext, body: string): string {
  switch (node.onError) {
    case 'stop':
      return body;
    case 'regular-output':
      return `try {\n${body}\n} catch (error) {\nreturn { $ports: { output: [{ error: error.message }] } };\n}`;
    case 'error-output':
      return `try {\n${body}\n} catch (error) {\nreturn { $ports: { failed: previous.map((json) => ({ ...json, error: error.message })) } };\n}`;
  }
}

function codeOfAll(context: NodeContext, source: string): string {
  const { node } = context;
  const input = node.isOnce ? 'previous.slice(0, 1)' : 'previous';
  const result = 'unwrapAll(await run())';
  return [
    around(context, source),
    `const all = wrap(${input});`,
    'const $input = { all: () => all, first: () => all[0], last: () => all.at(-1), item: all[0] };',
    'const items = all, $json = all[0]?.json ?? {}, $itemIndex = 0;',
    listNames(source, '0'),
    `const run = async () => {\n${source}\n};`,
    guarded(
      context,
      node.onError === 'stop' ? `return ${result};` : `return { $ports: { output: ${result} } };`,
    ),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** One call for the whole list: as many sandboxes as items would take long, and the code cannot tell the difference. */
function codeOfEach(context: NodeContext, source: string): string {
  const { node } = context;
  const input = node.isOnce ? 'previous.slice(0, 1)' : 'previous';
  const failing = {
    stop: '',
    'regular-output': 'catch (error) { results.push({ error: error.message }); }',
    'error-output': 'catch (error) { failed.push({ ...entry.json, error: error.message }); }',
  }[node.onError];
  const step =
    'const given = await run(entry, index);\nif (given !== null && given !== undefined) results.push(unwrap(Array.isArray(given) ? given[0] : given));';
  const ends = {
    stop: 'return results;',
    'regular-output': 'return { $ports: { output: results } };',
    'error-output':
      'return { $ports: { ...(results.length > 0 && { output: results }), ...(failed.length > 0 && { failed }) } };',
  }[node.onError];
  return [
    around(context, source),
    `const all = wrap(${input}), results = []${node.onError === 'error-output' ? ', failed = []' : ''};`,
    `const run = async (item, $itemIndex) => {
const $json = item.json;
const $input = { all: () => all, first: () => all[0], last: () => all.at(-1), item };`,
    listNames(source, '$itemIndex'),
    source,
    '};',
    `for (const [index, entry] of all.entries()) {\n${failing === '' ? step : `try {\n${step}\n} ${failing}`}\n}`,
    ends,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** What the sandbox does not have; the code is kept, and fails where it is used. */
function nameLosses(context: NodeContext, source: string): void {
  const { node, lose } = context;
  for (const [pattern, kind, what, hint] of REFUSED) {
    const found = pattern.exec(source);
    if (found === null || (kind === 'code-module' && asksOnlyHashes(source))) continue;
    const message = `"${node.name}" ${what.replace('…', found[1] ?? '')}`;
    lose({ kind, message, hint });
  }
}

const REFUSED: readonly (readonly [RegExp, string, string, string])[] = [
  [
    /\brequire\(\s*['"`]([^'"`]+)/,
    'code-module',
    'uses require("…"); the sandbox has no modules.',
    'Use a function or a tool of the host for it, or write it without the module.',
  ],
  [
    /\b(fetch|\$http|axios)\s*\(|this\.helpers|\$helpers/,
    'code-network',
    'makes requests; the sandbox has no network.',
    'Put an http node in front of it, or name a tool in "tools" of the code node and call tools.NAME().',
  ],
  [
    /\$getWorkflowStaticData|getWorkflowStaticData/,
    'static-data',
    'keeps data across runs.',
    'Use a store node in front of it and behind it: what it reads and writes is remembered across runs.',
  ],
  [
    /\$execution\b/,
    'expression',
    'reads "$execution", which code is not given.',
    'Hand in what it needs as an argument of the code node.',
  ],
  [
    /getBinaryDataBuffer|prepareBinaryData|\bbinary\b[^;]*\.data\.data\b|\bbinary\b[^;]{0,200}\bdata:|\$binary\.\w+\.data\b/,
    'binary',
    'reads or makes the bytes of files, which code is not given.',
    'Let a tool of the host do it: name it in "tools" of the code node and hand it the file (docs/http.md#files).',
  ],
];

/** Python runs where the operator has switched it on; its items are handed in and out as n8n does. */
function convertPython(context: NodeContext, { source, isEach }: FoundCode): Piece {
  const { node, lose } = context;
  lose({
    kind: 'python-code',
    message: `"${node.name}" is Python, which is experimental and off unless the operator allows it.`,
    hint: 'Switch limits.code.python on, or write it again in JavaScript.',
  });
  const indented = source.replaceAll(/^/gm, '    ');
  const lines = [
    'items = [{"json": item} for item in previous]',
    `def run(_items${isEach ? ', _item' : ''}):`,
    indented,
    isEach ? 'results = [run(items, item) for item in items]' : 'results = run(items)',
    'return [entry["json"] if "json" in entry else entry for entry in (results or [])]',
  ];
  const config = { language: 'python', code: lines.join('\n') };
  const native: NativeNode = context.native('code', config, { whenEmpty: 'skip' });
  return chainOf([native]);
}
