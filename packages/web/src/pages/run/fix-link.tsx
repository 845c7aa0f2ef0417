import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RunJson } from '../../data/runs.ts';
import { buttonClass } from '../../design/controls/button.tsx';
import type { Replay } from '../../graph/run/rebuild-run.ts';
import { baseWorkflow } from '../../text/base-workflow.ts';

interface FixLinkProps {
  readonly run: RunJson;
  readonly replay: Replay;
  readonly node: string;
}

/** To the settings of the node in the editor, from where the run can go on. */
export function FixLink({ run, replay, node }: FixLinkProps): ReactNode {
  const { id } = run.workflow;
  const base = baseWorkflow(id);
  const canGoOn = replay.state.status === 'failed' && base === id;
  return (
    <Link
      to="/workflows/$id"
      params={{ id: base }}
      search={canGoOn ? { node, fix: run.id } : { node }}
      className={buttonClass('default', 'sm', 'justify-self-start')}
    >
      <Pencil size={14} aria-hidden />
      Edit this node
    </Link>
  );
}
