import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RunItem } from '../../data/runs.ts';
import { runStatusLook } from '../../design/status.ts';
import { StatusPill } from '../../design/status-pill.tsx';
import { ageWords, countWords, durationWords } from '../../viewers/time-words.ts';
import { shortId } from '../../viewers/short-id.ts';

interface RunTableProps {
  readonly runs: readonly RunItem[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

export function RunTable({ runs, chosen, onChoose }: RunTableProps): ReactNode {
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <table className="w-full text-left text-sm max-md:block">
      <thead className="border-b border-line bg-bg text-xs text-text-3 max-md:hidden">
        <tr className="h-9">
          <th className="w-10 pl-4">
            <span className="sr-only">Choose</span>
          </th>
          <th className="font-medium">Workflow</th>
          <th className="font-medium">Run</th>
          <th className="font-medium">Status</th>
          <th className="font-medium">Took</th>
          <th className="pr-4 font-medium">Started</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-md:block">
        {runs.map((run) => (
          <RunRow
            key={run.id}
            run={run}
            isChosen={chosen.has(run.id)}
            onToggle={() => toggle(run.id)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RunRowProps {
  readonly run: RunItem;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function RunRow({ run, isChosen, onToggle }: RunRowProps): ReactNode {
  const { id, workflow, createdAt, updatedAt, seq } = run;
  const { status, label } = runStatusLook(run.status);
  const name = workflow.name ?? workflow.id;
  const isOpen = run.status === 'running' || run.status === 'waiting';
  const took = Date.parse(updatedAt) - Date.parse(createdAt);
  return (
    <tr className="relative hover:bg-bg max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:p-4 md:h-16">
      <td className="max-md:hidden md:pl-4">
        {isOpen && (
          <input
            type="checkbox"
            aria-label={`Choose the run ${shortId(id)} of ${name}`}
            checked={isChosen}
            onChange={onToggle}
            className="size-4 accent-accent"
          />
        )}
      </td>
      <td className="max-w-0 max-md:w-full max-md:max-w-none md:w-[40%]">
        <Link
          to="/runs/$id"
          params={{ id }}
          className="block truncate rounded-sm font-semibold hover:underline"
        >
          {name}
        </Link>
        <span className="num text-xs text-text-3">{countWords(seq, 'event')}</span>
      </td>
      <td className="font-mono text-xs text-text-2">{shortId(id)}</td>
      <td>
        <StatusPill status={status}>{label}</StatusPill>
      </td>
      <td className="num whitespace-nowrap text-text-2 max-md:hidden">{durationWords(took)}</td>
      <td className="num pr-4 whitespace-nowrap text-text-2 max-md:ml-auto max-md:text-xs">
        {ageWords(createdAt, Date.now())}
      </td>
    </tr>
  );
}
