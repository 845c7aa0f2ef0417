import { ArrowUpToLine, Download, Play, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { exportRuns, useManyRuns } from '../../data/debugging/many-runs.ts';
import type { RunItem } from '../../data/runs.ts';
import { Button } from '../../design/controls/button.tsx';
import { ScopedButton } from '../../viewers/scoped-button.tsx';
import { ConfirmDialog } from '../../design/dialogs/confirm-dialog.tsx';
import { showToast } from '../../design/feedback/toasts.ts';
import { downloadJson } from '../../viewers/json/download-json.ts';
import { countWords } from '../../text/time-words.ts';
import { CancelRuns } from './cancel-runs.tsx';
import { doneToast } from './done-toast.ts';
import { isOpenRun } from './is-open-run.ts';

interface RunsActionsProps {
  /** The selected ones. */
  readonly runs: readonly RunItem[];
  readonly onDone: () => void;
}

/** What can be done with the selected runs: each button is about those that it applies to. */
export function RunsActions({ runs, onDone }: RunsActionsProps): ReactNode {
  const open = idsOf(runs.filter(isOpenRun));
  const top = runs.filter(({ parent }) => parent === undefined);
  const failed = top.filter(({ status }) => status === 'failed');
  const ended = top.filter((run) => !isOpenRun(run));
  const movable = top.filter(({ status, isTrial }) => status === 'waiting' && isTrial !== true);
  const many = useManyRuns((result, action) => {
    showToast(doneToast(verbs[action], result));
    onDone();
  });
  const save = async () => {
    const bundles = await exportRuns(idsOf(runs));
    downloadJson(bundles, 'runs.json');
  };
  return (
    <div role="group" aria-label="Selected runs" className="flex flex-wrap justify-end gap-2">
      {failed.length > 0 && (
        <ScopedButton
          needs="run"
          icon={Play}
          disabled={many.isPending}
          onClick={() => many.mutate({ action: 'resume', runs: failed })}
        >
          Resume {countWords(failed.length, 'run')}
        </ScopedButton>
      )}
      {movable.length > 0 && (
        <ScopedButton
          needs="run"
          icon={ArrowUpToLine}
          disabled={many.isPending}
          title="They go on in the newest version of their workflow"
          onClick={() => many.mutate({ action: 'move', runs: movable })}
        >
          Move {countWords(movable.length, 'run')}
        </ScopedButton>
      )}
      {/* The query client reports a failure. */}
      <Button icon={Download} onClick={() => void save().catch(() => {})}>
        Export {countWords(runs.length, 'run')}
      </Button>
      {open.length > 0 && <CancelRuns chosen={new Set(open)} onDone={onDone} />}
      {ended.length > 0 && (
        <DeleteRuns
          count={ended.length}
          isBusy={many.isPending}
          onConfirm={() => many.mutate({ action: 'delete', runs: ended })}
        />
      )}
    </div>
  );
}

const verbs = { resume: 'Resumed', delete: 'Deleted', move: 'Moved' } as const;

function idsOf(runs: readonly RunItem[]): readonly string[] {
  return runs.map(({ id }) => id);
}

interface DeleteRunsProps {
  readonly count: number;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
}

function DeleteRuns({ count, isBusy, onConfirm }: DeleteRunsProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const words = countWords(count, 'run');
  return (
    <>
      <ScopedButton needs="write" tone="danger" icon={Trash2} onClick={() => setAsking(true)}>
        Delete {words}
      </ScopedButton>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Delete ${words}?`}
        action={`Delete ${words}`}
        keep="Keep"
        isBusy={isBusy}
        onConfirm={onConfirm}
      >
        <p>Their history, outputs and files are gone for good.</p>
      </ConfirmDialog>
    </>
  );
}
