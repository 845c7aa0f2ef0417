import { isConditionOperator } from '@skein/kernel';
import { X } from 'lucide-react';
import { useContext, type ReactNode } from 'react';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { Select } from '../../design/controls/select.tsx';
import type { Comparison } from '../../graph/conditions/condition-tree.ts';
import { withOperator } from '../../graph/conditions/edit-condition.ts';
import { operators } from '../../graph/conditions/operators.ts';
import { RowFields } from './row-fields-context.ts';
import { ConditionSide } from './condition-side.tsx';
import {
  MovableItem,
  MoveButtons,
  MoveHandle,
  type MovableItemProps,
} from '../lists/movable-item.tsx';
import { Verdict } from './verdict.tsx';

const choices = Object.entries(operators).map(([value, { words }]) => ({ value, label: words }));

interface ComparisonRowProps {
  readonly id: string;
  readonly label: string;
  readonly comparison: Comparison;
  readonly onChange: (comparison: Comparison | undefined) => void;
  readonly place: MovableItemProps;
}

export function ComparisonRow(props: ComparisonRowProps): ReactNode {
  const { id, label, comparison, onChange, place } = props;
  const { left, op, right = '' } = comparison;
  const { isUnary, isAboutText } = operators[op];
  const fields = useContext(RowFields);
  return (
    <MovableItem {...place} className="grid gap-2 rounded-md bg-sunken p-2">
      <div className="flex items-start gap-1">
        <span className="flex pt-1 empty:hidden">
          <MoveHandle {...place} />
        </span>
        <div className="grid min-w-0 flex-1 gap-1">
          <ConditionSide
            id={`${id}-left`}
            label={`${label}: value to test`}
            placeholder={fields === null ? 'Value to test' : 'Field, or ${= expression }'}
            value={left}
            fields={fields}
            onChange={(next) =>
              onChange({ ...comparison, left: next, form: shortForm(comparison, next) })
            }
          />
        </div>
        <IconButton label={`Remove ${label}`} icon={X} onClick={() => onChange(undefined)} />
      </div>
      <div className="flex items-start gap-2 pr-10">
        <Select
          label={`${label}: operator`}
          className="w-32! shrink-0"
          value={op}
          onChange={(next) => isConditionOperator(next) && onChange(withOperator(comparison, next))}
          options={choices}
        />
        {!isUnary && (
          <div className="grid min-w-0 flex-1 gap-1">
            <ConditionSide
              id={`${id}-right`}
              label={`${label}: compare with`}
              placeholder="Value"
              value={right}
              onChange={(next) => onChange({ ...comparison, right: next })}
            />
          </div>
        )}
      </div>
      <div className="flex items-center justify-between gap-2 empty:hidden">
        {isAboutText && fields === null && (
          <label className="flex items-center gap-2 text-xs text-text-2">
            <input
              type="checkbox"
              checked={comparison.fold === true}
              onChange={(event) => onChange(withFold(comparison, event.target.checked))}
            />
            Ignore case
          </label>
        )}
        <Verdict label={label} tree={comparison} />
        <span className="ml-auto flex empty:hidden">
          <MoveButtons {...place} />
        </span>
      </div>
    </MovableItem>
  );
}

/** The short forms hold only text. */
function shortForm({ form }: Comparison, left: unknown): Comparison['form'] {
  return typeof left === 'string' ? form : 'object';
}

/** Missing means false. */
function withFold(comparison: Comparison, isFolded: boolean): Comparison {
  const { fold: _, ...others } = comparison;
  return isFolded ? { ...others, fold: true } : others;
}
