const prefix = 'frame:';

/** The id of the frame that a canvas item is; null for the card of a node. */
export function frameIdOf(id: string): string | null {
  return id.startsWith(prefix) ? id.slice(prefix.length) : null;
}

export function flowIdOf(frame: string): string {
  return prefix + frame;
}
