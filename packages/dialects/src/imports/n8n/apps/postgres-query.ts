// A statement that somebody wrote into the Postgres node
import type { Json } from '@skein/kernel';
import { isJsonList } from '../../draft/is-json-list.ts';
import { isTemplate, piecesOf } from '../expressions/convert-text.ts';
import { isMissing, setsOnly } from './app-request.ts';
import { isSeveral, writtenQuery } from './host-call.ts';
import { COMMON, isForEach, ROWS, ROWS_OR_DONE, type Operation } from './postgres-parts.ts';

/** `{{ a }}, {{ b }}` is two values: each keeps its type, and a comma in it is no border. */
function replacements(given: Json | undefined): Json | null {
  if (given === undefined || isMissing(given)) return [];
  if (isJsonList(given)) return given;
  if (typeof given !== 'string') return [given];
  if (!isTemplate(given)) return given.split(',').map((text) => text.trim());
  const values: string[] = [''];
  for (const { kind, text } of piecesOf(given)) {
    const [first = '', ...more] = kind === 'text' ? text.split(',') : [`{{${text}}}`];
    values[values.length - 1] += first;
    values.push(...more);
  }
  return values.map((text) => `=${text.trim()}`);
}

export const executeQuery: Operation = (context) => {
  const { raw } = context;
  const query = raw('query') ?? '';
  if (typeof query !== 'string' || query === '' || isSeveral(query)) return null;
  const known = ['query', 'options.queryReplacement', 'options.queryBatching'];
  if (!setsOnly(context, [...COMMON, ...known]) || !isForEach(context)) return null;
  // Modifiers of n8n that write names and lists into the text.
  if (/\$\d+(?::\w|~)/.test(query)) return null;
  const given = raw('options', 'queryReplacement');
  const values = replacements(given);
  const isRead = /^=?\s*(?:select|with|show|explain)\b/i.test(query);
  const result = isRead ? ROWS : ROWS_OR_DONE;
  const parts = writtenQuery(query);
  const about = { kind: 'postgres', query: parts, result } as const;
  const note = parts.some((part) => typeof part !== 'string' && part.as === 'sql')
    ? ' Values become a part of the text of its statement: write $1 and put them into "values".'
    : undefined;
  const noted = note === undefined ? about : { ...about, note };
  if (!isJsonList(values)) return null;
  const [only] = values;
  const isList = values.length === 1 && typeof only === 'string' && isAlone(only);
  if (!isList) return { ...noted, args: { values } };
  // One expression may be all the values.
  if (context.scope.modelArgument !== null) return null;
  const said = context.expression(only).text;
  return {
    ...noted,
    args: {},
    native: {
      values: `\${= [${said}].flatMap(given => type(given) == "text" ? given.split(",").map(part => part.trim()) : list(given)) }`,
    },
  };
};

function isAlone(text: string): boolean {
  const pieces = isTemplate(text) ? piecesOf(text) : [];
  return pieces.length === 1 && pieces[0]?.kind === 'expression';
}
