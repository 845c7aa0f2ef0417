import type { Json } from '@skein/kernel';
import { isTemplate } from '../expressions/convert-text.ts';
import type { NodeContext } from './node-context.ts';

/** JSON that may be put together from pieces: literal where it can be read now, else read when the node runs. */
export function jsonTemplate(context: NodeContext, value: Json): Json {
  if (typeof value !== 'string') return context.template(value);
  if (!isTemplate(value)) {
    try {
      return context.template(JSON.parse(value) as Json); // What JSON.parse gives is JSON.
    } catch {
      return context.template(value);
    }
  }
  const said = context.expression(value);
  if (said.text === 'null') return null;
  if (said.text.startsWith('`')) return `\${= parseJson(${said.text}) }`;
  return `\${= [${said.isCertain ? said.text : `${said.text} ?? null`}].map(value => type(value) == "text" ? parseJson(value) : value)[0] }`;
}
