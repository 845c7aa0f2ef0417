// The last look at what was written in the file
// Each converter takes what it knows. Whatever it did not know of would be gone without a word: parameters of other versions of a node,
// options that nobody thought of. So every text of the file is looked up in what was made of it, and what is not there is a loss.
import { type Json, type JsonObject } from '@skein/kernel';
import { loseOf, type Conversion, type LossWords } from '../context/conversion.ts';
import { expressionsIn } from '../context/node-context.ts';
import { isChoice, isInParts } from '../context/describe-node.ts';
import { squeezed } from '../context/squeezed.ts';
import {
  isPrivate,
  textsIn,
  WITHIN,
  writtenTexts,
  type WrittenText,
} from '../context/written-texts.ts';
import { allBelow } from '../context/helpers-of.ts';
import type { Piece } from '../context/piece.ts';
import type { N8nNode } from '../read/n8n-workflow.ts';

/** Shorter ones are units, signs and choices. */
const LINE_MIN = 8;
/** How much is searched beyond the nodes that a text belongs to; what is not found by then is told. */
const SEARCHED_MAX = 100_000_000;
/** What they choose is in what was made: how to sign in, what to do, where a value comes from. */
const CHOICE_KEYS =
  /^(?:authentication|genericAuthType|nodeCredentialType|descriptionType|promptType|schemaType|sessionIdType|valueProvider|operation|resource|responseFormat)$/;
/** In a text that n8n does not compute, because it does not begin with `=`. */
const EXPRESSION =
  /\{\{\s*\$(?:json|node|input|items?|now|today|workflow|execution|env|vars|fromAI|\()/;
const SHOWN_MAX = 60;
const NAMED_MAX = 3;

export interface Made {
  readonly definition: JsonObject;
  readonly more: readonly JsonObject[];
  readonly pieces: ReadonlyMap<N8nNode, Piece>;
}

export function loseUnsaid(conversion: Conversion, made: Made): void {
  const { workflow, losses } = conversion;
  const near = textsOfPieces(conversion, made.pieces);
  const { studio: _layout, ...definition } = made.definition;
  const everything = squeezed(JSON.stringify([definition, ...made.more]));
  const byPointer = Map.groupBy([...losses], ({ pointer }) => pointer);
  let searched = 0;
  const isSomewhere = (line: string): boolean => {
    searched += everything.length;
    return searched <= SEARCHED_MAX && everything.includes(line);
  };
  for (const node of workflow.nodes) {
    if (node.isDisabled || node.type === 'stickyNote') continue;
    const isWithin = conversion.within.has(node);
    // A workflow that it contains has been looked at by itself, or is a loss as a whole.
    const texts = writtenTexts(node).filter(({ key }) => !isWithin || key !== WITHIN);
    const literal = texts.find(({ key, text }) => !/code$/i.test(key) && EXPRESSION.test(text));
    if (literal !== undefined) loseOf(conversion, node, literalWords(node, literal));
    const own = byPointer.get(node.pointer) ?? [];
    // Something of this node is to be looked at anyway, and the loss says what.
    if (own.some(({ kind }) => kind !== 'binding' && kind !== 'credential')) continue;
    const told = squeezed(own.map(({ message, hint }) => `${message} ${hint}`).join(' '));
    const here = near.get(node) ?? '';
    const folded = here.toLowerCase();
    const isSaid = (line: string): boolean =>
      here.includes(line) || told.includes(line) || isSomewhere(line);
    const unsaid = texts.filter(
      ({ key, text, isIgnored }) =>
        !isIgnored &&
        !CHOICE_KEYS.test(key) &&
        !isInParts(text, folded) &&
        linesOf(text).some((line) => !isSaid(line)),
    );
    const unread = expressionsIn(node.parameters)
      .filter((source) => fieldsReadBy(source).some((field) => !isSaid(squeezed(field))))
      .map((source) => ({ key: 'expression', text: `{{${source}}}`, isIgnored: false }));
    const missing = [...unsaid, ...unread];
    if (missing.length > 0) loseOf(conversion, node, unsaidWords(node, missing));
  }
}

function textsOfPieces(
  { workflow, tools, toolNames }: Conversion,
  pieces: ReadonlyMap<N8nNode, Piece>,
): ReadonlyMap<N8nNode, string> {
  const texts = new Map<N8nNode, string>();
  for (const [node, piece] of pieces) {
    const text = squeezed(JSON.stringify(piece.nodes));
    texts.set(node, text);
    for (const helper of allBelow(workflow, node)) {
      if (texts.has(helper)) continue;
      const tool = tools.get(toolNames.get(helper) ?? '');
      texts.set(helper, tool === undefined ? text : `${text} ${squeezed(JSON.stringify(tool))}`);
    }
  }
  return texts;
}

/** The fields of items that an expression names first: `$json.name`, `$('X').item.json["full name"]`. */
function fieldsReadBy(source: string): readonly string[] {
  return [...source.matchAll(FIELD)].flatMap(([, plain, , quoted]) => {
    const field = plain ?? quoted ?? '';
    return field.length < 2 || field.includes('\\') ? [] : [field];
  });
}

const FIELD = /\bjson(?:\??\.([A-Za-z_]\w*)\b(?!\s*\()|(?:\?\.)?\[\s*(["'])([^"'\]]+)\2\s*\])/g;

/** JSON may be written anew: then its texts count, and what is a choice in it does not. */
function linesOf(text: string): readonly string[] {
  const inside = /^\s*=?[[{]/.test(text) ? textsInJson(text.replace(/^\s*=/, '')) : null;
  return (inside ?? text.split('\n'))
    .filter((line) => line.trim().length >= LINE_MIN)
    .map((line) => squeezed(line));
}

function textsInJson(text: string): readonly string[] | null {
  try {
    // What JSON.parse gives is JSON.
    return textsIn(JSON.parse(text) as Json, '').flatMap(({ key, text: held }) =>
      key === '$schema' || isChoice(held) ? [] : held.split('\n'),
    );
  } catch {
    return null;
  }
}

function literalWords({ name }: N8nNode, { key, text }: WrittenText): LossWords {
  const from = text.slice(Math.max(0, text.search(EXPRESSION)));
  return {
    kind: 'literal',
    message: `"${name}" has an expression in a text that n8n does not compute, and that stays as it is (${key}: ${start(from)}).`,
    hint: 'Write it as an expression of Skein, ${= … }, if its value was meant (docs/expressions.md).',
  };
}

function start(text: string): string {
  const plain = Array.from(text.trim().replaceAll(/\s+/g, ' '));
  return plain.length > SHOWN_MAX ? `${plain.slice(0, SHOWN_MAX).join('')}…` : plain.join('');
}

function unsaidWords({ name }: N8nNode, unsaid: readonly WrittenText[]): LossWords {
  const shown = unsaid
    .slice(0, NAMED_MAX)
    .map(({ key, text }) => `${key}: ${isPrivate(key) ? '…' : start(text)}`);
  const more = unsaid.length > NAMED_MAX ? ` and ${unsaid.length - NAMED_MAX} more` : '';
  return {
    kind: 'parameter',
    message: `"${name}" has texts that are not in the workflow (${shown.join('; ')}${more}).`,
    hint: 'Look whether n8n reads them in this version of the node, and write what is missing into the node.',
  };
}
