import { waitTitle, type Wait } from '../../data/waits.ts';

/** Whether a question has the text somewhere: in its words, its workflow, its ids, or what it is about. */
export function isAbout(wait: Wait, text: string): boolean {
  const wanted = text.toLowerCase();
  const { id, run, node, workflow, data } = wait;
  const places = [waitTitle(wait), workflow.name ?? '', workflow.id, node, run, id];
  return [...places, JSON.stringify(data)].some((place) => place.toLowerCase().includes(wanted));
}
