// Every text that people wrote into the parameters of a node
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { isTemplate, piecesOf } from '../expressions/convert-text.ts';
import type { N8nNode } from '../read/n8n-workflow.ts';

export interface WrittenText {
  /** The last key that leads to it: `fieldToSplitOut`. */
  readonly key: string;
  /** Without the pieces that are computed. */
  readonly text: string;
  /** Nothing depends on it. */
  readonly isIgnored: boolean;
}

/** What n8n's editor keeps for itself: marks of rows, names and addresses of what was chosen, the columns that a table had. */
const EDITOR_KEYS = /^(?:id|__rl|cachedResult\w+|schema|matchingColumns|webhookId)$/;

/** The parameter that holds a workflow, written as text. */
export const WITHIN = 'workflowJson';

export function writtenTexts({ parameters }: N8nNode): readonly WrittenText[] {
  return textsIn(parameters, '');
}

/** What may be a key to something is not repeated. */
export function isPrivate(key: string): boolean {
  return /key$|token|secret|password|authorization/i.test(key);
}

export function textsIn(held: Json, under: string): readonly WrittenText[] {
  const found: WrittenText[] = [];
  const visit = (value: Json, key: string, isIgnored: boolean): void => {
    if (typeof value === 'string') {
      for (const text of literalParts(value)) found.push({ key, text, isIgnored });
    } else if (Array.isArray(value)) {
      for (const item of value as readonly Json[]) visit(item, key, isIgnored); // A list of JSON holds JSON.
    } else if (isObject(value)) {
      const unread = unreadKey(value);
      for (const [name, inside] of Object.entries(value)) {
        if (!EDITOR_KEYS.test(name)) visit(inside, name, isIgnored || name === unread);
      }
    }
  };
  visit(held, under, false);
  return found;
}

/** The second value of an operator that takes one; the page of something that is known by its id; the drive that everybody has. */
function unreadKey({ operator, __rl: isChosen, mode, value }: JsonObject): string | null {
  if (isObject(operator) && operator['singleValue'] === true) return 'rightValue';
  const isUnread = isChosen === true && (mode === 'url' || value === 'My Drive');
  return isUnread ? 'value' : null;
}

/** A text as it is, or what stands between its expressions. */
function literalParts(value: string): readonly string[] {
  // Google's names of models have a folder.
  if (!isTemplate(value)) return value.trim() === '' ? [] : [value.replace(/^models\//, '')];
  return piecesOf(value).flatMap(({ kind, text }) =>
    kind === 'text' && text.trim() !== '' ? [text] : [],
  );
}
