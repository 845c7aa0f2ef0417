import type { Row } from '../script.ts';

/** The end of a run's journal, and who may write there. */
export interface Head {
  readonly place: number;
  readonly user: string;
  readonly epoch: number;
  seq: number;
}

export function headOf(row: Row): Head {
  return {
    place: Number(row['place']),
    user: row['user_id'] as string,
    epoch: Number(row['epoch']),
    seq: Number(row['seq'] ?? 0),
  };
}
