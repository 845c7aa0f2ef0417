// JSON texts with references in them: `{ "name": "{{#start.name#}}", "count": {{#code.n#}} }`
import { isJsonList } from '../../draft/is-json-list.ts';
import { isObject, type Json } from '@skein/kernel';

const bare = /\{\{#[^#{}]+#\}\}/g;

/**
 * The value that such a text stands for, with every text converted; references outside of quotes keep their type. Undefined
 * where the text is not JSON even so.
 */
export function jsonTemplate(text: string, convert: (text: string) => string): Json | undefined {
  try {
    // JSON.parse returns JSON, by its contract.
    return walk(JSON.parse(quoteBare(text)) as Json, convert);
  } catch {
    return undefined;
  }
}

/** Puts quotes around the references that stand outside of texts. */
function quoteBare(text: string): string {
  let made = '';
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '"') isText = !isText;
    if (isText && character === '\\') {
      made += character + (text[at + 1] ?? '');
      at += 1;
      continue;
    }
    bare.lastIndex = at;
    const found = !isText && character === '{' ? bare.exec(text) : null;
    if (found !== null && found.index === at) {
      made += JSON.stringify(found[0]);
      at += found[0].length - 1;
    } else if (isText && character === '\n') made += '\\n';
    else made += character;
  }
  return made;
}

function walk(value: Json, convert: (text: string) => string): Json {
  if (typeof value === 'string') return convert(value);
  if (isJsonList(value)) return value.map((each) => walk(each, convert));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [convert(key), walk(each, convert)]),
  );
}
