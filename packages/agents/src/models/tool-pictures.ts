// Pictures in results of tools
// A result names the files of a run; a model that is to see them gets their bytes, with the request alone: no journal or cassette holds them.
// P1. The newest few that are not too large, in every request again: providers keep nothing. The text of the result names all of them.
// P2. A file that cannot be opened any more is named, and not seen.
import { isObject, type Json } from '@skein/kernel';
import { fileNamed, type ModelMessage, type NamedFiles } from '@skein/ports';

export interface Picture {
  readonly mediaType: string;
  /** In base64. */
  readonly data: string;
}

const picturesMax = 8;
/** Providers take 5 MB of base64. */
const bytesMax = 3_500_000;
const depthMax = 6;
const pictureType = /^image\/(?:png|jpeg|gif|webp)$/;

/** Whether a request would show anything. */
export function namesFiles(messages: readonly ModelMessage[]): boolean {
  return messages.some(({ role, content }) => role === 'tool' && filesIn(content).length > 0);
}

/** By the message that names them. */
export async function toolPictures(
  messages: readonly ModelMessage[],
  files: NamedFiles | undefined,
): Promise<ReadonlyMap<ModelMessage, readonly Picture[]>> {
  const shown = new Map<ModelMessage, Picture[]>();
  if (files === undefined) return shown;
  let left = picturesMax;
  for (const message of messages.toReversed()) {
    if (message.role !== 'tool') continue;
    for (const value of filesIn(message.content)) {
      if (left === 0) return shown;
      const picture = await pictureOf(value, files);
      if (picture === null) continue;
      left -= 1;
      shown.set(message, [...(shown.get(message) ?? []), picture]);
    }
  }
  return shown;
}

async function pictureOf(value: Json, files: NamedFiles): Promise<Picture | null> {
  try {
    const { type, size } = await files.open(value);
    if (!pictureType.test(type) || size > bytesMax) return null;
    return { mediaType: type, data: Buffer.from(await files.read(value)).toString('base64') };
  } catch {
    return null;
  }
}

function filesIn(value: Json, depth = depthMax): readonly Json[] {
  if (fileNamed(value) !== null) return [value];
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  const inner: readonly Json[] = isObject(value) ? Object.values(value) : value;
  return inner.flatMap((each) => filesIn(each, depth - 1));
}
