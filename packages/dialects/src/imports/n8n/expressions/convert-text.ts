// A parameter of n8n as a native template
// A text that begins with `=` is a template of n8n: its pieces in {{ }} are JavaScript. Alone, a piece keeps its type; in longer texts
// nothing and null become an empty text. Every other text is literal, and must stay so.
import { escapeTemplate } from '@skein/kernel';
import { NotConverted } from './not-converted.ts';
import { within, type Said } from './said.ts';

export interface Piece {
  readonly kind: 'text' | 'expression';
  readonly text: string;
}

export function isTemplate(text: string): boolean {
  return text.startsWith('=');
}

/** The pieces of a template without its `=`. */
export function piecesOf(template: string): readonly Piece[] {
  const text = template.slice(1);
  const pieces: Piece[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf('{{', at);
    let end = start < 0 ? -1 : text.indexOf('}}', start + 2);
    if (end < 0) break;
    // An object may end right before.
    while (text[end + 2] === '}') end += 1;
    if (start > at) pieces.push({ kind: 'text', text: text.slice(at, start) });
    pieces.push({ kind: 'expression', text: text.slice(start + 2, end) });
    at = end + 2;
  }
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) });
  return pieces;
}

/** How a piece is written: in a template, or in code that computes it before. */
export interface PieceWriter {
  /** Throws `NotConverted` where nothing can be written. */
  readonly say: (source: string) => Said;
}

/** As a template: alone with its type, else as text. */
export function convertText(text: string, writer: PieceWriter): string {
  if (!isTemplate(text)) return escapeTemplate(text);
  const pieces = piecesOf(text);
  const [only] = pieces;
  if (pieces.length === 1 && only?.kind === 'expression') {
    return isRunId(only) ? RUN_ID : `\${= ${orNull(writer.say(only.text))} }`;
  }
  return pieces
    .map((piece, index) => {
      if (piece.kind === 'expression') return inText(piece, writer);
      // The dollar of a price right before a piece must not become part of it.
      return escapeTemplate(piece.text, { beforeReference: index < pieces.length - 1 });
    })
    .join('');
}

/** A reference that no other run has; expressions do not know it. */
const RUN_ID = '${trigger:id}';

function isRunId({ text }: Pick<Piece, 'text'>): boolean {
  return text.trim() === '$execution.id';
}

function inText({ text }: Piece, writer: PieceWriter): string {
  if (text.trim() === '') return '';
  if (isRunId({ text })) return RUN_ID;
  return `\${= ${orElse(writer.say(text), '""')} }`;
}

/** As an expression that stands in another one. */
export function convertToExpression(text: string, writer: PieceWriter): Said {
  const certainly = (written: string): Said => ({
    text: written,
    kind: 'json',
    power: 20,
    isCertain: true,
  });
  if (!isTemplate(text)) return certainly(JSON.stringify(text));
  const pieces = piecesOf(text);
  const [only] = pieces;
  if (pieces.length === 1 && only?.kind === 'expression') return writer.say(only.text);
  const parts = pieces.map((piece) => {
    if (piece.kind === 'text') {
      return piece.text.replaceAll(/[\\`]/g, String.raw`\$&`).replaceAll('${', '\\${');
    }
    return piece.text.trim() === '' ? '' : `\${${orElse(writer.say(piece.text), '""')}}`;
  });
  const said = certainly(`\`${parts.join('')}\``);
  if (said.text.length > EXPRESSION_MAX) throw new NotConverted('it is too long');
  return said;
}

/** What the kernel reads in one expression, less what stands around it. */
const EXPRESSION_MAX = 9000;

export function orNull(said: Said): string {
  return orElse(said, 'null');
}

function orElse(said: Said, otherwise: string): string {
  return said.isCertain ? said.text : `${within(said, 4)} ?? ${otherwise}`;
}
