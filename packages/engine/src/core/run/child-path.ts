import type { ChildEffect } from '@skein/kernel';

/** Where a child hangs below its parent. */
export type ChildPlace = Pick<ChildEffect, 'node' | 'activation' | 'index'>;

/** A child's place as text. Node ids may hold anything, so it is read backwards. */
export function childPath({ node, activation, index }: ChildPlace): string {
  return `${node}#${activation}/${index}`;
}

/** The opposite of `childPath`. */
export function placeOfPath(path: string): ChildPlace {
  const [, node = '', activation, index] = /^(.*)#(\d+)\/(\d+)$/s.exec(path) ?? [];
  return { node, activation: Number(activation), index: Number(index) };
}
