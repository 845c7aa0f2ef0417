// Finding nodes
// By name, by what their type is called, and by the texts of their settings, the best first.
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import { listAt, textAt } from '../own-keys.ts';
import type { Sketch, SketchNode } from '../sketch.ts';

export interface FoundNode {
  readonly node: SketchNode;
  /** What its type is called. */
  readonly kind: string;
  /** The text around what was found in its settings; null if its name or type matches. */
  readonly excerpt: string | null;
}

const before = 20;
const after = 60;

export function findNodes(
  form: Pick<DocumentForm, 'palette' | 'nodesKey'>,
  { sketch, definition }: { readonly sketch: Sketch; readonly definition: JsonObject },
  search: string,
): readonly FoundNode[] {
  const text = search.trim().toLowerCase();
  if (text === '') return [];
  const kinds = new Map(form.palette.map(({ type, name }) => [type, name]));
  const written = new Map(
    listAt(definition, form.nodesKey)
      .filter(isObject)
      .map((node) => [textAt(node, 'id'), node]),
  );
  const found = sketch.nodes.flatMap((node): readonly (FoundNode & { readonly rank: number })[] => {
    const kind = kinds.get(node.type) ?? node.type;
    const rank = rankOf(node, kind, text);
    if (rank < 3) return [{ rank, node, kind, excerpt: null }];
    const excerpt = excerptOf(written.get(node.id) ?? {}, text);
    return excerpt === null ? [] : [{ rank, node, kind, excerpt }];
  });
  return found
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ node, kind, excerpt }) => ({ node, kind, excerpt }));
}

/** Lower is better; 3: neither its name nor its type. */
function rankOf({ title, id, type }: SketchNode, kind: string, text: string): number {
  const name = title.toLowerCase();
  if (name === text) return 0;
  if (name.includes(text) || id.toLowerCase() === text) return 1;
  return kind.toLowerCase().includes(text) || type.toLowerCase() === text ? 2 : 3;
}

function excerptOf(value: Json, text: string): string | null {
  if (typeof value === 'string') {
    const at = value.toLowerCase().indexOf(text);
    if (at === -1) return null;
    const start = Math.max(0, at - before);
    const end = at + text.length + after;
    const words = value.slice(start, end).replaceAll(/\s+/g, ' ');
    return `${start > 0 ? '…' : ''}${words}${end < value.length ? '…' : ''}`;
  }
  if (typeof value !== 'object' || value === null) return null;
  // True of lists as well: their items are what they hold.
  for (const part of Object.values(value as JsonObject)) {
    const excerpt = excerptOf(part, text);
    if (excerpt !== null) return excerpt;
  }
  return null;
}
