// Forms as browsers post them, of people without a key
import { EngineError } from '@skein/ports';
import type { SentFile } from '../features/doors/chats/chat-files.ts';
import { readBytes, type BodyLimits } from './read-json.ts';

const formType = /^application\/x-www-form-urlencoded\s*(?:;.*)?$/i;
const filesType = /^multipart\/form-data\s*;/i;

export interface PostedForm {
  readonly form: URLSearchParams;
  readonly files: readonly SentFile[];
}

export async function readPostedForm(
  request: Request,
  limits: BodyLimits,
): Promise<URLSearchParams> {
  checkFormType(request, formType, ['application/x-www-form-urlencoded']);
  return new URLSearchParams(new TextDecoder().decode(await readBytes(request, limits)));
}

export function hasFiles(request: Request): boolean {
  return filesType.test(request.headers.get('content-type') ?? '');
}

/** A form with files. */
export async function readPostedFiles(request: Request, limits: BodyLimits): Promise<PostedForm> {
  checkFormType(request, filesType, ['multipart/form-data']);
  const type = request.headers.get('content-type') ?? '';
  const body = await readBytes(request, limits);
  const form = new URLSearchParams();
  const files: SentFile[] = [];
  for (const [name, value] of await partsOf(body, type)) {
    if (typeof value === 'string') form.append(name, value);
    // A field for files that was left empty is sent as a file without a name.
    else if (value.size > 0 || value.name !== '')
      files.push({
        name: value.name,
        mediaType: value.type,
        bytes: new Uint8Array(await value.arrayBuffer()),
      });
  }
  return { form, files };
}

async function partsOf(body: Uint8Array, type: string): Promise<FormData> {
  try {
    return await new Response(Buffer.from(body), { headers: { 'content-type': type } }).formData();
  } catch (error) {
    const complaint = 'It is no form with files.';
    throw new EngineError('BAD_JSON', { what: 'The body', complaint }, { cause: error });
  }
}

function checkFormType(request: Request, type: RegExp, supported: string[]): void {
  const found = request.headers.get('content-type') ?? '';
  if (!type.test(found))
    throw new EngineError('MEDIA_TYPE', { found: found.slice(0, 200), supported });
}
