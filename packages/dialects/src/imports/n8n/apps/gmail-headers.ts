// Headers of mails, as parts of an expression
import type { Json } from '@skein/kernel';
import type { NodeContext } from '../context/node-context.ts';
import { isMissing, sure } from './app-request.ts';

/** A header whose value cannot begin another one. */
export function header(context: NodeContext, name: string, value: Json | undefined): string {
  if (value === undefined || isMissing(value)) return '';
  return `${name}: \${text(${sure(context, value)}).replaceAll(/[\\r\\n]+/g, " ")}\r\n`;
}

/** In the encoding of headers for what is not ASCII; the text is an expression. */
export function subjectHeader(text: string): string {
  const encoded = `encodeURIComponent(text(${text})).replaceAll("_", "%5F").replaceAll("%", "=")`;
  return `Subject: =?UTF-8?Q?\${${encoded}}?=\r\n`;
}
