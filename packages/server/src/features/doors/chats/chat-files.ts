// Files that come with a message of a chat
// A text is written out below the message: every workflow and every model reads it. Pictures are `data:` URLs beside it, for a workflow that
// has a place for them.
import { isObject, ownValue, type Json } from '@skein/api';
import type { Published } from '../published/published.ts';

export interface SentFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** What a run gets of them. */
export interface ChatFiles {
  readonly names: readonly string[];
  /** Follows what was said. */
  readonly text: string;
  readonly images: readonly string[];
}

const filesMax = 10;
const nameMax = 200;
const pictures = /^image\/(?:png|jpeg|gif|webp)$/;
const pictureUrl = /^data:image\/(?:png|jpeg|gif|webp);base64,/;
const textMark = '\n\nFile: ';

export function takesPictures({
  isAgent,
  inputSchema,
}: Pick<Published, 'isAgent' | 'inputSchema'>): boolean {
  if (isAgent || inputSchema === undefined || !isObject(inputSchema)) return true;
  if (ownValue(inputSchema, 'type') === 'string') return false;
  const properties = ownValue(inputSchema, 'properties');
  return !isObject(properties) || Object.hasOwn(properties, 'images');
}

/** Or why they cannot be taken. */
export function readChatFiles(
  files: readonly SentFile[],
  published: Pick<Published, 'isAgent' | 'inputSchema'>,
): { readonly files: ChatFiles } | { readonly complaint: string } {
  if (files.length > filesMax) return { complaint: `A message takes at most ${filesMax} files.` };
  const names = files.map(({ name }) => nameOf(name));
  const images: string[] = [];
  let text = '';
  for (const [index, { mediaType, bytes }] of files.entries()) {
    const name = names[index] ?? '';
    const [type = ''] = mediaType.toLowerCase().split(';');
    if (pictures.test(type)) {
      if (!takesPictures(published))
        return { complaint: `"${name}" is a picture. Here one can send texts only.` };
      images.push(`data:${type};base64,${Buffer.from(bytes).toString('base64')}`);
      continue;
    }
    const written = textIn(bytes);
    if (written === null)
      return {
        complaint: `"${name}" is neither a text nor a picture (PNG, JPEG, GIF, WebP).`,
      };
    text += `${textMark}${name}\n${written}`;
  }
  return { files: { names, text, images } };
}

/** The files of a message that has begun a run, from its input: so that it can be sent once more. */
export function filesIn(
  input: Json,
  said: { readonly text: string; readonly files: readonly string[] },
): ChatFiles | undefined {
  if (said.files.length === 0) return undefined;
  const texts = [...textsIn(input)];
  const whole = texts.find((each) => each.startsWith(`${said.text}${textMark}`));
  return {
    names: said.files,
    text: whole?.slice(said.text.length) ?? '',
    images: texts.filter((each) => pictureUrl.test(each)),
  };
}

function* textsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (value !== null && typeof value === 'object')
    for (const each of Object.values(value)) yield* textsIn(each);
}

/** Without the folders that some browsers send along, and in one line. */
function nameOf(name: string): string {
  const [last = ''] = name.split(/[\\/]/).slice(-1);
  return (
    last
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, nameMax) || 'file'
  );
}

function textIn(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
