/** What a wait of this kind is for, in words. */
export function describeWait(kind: string): string {
  switch (kind) {
    case 'approval':
      return 'an approval';
    case 'input':
      return 'an input';
    case 'event':
      return 'an event';
    case 'handoff':
      return 'somebody who takes over';
    case 'limit':
      return 'somebody who raises the limit';
    default:
      return 'an answer';
  }
}
