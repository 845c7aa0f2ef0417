// What a user says, with the files that come along
// Pictures are parts of the message, which the model sees. Texts are written out in it: every model reads them. Anything else is refused,
// because no provider would be told what it is.
import { isObject, ownValue, textOf, type Json, type JsonObject } from '@skein/kernel';
import { EngineError } from '@skein/ports';

/** A file that comes with a message. */
export interface SentFile {
  readonly name?: string;
  readonly mediaType: string;
  /** A `data:` URL in base64. */
  readonly url: string;
}

export interface SaidMessage {
  readonly text: string;
  readonly files?: readonly SentFile[];
}

const filesMax = 10;
/** Characters of all files together: what a request of the server has room for. */
const filesLengthMax = 8_000_000;

const pictures = /^image\/(?:png|jpeg|gif|webp)$/;
const texts =
  /^(?:text\/[\w.+-]+|application\/(?:json|xml|yaml|x-yaml|csv|javascript|[\w.-]+\+(?:json|xml)))$/;

/** The content of the message to the model. */
export function saidContent({ text, files = [] }: SaidMessage): Json {
  if (files.length === 0) return text;
  const length = files.reduce((sum, { url }) => sum + url.length, 0);
  if (files.length > filesMax) refuse(`A message takes at most ${filesMax} files.`);
  if (length > filesLengthMax) refuse('The files of a message are larger than 6 MB together.');
  const parts = files.map(toPart);
  return text === '' ? parts : [{ type: 'text', text }, ...parts];
}

function toPart({ name = 'file', mediaType, url }: SentFile): JsonObject {
  const [type = ''] = mediaType.toLowerCase().split(';');
  const data = /^data:[^,]*;base64,([A-Za-z0-9+/=_-]*)$/.exec(url)?.[1];
  if (data === undefined) refuse(`"${name}" does not come as a "data:" URL in base64.`);
  if (pictures.test(type))
    return { type: 'image', image: `data:${type};base64,${data}`, mediaType: type };
  if (texts.test(type))
    return { type: 'text', text: `${fileMark}${name}\n${Buffer.from(data, 'base64').toString()}` };
  return refuse(
    `"${name}" is of the type ${type || '(none)'}. Send pictures (PNG, JPEG, GIF, WebP) or texts.`,
  );
}

/** Begins the part that holds a text file. */
const fileMark = 'File: ';

function refuse(complaint: string): never {
  throw new EngineError('BAD_VALUE', { what: 'message', complaint });
}

/** The message as `useChat` shows it. */
export function saidParts(content: Json): readonly { type: string; [key: string]: Json }[] {
  if (!Array.isArray(content)) return [{ type: 'text', text: textOf(content) }];
  return content.filter(isObject).map((part, i) => {
    const image = ownValue(part, 'image');
    if (typeof image === 'string')
      return { type: 'file', mediaType: textOf(ownValue(part, 'mediaType') ?? ''), url: image };
    const text = textOf(ownValue(part, 'text') ?? '');
    const isFile = i > 0 && text.startsWith(fileMark);
    if (!isFile) return { type: 'text', text };
    const [first = ''] = text.split('\n', 1);
    const url = `data:text/plain;base64,${Buffer.from(text.slice(first.length + 1)).toString('base64')}`;
    return { type: 'file', mediaType: 'text/plain', filename: first.slice(fileMark.length), url };
  });
}

/** In one line, for lists. */
export function saidText(content: Json): string {
  const text = saidParts(content).find(({ type }) => type === 'text');
  return text === undefined ? 'A file' : textOf(text['text'] ?? '');
}
