import { toldInNames } from '@skein/dialects';
import { Link, useNavigate } from '@tanstack/react-router';
import { GitFork, Play } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useForkWithFix } from '../../../data/debugging/run-calls.ts';
import { useResumeRun, useRun, type RunJson } from '../../../data/runs.ts';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { Button } from '../../../design/controls/button.tsx';
import { findForm } from '../../../graph/forms/find-form.ts';
import { readSketch } from '../../../graph/read-sketch.ts';
import { titlesOf } from '../../../graph/run/sketch-graph.ts';
import { shortId } from '../../../text/short-id.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { useEditor } from '../state/editor-store.ts';
import { useDraftVersion } from '../state/use-draft-version.ts';
import { usePreflight } from '../state/preflight.tsx';

interface FixBarProps {
  readonly workflow: WorkflowDetail;
  /** The failed run that somebody came from. */
  readonly run: string;
  readonly node: string | null;
}

/** What failed, and how the run goes on with what was changed since. Nothing is saved for others by that. */
export function FixBar({ workflow, run, node }: FixBarProps): ReactNode {
  const { data } = useRun(run);
  const fix = useFix(workflow, run);
  const { errors } = usePreflight();
  const titles = useTitles(workflow.dialect);
  const [first] = errors;
  if (data === undefined || data.workflow.id !== workflow.id) return null;
  const isStopped = data.status !== 'failed';
  const isOff = fix.isBusy || first !== undefined;
  return (
    <section
      aria-label="Failed run"
      className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-bad-soft px-4 py-2 text-sm text-bad-text"
    >
      <p className="min-w-0 flex-1 basis-64 break-words">
        <Link to="/runs/$id" params={{ id: run }} className="rounded-sm font-medium underline">
          Run {shortId(run)}
        </Link>{' '}
        {isStopped
          ? 'has gone on.'
          : `failed: ${visibleText(toldInNames(data.error?.message ?? '', titles))}`}
      </p>
      {first !== undefined && <p>Correct the problems of the workflow first.</p>}
      {!isStopped && (
        <Button tone="primary" size="sm" icon={Play} disabled={isOff} onClick={() => fix.goOn()}>
          Continue this run with the fix
        </Button>
      )}
      {forkedAt(data, node) !== null && (
        <Button
          size="sm"
          icon={GitFork}
          disabled={isOff}
          onClick={() => fix.fork(forkedAt(data, node) ?? '')}
        >
          Run again from here
        </Button>
      )}
    </section>
  );
}

const noTitles: ReadonlyMap<string, string> = new Map();

function useTitles(dialect: string): ReadonlyMap<string, string> {
  const definition = useEditor(({ history }) => history.present);
  return useMemo(() => {
    const form = findForm(dialect);
    return form === undefined ? noTitles : titlesOf(readSketch(form, definition));
  }, [dialect, definition]);
}

/** A node that the run has reached. */
function forkedAt({ nodes, error }: RunJson, node: string | null): string | null {
  const wanted = node ?? error?.node ?? '';
  const known = Object.hasOwn(nodes, wanted) ? nodes[wanted] : undefined;
  return (known?.activations ?? 0) > 0 ? wanted : null;
}

interface Fix {
  readonly isBusy: boolean;
  readonly goOn: () => void;
  readonly fork: (node: string) => void;
}

/** The definition is kept as a draft, so that the run has a version to go on in. */
function useFix(workflow: WorkflowDetail, run: string): Fix {
  const navigate = useNavigate();
  const keep = useDraftVersion(workflow);
  const resume = useResumeRun(run);
  const again = useForkWithFix(run);
  const show = (id: string) => navigate({ to: '/runs/$id', params: { id } });
  const goOn = async () => {
    await resume.mutateAsync({ version: await keep() });
    await show(run);
  };
  const fork = async (node: string) =>
    show((await again.mutateAsync({ node, version: await keep() })).run_id);
  return {
    isBusy: resume.isPending || again.isPending,
    // A toast reports the failure.
    goOn: () => void goOn().catch(() => {}),
    fork: (node) => void fork(node).catch(() => {}),
  };
}
