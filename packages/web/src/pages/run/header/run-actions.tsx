import { isOver } from '@skein/kernel';
import { useNavigate } from '@tanstack/react-router';
import {
  Copy,
  Ellipsis,
  FlaskConical,
  GitFork,
  History,
  ListPlus,
  Play,
  RotateCw,
  Square,
  Workflow,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import {
  useCancelRun,
  useForkRun,
  useResumeRun,
  useRetryNode,
  type RunJson,
} from '../../../data/runs.ts';
import { ScopedButton } from '../../../viewers/scoped-button.tsx';
import { useRefusal } from '../../../data/session.ts';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { MenuButton } from '../../../design/controls/menu-button.tsx';
import type { MenuEntry } from '../../../design/controls/menu-entry.ts';
import { numberAt, objectAt, textAt } from '../../../graph/own-keys.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import { baseWorkflow } from '../../../text/base-workflow.ts';
import { copyText } from '../../../viewers/copy-text.ts';
import { AddToDatasetDialog } from '../dataset/add-to-dataset-dialog.tsx';
import { RunAgainDialog } from '../what-if/run-again-dialog.tsx';
import { WhatIfDialog } from '../what-if/what-if-dialog.tsx';

interface RunActionsProps {
  readonly run: RunJson;
  readonly replay: Replay;
  readonly selected: string | null;
  readonly onTravel: () => void;
}

/** Actions for the run and the selected node; on small screens, the rarer ones are in a menu. */
export function RunActions({ run, replay, selected, onTravel }: RunActionsProps): ReactNode {
  const retry = useRetryNode(run.id);
  const cancel = useCancelRun();
  const resume = useResumeRun(run.id);
  const fork = useFork({ run, replay, selected });
  const view = selected === null ? {} : objectAt(objectAt(replay.view, 'nodes'), selected);
  const hasFailed = textAt(view, 'status') === 'failed';
  const isEnded = isOver(replay.state);
  return (
    <>
      {fork !== null && (
        <ScopedButton
          needs="run"
          tone="ghost"
          size="sm"
          icon={GitFork}
          className="max-lg:hidden"
          disabled={fork.isPending}
          onClick={fork.act}
        >
          Fork from here
        </ScopedButton>
      )}
      {selected !== null && hasFailed && !isEnded && (
        <ScopedButton
          needs="run"
          size="sm"
          icon={RotateCw}
          disabled={retry.isPending}
          onClick={() => retry.mutate(selected)}
        >
          Retry
        </ScopedButton>
      )}
      {replay.state.status === 'failed' && replay.state.origin.parent === null && (
        <ScopedButton
          needs="run"
          size="sm"
          icon={Play}
          disabled={resume.isPending}
          onClick={() => resume.mutate({ version: null })}
        >
          Resume
        </ScopedButton>
      )}
      {!isEnded && (
        <ScopedButton
          needs="run"
          size="sm"
          tone="danger"
          icon={Square}
          disabled={cancel.isPending}
          onClick={() => cancel.mutate(run.id)}
        >
          Cancel
        </ScopedButton>
      )}
      <MoreActions run={run} replay={replay} selected={selected} fork={fork} onTravel={onTravel} />
    </>
  );
}

interface Fork {
  readonly isPending: boolean;
  readonly act: () => void;
}

/** Null unless a node that has run is selected. */
function useFork({ run, replay, selected }: Omit<RunActionsProps, 'onTravel'>): Fork | null {
  const navigate = useNavigate();
  const { isPending, mutate } = useForkRun(run.id);
  if (selected === null) return null;
  const activation = numberAt(objectAt(objectAt(replay.view, 'nodes'), selected), 'activations');
  if (activation === 0) return null;
  const show = ({ run_id }: { readonly run_id: string }) =>
    void navigate({ to: '/runs/$id', params: { id: run_id } });
  return { isPending, act: () => mutate({ node: selected, activation }, { onSuccess: show }) };
}

interface MoreActionsProps extends RunActionsProps {
  readonly fork: Fork | null;
}

/** What makes another run of this one, and what is rarer. */
function MoreActions({ run, replay, selected, fork, onTravel }: MoreActionsProps): ReactNode {
  const [dialog, setDialog] = useState<'what-if' | 'again' | 'dataset' | null>(null);
  const isTop = replay.state.origin.parent === null;
  const canReplay = isTop && isOver(replay.state);
  const close = () => setDialog(null);
  const mayRun = useRefusal('run') === null;
  const again = { label: 'Run again…', icon: RotateCw, onSelect: () => setDialog('again') };
  const whatIf = { label: 'What if…', icon: FlaskConical, onSelect: () => setDialog('what-if') };
  return (
    <>
      {canReplay && (
        <ScopedButton
          needs="run"
          tone="ghost"
          size="sm"
          icon={FlaskConical}
          className="max-lg:hidden"
          onClick={whatIf.onSelect}
        >
          What if…
        </ScopedButton>
      )}
      <RunMenu
        run={run}
        fork={fork}
        more={[
          ...(canReplay && mayRun ? [whatIf] : []),
          ...(mayRun ? [again] : []),
          { label: 'Time travel', icon: History, onSelect: onTravel },
          { label: 'Add to dataset…', icon: ListPlus, onSelect: () => setDialog('dataset') },
        ]}
      />
      {dialog === 'what-if' && (
        <WhatIfDialog run={run} graph={replay.graph} selected={selected} onClose={close} />
      )}
      {dialog === 'again' && <RunAgainDialog run={run} onClose={close} />}
      {dialog === 'dataset' && <AddToDatasetDialog run={run} onClose={close} />}
    </>
  );
}

interface RunMenuProps {
  readonly run: RunJson;
  readonly fork: Fork | null;
  readonly more: readonly MenuEntry[];
}

function RunMenu({ run, fork, more }: RunMenuProps): ReactNode {
  const navigate = useNavigate();
  const openWorkflow = () =>
    void navigate({ to: '/workflows/$id', params: { id: baseWorkflow(run.workflow.id) } });
  const entries: readonly MenuEntry[] = [
    ...(fork === null || fork.isPending
      ? []
      : [{ label: 'Fork from here', icon: GitFork, onSelect: fork.act }]),
    ...more,
    { label: 'Open the workflow', icon: Workflow, onSelect: openWorkflow },
    { label: 'Copy ID', icon: Copy, onSelect: () => copyText(run.id, 'run ID') },
  ];
  return <MenuButton trigger={<IconButton label="More" icon={Ellipsis} />} entries={entries} />;
}
