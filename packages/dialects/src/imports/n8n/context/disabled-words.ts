// What a node that is switched off did, for people
// It only hands its items on, so nothing of it could be read anywhere else. Whoever wants it back finds its parameters in the description;
// what may be a key to something is not repeated there.
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { isTemplate, piecesOf } from '../expressions/convert-text.ts';
import type { N8nNode } from '../read/n8n-workflow.ts';
import { isPrivate } from './written-texts.ts';

/** A key inside of an address, of a header or of code. */
const KEY_IN_TEXT =
  /\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}|[?&][\w-]*(?:key|token|secret|password)=[^&\s]+|\b(?:sk|pk|rk|ghp|gho|xox[abp]|AKIA|AIza|eyJ)[\w-]{12,}|(?:key|token|secret|password)["']?\s*[:=]\s*["'][^"'\s]{8,}["']/gi;
const HIDDEN = '…';

export interface DisabledWords {
  readonly text: string;
  /** Where values stood that are not repeated: `headers.Authorization`. */
  readonly hidden: readonly string[];
}

export function disabledWords(node: N8nNode): DisabledWords {
  const { type, version, parameters, credentials, notes } = node;
  const hidden = new Set<string>();
  const kept = withoutKeys(parameters, [], hidden);
  const accounts = credentials.map(({ type: of, name }) => `${of}: ${name}`);
  const parts = [
    notes,
    `Disabled in n8n (${type}, version ${version}): it does nothing.`,
    accounts.length === 0 ? '' : `Its credentials there: ${accounts.join(', ')}`,
    Object.keys(parameters).length === 0
      ? ''
      : `Its parameters there:\n${JSON.stringify(kept, null, 2)}`,
  ];
  return { text: parts.filter((part) => part !== '').join('\n\n'), hidden: [...hidden] };
}

function withoutKeys(value: Json, path: readonly string[], hidden: Set<string>): Json {
  const [key = ''] = path.slice(-1);
  if (typeof value === 'string') {
    const shown = isPrivate(key) && hasText(value) ? HIDDEN : shownText(value);
    if (shown !== value) hidden.add(path.join('.'));
    return shown;
  }
  if (Array.isArray(value)) {
    // A list of JSON holds JSON.
    return (value as readonly Json[]).map((item) => withoutKeys(item, path, hidden));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]) => {
      // The value of a header, a field or a parameter is as private as its name.
      const spoken = name === 'value' ? nameIn(value) : null;
      return [name, withoutKeys(inside, [...path, spoken ?? name], hidden)];
    }),
  );
}

function nameIn({ name, key, parameterName }: JsonObject): string | null {
  const found = [name, key, parameterName].find((each) => typeof each === 'string' && each !== '');
  return typeof found === 'string' && isPrivate(found) ? found : null;
}

/** Whether there is more in it than what is computed. */
function hasText(value: string): boolean {
  if (!isTemplate(value)) return value.trim() !== '';
  return piecesOf(value).some(({ kind, text }) => kind === 'text' && text.trim() !== '');
}

function shownText(value: string): string {
  return value.replaceAll(KEY_IN_TEXT, HIDDEN);
}
