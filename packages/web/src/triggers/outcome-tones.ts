import type { TagTone } from '../design/status/tag.tsx';

/** Of what became of a delivery or a tick; others are plain. */
export const outcomeTones: Readonly<Record<string, TagTone>> = {
  started: 'ok',
  failed: 'bad',
  missed: 'wait',
};
