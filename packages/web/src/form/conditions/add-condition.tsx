import { FolderPlus, Plus } from 'lucide-react';
import { useContext, type ReactNode } from 'react';
import { Button } from '../../design/controls/button.tsx';
import type { ConditionTree } from '../../graph/conditions/condition-tree.ts';
import { newComparison, newGroup, withCondition } from '../../graph/conditions/edit-condition.ts';
import { PromptVariables } from '../prompt/prompt-variables.ts';
import { RowFields } from './row-fields-context.ts';

interface AddConditionProps {
  /** The existing condition. */
  readonly tree: ConditionTree | undefined;
  readonly onChange: (tree: ConditionTree) => void;
}

export function AddCondition({ tree, onChange }: AddConditionProps): ReactNode {
  const [first] = useContext(PromptVariables);
  const fields = useContext(RowFields);
  const added = newComparison(fields === null ? first?.text : (fields[0] ?? ''));
  const other = tree?.kind === 'group' && tree.join === 'any' ? 'all' : 'any';
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" icon={Plus} onClick={() => onChange(withCondition(tree, added))}>
        Add condition
      </Button>
      {tree !== undefined && (
        <Button
          size="sm"
          tone="ghost"
          icon={FolderPlus}
          onClick={() => onChange(withCondition(tree, newGroup(other, [added])))}
        >
          Add group
        </Button>
      )}
    </div>
  );
}
