import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RunItem } from '../../data/runs.ts';
import { runStatusLook } from '../../design/status/status.ts';
import { StatusPill } from '../../design/status/status-pill.tsx';
import { Table, TableRow, type Column } from '../../design/layout/table.tsx';
import { Quarantined } from './quarantined.tsx';
import { Tag } from '../../design/status/tag.tsx';
import { baseWorkflow } from '../../text/base-workflow.ts';
import { ageWords, durationWords, moneyWords } from '../../text/time-words.ts';
import { beginningLine } from '../../text/value-line.ts';
import { shortVersion } from '../../text/short-version.ts';
import { isOpenRun } from './is-open-run.ts';
import { shortId } from '../../text/short-id.ts';
import { visibleText } from '../../text/visible-text.ts';

interface RunTableProps {
  readonly runs: readonly RunItem[];
  /** The selected runs. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

const columns: readonly Column[] = [
  { label: 'Select', isHidden: true, className: 'w-10' },
  { label: 'Workflow' },
  { label: 'Run' },
  { label: 'Version' },
  { label: 'Started by', className: 'max-lg:hidden' },
  { label: 'Status' },
  { label: 'Duration' },
  { label: 'Cost' },
  { label: 'Started' },
];

export function RunTable({ runs, chosen, onChoose }: RunTableProps): ReactNode {
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  const isAll = runs.every(({ id }) => chosen.has(id));
  return (
    <>
      <label className="flex h-10 items-center gap-3 border-b border-line px-4 text-xs text-text-2">
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => onChoose(new Set(isAll ? [] : runs.map(({ id }) => id)))}
        />
        Select all {runs.length}
      </label>
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

interface RunRowProps {
  readonly run: RunItem;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function RunRow({ run, isChosen, onToggle }: RunRowProps): ReactNode {
  const { id, workflow, createdAt, updatedAt, details } = run;
  const { status, label } = runStatusLook(run.status);
  // That it was cancelled is its status: what tells it from others is its input.
  const error = run.status === 'cancelled' ? '' : (details?.error ?? '');
  const name = visibleText(workflow.name ?? workflow.id);
  const took = Date.parse(updatedAt) - Date.parse(createdAt);
  return (
    <TableRow>
      <td className="max-md:order-1 max-md:empty:hidden">
        <input
          type="checkbox"
          aria-label={`Select run ${shortId(id)} of ${name}`}
          checked={isChosen}
          onChange={onToggle}
        />
      </td>
      <td className="max-w-0 max-md:order-2 max-md:min-w-0 max-md:max-w-none max-md:flex-[1_0_80%] md:w-[40%]">
        <Link
          to="/runs/$id"
          params={{ id }}
          className="block truncate rounded-sm font-semibold hover:underline"
        >
          {name}
        </Link>
        {error === '' ? (
          <span className="block truncate text-xs text-text-3">
            {visibleText(inputWords(run)) || 'no input'}
          </span>
        ) : (
          <span className="block truncate text-xs text-bad-text">{visibleText(error)}</span>
        )}
      </td>
      <td className="font-mono text-xs text-text-2 max-md:order-4">{shortId(id)}</td>
      <td className="text-xs whitespace-nowrap text-text-2 max-md:hidden">
        <VersionMark run={run} />
      </td>
      <td className="max-w-40 truncate text-xs text-text-2 max-lg:hidden">
        <StartedBy run={run} />
      </td>
      <td className="max-md:order-3">
        {run.quarantinedAt === undefined ? (
          <StatusPill status={status}>{label}</StatusPill>
        ) : (
          <Quarantined id={id} />
        )}
      </td>
      <td className="num whitespace-nowrap text-text-2 max-md:hidden">
        {isOpenRun(run) ? '–' : durationWords(took)}
      </td>
      <td className="num whitespace-nowrap text-text-2 max-md:hidden">
        {details === undefined || details.tokens === 0 ? '–' : moneyWords(details.usd)}
      </td>
      <td className="num whitespace-nowrap text-text-2 max-md:order-5 max-md:ml-auto max-md:text-xs">
        {ageWords(createdAt, Date.now())}
      </td>
    </TableRow>
  );
}

/** What somebody said in a thread is inside of its input, which lists have only the beginning of. */
const said = /"message":\{.*?"text":"((?:[^"\\]|\\.)*)/u;

function inputWords({ details }: RunItem): string {
  const input = details?.input ?? '';
  const [, text] = details?.startedBy?.type === 'thread' ? (said.exec(input) ?? []) : [];
  return text === undefined ? beginningLine(input) : text.replaceAll(/\\[nrt]/gu, ' ');
}

const startNames: ReadonlyMap<string, string> = new Map([
  ['webhook', 'Webhook'],
  ['schedule', 'Schedule'],
  ['event', 'Event'],
  ['new_email', 'Mail'],
  ['form', 'Form page'],
  ['chat', 'Chat page'],
  ['studio', 'Studio'],
  ['thread', 'Chat'],
  ['evaluation', 'Evaluation'],
]);

/** An item of a map leads to the run of the map. */
function StartedBy({ run }: Pick<RunRowProps, 'run'>): ReactNode {
  const { parent, details } = run;
  const started = details?.startedBy ?? null;
  if (started !== null || parent === undefined) return startWords(started);
  return (
    <Link
      to="/runs/$id"
      params={{ id: parent.run }}
      className="rounded-sm underline hover:text-text"
    >
      Another run
    </Link>
  );
}

type Started = NonNullable<RunItem['details']>['startedBy'];

/** The trigger, shared page or person that started it; programs do not say who they are. */
function startWords(started: Started): string {
  if (started === null) return 'API';
  const type = startNames.get(started.type) ?? visibleText(started.type);
  return started.name === null ? type : `${type}: ${visibleText(started.name)}`;
}

/** Which version it runs, or what it tries. */
function VersionMark({ run: { workflow, isTrial, details } }: Pick<RunRowProps, 'run'>): ReactNode {
  if (isTrial === true) return <Tag>trial</Tag>;
  if (workflow.id !== baseWorkflow(workflow.id)) return <Tag>replay</Tag>;
  if (details?.isDraft === true) return <Tag>draft</Tag>;
  return <code className="font-mono">{shortVersion(workflow.version)}</code>;
}
