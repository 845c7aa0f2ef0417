import { isOver } from '@skein/kernel';
import { useNavigate } from '@tanstack/react-router';
import { Copy, Ellipsis, GitFork, Play, RotateCw, Square, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  useCancelRun,
  useForkRun,
  useResumeRun,
  useRetryNode,
  type RunJson,
} from '../../../data/runs.ts';
import { Button } from '../../../design/controls/button.tsx';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { MenuButton, type MenuEntry } from '../../../design/controls/menu-button.tsx';
import { numberAt, objectAt, textAt } from '../../../graph/own-keys.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import { copyText } from '../../../viewers/copy-text.ts';

interface RunActionsProps {
  readonly run: RunJson;
  readonly replay: Replay;
  readonly selected: string | null;
}

/** Actions for the run and the selected node; on small screens, the rarer ones are in a menu. */
export function RunActions({ run, replay, selected }: RunActionsProps): ReactNode {
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
        <Button
          tone="ghost"
          size="sm"
          icon={GitFork}
          className="max-lg:hidden"
          disabled={fork.isPending}
          onClick={fork.act}
        >
          Fork from here
        </Button>
      )}
      {selected !== null && hasFailed && !isEnded && (
        <Button
          size="sm"
          icon={RotateCw}
          disabled={retry.isPending}
          onClick={() => retry.mutate(selected)}
        >
          Retry
        </Button>
      )}
      {replay.state.status === 'failed' && replay.state.origin.parent === null && (
        <Button
          size="sm"
          icon={Play}
          disabled={resume.isPending}
          onClick={() => resume.mutate({ version: null })}
        >
          Resume
        </Button>
      )}
      {!isEnded && (
        <Button
          size="sm"
          tone="danger"
          icon={Square}
          disabled={cancel.isPending}
          onClick={() => cancel.mutate(run.id)}
        >
          Cancel
        </Button>
      )}
      <RunMenu run={run} fork={fork} />
    </>
  );
}

interface Fork {
  readonly isPending: boolean;
  readonly act: () => void;
}

/** Null unless a node that has run is selected. */
function useFork({ run, replay, selected }: RunActionsProps): Fork | null {
  const navigate = useNavigate();
  const { isPending, mutate } = useForkRun(run.id);
  if (selected === null) return null;
  const activation = numberAt(objectAt(objectAt(replay.view, 'nodes'), selected), 'activations');
  if (activation === 0) return null;
  const show = ({ run_id }: { readonly run_id: string }) =>
    void navigate({ to: '/runs/$id', params: { id: run_id } });
  return { isPending, act: () => mutate({ node: selected, activation }, { onSuccess: show }) };
}

function RunMenu({ run, fork }: { readonly run: RunJson; readonly fork: Fork | null }): ReactNode {
  const navigate = useNavigate();
  const openWorkflow = () =>
    void navigate({ to: '/workflows/$id', params: { id: run.workflow.id } });
  const entries: readonly MenuEntry[] = [
    ...(fork === null || fork.isPending
      ? []
      : [{ label: 'Fork from here', icon: GitFork, onSelect: fork.act }]),
    { label: 'Open the workflow', icon: Workflow, onSelect: openWorkflow },
    { label: 'Copy ID', icon: Copy, onSelect: () => copyText(run.id, 'run ID') },
  ];
  return (
    <MenuButton
      trigger={<IconButton label="More" icon={Ellipsis} className="lg:hidden" />}
      entries={entries}
    />
  );
}
