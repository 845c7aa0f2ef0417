import { createHash } from 'node:crypto';

// What the providers of models take as a name.
const lengthMax = 64;

/** `<source>-<tool>`, in the letters that models' providers take. Two tools may come to the same id: then neither is used. */
export function toolId(source: string, tool: string): string {
  const whole = `${source}-${tool}`;
  const id = whole.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  if (id.length <= lengthMax) return id;
  const mark = createHash('sha256').update(whole).digest('hex').slice(0, 8);
  return `${id.slice(0, lengthMax - mark.length - 1)}_${mark}`;
}
