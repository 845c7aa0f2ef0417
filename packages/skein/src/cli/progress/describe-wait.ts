/** What a wait of this kind is for, in words. */
export function describeWait(kind: string): string {
  switch (kind) {
    case 'approval':
      return 'an approval';
    case 'input':
      return 'an input';
    case 'event':
      return 'an event';
    case 'auth':
      return 'a sign-in';
    case 'handoff':
      return 'somebody to take over';
    case 'limit':
      return 'somebody to raise the limit';
    default:
      return 'an answer';
  }
}
