// References in the reader's words: nodes by their names, never by their ids.
import { parseReference, readExpression, type Reference } from '@skein/kernel';

export const inputWord = 'Input';
export const runInputWord = 'Run input';
export const stateWord = 'State';

/** The name of each node; of several with the same name, with their ids. */
export function nodeNames(
  nodes: readonly { readonly id: string; readonly title: string }[],
): ReadonlyMap<string, string> {
  const taken = Map.groupBy(nodes, ({ title }) => title);
  return new Map(
    nodes.map(({ id, title }) => {
      const isAlone = (taken.get(title)?.length ?? 0) < 2;
      return [id, isAlone || title === id ? title : `${title} (${id})`];
    }),
  );
}

export function partWord(part: string | number): string {
  return typeof part === 'number' ? `item ${part + 1}` : part;
}

/** A reference as its chip says it. */
export function referenceWords(reference: Reference, names: ReadonlyMap<string, string>): string {
  const { path, default: fallback } = reference;
  const words = [...sourceWords(reference, names), ...path.map(partWord)].join(' › ');
  if (fallback === undefined) return words;
  const other = typeof fallback === 'string' ? fallback : referenceWords(fallback, names);
  return `${words} or ${other === '' ? 'nothing' : other}`;
}

function sourceWords(
  { source, select, path }: Reference,
  names: ReadonlyMap<string, string>,
): readonly string[] {
  switch (source.kind) {
    case 'node': {
      const name = names.get(source.node) ?? source.node;
      if (select === 'newest') return [name];
      if (select === 'status') return [name, 'status'];
      if (select === 'all') return [name, 'all outputs'];
      return [name, select < 0 ? `output ${-select} from the end` : `output ${select + 1}`];
    }
    case 'trigger':
      return [runInputWord];
    case 'previous':
      return [inputWord];
    case 'inputs':
      return path.length === 0 ? ['All inputs'] : [inputWord];
    case 'state':
      return [stateWord];
    case 'context':
      return ['Conversation'];
    case 'local':
      return [source.name === 'index' ? 'Number of the item' : 'Item'];
    case 'now':
      return [source.field === 'date' ? 'Today' : 'Now'];
  }
}

/** A reference in a text; `from` and `to` are where it stands. */
export interface WrittenReference {
  readonly from: number;
  readonly to: number;
  readonly reference: Reference;
}

/** Names that only some places have: whether they are there is the business of the checks. */
const locals = ['item', 'index'];

/**
 * The references of a native text, in the order in which they stand, cut as the kernel cuts it: doubled dollars begin none, and
 * those in expressions are not among them.
 */
export function referencesIn(text: string): readonly WrittenReference[] {
  const found: WrittenReference[] = [];
  let consumed = 0;
  let brace = text.indexOf('{');
  while (brace !== -1) {
    let next = brace + 1;
    if (dollarsBefore(text, consumed, brace) % 2 === 1) {
      const from = brace - 1;
      if (text[next] === '=') next = readExpression(text, from, locals).end;
      else {
        const read = parseReference(text, from, locals);
        if (read.ok) found.push({ from, to: read.end, reference: read.reference });
        next = read.end;
      }
      consumed = next;
    }
    brace = text.indexOf('{', next);
  }
  return found;
}

function dollarsBefore(text: string, from: number, brace: number): number {
  let start = brace;
  while (start > from && text[start - 1] === '$') start -= 1;
  return brace - start;
}
