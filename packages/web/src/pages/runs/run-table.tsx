import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RunItem } from '../../data/runs.ts';
import { runStatusLook } from '../../design/status/status.ts';
import { StatusPill } from '../../design/status/status-pill.tsx';
import { Table, TableRow, type Column } from '../../design/layout/table.tsx';
import { Quarantined } from './quarantined.tsx';
import { ageWords, countWords, durationWords } from '../../text/time-words.ts';
import { shortId } from '../../text/short-id.ts';
import { visibleText } from '../../text/visible-text.ts';

interface RunTableProps {
  readonly runs: readonly RunItem[];
  /** The runs selected for cancelling. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

const columns: readonly Column[] = [
  { label: 'Select', isHidden: true, className: 'w-10' },
  { label: 'Workflow' },
  { label: 'Run' },
  { label: 'Status' },
  { label: 'Duration' },
  { label: 'Started' },
];

export function RunTable({ runs, chosen, onChoose }: RunTableProps): ReactNode {
  const open = runs.filter(isOpen);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  const isAll = open.length > 0 && open.every(({ id }) => chosen.has(id));
  return (
    <>
      {open.length > 0 && (
        <label className="flex h-10 items-center gap-3 border-b border-line px-4 text-xs text-text-2">
          <input
            type="checkbox"
            checked={isAll}
            onChange={() => onChoose(new Set(isAll ? [] : open.map(({ id }) => id)))}
          />
          Select all {open.length} that can be cancelled
        </label>
      )}
      <Table label="Runs" columns={columns}>
        {runs.map((run) => (
          <RunRow
            key={run.id}
            run={run}
            isChosen={chosen.has(run.id)}
            onToggle={() => toggle(run.id)}
          />
        ))}
      </Table>
    </>
  );
}

function isOpen({ status }: RunItem): boolean {
  return status === 'running' || status === 'waiting';
}

interface RunRowProps {
  readonly run: RunItem;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function RunRow({ run, isChosen, onToggle }: RunRowProps): ReactNode {
  const { id, workflow, createdAt, updatedAt, seq } = run;
  const { status, label } = runStatusLook(run.status);
  const name = visibleText(workflow.name ?? workflow.id);
  const took = Date.parse(updatedAt) - Date.parse(createdAt);
  return (
    <TableRow>
      <td className="max-md:order-1 max-md:empty:hidden">
        {isOpen(run) && (
          <input
            type="checkbox"
            aria-label={`Select run ${shortId(id)} of ${name}`}
            checked={isChosen}
            onChange={onToggle}
          />
        )}
      </td>
      <td className="max-w-0 max-md:order-2 max-md:min-w-0 max-md:max-w-none max-md:flex-[1_0_80%] md:w-[44%]">
        <Link
          to="/runs/$id"
          params={{ id }}
          className="block truncate rounded-sm font-semibold hover:underline"
        >
          {name}
        </Link>
        <span className="num text-xs text-text-3">{countWords(seq, 'event')}</span>
      </td>
      <td className="font-mono text-xs text-text-2 max-md:order-4">{shortId(id)}</td>
      <td className="max-md:order-3">
        {run.quarantinedAt === undefined ? (
          <StatusPill status={status}>{label}</StatusPill>
        ) : (
          <Quarantined id={id} />
        )}
      </td>
      <td className="num whitespace-nowrap text-text-2 max-md:hidden">
        {isOpen(run) ? '–' : durationWords(took)}
      </td>
      <td className="num whitespace-nowrap text-text-2 max-md:order-5 max-md:ml-auto max-md:text-xs">
        {ageWords(createdAt, Date.now())}
      </td>
    </TableRow>
  );
}
