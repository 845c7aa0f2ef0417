import type { ReactNode } from 'react';
import { Select } from '../../design/controls/select.tsx';
import type { ConditionGroup, ConditionTree } from '../../graph/conditions/condition-tree.ts';
import { withChild } from '../../graph/conditions/edit-condition.ts';
import { AddCondition } from './add-condition.tsx';
import { ComparisonRow } from './comparison-row.tsx';
import { Verdict } from './verdict.tsx';

interface ConditionPartProps<Tree extends ConditionTree> {
  readonly id: string;
  readonly label: string;
  readonly tree: Tree;
  readonly onChange: (tree: ConditionTree | undefined) => void;
}

/** A comparison, or a group with its own parts. */
export function ConditionPart(props: ConditionPartProps<ConditionTree>): ReactNode {
  const { id, label, tree, onChange } = props;
  return tree.kind === 'compare' ? (
    <ComparisonRow id={id} label={label} comparison={tree} onChange={onChange} />
  ) : (
    <GroupBox id={id} label={label} tree={tree} onChange={onChange} />
  );
}

const joins = [
  { value: 'all', label: 'All are true' },
  { value: 'any', label: 'Any is true' },
  { value: 'not all', label: 'Not all are true' },
  { value: 'not any', label: 'None is true' },
];

function GroupBox({ id, label, tree, onChange }: ConditionPartProps<ConditionGroup>): ReactNode {
  return (
    <div role="group" aria-label={label} className="grid gap-2">
      {tree.form !== 'list' && (
        <div className="flex items-center gap-2">
          <Select
            label={`${label}: how conditions are combined`}
            value={`${tree.isNegated ? 'not ' : ''}${tree.join}`}
            onChange={(choice) => onChange(joined(tree, choice))}
            options={joins}
          />
          <Verdict label={label} tree={tree} />
        </div>
      )}
      <div className="grid gap-2 border-l-2 border-line pl-2">
        {tree.of.map((part, index) => (
          <ConditionPart
            // Parts have no ids.
            key={index}
            id={`${id}-${index}`}
            label={`${label} ${index + 1}`}
            tree={part}
            onChange={(next) => onChange(withChild(tree, index, next))}
          />
        ))}
        <AddCondition tree={tree} onChange={onChange} />
      </div>
    </div>
  );
}

function joined(tree: ConditionGroup, choice: string): ConditionGroup {
  return {
    ...tree,
    join: choice.endsWith('any') ? 'any' : 'all',
    isNegated: choice.startsWith('not '),
    form: tree.form === 'single' ? 'object' : tree.form,
  };
}
