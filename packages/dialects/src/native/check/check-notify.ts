// Who is told of a question
// A recipient that nobody can be, and a setting that nothing uses, would only be noticed when nobody hears of the question.
import { isObject, noticesMax, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { Finding, Path } from '../../diagnostics/finding.ts';
import { quotedShort } from '../../shape/describe.ts';

const recipient = /^(?:mail:[^\s@]+@[^\s@]+|webhook:[A-Za-z0-9_-]{1,64})$/u;
/** Each is useless without the other. */
const needs = { remindAfterMs: 'to', escalateAfterMs: 'escalateTo' } as const;

export function checkNotify(node: JsonObject, path: Path): readonly Finding[] {
  const config = ownValue(node, 'config') ?? null;
  const notify = isObject(config) ? (ownValue(config, 'notify') ?? null) : null;
  if (!isObject(notify)) return [];
  const at = [...path, 'config', 'notify'];
  return [
    ...['to', 'escalateTo'].flatMap((key) => checkRecipients(ownValue(notify, key), [...at, key])),
    ...['remindAfterMs', 'escalateTo', 'escalateAfterMs'].flatMap((key) => {
      const given = ownValue(notify, key);
      return Array.isArray(given) && given.length > noticesMax ? [tooMany([...at, key])] : [];
    }),
    ...Object.entries(needs).flatMap(([key, wanted]) =>
      Object.hasOwn(notify, key) && !Object.hasOwn(notify, wanted) ? [unused(key, wanted, at)] : [],
    ),
  ];
}

/** Also those of the levels of an escalation. */
function checkRecipients(given: Json | undefined, path: Path): readonly Finding[] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((name: Json, index) => {
    if (typeof name !== 'string') return checkRecipients(name, [...path, index]);
    return isPossible(name) ? [] : [unknownRecipient(name, [...path, index])];
  });
}

function tooMany(path: Path): Finding {
  return {
    path,
    code: 'BAD_VALUE',
    severity: 'error',
    message: `The key "${String(path.at(-1))}" has more than ${noticesMax} entries.`,
    hint: 'Name fewer: each is a message that waits in the store.',
  };
}

/** What a template gives is known when the question is asked. */
function isPossible(name: string): boolean {
  return name.includes('${') || recipient.test(name);
}

function unknownRecipient(name: string, path: Path): Finding {
  return {
    path,
    code: 'BAD_VALUE',
    severity: 'error',
    message: `${quotedShort(name)} is no recipient.`,
    hint: 'Write "mail:ADDRESS", or "webhook:NAME" with a name of server.outbox.webhooks.',
  };
}

function unused(key: string, wanted: string, path: Path): Finding {
  return {
    path,
    code: 'MISSING_KEY',
    severity: 'error',
    message: `"${key}" has no effect without the key "${wanted}", which is missing.`,
    hint: `Add "${wanted}": the recipients, or remove "${key}".`,
  };
}
