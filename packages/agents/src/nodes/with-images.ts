import type { Json } from '@skein/kernel';
import type { NodeCall } from '@skein/ports';
import { badConfig } from '../configs/read-config.ts';
import { isImageAddress, toMessageContent } from '../models/image-part.ts';

/** Providers take fewer. */
const imagesMax = 100;

/** A prompt with the pictures of a config, as the content of a message. */
export function withImages(
  call: NodeCall,
  prompt: string,
  images: string | readonly string[] = [],
): Json {
  const all = typeof images === 'string' ? [images] : images;
  if (all.length > imagesMax)
    throw badConfig(call, ['images'], `"images": at most ${imagesMax} are allowed`);
  if (!all.every(isImageAddress))
    throw badConfig(
      call,
      ['images'],
      '"images": must be a "data:" URL in base64, or an https address',
    );
  return toMessageContent(prompt, all);
}
