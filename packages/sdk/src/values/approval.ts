/** What a person who was asked for an approval has said. */
export interface Approval {
  readonly decision: 'approve' | 'reject';
  readonly note: string;
}
