// Forms with files, as browsers post them
import { EngineError } from '@skein/ports';
import type { SentFile } from '../doors/chats/chat-files.ts';

const filesType = /^multipart\/form-data\s*;/i;

export interface PostedForm {
  readonly form: URLSearchParams;
  readonly files: readonly SentFile[];
}

export function hasFiles({ headers }: Pick<Request, 'headers'>): boolean {
  return filesType.test(headers.get('content-type') ?? '');
}

/** `type`: the content type, which says how the parts are told apart. */
export async function readPostedFiles(body: Uint8Array, type: string): Promise<PostedForm> {
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
