import { useContext, type ReactNode } from 'react';
import { Select } from '../../design/controls/select.tsx';
import type { ConditionGroup, ConditionTree } from '../../graph/conditions/condition-tree.ts';
import { withChild, withMovedChild } from '../../graph/conditions/edit-condition.ts';
import {
  MovableItem,
  MoveButtons,
  MoveHandle,
  type MovableItemProps,
} from '../lists/movable-item.tsx';
import { ListChanges } from '../lists/list-changes.ts';
import { AddCondition } from './add-condition.tsx';
import { ComparisonRow } from './comparison-row.tsx';
import { Verdict } from './verdict.tsx';

interface ConditionPartProps<Tree extends ConditionTree> {
  readonly id: string;
  readonly label: string;
  readonly tree: Tree;
  readonly onChange: (tree: ConditionTree | undefined) => void;
  /** Its place among others, if there are any. */
  readonly place?: MovableItemProps;
}

/** A comparison, or a group with its own parts. */
export function ConditionPart(props: ConditionPartProps<ConditionTree>): ReactNode {
  const { id, label, tree, onChange, place } = props;
  if (tree.kind === 'group') return <GroupBox {...props} tree={tree} />;
  return (
    <ComparisonRow
      id={id}
      label={label}
      comparison={tree}
      onChange={onChange}
      place={place ?? alone(id, label)}
    />
  );
}

function alone(list: string, name: string): MovableItemProps {
  // Its own parts are another list.
  return { list: `${list}-alone`, name, index: 0, count: 1, onMove: () => {} };
}

const joins = [
  { value: 'all', label: 'All are true' },
  { value: 'any', label: 'Any is true' },
  { value: 'not all', label: 'Not all are true' },
  { value: 'not any', label: 'None is true' },
];

function GroupBox(props: ConditionPartProps<ConditionGroup>): ReactNode {
  const { id, label, tree, onChange } = props;
  const place = props.place ?? alone(id, label);
  const note = useContext(ListChanges);
  const onMove = (from: number, to: number) => {
    note({ kind: 'moved', path: [], from, to });
    onChange(withMovedChild(tree, from, to));
  };
  return (
    <MovableItem {...place} className="grid gap-2">
      {(tree.form !== 'list' || place.count > 1) && (
        <div className="flex items-center gap-2">
          <MoveHandle {...place} />
          {tree.form !== 'list' && (
            <Select
              label={`${label}: how conditions are combined`}
              value={`${tree.isNegated ? 'not ' : ''}${tree.join}`}
              onChange={(choice) => onChange(joined(tree, choice))}
              options={joins}
            />
          )}
          <Verdict label={label} tree={tree} />
          <span className="ml-auto flex">
            <MoveButtons {...place} />
          </span>
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
            place={{
              list: id,
              name: `${label} ${index + 1}`,
              index,
              count: tree.of.length,
              onMove,
            }}
          />
        ))}
        <AddCondition tree={tree} onChange={onChange} />
      </div>
    </MovableItem>
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
