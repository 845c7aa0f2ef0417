// Files of items
// In n8n an item has its files beside its data. Here they are values like any other, under the key `binary` of the item: a download puts the
// file there, and requests, tools and expressions take it from there. What keeps items keeps their files.
import type { Json } from '@skein/kernel';
import { isTemplate } from '../expressions/convert-text.ts';
import { FILES, filesOf } from '../expressions/file-words.ts';
import { json, keyOf } from '../expressions/said.ts';
import type { NodeContext } from './node-context.ts';
import type { NativeNode } from './piece.ts';

/** The name of a file in its item, where n8n leaves it out. */
const FILE_NAME = 'data';

/** The file of an item as a template; `name` may be computed. */
export function fileTemplate({ scope, expression }: NodeContext, name: Json | undefined): string {
  const files = filesOf(json(scope.item));
  if (typeof name === 'string' && isTemplate(name))
    return `\${= ${files.text}[text(${expression(name).text} ?? "")] }`;
  const plain = typeof name === 'string' && name !== '' ? name : FILE_NAME;
  return `\${= ${keyOf(files, plain.trim())} }`;
}

/** Items that are the files of the answers. */
export function fileItems(name: Json | undefined): string {
  return `previous.map(file => ({ ${FILES}: { ${keyFor(name)}: file } }))`;
}

/** The item of a whole answer whose body is a file. */
export function fullFile(name: Json | undefined): string {
  return `({ statusCode: answer.status, headers: answer.headers, ${FILES}: { ${keyFor(name)}: answer.body } })`;
}

/** Items as they came, each with its file beside those that it had; `before` remembers them. */
export function withFiles(
  { scope }: NodeContext,
  { before, name }: { readonly before: string; readonly name: Json },
): string {
  // Behind code that has put values beside each item, the item is a part of what is remembered.
  const came = `remembered(file, ${JSON.stringify(before)})${scope.item.replace(/^item/, '')}`;
  return `previous.map(file => ({ ...(${came} ?? {}), ${FILES}: { ...(${came}.${FILES} ?? {}), ${keyFor(name)}: file } }))`;
}

/** In front of a request whose items are to be found again behind it. */
export function rememberingNode(context: NodeContext): NativeNode {
  const id = context.extraId('given');
  return {
    id,
    type: 'transform',
    name: `${context.node.name}: given`,
    config: { value: context.items },
    settings: { remember: id, whenEmpty: 'skip' },
  };
}

function keyFor(name: Json | undefined): string {
  const isPlain = typeof name === 'string' && name.trim() !== '' && !isTemplate(name);
  return JSON.stringify(isPlain ? name.trim() : FILE_NAME);
}

/** Parameters by which nodes of n8n name the files that they work on. */
const NAMES =
  /^(?:binary(?:PropertyName|Property|Data|FieldName|InputName)?|inputDataFieldName|inputBinaryField|binaryPropertyNameInput|attachments|dataPropertyNameDownload)$/;

/** Types that work on a file whatever their parameters say, since n8n leaves out what is the default. */
const WORKS_ON_FILES: ReadonlySet<string> = new Set(
  'compression editImage extractFromFile moveBinaryData readBinaryFile readPDF readWriteFile spreadsheetFile writeBinaryFile'.split(
    ' ',
  ),
);

/** Whether a tool that stands for a node has to be given the files of its items. */
export function worksOnFiles({ node }: NodeContext): boolean {
  if (WORKS_ON_FILES.has(node.type)) return true;
  const isNamed = (value: Json): boolean => {
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(value).some(
      ([key, held]: [string, Json]) => (NAMES.test(key) && held !== false) || isNamed(held),
    );
  };
  return isNamed(node.parameters);
}

/** All files of an item, for a tool. */
export function filesTemplate({ scope }: NodeContext): string {
  return `\${= ${filesOf(json(scope.item)).text} ?? {} }`;
}
