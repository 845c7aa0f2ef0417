import {
  describeSteps,
  isObject,
  ROW_NAMES,
  type DescribedStep,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import { ArrowDown, ArrowUp, Copy, Trash2, TriangleAlert } from 'lucide-react';
import { useContext, useMemo, useState, type ReactNode } from 'react';
import { FoldMark } from '../../../design/controls/fold-mark.tsx';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import {
  ExpressionContext,
  type ExpressionForm,
} from '../../../form/expressions/expression-context.ts';
import { RowFields } from '../../../form/conditions/row-fields-context.ts';
import { textAt } from '../../../graph/own-keys.ts';
import type { PlacedProblem } from '../../../graph/preflight/place-problems.ts';
import { rowFields } from '../../../graph/steps/row-fields.ts';
import { stepSummary } from '../../../graph/steps/step-summary.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { DiagnosticList } from '../../../viewers/diagnostic-list.tsx';
import { StepBody } from './step-body.tsx';
import { StepRows } from './step-rows.tsx';

export interface StepCardProps {
  readonly step: Json;
  readonly index: number;
  readonly count: number;
  readonly startsOpen: boolean;
  readonly problems: readonly PlacedProblem[];
  /** Null if they are not known. */
  readonly before: readonly Json[] | null;
  readonly after: readonly Json[] | null;
  /** Why the rows after it could not be computed. */
  readonly stopped: string | null;
  readonly onWrite: (step: JsonObject) => void;
  readonly onMove: (by: number) => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

export function StepCard(props: StepCardProps): ReactNode {
  const { step, index, problems, before, after, stopped } = props;
  const [isOpen, setOpen] = useState(props.startsOpen);
  const settings = isObject(step) ? step : {};
  const entry = describeSteps().find(({ op }) => op === textAt(settings, 'op'));
  const fields = useMemo(() => rowFields(before ?? []), [before]);
  const place = useRowPlace(entry, before);
  return (
    <li id={`data-step-${index}`} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      <div className="relative rounded-lg border border-line bg-surface shadow-1">
        <CardButtons {...props} title={entry?.title ?? 'Step'} />
        <details
          open={isOpen}
          onToggle={(event) => setOpen(event.currentTarget.open)}
          className="group"
        >
          <CardSummary {...props} settings={settings} entry={entry} />
          {isOpen && (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line p-3">
              <RowFields value={fields}>
                <ExpressionContext value={place}>
                  <StepBody step={step} index={index} entry={entry} onWrite={props.onWrite} />
                </ExpressionContext>
              </RowFields>
            </div>
          )}
        </details>
        {problems.length > 0 && (
          <section aria-label={`Problems of step ${index + 1}`} className="p-2 pt-0">
            <DiagnosticList diagnostics={problems.map(({ diagnostic }) => diagnostic)} />
          </section>
        )}
      </div>
      {after !== null && (
        <StepRows
          label={`Rows after step ${index + 1}`}
          before={before?.length ?? null}
          after={after}
        />
      )}
      {stopped !== null && (
        <p role="alert" className="rounded-md bg-bad-soft p-2 text-xs break-words text-bad-text">
          {visibleText(stopped)}
        </p>
      )}
    </li>
  );
}

/** In conditions and values of a step, expressions know the row: they are tried with the first. */
function useRowPlace(
  entry: DescribedStep | undefined,
  before: readonly Json[] | null,
): ExpressionForm | null {
  const place = useContext(ExpressionContext);
  const isOfRows =
    entry?.settings.some(({ kind }) => kind === 'condition' || kind === 'values') === true;
  const first = before?.[0];
  return useMemo(() => {
    if (place === null || !isOfRows) return place;
    const [item, index] = ROW_NAMES;
    return { ...place, names: new Map([[item, first] as const, [index, 0] as const]) };
  }, [place, isOfRows, first]);
}

interface CardSummaryProps extends StepCardProps {
  readonly settings: JsonObject;
  readonly entry: DescribedStep | undefined;
}

function CardSummary(props: CardSummaryProps): ReactNode {
  const { index, problems, settings, entry, onMove } = props;
  return (
    <summary
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      onKeyDown={(event) => {
        const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
        if (!event.altKey || by === 0) return;
        event.preventDefault();
        onMove(by);
      }}
      className="flex min-h-12 list-none items-center gap-2 rounded-lg py-1.5 pr-38 pl-3"
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5 text-sm font-semibold">
          <span className="num text-text-3">{index + 1}</span>
          <span className="truncate">{entry?.title ?? 'Unknown step'}</span>
          {problems.length > 0 && (
            <TriangleAlert
              size={14}
              role="img"
              aria-label={`${problems.length} problems`}
              className="shrink-0 text-wait-text"
            />
          )}
        </span>
        <span className="block truncate text-xs text-text-3">
          {visibleText(stepSummary(settings))}
        </span>
      </span>
      <FoldMark className="absolute right-2" />
    </summary>
  );
}

function CardButtons(props: StepCardProps & { readonly title: string }): ReactNode {
  const { index, count, title, onMove, onDuplicate, onRemove } = props;
  const name = `step ${index + 1} (${title})`;
  return (
    <span className="absolute top-2.5 right-8 z-10 flex">
      <IconButton
        size="sm"
        label={`Move ${name} up`}
        icon={ArrowUp}
        disabled={index === 0}
        onClick={() => onMove(-1)}
      />
      <IconButton
        size="sm"
        label={`Move ${name} down`}
        icon={ArrowDown}
        disabled={index === count - 1}
        onClick={() => onMove(1)}
      />
      <IconButton size="sm" label={`Duplicate ${name}`} icon={Copy} onClick={onDuplicate} />
      <IconButton size="sm" label={`Remove ${name}`} icon={Trash2} onClick={onRemove} />
    </span>
  );
}
