import type { SentFile } from '../../data/threads.ts';

export const acceptedFiles =
  'image/png,image/jpeg,image/gif,image/webp,text/*,application/json,.md,.csv,.yaml,.yml,.ts,.py,.log';

/** What models see well; larger ones would only cost more. */
const sideMax = 1568;
const bytesMax = 4_000_000;

/** A file as it is sent: pictures no larger than models see them. */
export async function readFile(file: File): Promise<SentFile> {
  const { name } = file;
  const isPicture = /^image\/(?:png|jpeg|gif|webp)$/.test(file.type);
  const content = isPicture ? await smaller(file) : file;
  if (content.size > bytesMax) throw new Error(`${name} is larger than 4 MB.`);
  const mediaType = isPicture ? content.type : typeOf(file);
  const bytes = new Uint8Array(await content.arrayBuffer());
  return { name, mediaType, url: `data:${mediaType};base64,${toBase64(bytes)}` };
}

/** Browsers know few types of texts by the ends of their names. */
function typeOf({ type, name }: File): string {
  if (type.startsWith('text/') || type === 'application/json') return type;
  if (/\.(?:md|csv|ya?ml|tsx?|jsx?|py|log|txt|sql|html|css|xml|toml)$/i.test(name))
    return 'text/plain';
  throw new Error(`${name} is neither a picture nor a text.`);
}

async function smaller(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(`${file.name} cannot be read as a picture.`);
  });
  const scale = Math.min(1, sideMax / Math.max(bitmap.width, bitmap.height));
  if (scale === 1 && file.size <= bytesMax / 4) return file;
  const canvas = new OffscreenCanvas(
    Math.round(bitmap.width * scale),
    Math.round(bitmap.height * scale),
  );
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  // In pieces: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
