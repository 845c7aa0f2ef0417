// Status
// Colour, icon and word belong together: one table, so that none is shown without the others.
import type { RunStatus } from '@skein/kernel';
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleX,
  Hand,
  Hourglass,
  LoaderCircle,
  RotateCw,
  SkipForward,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';

export type Status =
  | 'completed'
  | 'running'
  | 'retrying'
  | 'waiting'
  | 'pending'
  | 'failed'
  | 'partly'
  | 'skipped'
  | 'uncalled'
  | 'cancelled'
  | 'idle';

export interface StatusLook {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly text: string;
  readonly soft: string;
  readonly bar: string;
  readonly border: string;
  readonly isSpinning?: boolean;
}

const wait = {
  text: 'text-wait-text',
  soft: 'bg-wait-soft',
  bar: 'bg-wait',
  border: 'border-wait',
};
const grey = { text: 'text-idle-text', soft: 'bg-idle-soft', bar: 'bg-idle' };

export const statusLooks: Readonly<Record<Status, StatusLook>> = {
  completed: {
    label: 'Completed',
    icon: CircleCheck,
    text: 'text-ok-text',
    soft: 'bg-ok-soft',
    bar: 'bg-ok',
    border: 'border-ok',
  },
  running: {
    label: 'Running',
    icon: LoaderCircle,
    text: 'text-run-text',
    soft: 'bg-run-soft',
    bar: 'bg-run',
    border: 'border-run',
    isSpinning: true,
  },
  retrying: { label: 'Retrying', icon: RotateCw, ...wait },
  waiting: { label: 'Waiting for you', icon: Hand, ...wait },
  pending: { label: 'Lacks data', icon: Hourglass, ...wait },
  failed: {
    label: 'Failed',
    icon: CircleX,
    text: 'text-bad-text',
    soft: 'bg-bad-soft',
    bar: 'bg-bad',
    border: 'border-bad',
  },
  partly: { label: 'Completed, some items failed', icon: TriangleAlert, ...wait },
  skipped: {
    label: 'Not taken',
    icon: SkipForward,
    ...grey,
    border: 'border-control border-dashed',
  },
  uncalled: { label: 'Not called', icon: CircleDashed, ...grey, border: 'border-line' },
  cancelled: { label: 'Cancelled', icon: Ban, ...grey, border: 'border-control' },
  idle: { label: 'Not started', icon: CircleDashed, ...grey, border: 'border-line' },
};

interface RunStatusLook {
  readonly status: Status;
  readonly label: string;
}

const runStatuses: Readonly<Record<RunStatus, RunStatusLook>> = {
  created: { status: 'idle', label: statusLooks.idle.label },
  running: { status: 'running', label: statusLooks.running.label },
  waiting: { status: 'waiting', label: 'Waiting' },
  completed: { status: 'completed', label: statusLooks.completed.label },
  failed: { status: 'failed', label: statusLooks.failed.label },
  stopped: { status: 'cancelled', label: 'Stopped' },
  cancelled: { status: 'cancelled', label: statusLooks.cancelled.label },
  stalled: { status: 'pending', label: statusLooks.pending.label },
};

export const runStatusNames: readonly string[] = Object.keys(runStatuses);

/** How the status of a whole run looks. */
export function runStatusLook(status: string): RunStatusLook {
  // Checked just before.
  return runStatuses[Object.hasOwn(runStatuses, status) ? (status as RunStatus) : 'created'];
}

/** `ready` means that the node is about to run; users see it as not started. */
export function nodeStatusLook(status: string): Status {
  if (status === 'ready') return 'idle';
  return Object.hasOwn(statusLooks, status) ? (status as Status) : 'idle';
}
